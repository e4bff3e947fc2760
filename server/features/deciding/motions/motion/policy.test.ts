import { expect, test } from 'vitest';
import { motionStates } from '#domain/motions.ts';
import { canEditMotion, canSeeBallots, canSeeMotion, type MotionReader } from './policy.ts';

const reader = (of: Partial<MotionReader> = {}): MotionReader => ({
  memberId: 'me',
  isDesk: false,
  isVoter: false,
  ...of,
});
const desk = reader({ isDesk: true });
const voter = reader({ isVoter: true });
const statesOf = (ask: typeof canSeeMotion, who: MotionReader, by: string | null) =>
  motionStates.filter((state) => ask(who, { state, suggested_by_id: by, is_withheld: false }));

test('suggested and declined motions are visible only to officers, editors and their author', () => {
  expect(statesOf(canSeeMotion, desk, 'other')).toEqual(motionStates);
  expect(statesOf(canSeeMotion, voter, 'me')).toEqual(motionStates);
  const others = motionStates.filter((state) => state !== 'suggested' && state !== 'declined');
  expect(statesOf(canSeeMotion, voter, 'other')).toEqual(others);
  expect(statesOf(canSeeMotion, reader(), null)).toEqual(others);
});

test('nobody sees a motion that is withheld from them, not even its author', () => {
  for (const who of [desk, voter, reader()]) {
    for (const state of motionStates) {
      expect(canSeeMotion(who, { state, suggested_by_id: 'me', is_withheld: true })).toBe(false);
    }
  }
});

test('officers and editors can edit a motion until the vote on it, but its author only until it is accepted', () => {
  expect(statesOf(canEditMotion, desk, null)).toEqual(['suggested', 'proposed']);
  expect(statesOf(canEditMotion, voter, 'me')).toEqual(['suggested']);
  expect(statesOf(canEditMotion, voter, 'other')).toEqual([]);
  expect(statesOf(canEditMotion, reader(), null)).toEqual([]);
});

test('named ballots are shown to officers and editors, to the body or to the audience, depending on the setting', () => {
  const seen = (who: MotionReader) => (['desk', 'body', 'audience'] as const).filter((to) => canSeeBallots(who, to));
  expect(seen(desk)).toEqual(['desk', 'body', 'audience']);
  expect(seen(voter)).toEqual(['body', 'audience']);
  expect(seen(reader())).toEqual(['audience']);
});
