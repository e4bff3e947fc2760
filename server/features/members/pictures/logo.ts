import { uploadMessages } from '#domain/messages.ts';
import type { Context } from '#server/context.ts';
import type { BoardScope, InScope } from '#server/db/board-scope.ts';
import { refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { consumeUpload, loadWaitingUpload } from '#server/features/core/uploads/queries.ts';
import { tellLive } from '#server/http/live-hub.ts';
import { addJob } from '#server/jobs/queue.ts';
import { makeLogo } from './make-logo.ts';
import { logos, pictureOfUrl, storePicture } from './store.ts';
import { inTurn } from './turns.ts';

/** Makes an upload the board's logo; answers its address. Works between transactions, as pictures of people do. */
export async function setLogo(inScope: InScope, context: Context, uploadId: string): Promise<string> {
  const { userId } = await inScope(async (scope) => {
    await loadWaitingUpload(scope, uploadId);
    return scope.member;
  });
  return inTurn(userId, async () => {
    const upload = await inScope((scope) => loadWaitingUpload(scope, uploadId));
    if ((await context.uploads.byteSize(upload.id)) !== upload.byte_length) throw refused(uploadMessages.incomplete);
    const made = await context.uploads.withLocalFile(upload.id, makeLogo);
    const url = logos.url(await storePicture(context, logos, made));
    await inScope(async (scope) => {
      await consumeUpload(scope, uploadId);
      await addJob(scope.tx, { name: 'drop-upload', payload: { upload_id: uploadId } });
      await replaceLogo(scope, url);
      await audit(scope, { action: 'board.logo-set', subjectKind: 'board', subjectId: scope.board.id });
    });
    return url;
  });
}

export async function removeLogo(scope: BoardScope): Promise<void> {
  const before = await replaceLogo(scope, null);
  if (before === null) return;
  await audit(scope, { action: 'board.logo-removed', subjectKind: 'board', subjectId: scope.board.id });
}

/** Answers the address that was there before. */
async function replaceLogo(scope: BoardScope, url: string | null): Promise<string | null> {
  const { tx, board } = scope;
  const { logo_url: before } = await tx
    .selectFrom('boards')
    .select('logo_url')
    .where('id', '=', board.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await tx.updateTable('boards').set({ logo_url: url }).where('id', '=', board.id).execute();
  const old = pictureOfUrl(logos, before);
  if (old !== null) await addJob(tx, { name: 'drop-logo', payload: { logo_id: old } });
  await tellLive(scope, { noun: 'board', id: null });
  return before;
}
