import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type BodyQuorum,
  type DecidingPreset,
  decidingPresets,
  majorities,
  majorityBases,
  presetDefaults,
  presetOf,
  type QuorumRule,
  quorumNeeded,
  quorumOf,
  recusedCounts,
  resultOf,
  voteWays,
} from './deciding.ts';

type Generated<Made> = Made extends fc.Arbitrary<infer One> ? One : never;
const seat = fc.record({
  holder: fc.boolean(),
  recused: fc.boolean(),
  present: fc.boolean(),
  choice: fc.constantFrom('for', 'against', 'abstain', 'silent'),
});
type Seat = Generated<typeof seat>;
const count = <T>(list: readonly T[], is: (one: T) => boolean): number => list.filter(is).length;
const countsOf = (voters: readonly Seat[]) => ({
  voters: voters.length,
  present: count(voters, (one) => one.present),
  recused: count(voters, (one) => one.recused),
  recused_present: count(voters, (one) => one.recused && one.present),
});

function recountedNeed(rule: QuorumRule, least: number, inOffice: number): number {
  if (rule.kind === 'none') return 0;
  const enough = (n: number): boolean => {
    if (n < (inOffice === 1 ? 1 : least)) return false;
    if (rule.kind === 'more-than-half') return n > inOffice - n;
    if (rule.kind === 'fraction') return n * rule.denominator >= inOffice * rule.numerator;
    return n >= rule.number;
  };
  let n = 0;
  while (!enough(n)) n += 1;
  return n;
}

const rule: fc.Arbitrary<QuorumRule> = fc.oneof(
  fc.constant({ kind: 'none' } as const),
  fc.constant({ kind: 'more-than-half' } as const),
  fc.record({ kind: fc.constant('number' as const), number: fc.integer({ min: 1, max: 20 }) }),
  fc
    .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 12 }))
    .map(([numerator, more]) => ({ kind: 'fraction' as const, numerator, denominator: numerator + more })),
);
const meeting = fc.record({
  seats: fc.array(seat, { maxLength: 20 }),
  hasSeats: fc.boolean(),
  preset: fc.option(fc.constantFrom(...decidingPresets)),
  rule,
  least: fc.integer({ min: 1, max: 6 }),
});
type Meeting = Generated<typeof meeting>;

function bodyOf({ seats, hasSeats, preset, rule: own, least }: Meeting): BodyQuorum {
  const voters = count(seats, (one) => one.holder);
  const all = hasSeats ? seats.length : null;
  return preset === null ? { rule: own, at_least: least, seats: all } : presetOf(preset, { seats: all, voters }).body;
}

const settingsOf = ({ preset }: Meeting) =>
  preset === null ? presetDefaults : presetOf(preset, { seats: null, voters: 1 }).settings;

describe('a quorum', () => {
  test('matches an independent recount under every rule and preset', () => {
    fc.assert(
      fc.property(meeting, fc.option(fc.constantFrom(...recusedCounts)), (given, chosen) => {
        const { seats } = given;
        const body = bodyOf(given);
        const counts = chosen ?? settingsOf(given).recused_counts;
        const voters = seats.filter((one) => one.holder);
        const found = quorumOf(body, countsOf(voters), counts);
        const vacancies = (body.seats ?? voters.length) - voters.length;
        const inOffice = count(voters, (one) => !(one.recused && counts === 'out-of-office')) + vacancies;
        const present = count(voters, (one) => one.present && (!one.recused || counts === 'present'));
        const needed = recountedNeed(body.rule, body.at_least, inOffice);
        expect(found).toEqual({ present, needed, in_office: inOffice, met: !(present < needed) });
      }),
      { numRuns: 2_000 },
    );
  });

  test('is rounded up to a whole number of members', () => {
    const need = (rule: QuorumRule, inOffice: number, at_least = 1) => quorumNeeded({ rule, at_least }, inOffice);
    const thirds = { kind: 'fraction', numerator: 2, denominator: 3 } as const;
    expect([0, 1, 3, 4, 5, 6, 500].map((n) => need(thirds, n))).toEqual([1, 1, 2, 3, 4, 4, 334]);
    expect(need({ kind: 'fraction', numerator: 1, denominator: 500 }, 500)).toBe(1);
    expect([need({ kind: 'more-than-half' }, 1, 2), need({ kind: 'more-than-half' }, 2, 2)]).toEqual([1, 2]);
  });
});

describe('the result of a vote', () => {
  test('matches a ballot-by-ballot recount under every majority and preset', () => {
    const own = fc.record({
      majority: fc.constantFrom(...majorities),
      majority_of: fc.constantFrom(...majorityBases),
      recused_counts: fc.constantFrom(...recusedCounts),
      casting_vote: fc.boolean(),
    });
    fc.assert(
      fc.property(
        meeting,
        own,
        fc.constantFrom(...voteWays),
        fc.boolean(),
        fc.boolean(),
        (given, typed, way, chair_votes, asPreset) => {
          const rules = { ...(asPreset ? settingsOf(given) : typed), way, chair_votes };
          const voters = given.seats.filter((one) => one.holder);
          const eligible = voters.filter((one) => one.present && !one.recused);
          const ballots = eligible.map((one) => one.choice);
          const inOffice = bodyOf(given).seats ?? voters.length;
          const of = countsOf(voters);
          const counts = {
            for: count(ballots, (one) => one === 'for'),
            against: count(ballots, (one) => one === 'against'),
            eligible: eligible.length,
            in_office: quorumOf(bodyOf(given), of, rules.recused_counts).in_office,
            recused_present: of.recused_present,
          };
          const counted: boolean[] = [];
          for (const one of voters) {
            const isFor = one.present && !one.recused && one.choice === 'for';
            const cast = one.present && !one.recused && (one.choice === 'for' || one.choice === 'against');
            const isThere = one.present && (!one.recused || rules.recused_counts === 'present');
            const holdsOffice = !(one.recused && rules.recused_counts === 'out-of-office');
            const isCounted = { cast, present: isThere, 'in-office': holdsOffice }[rules.majority_of];
            if (isCounted) counted.push(isFor);
          }
          if (rules.majority_of === 'in-office') {
            for (let vacant = voters.length; vacant < inOffice; vacant += 1) counted.push(false);
          }
          const yes = count(counted, Boolean);
          const no = counted.length - yes;
          const enough = {
            '1/2': yes > no,
            '2/3': yes >= 2 * no,
            '3/4': yes >= 3 * no,
            all: no === 0,
          }[rules.majority];
          const tie = ballots.includes('for') && counts.for === counts.against;
          const chair = rules.casting_vote && chair_votes && (way === 'named' || way === 'hands');
          const expected =
            way === 'unopposed'
              ? eligible.length > 0
              : yes > 0 && enough
                ? true
                : tie && chair && rules.majority === '1/2' && rules.majority_of === 'cast'
                  ? 'tied'
                  : false;
          const word = expected === 'tied' ? 'tied' : expected ? 'carried' : 'not-carried';
          expect(resultOf(rules, counts)).toBe(word);
        },
      ),
      { numRuns: 4_000 },
    );
  });

  test('can be a tie only in a named vote or a show of hands, and only if the chair votes and has a casting vote', () => {
    const rules = { ...presetDefaults, casting_vote: true, chair_votes: true };
    const tie = { for: 3, against: 3, eligible: 7, in_office: 9, recused_present: 0 };
    expect(voteWays.map((way) => resultOf({ ...rules, way }, tie))).toEqual(['tied', 'not-carried', 'tied', 'carried']);
    const named = { ...rules, way: 'named' } as const;
    expect(resultOf({ ...named, casting_vote: false }, tie)).toBe('not-carried');
    expect(resultOf({ ...named, chair_votes: false }, tie)).toBe('not-carried');
    expect(resultOf({ ...named, majority_of: 'present' }, tie)).toBe('not-carried');
    expect(resultOf({ ...named, majority: '2/3' }, tie)).toBe('not-carried');
    expect(resultOf(named, { ...tie, for: 0, against: 0 })).toBe('not-carried');
  });
});

describe('a preset of decision rules', () => {
  const nine = { seats: null, voters: 9 };
  const changedBy = (preset: DecidingPreset) => {
    const { settings, body } = presetOf(preset, nine);
    const other = Object.entries(settings).filter(
      ([name, value]) => presetDefaults[name as keyof typeof presetDefaults] !== value,
    );
    return { ...Object.fromEntries(other), needed: quorumNeeded(body, 9), seats: body.seats };
  };

  test('fills in the rules of a law or rule book', () => {
    expect(decidingPresets.map(changedBy)).toEqual([
      { majority_of: 'present', recused_counts: 'present', needed: 5, seats: 9 },
      { casting_vote: true, needed: 2, seats: null },
      { recused_counts: 'present', written_needs: 'majority', needed: 5, seats: 9 },
      { casting_vote: true, written_needs: 'majority', minutes_signed_by: 'both', needed: 0, seats: null },
      { recused_counts: 'present', written_needs: 'off', needed: 5, seats: null },
    ]);
  });

  test('sets the number of seats only if its quorum is based on seats', () => {
    expect(presetOf('delaware', { seats: 12, voters: 9 }).body.seats).toBe(12);
    expect(presetOf('aktg', { seats: null, voters: 0 }).body.seats).toBe(1);
    expect(presetOf('roberts-rules', { seats: 12, voters: 9 }).body.seats).toBeNull();
  });
});
