import { sql } from 'kysely';
import { boardBookMessages } from '#domain/board-book.ts';
import { lockBoard } from '#server/db/board-lock.ts';
import type { BoardJobScope, BoardScope } from '#server/db/board-scope.ts';
import { refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import type { DerivedFiles } from '#server/features/papers/documents/ports.ts';
import { addJob } from '#server/jobs/queue.ts';
import { bookJobKeyPrefix, isWaiting, makeBoardBookJobName } from './queries.ts';

/** What is tried again may find the disk or the database back. */
const attemptsMax = 3;

/** Of one member. Any member may ask for any meeting's, and each may take minutes. */
const waitingBooksMax = 3;

/** Has a job make the book; refuses a member for whom so many are being made already. The bytes of an earlier one have no row from now on, and are swept. */
export async function requestBook(
  scope: BoardScope,
  of: { readonly meetingId: string; readonly memberId: string | null; readonly fingerprint: string },
): Promise<void> {
  await lockBoard(scope, 'board-books');
  if ((await countOthersWaiting(scope, of)) >= waitingBooksMax)
    throw refused(boardBookMessages.tooMany(waitingBooksMax));
  const fresh = {
    fingerprint: of.fingerprint,
    state: 'waiting',
    papers_done: 0,
    storage_key: null,
    byte_size: null,
    page_count: null,
    left_out: '[]',
    asked_at: scope.now,
    made_at: null,
    asked_by: scope.member.id,
  } as const;
  const { id } = await scope.tx
    .insertInto('board_books')
    .values({ board_id: scope.board.id, meeting_id: of.meetingId, member_id: of.memberId, ...fresh })
    .onConflict((conflict) => conflict.columns(['board_id', 'meeting_id', 'member_id']).doUpdateSet(fresh))
    .returning('id')
    .executeTakeFirstOrThrow();
  await addJob(scope.tx, {
    name: makeBoardBookJobName,
    payload: { board_id: scope.board.id, book_id: id },
    attempts: attemptsMax,
    key: `${bookJobKeyPrefix}${id}`,
  });
  await audit(scope, {
    action: 'meeting.book-requested',
    subjectKind: 'meeting',
    subjectId: of.meetingId,
    detail: { with_marks: of.memberId !== null },
  });
}

/** How many books this member waits for, beside one that is asked for again. */
async function countOthersWaiting(
  scope: BoardScope,
  of: { readonly meetingId: string; readonly memberId: string | null },
): Promise<number> {
  const { others } = await scope.tx
    .selectFrom('board_books')
    .select((eb) => eb.fn.countAll<number>().as('others'))
    .where('board_id', '=', scope.board.id)
    .where('asked_by', '=', scope.member.id)
    .where(isWaiting)
    .where((eb) => eb.or([eb('meeting_id', '!=', of.meetingId), eb('member_id', 'is distinct from', of.memberId)]))
    .executeTakeFirstOrThrow();
  return Number(others);
}

/** A book can be made again; in days after it was asked for last. */
const keptDays = 30;

/** Forgets books that nobody wants any more; their bytes are swept as what has no row. */
async function deleteOldBooks(scope: BoardJobScope): Promise<void> {
  const before = new Date(scope.now.getTime() - keptDays * 86_400_000);
  await scope.tx
    .deleteFrom('board_books')
    .where('board_id', '=', scope.board.id)
    .where('asked_at', '<', before)
    .execute();
}

/** The files of board books. */
export const boardBookFiles: DerivedFiles = {
  deleteExpired: deleteOldBooks,
  async filterKeysInUse({ tx, board }, keys) {
    const books = await tx
      .selectFrom('board_books')
      .select('storage_key')
      .where('board_id', '=', board.id)
      .where('storage_key', '=', sql<string>`any(${keys})`)
      .execute();
    return books.flatMap(({ storage_key: key }) => key ?? []);
  },
};
