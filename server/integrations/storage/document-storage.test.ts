import { open, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { testFolder } from '#tests/support/test-folder.ts';
import { createFileStorage, type DocumentStorage } from './document-storage.ts';

const folder = testFolder();
let storage: DocumentStorage;
const key = 'boards/one/documents/paper';

beforeAll(async () => {
  storage = await createFileStorage(join(folder, 'files'));
});

async function local(name: string, text: string): Promise<string> {
  await writeFile(join(folder, name), text);
  return join(folder, name);
}

test('replacing a file does not affect a download in progress', async () => {
  await storage.putFile(key, await local('old.pdf', 'old bytes'));
  const path = await storage.withLocalFile(key, async (given) => given);
  await using reading = await open(path, 'r');
  await storage.putFile(key, await local('new.pdf', 'new'));
  expect((await reading.readFile()).toString()).toBe('old bytes');
  expect(await readFile(path, 'utf8')).toBe('new');
});

test('a failed copy leaves no partial file and does not replace the old file', async () => {
  await storage.putFile(key, await local('old.pdf', 'old bytes'));
  await expect(storage.putFile(key, join(folder, 'missing.pdf'))).rejects.toThrow();
  expect(await readdir(join(folder, 'files/boards/one/documents'))).toEqual(['paper']);
  expect(await storage.byteSize(key)).toBe(9);
});

test('storing a file does not follow a symbolic link', async () => {
  const link = join(folder, 'link.pdf');
  await symlink(await local('secret-key', 'the key of this machine'), link);
  await expect(storage.putFile('boards/three/documents/paper', link)).rejects.toThrow('ELOOP');
  expect(await readdir(join(folder, 'files/boards/three/documents'))).toEqual([]);
});

test('a stored file and its new folders are synced to disk', async () => {
  const path = await local('paper.pdf', 'bytes');
  await using any = await open(path, 'r');
  const synced = vi.spyOn(Object.getPrototypeOf(any), 'sync');
  await storage.putFile('boards/two/documents/paper', path);
  // Syncs the file, its folder, and two new parent folders.
  expect(synced).toHaveBeenCalledTimes(4);
  synced.mockRestore();
});
