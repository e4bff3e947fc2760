import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import { unsentMarks } from '#web/features/core/drafts/unsent-stores.ts';
import type { AnnotationsToSave, SaveOutcome } from '#web/viewer/types.ts';

const device = vi.hoisted(() => ({
  user: 'ada',
  isOwnSession: true,
  save: async (_annotations: AnnotationsToSave): Promise<SaveOutcome> => ({ kind: 'failed' }),
}));
vi.mock('#web/features/core/drafts/sealing.ts', async (importOriginal) => {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  const sealingKeys = async () => ({ userId: device.user, key, previousKey: null });
  const isOwnSession = async () => device.isOwnSession;
  return { ...(await importOriginal<object>()), sealingKeys, isOwnSession };
});
vi.mock('./save-annotations.ts', () => ({
  saveReaderAnnotations: (_version: unknown, annotations: AnnotationsToSave) => device.save(annotations),
}));

const { openUnsentAnnotations, sendUnsent, unsentRecords, wipeUnsent } = await import('./unsent-annotations.ts');

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  device.user = 'ada';
});

const version = { boardId: 'b', documentId: 'd', versionId: 'v' };
const xfdf = (id: string) =>
  `<xfdf xmlns="http://ns.adobe.com/xfdf/" xml:space="preserve"><annots><text name="${id}" page="0" rect="1,1,9,9"/></annots></xfdf>`;
const unsent = (id: string) => ({ xfdf: xfdf(id), baseXfdf: '', baseRevision: null });
const stored = () => unsentMarks.run<readonly object[]>('readonly', (marks) => marks.getAll());
const storedCount = (count: number) => vi.waitFor(async () => expect(await stored()).toHaveLength(count));

test('logging out deletes the user’s annotations from the device, but not those of other users', async () => {
  (await openUnsentAnnotations(version)).keep(unsent('ada'));
  await storedCount(1);
  device.user = 'ben';
  (await openUnsentAnnotations(version)).keep(unsent('ben'));
  await storedCount(2);
  await wipeUnsent();
  expect(await unsentRecords()).toEqual([]);
  device.user = 'ada';
  expect(await unsentRecords()).toMatchObject([{ xfdf: xfdf('ada') }]);
});

test('sent annotations are deleted, but not newer ones stored in the meantime', async () => {
  const viewer = await openUnsentAnnotations(version);
  viewer.keep(unsent('first'));
  await storedCount(1);
  const first = await stored();
  device.save = async () => {
    viewer.keep(unsent('newer'));
    await vi.waitFor(async () => expect(await stored()).not.toEqual(first));
    return { kind: 'saved', revision: '1' };
  };
  expect(await sendUnsent()).toBe(0);
  expect(await unsentRecords()).toMatchObject([{ xfdf: xfdf('newer') }]);
  device.save = async () => ({ kind: 'saved', revision: '2' });
  expect(await sendUnsent()).toBe(0);
  expect(await unsentRecords()).toEqual([]);
});

test('a viewer that has sent its annotations does not delete another window’s annotations', async () => {
  const [one, other] = [await openUnsentAnnotations(version), await openUnsentAnnotations(version)];
  one.keep(unsent('one'));
  await storedCount(1);
  const first = await stored();
  other.keep(unsent('other'));
  await vi.waitFor(async () => expect(await stored()).not.toEqual(first));
  one.clear();
  await unsentRecords();
  expect(await unsentRecords()).toMatchObject([{ xfdf: xfdf('other') }]);
  other.clear();
  await storedCount(0);
});

test('rejected annotations remain on the device, because a deleted document may be restored', async () => {
  (await openUnsentAnnotations(version)).keep(unsent('first'));
  await storedCount(1);
  device.save = async () => ({ kind: 'refused', cause: new Error('It is not there.') });
  vi.spyOn(console, 'warn').mockImplementationOnce(() => undefined);
  expect(await sendUnsent()).toBe(1);
  expect(await stored()).toHaveLength(1);
});

test('annotations are neither sent nor deleted after another tab has switched to another user', async () => {
  (await openUnsentAnnotations(version)).keep(unsent('ada'));
  await storedCount(1);
  device.isOwnSession = false;
  device.save = async () => ({ kind: 'saved', revision: '1' });
  expect(await sendUnsent()).toBe(1);
  device.isOwnSession = true;
  expect(await sendUnsent()).toBe(0);
});
