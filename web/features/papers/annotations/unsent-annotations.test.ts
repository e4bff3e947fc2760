import { beforeEach, expect, test, vi } from 'vitest';
import { stubMemoryDatabase } from '#tests/support/memory-database.ts';
import type { AnnotationsToSave, SaveOutcome } from '#web/viewer/types.ts';

const machine = vi.hoisted(() => ({
  user: 'ada',
  save: async (_marks: AnnotationsToSave): Promise<SaveOutcome> => ({ kind: 'failed' }),
}));
vi.mock('#web/features/core/drafts/sealing.ts', async () => {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  return { marksKey: async () => ({ userId: machine.user, key, previousKey: null }) };
});
vi.mock('./save-annotations.ts', () => ({
  saveMarks: (_place: unknown, marks: AnnotationsToSave) => machine.save(marks),
}));

const { sendUnsent: sendWaiting } = await import('./unsent-annotations.ts');
const { openUnsentAnnotations: openWaitingMarks } = await import('./unsent-annotations.ts');
const { unsentRecords: waitingRecords, wipeUnsent: wipeWaiting } = await import('./unsent-annotations.ts');

let stored: ReturnType<typeof stubMemoryDatabase>;
beforeEach(() => {
  stored = stubMemoryDatabase();
  machine.user = 'ada';
});

const place = { boardId: 'b', documentId: 'd', versionId: 'v' };
const xfdf = (id: string) =>
  `<xfdf xmlns="http://ns.adobe.com/xfdf/" xml:space="preserve"><annots><text name="${id}" page="0" rect="1,1,9,9"/></annots></xfdf>`;
const unsent = (id: string) => ({ xfdf: xfdf(id), baseXfdf: '', baseRevision: null });
const waitsFor = (count: number) => vi.waitFor(() => expect(stored.size).toBe(count));

test('signing out takes one’s own marks from the machine, and leaves those of others to them', async () => {
  (await openWaitingMarks(place)).keep(unsent('ada'));
  await waitsFor(1);
  machine.user = 'ben';
  (await openWaitingMarks(place)).keep(unsent('ben'));
  await waitsFor(2);
  await wipeWaiting();
  expect(await waitingRecords()).toEqual([]);
  machine.user = 'ada';
  expect(await waitingRecords()).toMatchObject([{ xfdf: xfdf('ada') }]);
});

test('marks that went out stop waiting; newer ones that the open viewer kept meanwhile do not', async () => {
  const viewer = await openWaitingMarks(place);
  viewer.keep(unsent('first'));
  await waitsFor(1);
  const [first] = [...stored.values()];
  machine.save = async () => {
    viewer.keep(unsent('newer'));
    await vi.waitFor(() => expect([...stored.values()]).not.toEqual([first]));
    return { kind: 'saved', revision: '1' };
  };
  expect(await sendWaiting()).toBe(0);
  expect(await waitingRecords()).toMatchObject([{ xfdf: xfdf('newer') }]);
  machine.save = async () => ({ kind: 'saved', revision: '2' });
  expect(await sendWaiting()).toBe(0);
  expect(await waitingRecords()).toEqual([]);
});

test('a viewer that has sent its marks leaves what another window keeps', async () => {
  const [one, other] = [await openWaitingMarks(place), await openWaitingMarks(place)];
  one.keep(unsent('one'));
  await waitsFor(1);
  const [first] = [...stored.values()];
  other.keep(unsent('other'));
  await vi.waitFor(() => expect([...stored.values()]).not.toEqual([first]));
  one.clear();
  // Opening what is sealed takes longer than taking it away would have.
  await waitingRecords();
  expect(await waitingRecords()).toMatchObject([{ xfdf: xfdf('other') }]);
  other.clear();
  await waitsFor(0);
});

test('what is refused goes on waiting: whatever is gone may come back', async () => {
  (await openWaitingMarks(place)).keep(unsent('first'));
  await waitsFor(1);
  machine.save = async () => ({ kind: 'refused', cause: new Error('It is not there.') });
  vi.spyOn(console, 'warn').mockImplementationOnce(() => undefined);
  expect(await sendWaiting()).toBe(1);
  expect(stored.size).toBe(1);
});
