import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countInText, findInText } from './find-in-text.ts';

const found = (text: string, words: string) => findInText(text, words).map(({ start, end }) => text.slice(start, end));

test('case, accents and line ends do not matter', () => {
  expect(found('The Surplus, and the surplus', 'SURPLUS')).toEqual(['Surplus', 'surplus']);
  expect(found('Conseil d’établissement', 'ETAB')).toEqual(['étab']);
  expect(found('a surplus of\n  557 thousand', 'of 557')).toEqual(['of\n  557']);
  expect(found('ﬁnance', 'finance')).toEqual(['ﬁnance']);
});

test('nothing is found of nothing', () => {
  expect(findInText('words', '  ')).toEqual([]);
  expect(findInText('', 'words')).toEqual([]);
});

test('places do not overlap, and no more are found than are wanted', () => {
  expect(findInText('aaaa', 'aa')).toEqual([
    { start: 0, end: 2 },
    { start: 2, end: 4 },
  ]);
  expect(findInText('a a a a', 'a', 3)).toHaveLength(3);
});

test('any piece of a text is found in it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ minLength: 1 }), fc.string(), (before, piece, after) => {
      fc.pre(piece.trim() !== '' && !/[\p{M}]/u.test(piece));
      expect(findInText(`${before} ${piece} ${after}`, piece).length).toBeGreaterThan(0);
    }),
  );
});

test('counting agrees with finding', () => {
  const letters = fc.string({
    unit: fc.constantFrom('a', 'A', 'é', 'e', ' ', '\n', 'ß', 'Σ', 'ς', 'ﬁ', '\u0301', '👍'),
  });
  fc.assert(
    fc.property(letters, letters, (text, words) => {
      expect(countInText(text, words)).toBe(findInText(text, words).length);
    }),
  );
});
