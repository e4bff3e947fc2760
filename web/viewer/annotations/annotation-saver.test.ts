import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type AnnotationSet, noAnnotations } from '#domain/xfdf/annotation.ts';
import { parseXfdf } from '#domain/xfdf/parse.ts';
import { writeXfdf } from '#domain/xfdf/write.ts';
import { annotationSet, noteAnnotation } from '#tests/support/annotation-values.ts';
import { retryPauseMax, savePause } from '#web/serial-save.ts';
import type { AnnotationsToSave, SaveOutcome } from '#web/viewer/types.ts';
import { createAnnotationSaver } from './annotation-saver.ts';
import { createAnnotationStore } from './annotation-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const note = noteAnnotation;
const of = annotationSet;
const idsIn = (xfdf: string) => {
  const parsed = parseXfdf(xfdf);
  return parsed.kind === 'parsed' ? parsed.annotations.annotations.map((annotation) => annotation.id) : parsed.reason;
};

function server(initial: AnnotationSet = noAnnotations) {
  const calls: AnnotationsToSave[] = [];
  const kept = { xfdf: writeXfdf(initial), revision: 1, base: 0, broken: false, refuses: false, calls };
  return {
    kept,
    async save(annotations: AnnotationsToSave): Promise<SaveOutcome> {
      kept.calls.push(annotations);
      if (kept.refuses) return { kind: 'refused', cause: new Error('404') };
      if (kept.broken) throw new TypeError('Failed to fetch');
      if (annotations.baseRevision !== String(kept.revision)) {
        return { kind: 'conflict', xfdf: kept.xfdf, revision: String(kept.revision), base: kept.base };
      }
      kept.xfdf = annotations.xfdf;
      kept.revision += 1;
      return { kind: 'saved', revision: String(kept.revision) };
    },
  };
}

function saving(there: ReturnType<typeof server>, initial: AnnotationSet = noAnnotations) {
  const onRefused = vi.fn();
  const log = vi.fn();
  const store = createAnnotationStore(initial, onRefused);
  const onDestroyed = vi.fn();
  const saver = createAnnotationSaver({ store, revision: '1', save: there.save, onRefused, onDestroyed, log });
  const stop = saver.start();
  return { store, saver, stop, onRefused, onDestroyed, log };
}

test('newer marks on the server are merged instead of overwritten', async () => {
  const there = server(of(note('theirs')));
  const { store, saver } = saving(there, of(note('deleted there'), note('theirs')));
  there.kept.revision = 7;
  store.add(note('ours'));
  await vi.advanceTimersByTimeAsync(savePause);
  expect(idsIn(there.kept.xfdf)).toEqual(['theirs', 'ours']);
  expect(store.state.get().annotations.annotations.map((annotation) => annotation.id)).toEqual(['theirs', 'ours']);
  expect(saver.state.get()).toBe('saved');
});

test('if the server has destroyed the marks, unsent marks are also dropped, and undo restores none of them', async () => {
  const there = server();
  const { store, saver, onDestroyed } = saving(there, of(note('old')));
  store.remove('old');
  Object.assign(there.kept, { revision: 5, base: 5 });
  store.add(note('unsent'));
  await vi.advanceTimersByTimeAsync(savePause);
  expect(store.state.get().annotations.annotations).toEqual([]);
  expect(onDestroyed).toHaveBeenCalledOnce();
  store.undo();
  await vi.advanceTimersByTimeAsync(savePause);
  expect(idsIn(there.kept.xfdf)).toEqual([]);
  store.add(note('new'));
  await vi.advanceTimersByTimeAsync(savePause);
  expect(idsIn(there.kept.xfdf)).toEqual(['new']);
  expect(saver.state.get()).toBe('saved');
});

test('if the merged marks are too large, the reader’s newest mark is dropped, and the reader is notified', async () => {
  const there = server(of(note('theirs', 'x'.repeat(40_000))));
  const { store, onRefused } = saving(there);
  there.kept.revision = 2;
  store.add(note('small'));
  store.add(note('large', 'x'.repeat(40_000)));
  await vi.advanceTimersByTimeAsync(savePause);
  expect(idsIn(there.kept.xfdf)).toEqual(['theirs', 'small']);
  expect(onRefused).toHaveBeenCalledOnce();
});

test('closing the viewer sends unsent marks', async () => {
  const there = server();
  const { store, stop } = saving(there);
  store.add(note('a'));
  stop();
  await vi.advanceTimersByTimeAsync(0);
  expect(idsIn(there.kept.xfdf)).toEqual(['a']);
});

test('marks abandoned after a failed save are not sent again', async () => {
  const there = server();
  const { store, saver, stop } = saving(there);
  there.kept.broken = true;
  store.add(note('a'));
  await saver.flush();
  saver.abandon();
  stop();
  await vi.advanceTimersByTimeAsync(10 * retryPauseMax);
  expect(there.kept.calls).toHaveLength(1);
});

const elsewhere =
  ({ kept }: ReturnType<typeof server>) =>
  async (after: string | null) =>
    kept.revision > Number(after) ? { xfdf: kept.xfdf, revision: String(kept.revision) } : null;

test('merging marks saved by another device does not trigger a save', async () => {
  const there = server();
  const { store, saver } = saving(there);
  await there.save({ xfdf: writeXfdf(of(note('theirs'))), baseRevision: '1' });
  await saver.refresh(elsewhere(there));
  expect(idsIn(writeXfdf(store.state.get().annotations))).toEqual(['theirs']);
  await vi.advanceTimersByTimeAsync(10 * savePause);
  expect(there.kept.calls).toHaveLength(1);
  store.add(note('ours'));
  await vi.advanceTimersByTimeAsync(2 * savePause);
  expect(idsIn(there.kept.xfdf)).toEqual(['theirs', 'ours']);
});

test('marks that arrive from another device during a save are merged with the saved ones', async () => {
  const there = server();
  const { save } = there;
  let answered = Promise.withResolvers<void>();
  const held = async (annotations: AnnotationsToSave) => {
    const outcome = await save(annotations);
    answered = Promise.withResolvers();
    await answered.promise;
    return outcome;
  };
  const { store, saver } = saving({ ...there, save: held });
  store.add(note('ours'));
  await vi.advanceTimersByTimeAsync(savePause);
  // The saved revision and the next one arrive before the response to the save.
  await save({ xfdf: writeXfdf(of(note('ours'), note('theirs'))), baseRevision: '2' });
  await saver.refresh(elsewhere(there));
  answered.resolve();
  await vi.advanceTimersByTimeAsync(5 * savePause);
  expect(idsIn(writeXfdf(store.state.get().annotations))).toEqual(['ours', 'theirs']);
  expect(idsIn(there.kept.xfdf)).toEqual(['ours', 'theirs']);
  expect(saver.state.get()).toBe('saved');
});

test('a failure to fetch another device’s marks is logged and changes nothing', async () => {
  const { store, saver, log } = saving(server());
  await saver.refresh(() => Promise.reject(new TypeError('Failed to fetch')));
  expect(log).toHaveBeenCalledOnce();
  expect(store.state.get().annotations).toEqual(noAnnotations);
});
