import { expect, test, vi } from 'vitest';
import { type Annotation, annotationCharactersMax, noAnnotations } from '#domain/xfdf/annotation.ts';
import { writeXfdf } from '#domain/xfdf/write.ts';
import { type AnnotationStore, createAnnotationStore } from './annotation-store.ts';

const note = (id: string, contents = 'words'): Annotation => ({
  kind: 'text',
  id,
  page: 0,
  rect: { left: 0, bottom: 0, right: 20, top: 20 },
  contents,
});
const ids = (store: AnnotationStore) => store.state.get().annotations.annotations.map((annotation) => annotation.id);
const empty = () => createAnnotationStore(noAnnotations, () => undefined);

test('what was added is taken back and done again, in turn', () => {
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

test('a removed mark comes back to its place', () => {
  const store = empty();
  for (const id of ['a', 'b', 'c']) store.add(note(id));
  store.remove('b');
  expect(ids(store)).toEqual(['a', 'c']);
  store.undo();
  expect(ids(store)).toEqual(['a', 'b', 'c']);
});

test('a change is taken back to what was there', () => {
  const store = empty();
  store.add(note('a', 'first'));
  store.change(note('a', 'second'));
  expect(store.state.get().annotations.annotations[0]).toMatchObject({ contents: 'second' });
  store.undo();
  expect(store.state.get().annotations.annotations[0]).toMatchObject({ contents: 'first' });
});

test('something new ends what could be done again', () => {
  const store = empty();
  store.add(note('a'));
  store.undo();
  store.add(note('b'));
  store.redo();
  expect(ids(store)).toEqual(['b']);
});

test('commands still fit after a merge', () => {
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

test('64,999 characters are kept; the change that makes 65,000 is not done, and the reader is told', () => {
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

test('what is already too large can be made smaller, and nothing else', () => {
  const onRefused = vi.fn();
  const store = createAnnotationStore({ annotations: [noteOf(70_000), note('b')], envelope: [] }, onRefused);
  expect(store.change(note('b', 'more words'))).toBe('refused');
  store.remove('b');
  expect(ids(store)).toEqual(['big']);
});
