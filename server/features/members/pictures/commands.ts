import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uploadMessages } from '#domain/messages/documents.ts';
import type { Square } from '#domain/pictures.ts';
import type { Context } from '#server/context.ts';
import type { BoardScope, InScope } from '#server/db/board-scope.ts';
import { refused } from '#server/errors.ts';
import { fairSemaphore } from '#server/fair-semaphore.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { consumeUpload, loadWaitingUpload } from '#server/features/core/uploads/queries.ts';
import { publishLive } from '#server/http/live-hub.ts';
import { createRateLimits, type RateLimit } from '#server/http/rate-limits.ts';
import { logoSides, makeLogo, makePicture, pictureSides } from '#server/integrations/images/pictures.ts';
import { addJob } from '#server/jobs/queue.ts';

/** Each takes a second of work and makes all pages refetch. */
const byUser: RateLimit = { name: 'picture-user', points: 60, seconds: 3600 };

/**
 * Works between transactions: files are stored before the row names them, and old ones removed afterwards. Authorised again
 * after waiting; one of several callers succeeds. Returns the address.
 */
export async function setPicture(inScope: InScope, context: Context, given: Setting): Promise<string> {
  const { userId } = await inScope(async (scope) => {
    await loadWaitingUpload(scope, given.uploadId);
    return scope.member;
  });
  await createRateLimits(context.pool).take(byUser, userId);
  return runFairly(userId, () => makeAndSet(inScope, context, given));
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

/** Returns the previous address. */
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

/** Like a person's picture. Returns the address. */
export async function setLogo(inScope: InScope, context: Context, uploadId: string): Promise<string> {
  const { userId } = await inScope(async (scope) => {
    await loadWaitingUpload(scope, uploadId);
    return scope.member;
  });
  return runFairly(userId, async () => {
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

/** Returns the previous address. */
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

/** Folder in storage, sizes, address. */
interface PictureKind {
  readonly folder: string;
  readonly sizes: readonly string[];
  readonly url: (id: string) => string;
  readonly ofUrl: RegExp;
}

export const people: PictureKind = {
  folder: 'pictures',
  sizes: Object.keys(pictureSides),
  url: (id) => `/pictures/${id}`,
  ofUrl: /^\/pictures\/([a-f0-9]{64})$/,
};

/** Addresses with /conversions/ have a variant of double size. */
export const logos: PictureKind = {
  folder: 'logos',
  sizes: Object.keys(logoSides),
  url: (id) => `/conversions/${id}.png`,
  ofUrl: /^\/conversions\/([a-f0-9]{64})\.png$/,
};

/** 256 bits, so nobody guesses it. */
const newPictureId = (): string => randomBytes(32).toString('hex');

export const pictureKey = (kind: PictureKind, id: string, size: string): string => `${kind.folder}/${id}-${size}`;

/** Null for other addresses. */
export const pictureOfUrl = (kind: PictureKind, url: string | null): string | null =>
  url === null ? null : (kind.ofUrl.exec(url)?.[1] ?? null);

/** Ids stored before `oldest`, in epoch milliseconds. */
export async function storedBefore(context: Context, kind: PictureKind, oldest: number): Promise<ReadonlySet<string>> {
  const stored = await context.storage.list(kind.folder);
  return new Set(
    stored.flatMap(({ key, storedAt }) => {
      const id = /^\w+\/([a-f0-9]{64})-\w+$/.exec(key)?.[1];
      return id !== undefined && storedAt.getTime() < oldest ? [id] : [];
    }),
  );
}

/** In every size; returns the id. */
export async function storePicture(
  context: Context,
  kind: PictureKind,
  made: Readonly<Record<string, Buffer>>,
): Promise<string> {
  const id = newPictureId();
  const folder = await mkdtemp(join(tmpdir(), 'dais-picture-'));
  try {
    for (const [size, bytes] of Object.entries(made)) {
      const path = join(folder, size);
      await writeFile(path, bytes);
      await context.storage.putFile(pictureKey(kind, id, size), path);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return id;
}

export async function dropPicture(context: Context, kind: PictureKind, id: string): Promise<void> {
  for (const size of kind.sizes) await context.storage.remove(pictureKey(kind, id, size));
}

/** Each may take a hundred megabytes. */
export const runFairly = fairSemaphore({ atOnceMax: 2, waitingPerUserMax: 20 });
