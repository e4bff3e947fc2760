import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uploadMessages } from '../../../domain/messages.ts';
import { wordPaper } from '../../../tests/support/papers.ts';
import { vastPicture } from '../../../tests/support/vast-picture.ts';
import { fileProblem } from './file-check.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dais-file-check-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function problemOf(bytes: Uint8Array, extension: Parameters<typeof fileProblem>[1]): Promise<string | null> {
  const path = join(folder, randomUUID());
  await writeFile(path, bytes);
  return fileProblem(path, extension);
}

/** A Word file with more in it. */
const wordWith = (more: Readonly<Record<string, Uint8Array>>): Uint8Array =>
  zipSync({
    '[Content_Types].xml': strToU8(
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    ),
    'word/document.xml': strToU8('<document/>'),
    ...more,
  });

test('a Word file is what it says', async () => {
  expect(await problemOf(wordPaper(), 'docx')).toBeNull();
  expect(await problemOf(wordWith({}), 'docx')).toBeNull();
});

test('a zip bomb that calls itself docx is refused before anything unpacks it: by what is in it, by how many files', async () => {
  // A gigabyte and a bit of nothing, in eleven files that pack to less than two megabytes.
  const nothing = new Uint8Array(100 * 1024 * 1024);
  const parts = Array.from({ length: 11 }, (_, nth) => [`word/media/${nth}.bin`, nothing] as const);
  const before = process.memoryUsage().rss;
  const bomb = wordWith(Object.fromEntries(parts));
  expect(bomb.length).toBeLessThan(2 * 1024 * 1024);
  const packed = process.memoryUsage().rss;
  expect(await problemOf(bomb, 'docx')).toBe(uploadMessages.unpackedTooLarge);
  expect(process.memoryUsage().rss - Math.max(before, packed)).toBeLessThan(100 * 1024 * 1024);
  const many = Array.from({ length: 20_001 }, (_, nth) => [`word/${nth}`, new Uint8Array()] as const);
  expect(await problemOf(wordWith(Object.fromEntries(many)), 'docx')).toBe(uploadMessages.unpackedTooLarge);
}, 60_000);

test('an archive that was cut off or names a directory beyond its end is read no further', async () => {
  const whole = Buffer.from(wordWith({}));
  expect(await problemOf(whole.subarray(0, whole.length - 30), 'docx')).toBeNull();
  const beyond = Buffer.from(whole);
  beyond.writeUInt32LE(0xfffffff0, beyond.length - 6);
  beyond.writeUInt32LE(0xfffffff0, beyond.length - 10);
  expect(await problemOf(beyond, 'docx')).toBeNull();
});

test('a picture of 50,000² pixels is refused by its head, with memory flat', async () => {
  const picture = await vastPicture();
  const before = process.memoryUsage().rss;
  expect(await problemOf(picture, 'png')).toBe(uploadMessages.pictureTooLarge);
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
});

test('nothing is left behind by a check', async () => {
  const before = await readdir(folder);
  await problemOf(wordWith({}), 'docx');
  expect(await readdir(folder)).toHaveLength(before.length + 1);
});
