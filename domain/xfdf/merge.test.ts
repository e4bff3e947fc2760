import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Annotation, AnnotationSet } from './annotation.ts';
import { mergeAnnotations } from './merge.ts';

const note = (id: string, contents: string, hour = 9): Annotation => ({
  kind: 'text',
  id,
  page: 0,
  rect: { left: 0, bottom: 0, right: 20, top: 20 },
  contents,
  modified: `D:202611140${hour}0000Z`,
});
const of = (...marks: readonly Annotation[]): AnnotationSet => ({ annotations: marks, envelope: [] });
const words = (marks: AnnotationSet) =>
  marks.annotations.map((mark) => mark.kind === 'text' && `${mark.id}:${mark.contents}`);
const base = of(note('a', 'old'), note('b', 'old'));

test('merging marks keeps the additions of both sides', () => {
  const ours = of(...base.annotations, note('c', 'ours'));
  const theirs = of(...base.annotations, note('d', 'theirs'));
  expect(words(mergeAnnotations({ base, ours, theirs }))).toEqual(['a:old', 'b:old', 'd:theirs', 'c:ours']);
});

test('merging marks keeps a mark that one side changed and the other side deleted', () => {
  const ours = of(note('a', 'changed', 8), note('b', 'old'));
  expect(words(mergeAnnotations({ base, ours, theirs: of(note('b', 'old')) }))).toEqual(['b:old', 'a:changed']);
});

test('merging marks keeps the later of two changes, whichever side made it', () => {
  const early = of(note('a', 'early', 8), note('b', 'old'));
  const late = of(note('a', 'late', 9), note('b', 'old'));
  expect(words(mergeAnnotations({ base, ours: early, theirs: late }))).toEqual(['a:late', 'b:old']);
  expect(words(mergeAnnotations({ base, ours: late, theirs: early }))).toEqual(['a:late', 'b:old']);
});

test('merging drops only marks that a side has deleted, and if only one side has changed, its marks are the result', () => {
  const marks = fc
    .uniqueArray(
      fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom('x', 'y'), fc.integer({ min: 1, max: 9 })),
      { selector: ([id]) => id },
    )
    .map((list) => of(...list.map(([id, contents, hour]) => note(id, contents, hour))));
  fc.assert(
    fc.property(marks, marks, marks, (start, ours, theirs) => {
      const ids = (set: AnnotationSet) => new Set(set.annotations.map((mark) => mark.id));
      const merged = ids(mergeAnnotations({ base: start, ours, theirs }));
      for (const id of ids(ours)) if (!ids(start).has(id) || ids(theirs).has(id)) expect(merged).toContain(id);
      expect(new Set(words(mergeAnnotations({ base: start, ours: start, theirs })))).toEqual(new Set(words(theirs)));
      expect(new Set(words(mergeAnnotations({ base: start, ours, theirs: start })))).toEqual(new Set(words(ours)));
    }),
  );
});
