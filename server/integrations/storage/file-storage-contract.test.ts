import { beforeAll } from 'vitest';
import { describesStorage } from '#tests/support/storage-contract.ts';
import { testFolder } from '#tests/support/test-folder.ts';
import { openStorage, type Storage } from './open-storage.ts';

const folder = testFolder();
let storage: Storage;

beforeAll(async () => {
  storage = await openStorage({ kind: 'folder', folder });
});

describesStorage(() => storage);
