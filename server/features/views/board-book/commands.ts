import { sql, type UpdateObject } from 'kysely';
import { boardBookMessages, watermarkWords } from '#domain/board-book.ts';
import { formatDocumentTime } from '#domain/dates.ts';
import { fullName } from '#domain/identity.ts';
import { lockBoard } from '#server/db/board-lock.ts';
import { deleteRow, deleteRows, selectRows, updateRow, updateRows } from '#server/db/board-rows.ts';
import type { BoardJobScope, BoardScope } from '#server/db/board-scope.ts';
import type { DB } from '#server/db/generated.ts';
import { refuseBeyond, refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { publishLive } from '#server/features/core/events/commands.ts';
import { listMeetingListeners } from '#server/features/homes/meetings/meeting/commands.ts';
import { findMeeting, type MeetingRow } from '#server/features/homes/meetings/meeting/queries.ts';
import { selectPeople } from '#server/features/members/people/queries.ts';
import type { DerivedFiles } from '#server/features/papers/documents/ports.ts';
import { addJob } from '#server/jobs/queue.ts';
import type { BookContents, BookRow } from './present.ts';
import {
  type BookKey,
  bookJobKeyPrefix,
  columnOf,
  findBook,
  isOwnBook,
  isWaiting,
  makeBoardBookJobName,
  readBookContents,
  readCopyContents,
} from './queries.ts';

const attemptsMax = 3;

/** Limit per member, because making a book may take minutes. */
const waitingBooksMax = 3;

const failedPauseMs = 10 * 60_000;

/** A book or copy that failed is made again after a pause, unless the papers themselves caused the failure. */
export async function requestUnlessMade(
  scope: BoardScope,
  of: BookKey,
  { fingerprint }: BookContents,
): Promise<BookRow | null> {
  const book = await findBook(scope, of);
  if (book?.fingerprint === fingerprint) {
    if (book.state !== 'failed' || book.left_out.length > 0) return book;
    if (scope.now.getTime() < book.requested_at.getTime() + failedPauseMs) throw refused(boardBookMessages.tryLater);
  }
  await requestBook(scope, { ...of, fingerprint });
  return findBook(scope, of);
}

async function requestBook(scope: BoardScope, of: BookKey & { readonly fingerprint: string }): Promise<void> {
  await lockBoard(scope, 'board-books');
  refuseBeyond({ present: await countOthersWaiting(scope, of), most: waitingBooksMax }, boardBookMessages.tooMany);
  const fresh = {
    fingerprint: of.fingerprint,
    state: 'waiting',
    papers_done: 0,
    storage_key: null,
    byte_size: null,
    page_count: null,
    left_out: '[]',
    requested_at: scope.now,
    made_at: null,
    requested_by: scope.member.id,
  } as const;
  const { id } = await scope.tx
    .insertInto('board_books')
    .values({
      board_id: scope.board.id,
      [columnOf[of.kind]]: of.id,
      member_id: of.memberId,
      is_marked: of.isMarked,
      ...fresh,
    })
    .onConflict((conflict) =>
      conflict.columns(['board_id', 'meeting_id', 'document_id', 'member_id', 'is_marked']).doUpdateSet(fresh),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  await addJob(scope.tx, {
    name: makeBoardBookJobName,
    payload: { board_id: scope.board.id, book_id: id },
    attempts: attemptsMax,
    key: `${bookJobKeyPrefix}${id}`,
  });
  await audit(
    scope,
    of.kind === 'meeting' ? 'meeting.book-requested' : 'document.copy-requested',
    { kind: of.kind, id: of.id },
    { with_annotations: of.isMarked },
  );
}

async function countOthersWaiting(scope: BoardScope, of: BookKey): Promise<number> {
  const { others } = await selectRows(scope, 'board_books', { requested_by: scope.member.id })
    .select((eb) => eb.fn.countAll<number>().as('others'))
    .where(isWaiting)
    .where((eb) =>
      eb.or([
        eb(columnOf[of.kind], 'is distinct from', of.id),
        eb('member_id', 'is distinct from', of.memberId),
        eb('is_marked', '!=', of.isMarked),
      ]),
    )
    .executeTakeFirstOrThrow();
  return others;
}

export interface BookInProgress {
  readonly bookId: string;
  readonly memberId: string | null;
  readonly meeting: MeetingRow | null;
  readonly subjectId: string;
  readonly contents: BookContents;
  /** Annotations as XFDF, by version id. */
  readonly marks: ReadonlyMap<string, string>;
  readonly notes: readonly string[];
  readonly watermark: string | null;
}

/** Returns null if nobody is waiting for the book. */
export async function beginBook(scope: BoardJobScope, bookId: string): Promise<BookInProgress | null> {
  const { board } = scope;
  const row = await selectRows(scope, 'board_books', { id: bookId, state: 'waiting' })
    .select(['meeting_id', 'document_id', 'member_id', 'is_marked'])
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  const found = await readSubject(scope, row);
  if (!found) {
    await deleteRow(scope, 'board_books', bookId);
    return null;
  }
  const { member_id: memberId, is_marked: isMarked } = row;
  const { meeting, subjectId, contents } = found;
  await updateRow(scope, 'board_books', bookId, { fingerprint: contents.fingerprint, papers_done: 0 });
  const time = formatDocumentTime(scope.now, board.dates);
  const making = { bookId, memberId, meeting, subjectId, contents };
  const asOf = boardBookMessages.asOf(time);
  if (memberId === null) return { ...making, marks: new Map(), notes: [asOf], watermark: null };
  const person = await selectPeople(scope).where('member.id', '=', memberId).executeTakeFirstOrThrow();
  const name = fullName(person);
  const isOwn = meeting !== null && (await isOwnBook(scope, memberId, meeting.id));
  return {
    ...making,
    marks: isMarked ? await readMarks(scope, memberId, contents) : new Map(),
    notes: [asOf, ...(isOwn ? [boardBookMessages.own] : []), ...(isMarked ? [boardBookMessages.withMarks(name)] : [])],
    watermark: board.watermark === 'off' ? null : watermarkWords({ name, board: board.title, time }),
  };
}

async function readSubject(
  scope: BoardJobScope,
  row: Readonly<Record<'meeting_id' | 'document_id' | 'member_id', string | null>> & { readonly is_marked: boolean },
): Promise<Pick<BookInProgress, 'meeting' | 'subjectId' | 'contents'> | null> {
  const { meeting_id: meetingId, document_id: documentId, member_id: memberId, is_marked: areIn } = row;
  if (documentId !== null && memberId !== null) {
    const contents = await readCopyContents(scope, documentId, { memberId, areIn });
    return contents && { meeting: null, subjectId: documentId, contents };
  }
  const meeting = meetingId === null ? undefined : await findMeeting(scope, meetingId);
  if (!meeting) return null;
  return { meeting, subjectId: meeting.id, contents: await readBookContents(scope, meeting, { memberId, areIn }) };
}

async function readMarks(
  scope: BoardJobScope,
  memberId: string,
  contents: BookContents,
): Promise<ReadonlyMap<string, string>> {
  const rows = await selectRows(scope, 'annotations', { member_id: memberId })
    .select(['version_id', 'xfdf'])
    .where((eb) =>
      eb('version_id', '=', eb.fn.any(eb.val(contents.papers.flatMap(({ document }) => document.version_id ?? [])))),
    )
    .execute();
  return new Map(rows.map((row) => [row.version_id, row.xfdf]));
}

export async function updateBook(
  scope: BoardJobScope,
  making: BookInProgress,
  update: UpdateObject<DB, 'board_books'>,
): Promise<void> {
  const { meeting, subjectId, memberId } = making;
  await updateRows(scope, 'board_books', {
    id: making.bookId,
    state: 'waiting',
    fingerprint: making.contents.fingerprint,
  })
    .set(update)
    .execute();
  const meetingListeners = memberId === null && meeting !== null ? await listMeetingListeners(scope, meeting) : null;
  const own = memberId === null ? [] : [memberId];
  await publishLive(scope, { noun: 'board-book', id: subjectId }, meetingListeners ?? own);
}

const keptDays = 30;

/** Deletes only the rows. A job removes the files later. */
async function deleteOldBooks(scope: BoardJobScope): Promise<void> {
  const before = new Date(scope.now.getTime() - keptDays * 86_400_000);
  await deleteRows(scope, 'board_books', {}).where('requested_at', '<', before).execute();
}

export const boardBookFiles: DerivedFiles = {
  deleteExpired: deleteOldBooks,
  async filterKeysInUse(scope, keys) {
    const books = await selectRows(scope, 'board_books', { storage_key: sql<string>`any(${keys})` })
      .select('storage_key')
      .execute();
    return books.flatMap(({ storage_key: key }) => key ?? []);
  },
};
