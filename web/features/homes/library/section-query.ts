import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { AnswerOf } from '#contract/endpoint.ts';
import { librarySort, openLibraryHome } from '#contract/library.ts';
import { callWith } from '#web/api/call.ts';
import { queryClient } from '#web/api/query-client.ts';
import { rememberChoice, rememberedChoice } from '#web/remembered-choice.ts';
import { createStore, useStore } from '#web/store.ts';
import { type ItemKey, keyOfItem } from './library-item.ts';

export type OpenedSection = AnswerOf<typeof openLibraryHome>;
export type Pages = InfiniteData<OpenedSection, unknown>;

export interface Place {
  readonly categoryId: string;
  readonly folderId: string | null;
}

export interface OpenedPlace extends Place {
  readonly opened: OpenedSection;
}

export function sectionQuery({ categoryId, folderId, sort }: Place & { readonly sort: SortOptions }) {
  const params = { id: categoryId };
  const query = {
    ...(folderId === null ? {} : { folder: folderId }),
    sort: sort.attribute,
    descending: sort.descending ? ('true' as const) : ('false' as const),
  };
  return infiniteQueryOptions({
    queryKey: [openLibraryHome.name, params, query] as const,
    queryFn: ({ signal, pageParam }) =>
      callWith(
        openLibraryHome,
        { params, query: { ...query, ...(pageParam === null ? {} : { after: pageParam }) } },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last: OpenedSection) => last.next,
  });
}

export function reloadSection(categoryId: string, folderId: string | null): Promise<void> {
  const asked = sectionQuery({ categoryId, folderId, sort: currentSort() });
  queryClient.setQueryData(asked.queryKey, (known: Pages | undefined) =>
    known === undefined ? known : { pages: known.pages.slice(0, 1), pageParams: known.pageParams.slice(0, 1) },
  );
  return queryClient.prefetchInfiniteQuery({ ...asked, staleTime: 0 });
}

export function joinPages({ pages }: Pages): OpenedSection | null {
  const [first] = pages;
  const last = pages.at(-1);
  if (first === undefined || last === undefined) return null;
  // Removes duplicates, because a document added at the top moves another one to the next page.
  const documents = new Map(pages.flatMap((page) => page.documents).map((document) => [document.id, document]));
  return { ...first, documents: [...documents.values()], next: last.next };
}

export function rowsOf({ category, path, folders, documents }: OpenedSection): number {
  const inside = (path.at(-1) ?? category).counts.documents;
  const direct = folders.reduce((left, folder) => left - folder.counts.documents, inside);
  return folders.length + Math.max(direct, documents.length);
}

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

const sortOptions = z.object({ attribute: librarySort, descending: z.boolean() }).readonly();
export type SortOptions = z.output<typeof sortOptions>;

export const customOrder: SortOptions = { attribute: 'custom', descending: false };

export const sortChoices = [
  { id: 'title-up', label: 'Title, A to Z', attribute: 'title', descending: false },
  { id: 'title-down', label: 'Title, Z to A', attribute: 'title', descending: true },
  { id: 'newest', label: 'Newest first', attribute: 'added', descending: true },
  { id: 'oldest', label: 'Oldest first', attribute: 'added', descending: false },
  { id: 'custom', label: 'Custom order', attribute: 'custom', descending: false },
  { id: 'kind', label: 'Kind', attribute: 'kind', descending: false },
] as const satisfies readonly (SortOptions & { readonly id: string; readonly label: string })[];

export type SortChoice = (typeof sortChoices)[number];

export function choiceOf({ attribute, descending }: SortOptions): SortChoice {
  const same = sortChoices.filter((choice) => choice.attribute === attribute);
  return same.find((choice) => choice.descending === descending) ?? same[0] ?? sortChoices[4];
}

/** Returns null if the stored text is missing or invalid. */
export function readSortOptions(text: string | null): SortOptions | null {
  try {
    return text === null ? null : (sortOptions.safeParse(JSON.parse(text)).data ?? null);
  } catch {
    return null;
  }
}

export function sortFolders<F extends { readonly name: string }>(
  folders: readonly F[],
  { attribute, descending }: SortOptions,
): readonly F[] {
  if (attribute !== 'title') return folders;
  const inOrder = folders.toSorted((one, other) => one.name.localeCompare(other.name, 'en', { sensitivity: 'base' }));
  return descending ? inOrder.toReversed() : inOrder;
}

const key = 'sortOptions';

const chosen = createStore<SortOptions>(readSortOptions(rememberedChoice(key)) ?? customOrder);

export function useSort(): readonly [SortOptions, (next: SortOptions) => void] {
  return [useStore(chosen), choose];
}

export const currentSort = (): SortOptions => chosen.get();

function choose({ attribute, descending }: SortOptions): void {
  chosen.set({ attribute, descending });
  rememberChoice(key, JSON.stringify({ attribute, descending }));
}
