import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createSaveQueue,
  createSerialSave,
  retryPause,
  retryPauseMax,
  type SaveResult,
  savePause,
} from './serial-save.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function editor(answers: SaveResult['kind'][] = [], waitMax?: number) {
  const state = { typed: '', saved: '', sent: [] as string[] };
  const log = vi.fn();
  const serial = createSerialSave<string>({
    what: 'The words',
    waitMax,
    unsaved: () => (state.typed === state.saved ? null : state.typed),
    async send(text): Promise<SaveResult> {
      state.sent.push(text);
      await Promise.resolve();
      const kind = answers.shift() ?? 'saved';
      if (kind === 'saved') state.saved = text;
      return kind === 'saved' || kind === 'conflict' ? { kind } : { kind, cause: new Error(kind) };
    },
    log,
  });
  const type = (text: string): void => {
    state.typed = text;
    serial.changed();
  };
  const typeAndWait = async (text: string) => {
    type(text);
    await vi.advanceTimersByTimeAsync(savePause);
  };
  return { state, serial, type, typeAndWait, log };
}

test('changes made in quick succession are saved with one call after a pause', async () => {
  const { state, serial, type } = editor();
  type('a');
  await vi.advanceTimersByTimeAsync(savePause / 2);
  type('ab');
  expect(serial.status.get()).toBe('saving');
  expect(state.sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(savePause);
  expect(state.sent).toEqual(['ab']);
  expect(serial.status.get()).toBe('saved');
});

test('a change is sent after the maximum wait even if typing continues', async () => {
  const { state, type } = editor([], 5_000);
  for (let key = 1; key <= 14; key += 1) {
    type('a'.repeat(key));
    await vi.advanceTimersByTimeAsync(savePause / 2);
  }
  expect(state.sent).toEqual(['a'.repeat(10)]);
});

test('changes made during a call are sent after that call', async () => {
  const { state, serial, type } = editor();
  type('a');
  const flushed = serial.flush();
  type('ab');
  expect(state.sent).toEqual(['a']);
  expect(await flushed).toBe(true);
  expect(state.sent).toEqual(['a', 'ab']);
});

test('a failed save is retried with growing pauses, up to a minute', async () => {
  expect([1, 2, 3, 20].map(retryPause)).toEqual([2000, 4000, 8000, retryPauseMax]);
  const { state, serial, typeAndWait, log } = editor(['failed', 'failed']);
  await typeAndWait('a');
  expect(serial.status.get()).toBe('offline');
  expect(log).toHaveBeenCalledWith('The words could not be saved', expect.any(Error));
  await vi.advanceTimersByTimeAsync(retryPause(1));
  expect([serial.status.get(), state.sent.length]).toEqual(['offline', 2]);
  await vi.advanceTimersByTimeAsync(retryPause(2));
  expect([serial.status.get(), state.saved]).toEqual(['saved', 'a']);
});

test('a rejected save is retried only when the text changes or a retry is requested', async () => {
  const { state, serial, typeAndWait, log } = editor(['refused', 'refused']);
  await typeAndWait('a');
  expect(serial.status.get()).toBe('refused');
  expect(log).toHaveBeenCalledWith('The words were refused', expect.any(Error));
  await vi.advanceTimersByTimeAsync(10 * retryPauseMax);
  expect(state.sent).toHaveLength(1);
  await typeAndWait('');
  expect([serial.status.get(), state.sent.length]).toEqual(['saved', 1]);
  await typeAndWait('b');
  expect(serial.status.get()).toBe('refused');
  expect(await serial.flush()).toBe(true);
  expect([serial.status.get(), state.saved]).toEqual(['saved', 'b']);
});

test('a change made during a rejected save is sent', async () => {
  const { state, serial, type } = editor(['refused']);
  type('a');
  const flushed = serial.flush();
  type('b');
  expect(await flushed).toBe(false);
  await vi.advanceTimersByTimeAsync(savePause);
  expect([serial.status.get(), state.saved]).toEqual(['saved', 'b']);
});

test('a conflicting save is retried at once, a limited number of times', async () => {
  const { state, serial, typeAndWait } = editor(['conflict', 'conflict']);
  await typeAndWait('a');
  expect([serial.status.get(), state.sent.length]).toEqual(['saved', 3]);
  const endless = editor(Array.from({ length: 100 }, () => 'conflict' as const));
  await endless.typeAndWait('a');
  expect([endless.serial.status.get(), endless.state.sent.length]).toEqual(['saving', 5]);
});

test('nothing is sent after saving has been stopped', async () => {
  const { state, serial, typeAndWait } = editor(['failed']);
  await typeAndWait('a');
  serial.stop();
  await vi.advanceTimersByTimeAsync(10 * retryPauseMax);
  expect(state.sent).toHaveLength(1);
});

test('the saves of a queue run one at a time in order, even after a failure', async () => {
  const queue = createSaveQueue();
  const done: string[] = [];
  const save = (name: string, ms: number) => async () => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    done.push(name);
    if (name === 'second') throw new Error(name);
    return name;
  };
  const first = queue(save('first', 30));
  const second = queue(save('second', 20)).catch((error: Error) => `${error.message} failed`);
  const third = queue(save('third', 10));
  await vi.advanceTimersByTimeAsync(60);
  expect(await Promise.all([first, second, third])).toEqual(['first', 'second failed', 'third']);
  expect(done).toEqual(['first', 'second', 'third']);
});
