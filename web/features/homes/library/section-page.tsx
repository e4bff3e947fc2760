import { useInfiniteQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { Pencil } from 'lucide-react';
import { useCallback, useDeferredValue, useRef } from 'react';
import { useTimeZone } from '#web/api/start.ts';
import { DocumentOverlay } from '#web/features/papers/reading/document-overlay.tsx';
import { useOpenDocument } from '#web/features/papers/reading/opening.ts';
import { usePageTitle } from '#web/shell/page-title.ts';
import { useLibraryEditing } from '#web/shell/top-bar-actions.tsx';
import { Button } from '#web/ui/actions/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx';
import { WhileLoading } from '#web/ui/feedback/while-loading.tsx';
import { Page } from '#web/ui/page.tsx';
import { whenNear } from '#web/ui/when-near.ts';
import styles from './section.module.css';
import { SectionEditor } from './section-editor.tsx';
import { SectionHead } from './section-head.tsx';
import { SectionList } from './section-list.tsx';
import {
  customOrder,
  joinPages,
  type OpenedPlace,
  type OpenedSection,
  rowsOf,
  sectionQuery,
  sortFolders,
  useSort,
} from './section-query.ts';

interface MoreRowsProps {
  readonly isPending: boolean;
  /** True after a failed fetch. The reader must then retry manually, so that requests do not fail endlessly. */
  readonly hasFailed: boolean;
  readonly onMore: () => void;
}

/** Distance below the screen at which the next rows are fetched. */
const ahead = '1500px';

export function MoreRows({ isPending, hasFailed, onMore }: MoreRowsProps) {
  const more = useRef(onMore);
  more.current = onMore;
  const watch = useCallback((end: HTMLDivElement) => whenNear(end, ahead, () => more.current()), []);
  return (
    // Observes the element again after each fetch, because the end of the list may still be near the screen.
    <div className={styles.more} ref={isPending || hasFailed ? null : watch}>
      <Button isPending={isPending} onPress={onMore}>
        {hasFailed ? 'Try again' : 'Show more'}
      </Button>
    </div>
  );
}

export function SectionPage() {
  const { libcatId: categoryId } = useParams({ from: '/shell/board/library/section/$libcatId' });
  const { folder } = useSearch({ from: '/shell/board/library/section/$libcatId' });
  const isEditing = useDeferredValue(useLibraryEditing()[0]);
  const [sort] = useSort();
  const folderId = folder ?? null;
  const asked = sectionQuery({ categoryId, folderId, sort: isEditing ? customOrder : sort });
  const query = useInfiniteQuery({
    ...asked,
    // Keeps the old order on screen until the new one has loaded.
    placeholderData: (known, last) => (isSamePlace(last?.queryKey, asked.queryKey) ? known : undefined),
  });
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query;
  const opened = data === undefined ? null : joinPages(data);
  usePageTitle(opened === null ? null : (opened.path.at(-1)?.name ?? opened.category.name));
  const listed = useListed(opened);
  return (
    <Page>
      {opened === null ? (
        <WhileLoading what="This place" query={query}>
          <ListSkeleton rows={6} />
        </WhileLoading>
      ) : (
        <>
          <SectionHead opened={opened} isEditing={isEditing && opened.can.edit} />
          {isEditing && !opened.can.edit && <Notice>You can read the documents here but not change them.</Notice>}
          {isEditing && opened.can.edit ? (
            <SectionEditor
              key={`${categoryId} ${folderId}`}
              categoryId={categoryId}
              folderId={folderId}
              opened={opened}
            />
          ) : (
            <Rows categoryId={categoryId} folderId={folderId} opened={opened} />
          )}
          {hasNextPage && (
            <MoreRows
              isPending={isFetchingNextPage}
              hasFailed={isFetchNextPageError}
              onMore={() => void fetchNextPage()}
            />
          )}
        </>
      )}
      <DocumentOverlay listed={listed} />
    </Page>
  );
}

type Key = readonly [string, { readonly id: string }, { readonly folder?: string }];

function isSamePlace(one: Key | undefined, other: Key): boolean {
  return one !== undefined && one[1].id === other[1].id && one[2].folder === other[2].folder;
}

function useListed(opened: OpenedSection | null): ReadonlySet<string> | undefined {
  const { documentId } = useOpenDocument();
  const seen = useRef<string | null>(null);
  if (opened === null) return undefined;
  const ids = new Set(opened.documents.map((document) => document.id));
  if (documentId !== null && ids.has(documentId)) seen.current = documentId;
  return opened.next === null || seen.current === documentId ? ids : undefined;
}

function Rows({ categoryId, folderId, opened }: OpenedPlace) {
  const timeZone = useTimeZone();
  const [sort] = useSort();
  const [, setEditing] = useLibraryEditing();
  const { folders, documents, can } = useDeferredValue(opened);
  if (folders.length === 0 && documents.length === 0) {
    return (
      <EmptyState
        title="Nothing here yet"
        text={
          can.edit
            ? 'Switch to editing to add documents, links and folders.'
            : 'Documents appear here once they are added.'
        }
        action={
          can.edit && (
            <Button variant="primary" icon={Pencil} onPress={() => setEditing(true)}>
              Add documents
            </Button>
          )
        }
      />
    );
  }
  return (
    <SectionList
      categoryId={categoryId}
      folderId={folderId}
      folders={sortFolders(folders, sort)}
      documents={documents}
      total={rowsOf(opened)}
      timeZone={timeZone}
    />
  );
}
