import { expect, test, vi } from 'vitest';
import { type Annotation, annotationCharactersMax, noAnnotations } from '#domain/xfdf/annotation.ts';
import { writeXfdf } from '#domain/xfdf/write.ts';
import { noteAnnotation } from '#tests/support/annotation-values.ts';
import { type AnnotationStore, createAnnotationStore, wordsRun } from './annotation-store.ts';

const note = noteAnnotation;
const ids = (store: AnnotationStore) => store.state.get().annotations.annotations.map((annotation) => annotation.id);
const empty = () => createAnnotationStore(noAnnotations, () => undefined);

test('added marks can be undone and redone in order', () => {
  const store = empty();
  store.add(note('a'));
  store.add(note('b'));
  store.undo();
  expect(ids(store)).toEqual(['a']);
  expect(store.state.get()).toMatchObject({ canUndo: true, canRedo: true });
  store.undo();
  store.redo();
  store.redo();
  expect(ids(store)).toEqual(['a', 'b']);
  expect(store.state.get()).toMatchObject({ canUndo: true, canRedo: false });
});

test('undoing a removal returns the mark to its position', () => {
  const store = empty();
  for (const id of ['a', 'b', 'c']) store.add(note(id));
  store.remove('b');
  expect(ids(store)).toEqual(['a', 'c']);
  store.undo();
  expect(ids(store)).toEqual(['a', 'b', 'c']);
});

test('undoing a change restores the old mark', () => {
  const store = empty();
  store.add(note('a', 'first'));
  store.change(note('a', 'second'));
  expect(store.state.get().annotations.annotations[0]).toMatchObject({ contents: 'second' });
  store.undo();
  expect(store.state.get().annotations.annotations[0]).toMatchObject({ contents: 'first' });
});

test('a new text mark and its first words are undone in one step, and later words separately', () => {
  const store = empty();
  store.add(note('a', ''));
  for (const words of ['Sho', 'Short']) store.change(note('a', words), wordsRun);
  expect(store.undo()).toBeNull();
  expect(ids(store)).toEqual([]);
  store.redo();
  store.add(note('b'));
  store.change(note('a', 'Longer'), wordsRun);
  expect(store.undo()).toMatchObject({ id: 'a', contents: 'Short' });
  expect(ids(store)).toEqual(['a', 'b']);
});

test('a new mark clears the redo history', () => {
  const store = empty();
  store.add(note('a'));
  store.undo();
  store.add(note('b'));
  store.redo();
  expect(ids(store)).toEqual(['b']);
});

test('changes can still be undone after a merge', () => {
  const store = empty();
  store.add(note('a'));
  store.adopt({ annotations: [note('other'), note('a')], envelope: [] });
  store.undo();
  expect(ids(store)).toEqual(['other']);
});

const noteOf = (length: number): Annotation => {
  const without = writeXfdf({ annotations: [note('big', 'x')], envelope: [] }).length - 1;
  return note('big', 'x'.repeat(length - without));
};

test('a change that exceeds 65,000 characters is rejected and reported', () => {
  const onRefused = vi.fn();
  const store = createAnnotationStore(noAnnotations, onRefused);
  expect(store.add(noteOf(annotationCharactersMax))).toBe('refused');
  expect(onRefused).toHaveBeenCalledOnce();
  expect(ids(store)).toEqual([]);
  expect(store.state.get()).toMatchObject({ canUndo: false });

  expect(store.add(noteOf(annotationCharactersMax - 1))).toBe('done');
  expect(store.state.get().room).toBe(1);
  expect(store.add(note('small'))).toBe('refused');
  expect(ids(store)).toEqual(['big']);
  expect(onRefused).toHaveBeenCalledTimes(2);
});

test('marks that already exceed the size limit can be removed but not extended', () => {
  const onRefused = vi.fn();
  const store = createAnnotationStore({ annotations: [noteOf(70_000), note('b')], envelope: [] }, onRefused);
  expect(store.change(note('b', 'more words'))).toBe('refused');
  store.remove('b');
  expect(ids(store)).toEqual(['big']);
});
