import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Upload } from '@tus/server';
import { expect, test, vi } from 'vitest';
import type { Storage } from '#server/integrations/storage/open-storage.ts';

/** Every kind of storage must pass these tests. */
export function describesStorage(storage: () => Storage): void {
  const documents = () => storage().storage;
  const uploads = () => storage().uploads;
  const put = (key: string, bytes: Buffer) => withFile(bytes, (path) => documents().putFile(key, path));
  const read = async (key: string, range: { readonly start: number; readonly end: number } | null = null) =>
    buffer(await documents().open(key, range));

  test('a stored file can be read as a whole and by ranges', async () => {
    const bytes = randomBytes(300_000);
    await put('boards/one/documents/paper', bytes);
    expect(await documents().byteSize('boards/one/documents/paper')).toBe(300_000);
    expect((await read('boards/one/documents/paper')).equals(bytes)).toBe(true);
    const part = await read('boards/one/documents/paper', { start: 100_000, end: 100_009 });
    expect(part.equals(bytes.subarray(100_000, 100_010))).toBe(true);
    const last = await read('boards/one/documents/paper', { start: 299_999, end: 299_999 });
    expect(last.equals(bytes.subarray(299_999))).toBe(true);
    const local = await documents().withLocalFile('boards/one/documents/paper', (path) => readFile(path));
    expect(local.equals(bytes)).toBe(true);
  });

  test('a missing file has no size, cannot be opened, and can be removed', async () => {
    await expect(documents().byteSize('boards/one/documents/none')).rejects.toThrow();
    await expect(read('boards/one/documents/none')).rejects.toThrow();
    await documents().remove('boards/one/documents/none');
  });

  test('lists of folders and files contain only what is below the given folder', async () => {
    const begun = Date.now();
    await put('marks/a/x', Buffer.from('x'));
    await put('marks/a/y', Buffer.from('y'));
    await put('marks/b/z', Buffer.from('z'));
    await put('marks2/c/z', Buffer.from('z'));
    expect([...(await documents().folders('marks'))].sort()).toEqual(['a', 'b']);
    expect(await documents().folders('nowhere')).toEqual([]);
    const listed = await documents().list('marks');
    expect(listed.map(({ key }) => key).sort()).toEqual(['marks/a/x', 'marks/a/y', 'marks/b/z']);
    for (const { storedAt } of listed) expect(Math.abs(storedAt.getTime() - begun)).toBeLessThan(60_000);
    await documents().remove('marks/a/x');
    expect((await documents().list('marks/a')).map(({ key }) => key)).toEqual(['marks/a/y']);
  });

  test('the free space is reported, and measuring it leaves no file', async () => {
    const room = await documents().room();
    if (room !== null) expect(room).toBeGreaterThan(0);
    expect(
      (
        await documents()
          .list('.')
          .catch(() => [])
      ).filter(({ key }) => key.includes('trial')),
    ).toEqual([]);
  });

  test('storing an unreadable file leaves nothing behind', async () => {
    await expect(documents().putFile('boards/two/documents/paper', '/nowhere/paper')).rejects.toThrow();
    expect(await documents().list('boards/two')).toEqual([]);
  });

  test('a storage key that is not a plain path is rejected', async () => {
    for (const key of ['../secret', 'boards//x', '/etc/passwd', 'boards/./x'])
      await expect(put(key, Buffer.from('x'))).rejects.toThrow('Not a storage key');
  });

  test('an upload can be sent in parts of any size', async () => {
    // Longer than one part in S3 (5 MiB), and interrupted twice within the second part.
    const bytes = randomBytes(8_000_000);
    const id = await announce(bytes.length);
    expect(await uploads().byteSize(id)).toBe(0);
    let offset = 0;
    for (const end of [6_000_000, 6_500_000, bytes.length]) {
      const written = await uploads().store.write(Readable.from([bytes.subarray(offset, end)]), id, offset);
      expect([written, await uploads().byteSize(id)]).toEqual([end, end]);
      expect((await uploads().store.getUpload(id)).offset).toBe(end);
      offset = end;
    }
    // A client that missed the response sends the request again.
    expect(await uploads().store.write(Readable.from([]), id, bytes.length)).toBe(bytes.length);
    const whole = await uploads().withLocalFile(id, (path) => readFile(path));
    expect(whole.equals(bytes)).toBe(true);
  });

  test('an interrupted upload can be resumed after the bytes already received', async () => {
    const bytes = randomBytes(8_000_000);
    const id = await announce(bytes.length);
    async function* failing() {
      yield bytes.subarray(0, 6_000_000);
      throw new Error('The browser is gone.');
    }
    await expect(uploads().store.write(Readable.from(failing()), id, 0)).rejects.toThrow();
    await resume(id, bytes);
  });

  test('a late writer does not damage an upload that another writer has taken over', async () => {
    const bytes = randomBytes(12_500_000);
    const id = await announce(bytes.length);
    // A server that has lost its lock may still send bytes.
    const late = Promise.withResolvers<void>();
    async function* slow() {
      yield bytes.subarray(0, 6_000_000);
      await late.promise;
      yield bytes.subarray(6_000_000, 7_000_000);
    }
    const loser = uploads().store.write(Readable.from(slow()), id, 0);
    await vi.waitFor(async () => expect(await uploads().byteSize(id)).toBeGreaterThan(0), 10_000);
    const { offset } = await uploads().store.getUpload(id);
    const middle = 11_000_000;
    await uploads().store.write(Readable.from([bytes.subarray(offset, middle)]), id, offset);
    late.resolve();
    await loser.catch(() => undefined);
    await resume(id, bytes);
  });

  async function resume(id: string, bytes: Buffer): Promise<void> {
    const { offset } = await uploads().store.getUpload(id);
    expect(offset).toBeLessThan(bytes.length);
    await uploads().store.write(Readable.from([bytes.subarray(offset)]), id, offset);
    const whole = await uploads().withLocalFile(id, (path) => readFile(path));
    expect(whole.equals(bytes)).toBe(true);
  }

  test('an upload can be removed at any stage, and removing an unknown upload does nothing', async () => {
    for (const end of [0, 5_500_000, 6_000_000]) {
      const id = await announce(6_000_000);
      if (end > 0) await uploads().store.write(Readable.from([Buffer.alloc(end)]), id, 0);
      await uploads().remove(id);
      expect(await uploads().byteSize(id)).toBe(0);
      await expect(uploads().store.getUpload(id)).rejects.toMatchObject({ status_code: 404 });
    }
    await uploads().remove(randomUUID());
  });

  async function announce(size: number): Promise<string> {
    const id = randomUUID();
    const metadata = { filename: 'Minutes – März.pdf' };
    await uploads().store.create(new Upload({ id, size, offset: 0, metadata }));
    return id;
  }
}

async function withFile<T>(bytes: Buffer, work: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'dais-storage-test-'));
  try {
    await writeFile(join(folder, 'file'), bytes);
    return await work(join(folder, 'file'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
