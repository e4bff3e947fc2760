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
  return pictureSlots(context)(userId, () =>
    storeFromUpload(inScope, context, {
      uploadId,
      kind: people,
      make: (path) => makePicture(path, crop),
      tooSmall: profileMessages.pictureTooSmall(pictureLimits.sideMin),
      async save(scope, url) {
        await replacePicture(scope, url);
        await audit(scope, 'person.picture-set', { kind: 'member', id: scope.member.id });
      },
    }),
  );
}

export async function setLogo(inScope: InScope, context: Context, uploadId: string): Promise<string> {
  const { userId } = await memberWithUpload(inScope, uploadId);
  return pictureSlots(context)(userId, () =>
    storeFromUpload(inScope, context, {
      uploadId,
      kind: logos,
      make: makeLogo,
      tooSmall: boardMessages.logoTooSmall(logoLimits.sideMin),
      async save(scope, url) {
        await replaceLogo(scope, url);
        await audit(scope, 'board.logo-set', { kind: 'board', id: scope.board.id });
      },
    }),
  );
}

const memberWithUpload = (inScope: InScope, uploadId: string): Promise<BoardScope['member']> =>
  inScope(async (scope) => {
    await loadWaitingUpload(scope, memberUploads(scope), uploadId);
    return scope.member;
  });

interface FromUpload {
  readonly uploadId: string;
  readonly kind: PictureKind;
  readonly make: (path: string) => Promise<Readonly<Record<string, Buffer>>>;
  readonly tooSmall: string;
  readonly save: (scope: BoardScope, url: string) => Promise<void>;
}

/** Stores the files outside of transactions, so the second transaction checks the rights again. */
async function storeFromUpload(inScope: InScope, context: Context, given: FromUpload): Promise<string> {
  const { uploadId, kind, make, tooSmall, save } = given;
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

export async function removePicture(scope: BoardScope): Promise<void> {
  const before = await replacePicture(scope, null);
  if (before === null) return;
  await audit(scope, 'person.picture-removed', { kind: 'member', id: scope.member.id });
}

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
  await publishLive(scope, { noun: 'people', id: null });
  return before;
}

export async function removeLogo(scope: BoardScope): Promise<void> {
  const before = await replaceLogo(scope, null);
  if (before === null) return;
  await audit(scope, 'board.logo-removed', { kind: 'board', id: scope.board.id });
}

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
  await publishLive(scope, { noun: 'board', id: null });
  return before;
}

/** 256 random bits, so that nobody can guess the address. */
const newPictureId = (): string => randomBytes(32).toString('hex');

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
  const id = newPictureId();
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
