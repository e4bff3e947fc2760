import { expect, test } from 'vitest';
import { areResultsShown, fitsChoice, isPollClosed, mayAnswer, mayChangeClosing } from './polls.ts';

const now = new Date('2026-11-16T12:00:00.000Z');
const before = new Date('2026-11-16T11:59:59.999Z');
const after = new Date('2026-11-16T12:00:00.001Z');

test.each([
  ['without a time', null, null, false],
  ['before its time', after, null, false],
  ['at its closing time', now, null, true],
  ['after its time', before, null, true],
  ['manually, without a time', null, before, true],
  ['manually, before its time', after, before, true],
  ['manually and by its time', before, before, true],
])('a poll closes at its closing time or manually: %s', (_, closesAt, closedAt, expected) => {
  expect(isPollClosed({ closes_at: closesAt, closed_at: closedAt }, now)).toBe(expected);
});

const progressOf = (isClosed: boolean, hasAnswered: boolean) => ({ isClosed, hasAnswered, responseCount: 3 });
const [unanswered, answered] = [progressOf(false, false), progressOf(false, true)];
const [closedUnanswered, closedAnswered] = [progressOf(true, false), progressOf(true, true)];
const progresses = [unanswered, answered, closedUnanswered, closedAnswered];

test.each([
  ['always', progresses],
  ['after-answering', [answered, closedUnanswered, closedAnswered]],
  ['after-closing', [closedUnanswered, closedAnswered]],
] as const)(
  'a named poll shows results according to its setting (%s), and an anonymous poll only after closing',
  (results, shown) => {
    const shownIf = (is_anonymous: boolean) =>
      progresses.filter((progress) => areResultsShown({ results, is_anonymous }, progress));
    expect(shownIf(false)).toEqual(shown);
    expect(shownIf(true)).toEqual([closedUnanswered, closedAnswered]);
  },
);

test.each([0, 1, 2, 3])(
  'a closed anonymous poll needs three answers to show results, and a closed named poll needs none (answers: %d)',
  (responseCount) => {
    const progress = { isClosed: true, hasAnswered: true, responseCount };
    expect(areResultsShown({ results: 'after-closing', is_anonymous: true }, progress)).toBe(responseCount === 3);
    expect(areResultsShown({ results: 'after-closing', is_anonymous: false }, progress)).toBe(true);
  },
);

test('an open poll accepts an answer, and an anonymous poll accepts only one', () => {
  const answerable = (is_anonymous: boolean) => progresses.filter((progress) => mayAnswer({ is_anonymous }, progress));
  expect(answerable(false)).toEqual([unanswered, answered]);
  expect(answerable(true)).toEqual([unanswered]);
});

test('the closing time of a poll can be changed, unless the poll is anonymous and closed', () => {
  expect(mayChangeClosing({ is_anonymous: true }, true)).toBe(false);
  expect(mayChangeClosing({ is_anonymous: true }, false)).toBe(true);
  expect(mayChangeClosing({ is_anonymous: false }, true)).toBe(true);
  expect(mayChangeClosing({ is_anonymous: false }, false)).toBe(true);
});

test.each([
  ['nothing', [], false, false],
  ['one', ['a'], true, true],
  ['two', ['a', 'b'], false, true],
  ['one twice', ['a', 'a'], false, false],
  ['one twice among others', ['a', 'b', 'a'], false, false],
])('choosing %s is valid: %s in a single-choice poll, %s in a multiple-choice poll', (_, chosen, single, multiple) => {
  expect(fitsChoice('single', chosen)).toBe(single);
  expect(fitsChoice('multiple', chosen)).toBe(multiple);
});
