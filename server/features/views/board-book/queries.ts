import { sql } from 'kysely';
import { z } from 'zod';
import { leftOutReasons } from '#domain/board-book.ts';
import { hasJob } from '#server/jobs/queue.ts';
import type { Reading } from './contents.ts';
import { bookJobKeyPrefix } from './job-names.ts';

/** Of a row of `board_books`: a job will still make it. One whose server was killed again and again waits no more. */
export const isWaiting = sql<boolean>`(state = 'waiting' and ${hasJob(sql`${bookJobKeyPrefix} || id`)})`;

const leftOut = z.array(z.object({ id: z.uuid(), why: z.enum(leftOutReasons) }));

export interface BookRow {
  readonly id: string;
  readonly fingerprint: string;
  readonly state: 'waiting' | 'made' | 'failed';
  readonly papers_done: number;
  readonly asked_at: Date;
  readonly storage_key: string | null;
  readonly byte_size: number | null;
  readonly page_count: number | null;
  readonly left_out: z.output<typeof leftOut>;
  readonly made_at: Date | null;
}

/** @param of `memberId` null: the book without marks, which is everybody's */
export async function findBook(
  scope: Reading,
  of: { readonly meetingId: string; readonly memberId: string | null },
): Promise<BookRow | null> {
  const row = await scope.tx
    .selectFrom('board_books')
    .select([
      ...(['id', 'fingerprint', 'state', 'papers_done', 'storage_key', 'byte_size', 'page_count'] as const),
      ...(['left_out', 'asked_at', 'made_at'] as const),
    ])
    .select(isWaiting.as('is_waiting'))
    .where('board_id', '=', scope.board.id)
    .where('meeting_id', '=', of.meetingId)
    .where('member_id', 'is not distinct from', of.memberId)
    .executeTakeFirst();
  if (!row) return null;
  const { is_waiting: waits, state, left_out: left, ...rest } = row;
  const told = state === 'waiting' && !waits ? 'failed' : (state as BookRow['state']);
  return { ...rest, state: told, left_out: leftOut.parse(left) };
}
