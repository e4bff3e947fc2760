import { uploadMessages } from '#domain/messages.ts';
import type { Square } from '#domain/pictures.ts';
import type { Context } from '#server/context.ts';
import type { BoardScope, InScope } from '#server/db/board-scope.ts';
import { refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { consumeUpload, loadWaitingUpload } from '#server/features/core/uploads/queries.ts';
import { tellLive } from '#server/http/live-hub.ts';
import { createRateLimits, type RateLimit } from '#server/http/rate-limits.ts';
import { addJob } from '#server/jobs/queue.ts';
import { makePicture } from './make-picture.ts';
import { people, pictureOfUrl, storePicture } from './store.ts';
import { inTurn } from './turns.ts';

/** Of one user; each takes a second of work and asks everybody's page for their people again. */
const byUser: RateLimit = { name: 'picture-user', points: 60, seconds: 3600 };

/**
 * Makes a square of an upload the user's picture; answers its address. The work is done between two transactions. The
 * files are in storage before the row names them, and the earlier ones go after the row names them no more. Of many who
 * make one of the same upload, one succeeds: those who waited for their turn ask for it anew.
 */
export async function setPicture(inScope: InScope, context: Context, given: Setting): Promise<string> {
  const { userId } = await inScope(async (scope) => {
    await loadWaitingUpload(scope, given.uploadId);
    return scope.member;
  });
  await createRateLimits(context.pool).take(byUser, userId);
  return inTurn(userId, () => makeAndSet(inScope, context, given));
}

interface Setting {
  readonly uploadId: string;
  readonly crop: Square;
}

async function makeAndSet(inScope: InScope, context: Context, given: Setting): Promise<string> {
  const upload = await inScope((scope) => loadWaitingUpload(scope, given.uploadId));
  if ((await context.uploads.byteSize(upload.id)) !== upload.byte_length) throw refused(uploadMessages.incomplete);
  const made = await context.uploads.withLocalFile(upload.id, (path) => makePicture(path, given.crop));
  const url = people.url(await storePicture(context, people, made));
  await inScope(async (scope) => {
    await consumeUpload(scope, given.uploadId);
    await addJob(scope.tx, { name: 'drop-upload', payload: { upload_id: given.uploadId } });
    await replacePicture(scope, url);
    await audit(scope, { action: 'person.picture-set', subjectKind: 'member', subjectId: scope.member.id });
  });
  return url;
}

export async function removePicture(scope: BoardScope): Promise<void> {
  const before = await replacePicture(scope, null);
  if (before === null) return;
  await audit(scope, { action: 'person.picture-removed', subjectKind: 'member', subjectId: scope.member.id });
}

/** Answers the address that was there before. */
async function replacePicture(scope: BoardScope, url: string | null): Promise<string | null> {
  const { userId } = scope.member;
  const { img_url: before } = await scope.tx
    .selectFrom('users')
    .select('img_url')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await scope.tx.updateTable('users').set({ img_url: url }).where('id', '=', userId).execute();
  const old = pictureOfUrl(people, before);
  if (old !== null) await addJob(scope.tx, { name: 'drop-picture', payload: { picture_id: old } });
  await tellLive(scope, { noun: 'people', id: null });
  return before;
}
