import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { type BoardBook, getBoardBook, getCopy, makeBoardBook, makeCopy } from '#contract/board-book.ts';
import { boardBookMessages, copyMessages, isUnchanged, leftOutLabels } from '#domain/board-book.ts';
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

const kinds = {
  book: {
    title: 'Board book',
    about:
      'One PDF for this meeting: a cover, the agenda with links, and the papers in order, with every page numbered.',
    read: getBoardBook,
    make: makeBoardBook,
    makeLabel: 'Create board book',
    progress: (done: number, papers: number) =>
      `The board book is being created: ${done} of ${counted(papers, 'paper')}.`,
    failed: boardBookMessages.failed,
    addressOf: documentPaths.boardBook,
  },
  copy: {
    title: 'Download a copy',
    about: copyMessages.about,
    read: getCopy,
    make: makeCopy,
    makeLabel: 'Create copy',
    progress: () => 'The copy is being created.',
    failed: copyMessages.failed,
    addressOf: documentPaths.downloadCopy,
  },
} as const;

interface BoardBookDialogProps {
  readonly meeting: { readonly id: string };
  readonly onClose: () => void;
}

export const BoardBookDialog = ({ meeting, ...rest }: BoardBookDialogProps) => (
  <MadeFileDialog kind="book" id={meeting.id} {...rest} />
);

interface MadeFileDialogProps extends Pick<BoardBookDialogProps, 'onClose'> {
  readonly kind: keyof typeof kinds;
  /** Id of the meeting, or of the paper to copy. */
  readonly id: string;
  readonly isMarked?: boolean;
}

export function MadeFileDialog({ kind, id, isMarked = false, onClose }: MadeFileDialogProps) {
  const { title, about, read, make: makeFile, makeLabel, failed, addressOf } = kinds[kind];
  const [withAnnotations, setWithAnnotations] = useState(isMarked);
  const query = useQuery({
    ...queryFor(read, { params: { id }, query: { annotations: withAnnotations ? '1' : '0' } }),
    staleTime: 0,
    throwOnError: false,
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => (state.data?.book.state === 'waiting' ? refetchMs : false),
  });
  const make = useCall(makeFile, { invalidates: ['boardBook'] });
  const book = query.isPlaceholderData ? undefined : query.data?.book;
  const isWaiting = book?.state === 'waiting' || make.isPending;
  const why = kind === 'copy' ? book?.left_out[0]?.why : undefined;
  const isReady = book?.state === 'made' || (why !== undefined && isUnchanged(why));
  const act = (): void => {
    if (isReady) submitDownload(addressOf(id, withAnnotations));
    else make.mutate({ params: { id }, body: { with_annotations: withAnnotations } });
  };
  return (
    <Dialog
      onClose={onClose}
      size="m"
      scrolls
      title={title}
      actions={
        <>
          <Button onPress={onClose}>Close</Button>
          <Button
            variant="primary"
            isDisabled={book === undefined || isWaiting || (why !== undefined && !isReady)}
            {...(isReady ? { icon: Download } : {})}
            onPress={act}
          >
            {isReady ? 'Download' : book?.state === 'failed' ? 'Try again' : makeLabel}
          </Button>
        </>
      }
    >
      <Stack gap="m">
        {why === undefined && <p>{about}</p>}
        <Checkbox
          label="With my own marks"
          description={
            query.data?.book.has_annotations ? 'Nobody else gets this copy.' : 'You have no marks to include.'
          }
          value={withAnnotations}
          isDisabled={isWaiting || query.data?.book.has_annotations !== true}
          onChange={setWithAnnotations}
        />
        <div aria-live="polite">
          {query.isError && book === undefined ? (
            <Notice tone="negative">{failed}</Notice>
          ) : why !== undefined ? (
            <Notice tone={isUnchanged(why) ? 'info' : 'negative'}>{copyMessages.leftOut(why)}</Notice>
          ) : book === undefined ? (
            <Skeleton width={60} />
          ) : (
            <BookState kind={kind} book={book} isWaiting={isWaiting} />
          )}
        </div>
      </Stack>
    </Dialog>
  );
}

interface BookStateProps extends Pick<MadeFileDialogProps, 'kind'> {
  readonly book: BoardBook;
  readonly isWaiting: boolean;
}

function BookState({ kind, book, isWaiting }: BookStateProps) {
  const timeZone = useTimeZone();
  const { title, progress, failed } = kinds[kind];
  const { paper_count: papers, papers_done: done } = book;
  if (isWaiting) {
    return (
      <Stack gap="s">
        <p className="muted">{progress(done, papers)} You can close this window and come back later.</p>
        <ProgressBar label={title} value={done} max={Math.max(papers, 1)} />
      </Stack>
    );
  }
  if (book.state === 'failed') return <Notice tone="negative">{failed}</Notice>;
  if (book.state === 'none') return <p className="muted">{counted(papers, 'paper')} to include.</p>;
  return (
    <Stack gap="s">
      <p>
        {counted(book.page_count ?? 0, 'page')}, {sizeText(book.byte_size ?? 0)}
        {book.made_at !== null && `, created on ${formatDocumentTime(book.made_at, timeZone)}`}
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
