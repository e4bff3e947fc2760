import { type BoardBook, downloadBoardBook, getBoardBook, makeBoardBook } from '#contract/board-book.ts';
import { boardBookMessages } from '#domain/board-book.ts';
import type { Context } from '#server/context.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { notFound, refused } from '#server/errors.ts';
import { auditAll } from '#server/features/core/audit/commands.ts';
import { type LoadedMeeting, loadMeeting } from '#server/features/homes/meetings/base/queries.ts';
import { isOpening, openingEntry } from '#server/features/papers/documents/openings/queries.ts';
import { type FileAnswer, implement, type Route } from '#server/http/implement.ts';
import { contentDisposition, filePolicy } from '#server/http/send-file.ts';
import { requestBook } from './commands.ts';
import { type BookContents, type BookRow, findBook, readBookContents } from './queries.ts';

const { titleOf, markedTitleOf, tryLater } = boardBookMessages;

/** A book that failed takes minutes of work to fail again: the same one is made anew only so long after it was asked for. */
const failedPauseMs = 10 * 60_000;

export const boardBookRoutes: readonly Route[] = [
  implement(getBoardBook, async ({ scope, params, query }) => {
    const asked = await readAsked(scope, params.id, query.marks === '1');
    return { book: presentBook(asked.book, asked.contents) };
  }),

  implement(makeBoardBook, async ({ scope, params, body }) => {
    const asked = await readAsked(scope, params.id, body.with_marks);
    if (asked.isCurrent && asked.book !== null) {
      if (asked.book.state !== 'failed') return { book: presentBook(asked.book, asked.contents) };
      if (scope.now.getTime() < asked.book.asked_at.getTime() + failedPauseMs) throw refused(tryLater);
    }
    await requestBook(scope, { ...asked.of, fingerprint: asked.contents.fingerprint });
    return { book: presentBook(await findBook(scope, asked.of), asked.contents) };
  }),

  implement(downloadBoardBook, async ({ scope, context, request: visit, params, query }) => {
    const withMarks = query.marks === '1';
    const { book, contents, isCurrent, meeting } = await readAsked(scope, params.id, withMarks);
    if (!isCurrent || book === null) throw notFound();
    const answer = bookFile(context, book, withMarks ? markedTitleOf(meeting.title) : titleOf(meeting.title));
    const entry = {
      action: 'meeting.book-downloaded',
      subjectKind: 'meeting',
      subjectId: meeting.id,
      detail: { with_marks: withMarks },
    } as const;
    const part = { byteSize: answer.byteSize, range: visit.header('range') };
    if (await isOpening(scope, part, { ...entry, since: book.made_at })) {
      // Each paper in it is a paper that was taken home.
      const leftOut = new Set(book.left_out.map((each) => each.id));
      const papers = contents.papers.flatMap(({ document: { id, version_id: versionId } }) =>
        leftOut.has(id) ? [] : [openingEntry(id, { as: 'download', versionId })],
      );
      await auditAll(scope, [...papers, entry]);
    }
    return answer;
  }),
];

/** Throws `not-found` for a book that has not been made. */
function bookFile(context: Context, book: BookRow, title: string): Extract<FileAnswer, { kind: 'bytes' }> {
  const { storage_key: key, byte_size: byteSize } = book;
  if (key === null || byteSize === null) throw notFound();
  return {
    kind: 'bytes',
    byteSize,
    headers: {
      'content-type': 'application/octet-stream',
      'content-disposition': contentDisposition('attachment', { title, extension: 'pdf', plainName: 'board-book' }),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-security-policy': filePolicy,
      'referrer-policy': 'no-referrer',
    },
    open: (range) => context.storage.open(key, range),
  };
}

interface Asked {
  readonly of: { readonly meetingId: string; readonly memberId: string | null };
  readonly meeting: LoadedMeeting;
  readonly contents: BookContents;
  readonly book: BookRow | null;
  /** Nothing in it has changed since it was asked for. */
  readonly isCurrent: boolean;
}

/** Throws `not-found` unless the reader sees the meeting, and with it all that stands in the book. */
async function readAsked(scope: BoardScope, meetingId: string, withMarks: boolean): Promise<Asked> {
  const meeting = await loadMeeting(scope, meetingId);
  const of = { meetingId, memberId: withMarks ? scope.member.id : null };
  const contents = await readBookContents(scope, meeting, { memberId: scope.member.id, areIn: withMarks });
  const book = await findBook(scope, of);
  return { of, meeting, contents, book, isCurrent: book?.fingerprint === contents.fingerprint };
}

function presentBook(book: BookRow | null, { fingerprint, papers, hasMarks }: BookContents): BoardBook {
  const shown = book?.fingerprint === fingerprint ? book : null;
  const titles = new Map(papers.map(({ document }) => [document.id, document.title]));
  return {
    state: shown?.state ?? 'none',
    paper_count: papers.length,
    papers_done: shown?.papers_done ?? 0,
    page_count: shown?.page_count ?? null,
    byte_size: shown?.byte_size ?? null,
    made_at: shown?.made_at?.toISOString() ?? null,
    left_out: (shown?.left_out ?? []).map(({ id, why }) => ({ id, title: titles.get(id) ?? '', why })),
    has_marks: hasMarks,
  };
}
