import { expect, test } from 'vitest';
import { recoveryStates } from '#domain/recovery.ts';
import { canStop, canVouch, needsSecondFactor, type RecoveryFacts } from './policy.ts';

const officer: RecoveryFacts = {
  ...{ state: 'asked', is_own: false, is_officer: true, is_under_way: true, is_strong: true },
  ...{ has_vouched: false, tries_left: 1 },
};

test('an officer with tries left vouches once, in a session of two factors, while one is missing', () => {
  expect(recoveryStates.filter((state) => canVouch({ ...officer, state }))).toEqual(['asked', 'half-vouched']);
  const lacks: readonly Partial<RecoveryFacts>[] = [
    ...[{ is_own: true }, { is_officer: false }, { is_under_way: false }, { has_vouched: true }, { tries_left: 0 }],
  ];
  for (const fact of lacks) {
    expect(canVouch({ ...officer, ...fact })).toBe(false);
    expect(needsSecondFactor({ ...officer, ...fact, is_strong: false })).toBe(false);
  }
  expect(canVouch({ ...officer, is_strong: false })).toBe(false);
  expect(needsSecondFactor({ ...officer, is_strong: false })).toBe(true);
  expect(needsSecondFactor(officer)).toBe(false);
});

test('the person alone stops it, while it goes on', () => {
  for (const is_own of [false, true])
    for (const is_under_way of [false, true]) expect(canStop({ is_own, is_under_way })).toBe(is_own && is_under_way);
});
