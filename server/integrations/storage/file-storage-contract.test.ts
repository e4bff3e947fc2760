import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { describesStorage } from '#tests/support/storage-contract.ts';
import { openStorage, type Storage } from './open-storage.ts';

let folder: string;
let storage: Storage;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dais-storage-contract-'));
  storage = await openStorage({ kind: 'folder', folder });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describesStorage(() => storage);
