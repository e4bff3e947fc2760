import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countInText, excerptAround, findInText, highlightWords, type WordsToHighlight } from './find-in-text.ts';

const found = (text: string, words: string) => findInText(text, words).map(({ start, end }) => text.slice(start, end));

test('searching a text ignores case, accents and line breaks', () => {
  expect(found('The Surplus, and the surplus', 'SURPLUS')).toEqual(['Surplus', 'surplus']);
  expect(found('Conseil d’établissement', 'ETAB')).toEqual(['étab']);
  expect(found('a surplus of\n  557 thousand', 'of 557')).toEqual(['of\n  557']);
  expect(found('ﬁnance', 'finance')).toEqual(['ﬁnance']);
});

test('searching in Chinese, Japanese and Thai ignores line breaks, but not vowel and tone marks', () => {
  expect(found('本次董事\n会 会议', '董事会')).toEqual(['董事\n会']);
  expect(found('ﾃﾞｰﾀ と データ', 'データ')).toEqual(['ﾃﾞｰﾀ', 'データ']);
  expect(found('เสือ เสื้อ', 'เสื้อ')).toEqual(['เสื้อ']);
  expect(found('かき がき', 'がき')).toEqual(['がき']);
});

test('search matches do not overlap and are limited in number', () => {
  expect(findInText('aaaa', 'aa')).toEqual([
    { start: 0, end: 2 },
    { start: 2, end: 4 },
  ]);
  expect(findInText('a a a a', 'a', 3)).toHaveLength(3);
  expect([...findInText('words', '  '), ...findInText('', 'words')]).toEqual([]);
});

test('any part of a text can be found in it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ minLength: 1 }), fc.string(), (before, piece, after) => {
      fc.pre(piece.trim() !== '' && !/[\p{M}]/u.test(piece));
      expect(findInText(`${before} ${piece} ${after}`, piece).length).toBeGreaterThan(0);
    }),
  );
});

test('the match count equals the number of matches found', () => {
  const letters = fc.string({ unit: fc.constantFrom(...'aAée \nßΣςﬁ\u0301👍会か\u3099ﾃﾞี่') });
  fc.assert(
    fc.property(letters, letters, (text, words) => {
      expect(countInText(text, words)).toBe(findInText(text, words).length);
    }),
  );
});

const begins = (...words: string[]): WordsToHighlight => ({ words, isExact: false });
const exactly = (...words: string[]): WordsToHighlight => ({ words, isExact: true });
const matches = (text: string, ...wanted: WordsToHighlight[]) =>
  highlightWords(text, wanted).flatMap((piece) => (piece.is_match ? [piece.text] : []));

const accented = ['cafe', 'soren', 'strasse', 'lodz'].map((word) => begins(word));
test.each([
  ['Boiler costs, boilers', [begins('boil')], ['Boiler', 'boilers']],
  ['Boiler costs, boilers', [exactly('boiler')], ['Boiler']],
  ['Wharf Road; the wharf, road', [exactly('wharf', 'road')], ['Wharf Road', 'wharf, road']],
  ['Wharf Roadside', [begins('wharf', 'road')], ['Wharf Roadside']],
  ['Café, Søren, Straße, ŁÓDŹ', accented, ['Café', 'Søren', 'Straße', 'ŁÓDŹ']],
  ['one two three', [begins('three'), begins('one')], ['one', 'three']],
  ['reboiler', [begins('boiler')], []],
  ['第3条：本次董事会会议，会董事。董事。会', [begins('董', '事', '会')], ['董事会']],
  ['第3条、第30条', [begins('第', '3')], ['第3', '第30']],
  ['ｶﾞｲﾄﾞ・ガイド', [begins('ガ', 'イ', 'ド')], ['ｶﾞｲﾄﾞ', 'ガイド']],
  ['การประชุมใหญ่', [begins('ป', 'ร', 'ะ', 'ช', 'ุ', 'ม')], ['ประชุม']],
  ['अनिता शर्मा, 김민수', [begins('शर', 'मा'), begins('김민')], ['शर्मा', '김민수']],
])('whole words of “%s” are highlighted', (text, wanted, expected) => {
  expect(matches(text, ...wanted)).toEqual(expected);
});

test('an excerpt is a single line around the first match, cut at spaces', () => {
  const around = 'Some words of no weight.\n\n'.repeat(30);
  const excerpt = excerptAround(`${around}The boiler failed.\t${around}`, [begins('boiler')]) ?? [];
  const line = excerpt.map((piece) => piece.text).join('');
  expect(line).toMatch(/^…\S.* The boiler failed\. .*\S…$/);
  expect(line.length).toBeLessThan(240);
  const short = excerptAround('Short: the boiler.', [begins('boil')])?.map((piece) => piece.text);
  expect(short).toEqual(['Short: the ', 'boiler', '.']);
  expect(excerptAround('Nothing', [begins('boil')])).toBeNull();
});

test('joining the parts of a highlighted text gives the original text', () => {
  const word = fc.constantFrom('a', 'ab', 'abc', 'é', 'ß', '½', '😀', ' ', '\n', '-', 'q2');
  const text = fc.array(word, { maxLength: 60 }).map((parts) => parts.join(''));
  const wanted = fc.array(fc.constantFrom(begins('a'), exactly('ab'), begins('a', 'a'), begins('e'), begins('ss')), {
    maxLength: 3,
  });
  fc.assert(
    fc.property(text, wanted, (given, asked) => {
      const pieces = highlightWords(given, asked);
      expect(pieces.map((piece) => piece.text).join('')).toBe(given);
      expect(pieces.every((piece) => piece.text !== '')).toBe(true);
      expect(excerptAround(given, asked) !== null).toBe(pieces.some((piece) => piece.is_match));
    }),
  );
});
