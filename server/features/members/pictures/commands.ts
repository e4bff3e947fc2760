import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { boardMessages } from '#domain/messages/boards.ts';
import { uploadMessages } from '#domain/messages/documents.ts';
import { profileMessages } from '#domain/messages/people.ts';
import { logoLimits, pictureLimits, type Square } from '#domain/pictures.ts';
import type { Context } from '#server/context.ts';
import type { BoardScope, InScope } from '#server/db/board-scope.ts';
import { AppError, notFound, refused } from '#server/errors.ts';
import { fairSemaphoreOf, shareOf } from '#server/fair-semaphore.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { publishLive } from '#server/features/core/events/commands.ts';
import { consumeUpload } from '#server/features/core/uploads/commands.ts';
import { loadWaitingUpload, memberUploads } from '#server/features/core/uploads/queries.ts';
import { inTemporaryFolder } from '#server/file-system.ts';
import { createRateLimits, type RateLimit } from '#server/http/rate-limits.ts';
import { makeLogo, makePicture, PictureRefused } from '#server/integrations/images/pictures.ts';
import { addJob } from '#server/jobs/queue.ts';
import { logos, type PictureKind, people, pictureKey, pictureOfUrl } from './present.ts';

/** Limited, because processing a picture takes about a second. */
const byUser: RateLimit = { name: 'picture-user', points: 60, seconds: 3600 };

export async function setPicture(
  inScope: InScope,
  context: Context,
  { uploadId, crop }: { readonly uploadId: string; readonly crop: Square },
): Promise<string> {
  const { userId } = await memberWithUpload(inScope, uploadId);
  await createRateLimits(context.pool).take(byUser, userId);
  return storeFromUpload(inScope, context, {
    userId,
    uploadId,
    kind: people,
    make: (path) => makePicture(path, crop),
    tooSmall: profileMessages.pictureTooSmall(pictureLimits.sideMin),
    save: replacePicture,
  });
}

export async function setLogo(inScope: InScope, context: Context, uploadId: string): Promise<string> {
  const { userId } = await memberWithUpload(inScope, uploadId);
  return storeFromUpload(inScope, context, {
    userId,
    uploadId,
    kind: logos,
    make: makeLogo,
    tooSmall: boardMessages.logoTooSmall(logoLimits.sideMin),
    save: replaceLogo,
  });
}

const memberWithUpload = (inScope: InScope, uploadId: string): Promise<BoardScope['member']> =>
  inScope(async (scope) => {
    await loadWaitingUpload(scope, memberUploads(scope), uploadId);
    return scope.member;
  });

interface FromUpload {
  readonly userId: string;
  readonly uploadId: string;
  readonly kind: PictureKind;
  readonly make: (path: string) => Promise<Readonly<Record<string, Buffer>>>;
  readonly tooSmall: string;
  readonly save: (scope: BoardScope, url: string) => Promise<void>;
}

/** Stores the files outside of transactions, so the second transaction checks the rights again. */
function storeFromUpload(inScope: InScope, context: Context, given: FromUpload): Promise<string> {
  const { userId, uploadId, kind, make, tooSmall, save } = given;
  return pictureSlots(context)(userId, async () => {
    const upload = await inScope((scope) => loadWaitingUpload(scope, memberUploads(scope), uploadId));
    if ((await context.uploads.byteSize(upload.id)) !== upload.byte_length) throw refused(uploadMessages.incomplete);
    const made = await context.uploads.withLocalFile(upload.id, make).catch((error: unknown) => {
      throw error instanceof PictureRefused ? refusalOf(error, tooSmall) : error;
    });
    const url = kind.url(await storePicture(context, kind, made));
    await inScope(async (scope) => {
      await consumeUpload(scope, memberUploads(scope), uploadId);
      await save(scope, url);
    });
    return url;
  });
}

function refusalOf(error: PictureRefused, tooSmall: string): AppError {
  switch (error.reason) {
    case 'gone':
      return notFound();
    case 'too-large':
      return new AppError('too-large');
    case 'too-small':
      return refused(tooSmall);
    case 'unreadable':
      return new AppError('refused', uploadMessages.contentMismatch, {}, { cause: error });
  }
}

/** If `url` is null, removes the picture. */
export async function replacePicture(scope: BoardScope, url: string | null): Promise<void> {
  const { tx, member } = scope;
  const { img_url: before } = await tx
    .selectFrom('users')
    .select('img_url')
    .where('id', '=', member.userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (url === before) return;
  await tx.updateTable('users').set({ img_url: url }).where('id', '=', member.userId).execute();
  await dropLater(scope, people, before);
  await publishLive(scope, { noun: 'people', id: null });
  const action = url === null ? 'person.picture-removed' : 'person.picture-set';
  await audit(scope, action, { kind: 'member', id: member.id });
}

/** If `url` is null, removes the logo. */
export async function replaceLogo(scope: BoardScope, url: string | null): Promise<void> {
  const { tx, board } = scope;
  const { logo_url: before } = await tx
    .selectFrom('boards')
    .select('logo_url')
    .where('id', '=', board.id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (url === before) return;
  await tx.updateTable('boards').set({ logo_url: url }).where('id', '=', board.id).execute();
  await dropLater(scope, logos, before);
  await publishLive(scope, { noun: 'board', id: null });
  const action = url === null ? 'board.logo-removed' : 'board.logo-set';
  await audit(scope, action, { kind: 'board', id: board.id });
}

async function dropLater({ tx }: BoardScope, kind: PictureKind, url: string | null): Promise<void> {
  const id = pictureOfUrl(kind, url);
  if (id !== null) await addJob(tx, { name: kind.dropJob, payload: { picture_id: id } });
}

export async function storedBefore(context: Context, kind: PictureKind, oldest: number): Promise<ReadonlySet<string>> {
  const stored = await context.storage.list(kind.folder);
  return new Set(
    stored.flatMap(({ key, storedAt }) => {
      const id = /^\w+\/([a-f0-9]{64})-\w+$/.exec(key)?.[1];
      return id !== undefined && storedAt.getTime() < oldest ? [id] : [];
    }),
  );
}

export async function storePicture(
  context: Context,
  kind: PictureKind,
  made: Readonly<Record<string, Buffer>>,
): Promise<string> {
  // 256 random bits, so that nobody can guess the address.
  const id = randomBytes(32).toString('hex');
  await inTemporaryFolder('dais-picture-', async (folder) => {
    for (const [size, bytes] of Object.entries(made)) {
      const path = join(folder, size);
      await writeFile(path, bytes);
      await context.storage.putFile(pictureKey(kind, id, size), path);
    }
  });
  return id;
}

export async function dropPicture(context: Context, kind: PictureKind, id: string): Promise<void> {
  for (const size of kind.sizes) await context.storage.remove(pictureKey(kind, id, size));
}

/** Limits concurrent resizing, because one picture may need a hundred megabytes of memory. */
export const pictureSlots = fairSemaphoreOf((capacity) => ({ atOnceMax: shareOf(2, capacity), waitingPerKeyMax: 20 }));
