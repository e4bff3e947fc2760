import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RecusedCounts } from './deciding.ts';
import type { BallotCounts } from './motions.ts';
import { deadlineText, missedQuorum, quorumToCirculate, type WrittenRules, writtenOutcome } from './resolutions.ts';

const rules = (of: Partial<WrittenRules> = {}): WrittenRules => ({
  needs: 'all',
  recused_counts: 'absent',
  rule: { kind: 'more-than-half' },
  at_least: 2,
  seats: null,
  ...of,
});
const counts = (inFavour: number, against = 0, abstain = 0): BallotCounts => ({ for: inFavour, against, abstain });
test('a written resolution decided by majority needs a quorum of responses by the deadline', () => {
  const rule = { kind: 'number', number: 4 } as const;
  const outcome = (given: BallotCounts) =>
    writtenOutcome(rules({ needs: 'majority', rule }), { counts: given, eligible: 5, recused: 0, isOver: true });
  expect([outcome(counts(3)), outcome(counts(3, 1))]).toEqual(['not-passed', 'passed']);
  const missed = (given: BallotCounts, needs: 'all' | 'majority' = 'majority') =>
    missedQuorum(rules({ needs, rule }), { counts: given, eligible: 5, recused: 0 });
  expect(missed(counts(3))).toEqual({ answered: 3, needed: 4 });
  expect([missed(counts(3, 1)), missed(counts(3), 'all')]).toEqual([null, null]);
});

test('a written resolution can be circulated only if it has enough voters for a quorum', () => {
  const ask = (of: Partial<WrittenRules>, eligible: number, recused = 0) =>
    quorumToCirculate(rules(of), { eligible, recused });
  expect(ask({}, 3)).toEqual({ met: true, needed: 2 });
  expect(ask({}, 2, 3)).toEqual({ met: false, needed: 3 });
  expect(ask({ recused_counts: 'out-of-office' }, 2, 3)).toEqual({ met: true, needed: 2 });
  expect(ask({ rule: { kind: 'none' } }, 0)).toEqual({ met: false, needed: 1 });
  expect(ask({ rule: { kind: 'none' } }, 1, 4)).toEqual({ met: true, needed: 1 });
  expect(ask({ seats: 9 }, 4)).toEqual({ met: false, needed: 5 });
});

test('a deadline is displayed in the board’s time zone', () => {
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

test('the outcome of a written resolution matches an independent recount', () => {
  fc.assert(
    fc.property(electorate, ({ ballots, recused, more, hasSeats, atLeast, needs, recused_counts, isOver }) => {
      const count = (choice: (typeof ballots)[number]) => ballots.filter((each) => each === choice).length;
      const seats = hasSeats ? ballots.length + recused + more : null;
      const found = writtenOutcome(rules({ needs, recused_counts, seats, at_least: atLeast }), {
        eligible: ballots.length,
        recused,
        isOver,
        counts: counts(count('for'), count('against'), count('abstain')),
      });
      const office = [...Array(seats ?? ballots.length + recused).keys()].slice(
        recused_counts === 'out-of-office' ? recused : 0,
      );
      const silent = count('silent');
      const answered = ballots.length - silent;
      let quorum = 0;
      while (2 * quorum <= office.length) quorum += 1;
      quorum = Math.max(quorum, office.length === 1 ? 1 : atLeast);
      const inFavour = count('for');
      const isCarried =
        needs === 'all'
          ? ballots.length > 0 && ballots.every((each) => each === 'for')
          : (silent === 0 || isOver) && answered >= quorum && inFavour > 0 && inFavour > office.length - inFavour;
      expect(found).toBe(isCarried ? 'passed' : isOver ? 'not-passed' : null);
    }),
    { numRuns: Number(process.env.WRITTEN_RUNS ?? 500) },
  );
});
