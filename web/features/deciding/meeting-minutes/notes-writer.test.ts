import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MinutesSection } from '#contract/meeting-minutes.ts';
import type { RichText } from '#domain/rich-text.ts';
import { savePause } from '#web/serial-save.ts';
import { createNotesWriter } from './notes-writer.ts';
import type { NotesOutcome, NotesToSave } from './save-notes.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const text = (words: string): RichText => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }],
});
const stored = (words: string): RichText =>
  ({ content: [{ content: [{ text: words, type: 'text' }], type: 'paragraph' }], type: 'doc' }) as RichText;

function open(kept: NotesToSave | null = null) {
  const server = { notes: text('first'), revision: 1, isReached: true, isAnswered: true, isRefusing: false };
  const sent: RichText[] = [];
  const device: { kept: NotesToSave | null } = { kept };
  const section = (): MinutesSection => ({ ...server, notes: server.notes }) as unknown as MinutesSection;
  const send = async ({ notes, revision }: NotesToSave): Promise<NotesOutcome> => {
    sent.push(notes);
    await new Promise((answered) => setTimeout(answered, answerMs));
    if (server.isRefusing) return { kind: 'refused', cause: new Error('approved') };
    if (!server.isReached) return { kind: 'failed', cause: new Error('offline') };
    if (revision !== server.revision) return { kind: 'conflict', section: section(), by: 'Elena', at: 'now' };
    Object.assign(server, { notes, revision: revision + 1 });
    return server.isAnswered ? { kind: 'saved', section: section() } : { kind: 'failed', cause: new Error('lost') };
  };
  const writer = createNotesWriter({
    section: { notes: text('first'), revision: 1 },
    kept,
    send,
    keep: (unsaved) => {
      device.kept = unsaved;
    },
    clear: () => {
      device.kept = null;
    },
    onSaved: () => undefined,
  });
  const others = (words: string): void => {
    Object.assign(server, { notes: stored(words), revision: server.revision + 1 });
  };
  return { server, device, writer, others, sent };
}

const answerMs = 100;
const pause = () => vi.advanceTimersByTimeAsync(savePause + answerMs);
const typeAndPause = async (writer: ReturnType<typeof open>['writer'], words: string) => {
  writer.type(text(words));
  await pause();
};

test('conflicting notes are both shown, and nothing is sent until the conflict is resolved', async () => {
  const { server, writer, others, device } = open();
  others('theirs');
  await typeAndPause(writer, 'mine');
  expect(writer.written.get()).toMatchObject({
    notes: text('mine'),
    conflict: { theirs: stored('theirs'), by: 'Elena' },
  });
  writer.type(text('mine too'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.notes).toEqual(stored('theirs'));
  expect(device.kept).toEqual({ notes: text('mine too'), revision: 1 });
  writer.settle(text('theirs and mine too'));
  await pause();
  expect(server).toMatchObject({ notes: text('theirs and mine too'), revision: 3 });
  expect(writer.written.get()).toMatchObject({ isUnsaved: false, conflict: null });
  expect(device.kept).toBeNull();
  others('theirs');
  await typeAndPause(writer, 'mine');
  writer.settle(text('theirs'));
  await pause();
  expect([server.revision, device.kept]).toEqual([4, null]);
  expect(writer.written.get()).toMatchObject({ isUnsaved: false, notes: stored('theirs') });
});

test('notes typed offline are stored on the device and sent when the server can be reached again', async () => {
  const { server, writer, device } = open();
  server.isReached = false;
  await typeAndPause(writer, 'mine');
  expect(writer.status.get()).toBe('offline');
  expect(device.kept).toEqual({ notes: text('mine'), revision: 1 });
  writer.type(text('mine, later'));
  expect(device.kept).toEqual({ notes: text('mine, later'), revision: 1 });
  server.isReached = true;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(server.notes).toEqual(text('mine, later'));
  expect(device.kept).toBeNull();
});

test('a change to the notes that is undone before saving is not sent', async () => {
  const { writer, sent } = open();
  writer.type(text('second'));
  await typeAndPause(writer, 'first');
  expect([sent, writer.status.get()]).toEqual([[], 'saved']);
  const again = open({ notes: text('from the train'), revision: 1 });
  again.writer.type(text('first'));
  expect(again.device.kept).toBeNull();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([again.sent, again.writer.written.get().isUnsaved]).toEqual([[], false]);
});

test('a change to the notes that is undone offline is not sent later', async () => {
  const { server, writer, device, sent } = open();
  server.isReached = false;
  await typeAndPause(writer, 'deleted');
  expect(device.kept).toEqual({ notes: text('deleted'), revision: 1 });
  writer.type(text('first'));
  expect(device.kept).not.toMatchObject({ notes: text('deleted') });
  server.isReached = true;
  sent.length = 0;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).not.toContainEqual(text('deleted'));
  expect([server.notes, device.kept, writer.status.get()]).toEqual([text('first'), null, 'saved']);
});

test('a change to the notes that is undone while being sent is also undone on the server, even if the response is lost', async () => {
  for (const isAnswered of [true, false]) {
    const { server, writer, device } = open();
    server.isAnswered = isAnswered;
    writer.type(text('second'));
    await vi.advanceTimersByTimeAsync(savePause + answerMs / 2);
    writer.type(text('first'));
    expect(writer.written.get().isUnsaved).toBe(true);
    await vi.advanceTimersByTimeAsync(answerMs);
    server.isAnswered = true;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(server).toMatchObject({ notes: text('first'), revision: 3 });
    expect([writer.status.get(), writer.written.get().isUnsaved, device.kept]).toEqual(['saved', false, null]);
  }
});

test('rejected notes remain on the device and are sent only when the section can be edited again', async () => {
  const { server, writer, device, sent } = open();
  server.isRefusing = true;
  writer.type(text('mine'));
  await vi.advanceTimersByTimeAsync(600_000);
  expect([sent, writer.status.get()]).toEqual([[text('mine')], 'refused']);
  expect(device.kept).toEqual({ notes: text('mine'), revision: 1 });
  server.isRefusing = false;
  writer.adopt({ notes: stored('first'), revision: 1 });
  await pause();
  expect([server.notes, device.kept]).toEqual([text('mine'), null]);
});

test('a save whose response was lost is not treated as a conflict', async () => {
  const { server, writer } = open();
  server.isAnswered = false;
  await typeAndPause(writer, 'mine');
  writer.type(text('mine, later'));
  server.isAnswered = true;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(writer.written.get()).toMatchObject({ isUnsaved: false, conflict: null });
  expect(server).toMatchObject({ notes: text('mine, later'), revision: 3 });
});

test('notes stored on the device are sent when the page opens, unless somebody else has changed the section', async () => {
  const { server, writer } = open({ notes: text('from the train'), revision: 1 });
  expect(writer.written.get().notes).toEqual(text('from the train'));
  await pause();
  expect(server.notes).toEqual(text('from the train'));
  const later = open({ notes: text('from the train'), revision: 0 });
  await pause();
  expect(later.writer.written.get().conflict).toMatchObject({ theirs: text('first') });
});

test('changes to the notes by others are shown only while there are no unsaved changes', async () => {
  const { writer } = open();
  writer.adopt({ notes: stored('theirs'), revision: 2 });
  expect(writer.written.get()).toMatchObject({ notes: stored('theirs'), edition: 1 });
  writer.type(text('mine'));
  writer.adopt({ notes: stored('theirs again'), revision: 3 });
  expect(writer.written.get()).toMatchObject({ notes: text('mine'), edition: 1 });
});
