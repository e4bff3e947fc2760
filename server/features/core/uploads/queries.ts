import type { BoardScope } from '#server/db/board-scope.ts';
import { AppError, notFound } from '#server/errors.ts';

/** 404 for others' or attached ones. */
export async function loadOwnUpload(scope: BoardScope, uploadId: string): Promise<{ readonly id: string }> {
  const row = await scope.tx
    .selectFrom('uploads')
    .select('id')
    .where('board_id', '=', scope.board.id)
    .where('id', '=', uploadId)
    .where('member_id', '=', scope.member.id)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', scope.now)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** Per member; more than a browser leaves behind in a day. */
const waitingMax = 50;

/** `too-many` by count or bytes of unattached uploads. */
export async function refuseTooManyWaiting(
  scope: BoardScope,
  announced: { readonly byteLength: number; readonly bytesMax: number },
): Promise<void> {
  const { tx, board, member, now } = scope;
  // The lock makes concurrent uploads count each other.
  await tx.selectFrom('members').select('id').where('id', '=', member.id).forNoKeyUpdate().executeTakeFirstOrThrow();
  const waiting = await tx
    .selectFrom('uploads')
    .select((eb) => [
      eb.fn.countAll<string>().as('uploads'),
      eb.fn.coalesce(eb.fn.sum<string>('byte_length'), eb.lit(0)).as('bytes'),
    ])
    .where('board_id', '=', board.id)
    .where('member_id', '=', member.id)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  if (Number(waiting.uploads) >= waitingMax) throw new AppError('too-many');
  if (Number(waiting.bytes) + announced.byteLength > announced.bytesMax) throw new AppError('too-many');
}

/** Frees the quota; the sweep removes the rest. */
export async function expireUpload(scope: Pick<BoardScope, 'tx' | 'board' | 'now'>, uploadId: string): Promise<void> {
  await scope.tx
    .updateTable('uploads')
    .set({ expires_at: scope.now })
    .where('board_id', '=', scope.board.id)
    .where('id', '=', uploadId)
    .execute();
}

export interface WaitingUpload {
  readonly id: string;
  readonly filename: string;
  readonly byte_length: number;
}

/** Not yet attached. */
export async function loadWaitingUpload(scope: BoardScope, uploadId: string): Promise<WaitingUpload> {
  const upload = await scope.tx
    .selectFrom('uploads')
    .select(['id', 'filename', 'byte_length'])
    .where('board_id', '=', scope.board.id)
    .where('id', '=', uploadId)
    .where('member_id', '=', scope.member.id)
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', scope.now)
    .executeTakeFirst();
  if (!upload) throw notFound();
  return upload;
}

/** Atomic: one of several callers succeeds. */
export async function consumeUpload(scope: BoardScope, uploadId: string): Promise<void> {
  const consumed = await scope.tx
    .updateTable('uploads')
    .set({ consumed_at: scope.now })
    .where('board_id', '=', scope.board.id)
    .where('id', '=', uploadId)
    .where('member_id', '=', scope.member.id)
    .where('consumed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!consumed) throw notFound();
}
