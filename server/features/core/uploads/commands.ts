import { createRow, deleteRow, selectRows, updateRow, updateRows } from '#server/db/board-rows.ts';
import type { BoardJobScope, BoardScope } from '#server/db/board-scope.ts';
import { AppError, notFound } from '#server/errors.ts';
import type { UploadMetadata } from '#server/http/upload-metadata.ts';
import { addJob } from '#server/jobs/queue.ts';
import type { UploadOwner, UploadScope } from './queries.ts';

export const dropUploadJobName = 'drop-upload';

const uploadHours = 24;

export async function addUpload(
  scope: UploadScope,
  owner: UploadOwner,
  { filename, byteLength }: UploadMetadata,
): Promise<string> {
  return createRow(scope, 'uploads', {
    [owner.column]: owner.id,
    filename,
    byte_length: byteLength,
    created_at: scope.now,
    expires_at: new Date(scope.now.getTime() + uploadHours * 3_600_000),
  });
}

const waitingMax = 50;

export async function refuseTooManyWaiting(
  scope: BoardScope,
  announced: { readonly byteLength: number; readonly bytesMax: number },
): Promise<void> {
  const { tx, member, now } = scope;
  // Locks the member, so that concurrent uploads cannot exceed the limits.
  await tx.selectFrom('members').select('id').where('id', '=', member.id).forNoKeyUpdate().executeTakeFirstOrThrow();
  const waiting = await selectRows(scope, 'uploads', { member_id: member.id, consumed_at: null })
    .select((eb) => [
      eb.fn.countAll<string>().as('uploads'),
      eb.fn.coalesce(eb.fn.sum<string>('byte_length'), eb.lit(0)).as('bytes'),
    ])
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  if (Number(waiting.uploads) >= waitingMax) throw new AppError('too-many');
  if (Number(waiting.bytes) + announced.byteLength > announced.bytesMax) throw new AppError('too-many');
}

export async function expireUpload(scope: Pick<BoardScope, 'tx' | 'board' | 'now'>, uploadId: string): Promise<void> {
  await updateRow(scope, 'uploads', uploadId, { expires_at: scope.now });
}

/** The job deletes the received bytes once the transaction has committed. */
export async function consumeUpload(scope: UploadScope, owner: UploadOwner, uploadId: string): Promise<void> {
  const consumed = await updateRows(scope, 'uploads', { id: uploadId, consumed_at: null })
    .set({ consumed_at: scope.now })
    .where(owner.column, '=', owner.id)
    .returning('id')
    .executeTakeFirst();
  if (!consumed) throw notFound();
  await addJob(scope.tx, { name: dropUploadJobName, payload: { upload_id: uploadId } });
}

export async function deleteUploadRow(scope: BoardJobScope, uploadId: string): Promise<void> {
  await deleteRow(scope, 'uploads', uploadId);
}
