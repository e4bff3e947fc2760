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

const progresses = {
  'open, not answered': { isClosed: false, hasAnswered: false, responseCount: 3 },
  'open, answered': { isClosed: false, hasAnswered: true, responseCount: 3 },
  'closed, not answered': { isClosed: true, hasAnswered: false, responseCount: 3 },
  'closed, answered': { isClosed: true, hasAnswered: true, responseCount: 3 },
} as const;
type Progress = keyof typeof progresses;

const shown = {
  always: ['open, not answered', 'open, answered', 'closed, not answered', 'closed, answered'],
  'after-answering': ['open, answered', 'closed, not answered', 'closed, answered'],
  'after-closing': ['closed, not answered', 'closed, answered'],
} as const satisfies Record<string, readonly Progress[]>;

const cases = Object.keys(shown).flatMap((results) =>
  Object.keys(progresses).map((progress) => [results, progress] as [keyof typeof shown, Progress]),
);
test.each(cases)(
  'a named poll shows results according to its setting (%s, %s), and an anonymous poll only after closing',
  (results, progress) => {
    const isShown = (shown[results] as readonly Progress[]).includes(progress);
    expect(areResultsShown({ results, is_anonymous: false }, progresses[progress])).toBe(isShown);
    expect(areResultsShown({ results, is_anonymous: true }, progresses[progress])).toBe(progresses[progress].isClosed);
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

test.each([
  ['open, not answered', true, true],
  ['open, answered', true, false],
  ['closed, not answered', false, false],
  ['closed, answered', false, false],
] as const)('a poll that is “%s” accepts an answer: %s if named, %s if anonymous', (progress, named, anonymous) => {
  expect(mayAnswer({ is_anonymous: false }, progresses[progress])).toBe(named);
  expect(mayAnswer({ is_anonymous: true }, progresses[progress])).toBe(anonymous);
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
