import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resultOf, voteWays } from './deciding.ts';
import {
  countsOf,
  isMotionOpen,
  type MotionState,
  motionMoves,
  motionStates,
  motionStep,
  resolutionNumber,
  voteObstacle,
} from './motions.ts';

describe('a motion', () => {
  test('can be proposed, declined, withdrawn or deferred only before the vote', () => {
    const moves = motionStates.flatMap((from) =>
      motionMoves.flatMap((to) => (motionStep(from, to) === 'moves' ? `${from} ${to}` : [])),
    );
    expect(moves).toEqual(['suggested proposed', 'suggested declined', 'proposed withdrawn', 'proposed deferred']);
  });

  test('cannot change its state once voting has begun', () => {
    const voted: readonly MotionState[] = ['voting', 'carried', 'not-carried'];
    for (const from of voted) for (const to of motionMoves) expect(motionStep(from, to)).toBe('stays');
    for (const state of motionMoves) expect(motionStep(state, state)).toBe('same');
    expect(motionStates.filter(isMotionOpen)).toEqual(['suggested', 'proposed']);
  });
});

test('a vote can be opened while the meeting is in session or adjourned, unless there is no quorum or another vote is open', () => {
  const free = { phase: 'in-session', quorum: { met: true, present: 3, in_office: 5 }, isVoteOpen: false } as const;
  const missed = { met: false, present: 2, in_office: 5 };
  expect(voteObstacle(free)).toBeNull();
  expect(voteObstacle({ ...free, phase: 'adjourned' })).toBeNull();
  expect(voteObstacle({ ...free, quorum: null })).toBeNull();
  expect(voteObstacle({ ...free, phase: 'not-begun' })).toBe('The meeting is not in session.');
  expect(voteObstacle({ ...free, phase: 'recess', quorum: missed })).toBe('The meeting is not in session.');
  expect(voteObstacle({ ...free, quorum: missed })).toBe('No quorum: 2 of 5 voting members are present for this item.');
  expect(voteObstacle({ ...free, isVoteOpen: true })).toBe('Another vote is open. Close it first.');
});

describe('eligible voters', () => {
  test('are all counted in favour in an unopposed vote; in any other vote, only ballots are counted', () => {
    fc.assert(
      fc.property(fc.constantFrom(...voteWays), fc.nat(50), fc.nat(50), (way, votesFor, eligible) => {
        const counts = { for: votesFor, against: 1, abstain: 2 };
        const expected = way === 'unopposed' ? { for: eligible, against: 0, abstain: 0 } : counts;
        expect(countsOf(way, counts, eligible)).toEqual(expected);
      }),
    );
  });

  test('cannot turn a failed motion into a carried one by changing a vote from “for” to “against”', () => {
    const rules = fc.record({
      majority: fc.constantFrom('1/2', '2/3', '3/4', 'all'),
      majority_of: fc.constantFrom('cast', 'present', 'in-office'),
      recused_counts: fc.constant('absent'),
      casting_vote: fc.boolean(),
      way: fc.constantFrom('named', 'secret', 'hands'),
      chair_votes: fc.boolean(),
    } as const);
    fc.assert(
      fc.property(rules, fc.integer({ min: 1, max: 40 }), fc.nat(40), fc.nat(10), (given, votesFor, against, more) => {
        const eligible = votesFor + against + more;
        const of = (counts: { readonly for: number; readonly against: number }) =>
          resultOf(given, { ...counts, eligible, in_office: eligible, recused_present: 0 });
        const before = of({ for: votesFor, against });
        const after = of({ for: votesFor - 1, against: against + 1 });
        if (before !== 'carried') expect(after).not.toBe('carried');
      }),
    );
  });
});

test('a resolution number contains the year, a sequence number and letters from the group’s name', () => {
  expect(resolutionNumber({ group: null, year: 2026, sequence: 14 })).toBe('2026-014');
  expect(resolutionNumber({ group: 'Audit Committee', year: 2026, sequence: 3 })).toBe('AUD-2026-003');
  expect(resolutionNumber({ group: 'R & D', year: 2026, sequence: 1_000 })).toBe('RD-2026-1000');
  expect(resolutionNumber({ group: '7', year: 2026, sequence: 1 })).toBe('2026-001');
});
