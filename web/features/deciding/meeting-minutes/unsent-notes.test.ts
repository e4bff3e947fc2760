import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import type { RichText } from '#domain/rich-text.ts';
import { unsentMinutes } from '#web/features/core/drafts/unsent-stores.ts';
import type { NotesOutcome } from './save-notes.ts';

const server = vi.hoisted(() => ({ answer: 'refused' as 'refused' | 'saved' }));
vi.mock('#web/features/core/drafts/sealing.ts', async (importOriginal) => {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  const sealingKeys = async () => ({ userId: 'ada', key, previousKey: null });
  return { ...(await importOriginal<object>()), sealingKeys };
});
vi.mock('./save-notes.ts', () => ({
  saveNotes: async (): Promise<NotesOutcome> => ({ kind: server.answer }) as unknown as NotesOutcome,
}));

const { leftNotes, openUnsentNotes, sendUnsent } = await import('./unsent-notes.ts');

const countStored = () => unsentMinutes.run<number>('readonly', (sections) => sections.count());

const text = (words: string): RichText => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }],
});
const autumn = { boardId: 'b', meetingId: 'autumn' };

async function keep(meetingId: string, sectionId: string, words: string): Promise<void> {
  const before = await countStored();
  const unsent = (await openUnsentNotes({ boardId: 'b', meetingId }))(sectionId);
  unsent.keep({ notes: text(words), revision: 1 });
  await vi.waitFor(async () => expect(await countStored()).toBe(before + 1));
}

test('rejected notes remain on the device until the notes of their section are discarded', async () => {
  await keep('autumn', 'one', 'too late');
  await keep('autumn', 'two', 'later still');
  await keep('winter', 'three', 'of another meeting');
  expect(await sendUnsent()).toBe(3);
  const left = await leftNotes(autumn);
  expect(left.map(({ sectionId, notes }) => [sectionId, notes])).toEqual([
    ['one', text('too late')],
    ['two', text('later still')],
  ]);
  await left[0]?.discard();
  expect((await leftNotes(autumn)).map(({ sectionId }) => sectionId)).toEqual(['two']);
  expect(await leftNotes({ boardId: 'b', meetingId: 'winter' })).toHaveLength(1);
});
