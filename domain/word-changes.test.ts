import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wordChanges } from './word-changes.ts';

test('a changed word is struck out and followed by the new word', () => {
  expect(wordChanges('of which $118 thousand is the grant', 'of which $125 thousand is the grant')).toEqual([
    { kind: 'same', text: 'of which ' },
    { kind: 'out', text: '$118' },
    { kind: 'in', text: '$125' },
    { kind: 'same', text: ' thousand is the grant' },
  ]);
});

test('a word comparison contains the complete old text and the complete new text', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', ' ', '\n', 'dd')).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const runs = wordChanges(before, after);
      const without = (kind: string) =>
        runs
          .filter((run) => run.kind !== kind)
          .map((run) => run.text)
          .join('');
      expect([without('in'), without('out')]).toEqual([before, after]);
    }),
  );
});

test('texts that are too long to compare are shown as a single change', () => {
  const [before, after] = ['a ', 'b '].map((word) => word.repeat(2_500));
  expect(wordChanges(before ?? '', after ?? '').map(({ kind }) => kind)).toEqual(['out', 'in', 'same']);
});
