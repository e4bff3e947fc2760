import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context } from '#server/context.ts';
import { logoSides } from './make-logo.ts';
import { pictureSides } from './make-picture.ts';

/** Kinds of pictures that are kept: their folder in storage, their sizes, and the address that names them. */
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

/** Specification, section 9: an address with /conversions/ has a variant of double size. */
export const logos: PictureKind = {
  folder: 'logos',
  sizes: Object.keys(logoSides),
  url: (id) => `/conversions/${id}.png`,
  ofUrl: /^\/conversions\/([a-f0-9]{64})\.png$/,
};

/** Nobody guesses it: 256 bits. */
const newPictureId = (): string => randomBytes(32).toString('hex');

export const pictureKey = (kind: PictureKind, id: string, size: string): string => `${kind.folder}/${id}-${size}`;

/** The picture of an address that `url` made; null for none. */
export const pictureOfUrl = (kind: PictureKind, url: string | null): string | null =>
  url === null ? null : (kind.ofUrl.exec(url)?.[1] ?? null);

/** The ids of what storage holds of a kind since before `oldest`, in milliseconds since 1970. */
export async function storedBefore(context: Context, kind: PictureKind, oldest: number): Promise<ReadonlySet<string>> {
  const stored = await context.storage.list(kind.folder);
  return new Set(
    stored.flatMap(({ key, storedAt }) => {
      const id = /^\w+\/([a-f0-9]{64})-\w+$/.exec(key)?.[1];
      return id !== undefined && storedAt.getTime() < oldest ? [id] : [];
    }),
  );
}

/** Puts every size into storage; answers the new picture's id. */
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
