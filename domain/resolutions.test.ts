import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RecusedCounts } from './deciding.ts';
import type { BallotCounts } from './motions.ts';
import { deadlineText, quorumToCirculate, type WrittenRules, writtenOutcome } from './resolutions.ts';

const rules = (of: Partial<WrittenRules> = {}): WrittenRules => ({
  ...{ needs: 'all', recused_counts: 'absent', rule: { kind: 'more-than-half' }, at_least: 2, seats: null },
  ...of,
});
const counts = (inFavour: number, against = 0, abstain = 0): BallotCounts => ({ for: inFavour, against, abstain });
const outcome = (
  of: Partial<WrittenRules>,
  given: { counts: BallotCounts; eligible: number; recused?: number; isOver?: boolean },
) => writtenOutcome(rules(of), { recused: 0, isOver: false, ...given });

test('by all it passes at once when all who may vote are for, and by nothing less', () => {
  expect(outcome({}, { counts: counts(3), eligible: 3 })).toBe('passed');
  expect(outcome({}, { counts: counts(3), eligible: 3, recused: 1 })).toBe('passed');
  expect(outcome({}, { counts: counts(2), eligible: 3 })).toBeNull();
  expect(outcome({}, { counts: counts(2, 1), eligible: 3 })).toBeNull();
  expect(outcome({}, { counts: counts(2, 0, 1), eligible: 3 })).toBeNull();
  expect(outcome({}, { counts: counts(2), eligible: 3, isOver: true })).toBe('not-passed');
  expect(outcome({}, { counts: counts(0), eligible: 0, isOver: true })).toBe('not-passed');
  expect(outcome({}, { counts: counts(0), eligible: 0 })).toBeNull();
});

test('one in office decides alone', () => {
  for (const needs of ['all', 'majority'] as const) {
    expect(quorumToCirculate(rules({ needs }), { eligible: 1, recused: 0 })).toEqual({ met: true, needed: 1 });
    expect(outcome({ needs }, { counts: counts(1), eligible: 1 })).toBe('passed');
    expect(outcome({ needs }, { counts: counts(0, 1), eligible: 1 })).toBeNull();
  }
});

test('by majority all must have answered before the deadline, and more than half of those in office be for', () => {
  const needs = 'majority';
  expect(outcome({ needs }, { counts: counts(3, 1), eligible: 5 })).toBeNull();
  expect(outcome({ needs }, { counts: counts(3, 2), eligible: 5 })).toBe('passed');
  expect(outcome({ needs }, { counts: counts(2, 1, 2), eligible: 5 })).toBeNull();
  expect(outcome({ needs }, { counts: counts(2, 2), eligible: 4 })).toBeNull();
  expect(outcome({ needs }, { counts: counts(2, 2), eligible: 4, isOver: true })).toBe('not-passed');
});

test('at the deadline it needs a quorum of those who answered', () => {
  const needs = 'majority';
  expect(outcome({ needs }, { counts: counts(3), eligible: 5, isOver: true })).toBe('passed');
  const rule = { kind: 'number', number: 4 } as const;
  expect(outcome({ needs, rule }, { counts: counts(3), eligible: 5, isOver: true })).toBe('not-passed');
  expect(outcome({ needs, rule }, { counts: counts(3, 1), eligible: 5, isOver: true })).toBe('passed');
  expect(outcome({ needs }, { counts: counts(0), eligible: 5, isOver: true })).toBe('not-passed');
});

test('vacancies count where the body has seats; who is recused by the board’s setting', () => {
  const needs = 'majority';
  expect(outcome({ needs, seats: 6 }, { counts: counts(3), eligible: 3 })).toBeNull();
  expect(outcome({ needs, seats: 6 }, { counts: counts(4), eligible: 4 })).toBe('passed');
  const three = { counts: counts(3), eligible: 4, recused: 2, isOver: true };
  expect(outcome({ needs, recused_counts: 'absent' }, three)).toBe('not-passed');
  expect(outcome({ needs, recused_counts: 'present' }, three)).toBe('not-passed');
  expect(outcome({ needs, recused_counts: 'out-of-office' }, three)).toBe('passed');
});

test('it is circulated where all who may vote are a quorum, and somebody may', () => {
  const ask = (of: Partial<WrittenRules>, eligible: number, recused = 0) =>
    quorumToCirculate(rules(of), { eligible, recused });
  expect(ask({}, 3)).toEqual({ met: true, needed: 2 });
  expect(ask({}, 2, 3)).toEqual({ met: false, needed: 3 });
  expect(ask({ recused_counts: 'out-of-office' }, 2, 3)).toEqual({ met: true, needed: 2 });
  expect(ask({ rule: { kind: 'none' } }, 0)).toEqual({ met: false, needed: 1 });
  expect(ask({ rule: { kind: 'none' } }, 1, 4)).toEqual({ met: true, needed: 1 });
  expect(ask({ seats: 9 }, 4)).toEqual({ met: false, needed: 5 });
});

test('a deadline is a day and a time of the board', () => {
  expect(deadlineText('2026-11-27T22:00:00Z', 'America/Toronto')).toBe('Friday, November 27, 2026, 5:00 PM');
});

const size = fc.integer({ min: 0, max: 12 });
const electorate = fc.record({
  ballots: fc.array(fc.constantFrom('for', 'against', 'abstain', 'silent'), { maxLength: 12 }),
  recused: size,
  more: size,
  hasSeats: fc.boolean(),
  atLeast: fc.integer({ min: 1, max: 6 }),
  needs: fc.constantFrom('all' as const, 'majority' as const),
  recused_counts: fc.constantFrom<RecusedCounts>('absent', 'present', 'out-of-office'),
  isOver: fc.boolean(),
});

test('the outcome is that of an independent recount, name by name', () => {
  fc.assert(
    fc.property(electorate, ({ ballots, recused, more, hasSeats, atLeast, needs, recused_counts, isOver }) => {
      const seats = hasSeats ? ballots.length + recused + more : null;
      const found = writtenOutcome(rules({ needs, recused_counts, seats, at_least: atLeast }), {
        ...{ eligible: ballots.length, recused, isOver },
        counts: {
          for: ballots.filter((each) => each === 'for').length,
          against: ballots.filter((each) => each === 'against').length,
          abstain: ballots.filter((each) => each === 'abstain').length,
        },
      });
      // Recounted: everybody in office, one by one.
      const office = [...Array(seats ?? ballots.length + recused).keys()].slice(
        recused_counts === 'out-of-office' ? recused : 0,
      );
      const silent = ballots.filter((each) => each === 'silent').length;
      const answered = ballots.length - silent;
      let quorum = 0;
      while (2 * quorum <= office.length) quorum += 1;
      quorum = Math.max(quorum, office.length === 1 ? 1 : atLeast);
      const inFavour = ballots.filter((each) => each === 'for').length;
      const isCarried =
        needs === 'all'
          ? ballots.length > 0 && ballots.every((each) => each === 'for')
          : (silent === 0 || isOver) && answered >= quorum && inFavour > 0 && inFavour > office.length - inFavour;
      expect(found).toBe(isCarried ? 'passed' : isOver ? 'not-passed' : null);
    }),
    { numRuns: Number(process.env.WRITTEN_RUNS ?? 500) },
  );
});
