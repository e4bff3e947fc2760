import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import { selectRows } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { notFound } from '#server/errors.ts';

export type UploadScope = Pick<BoardScope, 'tx' | 'board' | 'now'>;

export interface UploadOwner {
  readonly column: 'member_id' | 'paper_request_id';
  readonly id: string;
}

export const memberUploads = ({ member }: Pick<BoardScope, 'member'>): UploadOwner => ({
  column: 'member_id',
  id: member.id,
});

export interface WaitingUpload {
  readonly id: string;
  readonly filename: string;
  readonly byte_length: number;
}

export async function loadWaitingUpload(
  scope: UploadScope,
  owner: UploadOwner,
  uploadId: string,
): Promise<WaitingUpload> {
  const upload = await selectRows(scope, 'uploads', { id: uploadId, consumed_at: null })
    .select(['id', 'filename', 'byte_length'])
    .where(owner.column, '=', owner.id)
    .where('expires_at', '>', scope.now)
    .executeTakeFirst();
  if (!upload) throw notFound();
  return upload;
}

const expiredMax = 500;

export async function listExpiredUploads(
  context: Context,
): Promise<readonly { readonly board_id: string; readonly upload_id: string }[]> {
  const { rows } = await sql<{ board_id: string; upload_id: string }>`
    select board_id, upload_id from gate.expired_uploads(${context.clock.now()}, ${expiredMax})
  `.execute(context.db);
  return rows;
}
