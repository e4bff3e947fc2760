import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { type BoardBook, getBoardBook, makeBoardBook } from '#contract/board-book.ts';
import { boardBookMessages, leftOutLabels } from '#domain/board-book.ts';
import { formatDocumentTime } from '#domain/dates.ts';
import { sizeText } from '#domain/documents.ts';
import { documentPaths } from '#domain/paths.ts';
import { counted } from '#domain/text.ts';
import { useCall } from '#web/api/mutations.ts';
import { queryFor } from '#web/api/queries.ts';
import { useTimeZone } from '#web/api/start.ts';
import { submitDownload } from '#web/features/papers/documents/viewed-document.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx';
import { Skeleton } from '#web/ui/feedback/skeletons.tsx';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import styles from './board-book-dialog.module.css';

/** Milliseconds between checks while the book is being made, in case the live stream fails. */
const refetchMs = 3_000;

interface BoardBookDialogProps {
  readonly meeting: { readonly id: string };
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function BoardBookDialog({ meeting, isOpen, onClose }: BoardBookDialogProps) {
  const [withAnnotations, setWithAnnotations] = useState(false);
  const query = useQuery({
    ...queryFor(getBoardBook, { params: { id: meeting.id }, query: { annotations: withAnnotations ? '1' : '0' } }),
    enabled: isOpen,
    staleTime: 0,
    throwOnError: false,
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => (state.data?.book.state === 'waiting' ? refetchMs : false),
  });
  const make = useCall(makeBoardBook, { invalidates: ['boardBook'] });
  const book = query.isPlaceholderData ? undefined : query.data?.book;
  const isWaiting = book?.state === 'waiting' || make.isPending;
  const act = (): void => {
    if (book?.state === 'made') submitDownload(documentPaths.boardBook(meeting.id, withAnnotations));
    else make.mutate({ params: { id: meeting.id }, body: { with_annotations: withAnnotations } });
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      size="m"
      scrolls
      title="Board book"
      actions={
        <>
          <Button onPress={onClose}>Close</Button>
          <Button
            variant="primary"
            isDisabled={book === undefined || isWaiting}
            {...(book?.state === 'made' ? { icon: Download } : {})}
            onPress={act}
          >
            {actLabel(book)}
          </Button>
        </>
      }
    >
      <Stack gap="m">
        <p>One PDF of this meeting: a cover, the agenda with links, and its papers in order, every page numbered.</p>
        <Checkbox
          label="With my own marks"
          description={
            query.data?.book.has_annotations ? 'Nobody else gets this copy.' : 'You have no marks on these papers.'
          }
          value={withAnnotations}
          isDisabled={isWaiting || query.data?.book.has_annotations !== true}
          onChange={setWithAnnotations}
        />
        <div aria-live="polite">
          {query.isError && book === undefined ? (
            <Notice tone="negative">{boardBookMessages.failed}</Notice>
          ) : book === undefined ? (
            <Skeleton width={60} />
          ) : (
            <BookState book={book} isWaiting={isWaiting} />
          )}
        </div>
      </Stack>
    </Dialog>
  );
}

function actLabel(book: BoardBook | undefined): string {
  if (book?.state === 'made') return 'Download';
  return book?.state === 'failed' ? 'Try again' : 'Create board book';
}

function BookState({ book, isWaiting }: { readonly book: BoardBook; readonly isWaiting: boolean }) {
  const timeZone = useTimeZone();
  const { paper_count: papers, papers_done: done } = book;
  if (isWaiting) {
    return (
      <Stack gap="s">
        <p className="muted">
          The board book is being created: {done} of {counted(papers, 'paper')}. You can close this and come back.
        </p>
        <ProgressBar label="Board book" value={done} max={Math.max(papers, 1)} />
      </Stack>
    );
  }
  if (book.state === 'failed') return <Notice tone="negative">{boardBookMessages.failed}</Notice>;
  if (book.state === 'none') return <p className="muted">{counted(papers, 'paper')} to include.</p>;
  return (
    <Stack gap="s">
      <p>
        {counted(book.page_count ?? 0, 'page')}, {sizeText(book.byte_size ?? 0)}
        {book.made_at !== null && `, made on ${formatDocumentTime(book.made_at, timeZone)}`}
      </p>
      {book.left_out.length > 0 && (
        <section aria-label="Not in this book">
          <h3 className={styles.heading}>Not in this book</h3>
          <ul className={styles['left-out']}>
            {book.left_out.map(({ id, title, why }) => (
              <li key={id}>
                {title}: {leftOutLabels[why]}
              </li>
            ))}
          </ul>
        </section>
      )}
    </Stack>
  );
}
