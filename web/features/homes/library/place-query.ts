import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';
import type { AnswerOf } from '#contract/endpoint.ts';
import { openLibraryPlace } from '#contract/library.ts';
import { callWith } from '#web/api/call.ts';
import { queryClient } from '#web/api/query-client.ts';
import { type ItemKey, keyOfItem } from './library-item.ts';
import type { SortOptions } from './sort-options.ts';
import { currentSort } from './use-sort.ts';

export type OpenedPlace = AnswerOf<typeof openLibraryPlace>;
export type Pages = InfiniteData<OpenedPlace, unknown>;

interface Asked {
  readonly categoryId: string;
  /** Null: the category itself. */
  readonly folderId: string | null;
  readonly sort: SortOptions;
}

/** What stands in a category or folder; its documents come page by page. */
export function placeQuery({ categoryId, folderId, sort }: Asked) {
  const params = { id: categoryId };
  const query = {
    ...(folderId === null ? {} : { folder: folderId }),
    sort: sort.attribute,
    descending: sort.descending ? ('true' as const) : ('false' as const),
  };
  return infiniteQueryOptions({
    queryKey: [openLibraryPlace.name, params, query] as const,
    queryFn: ({ signal, pageParam }) =>
      callWith(
        openLibraryPlace,
        { params, query: { ...query, ...(pageParam === null ? {} : { after: pageParam }) } },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last: OpenedPlace) => last.next,
  });
}

/** For the route: asks anew whatever is known, and of a long list only its beginning. */
export function reloadPlace(categoryId: string, folderId: string | null): Promise<void> {
  const asked = placeQuery({ categoryId, folderId, sort: currentSort() });
  queryClient.setQueryData(asked.queryKey, (known: Pages | undefined) =>
    known === undefined ? known : { pages: known.pages.slice(0, 1), pageParams: known.pageParams.slice(0, 1) },
  );
  return queryClient.prefetchInfiniteQuery({ ...asked, staleTime: 0 });
}

/** One place of all its pages: what does not come page by page is that of the newest answer. */
export function joinPages({ pages }: Pages): OpenedPlace | null {
  const [first] = pages;
  const last = pages.at(-1);
  if (first === undefined || last === undefined) return null;
  // A document that came to the head meanwhile pushes another over the edge of its page: nobody stands twice.
  const documents = new Map(pages.flatMap((page) => page.documents).map((document) => [document.id, document]));
  return { ...first, documents: [...documents.values()], next: last.next };
}

/** Rows of a place, with those that have not come. Counts hold every depth, so those of its folders are taken off. */
export function rowsOf({ category, path, folders, documents }: OpenedPlace): number {
  const inside = (path.at(-1) ?? category).counts.documents;
  const direct = folders.reduce((left, folder) => left - folder.counts.documents, inside);
  return folders.length + Math.max(direct, documents.length);
}

/** The same pages with rows of one kind put before another of it, or behind all: what the server is asked for, at once. */
export function reorderPages(
  { pages, pageParams }: Pages,
  { keys, before }: { readonly keys: readonly ItemKey[]; readonly before: ItemKey | null },
): Pages {
  const put = <R extends { readonly id: string }>(rows: readonly R[], kind: 'folder' | 'document'): R[] => {
    const moving = keys.flatMap((key) => rows.find((row) => keyOfItem({ kind, id: row.id }) === key) ?? []);
    const staying = rows.filter((row) => !moving.includes(row));
    const at = staying.findIndex((row) => keyOfItem({ kind, id: row.id }) === before);
    return staying.toSpliced(at === -1 ? staying.length : at, 0, ...moving);
  };
  const documents = put(
    pages.flatMap((page) => page.documents),
    'document',
  );
  let from = 0;
  return {
    pageParams,
    pages: pages.map((page) => {
      const next = from + page.documents.length;
      const own = documents.slice(from, next);
      from = next;
      return { ...page, folders: put(page.folders, 'folder'), documents: own };
    }),
  };
}
