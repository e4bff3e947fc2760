import type { RecoveryState } from '#domain/recovery.ts';

export interface RecoveryFacts {
  readonly state: RecoveryState;
  readonly is_own: boolean;
  readonly is_officer: boolean;
  readonly is_under_way: boolean;
  readonly is_strong: boolean;
  readonly has_vouched: boolean;
  readonly tries_left: number;
}

const isWanted = (facts: RecoveryFacts): boolean =>
  facts.is_officer &&
  !facts.is_own &&
  facts.is_under_way &&
  (facts.state === 'asked' || facts.state === 'half-vouched') &&
  !facts.has_vouched &&
  facts.tries_left > 0;

/** An officer who has not yet, as long as one is missing; the gate decides the same under a lock. */
export const canVouch = (facts: RecoveryFacts): boolean => isWanted(facts) && facts.is_strong;

/** Whoever could, but for the session. */
export const needsSecondFactor = (facts: RecoveryFacts): boolean => isWanted(facts) && !facts.is_strong;

export const canStop = ({ is_own: isOwn, is_under_way: isUnderWay }: Pick<RecoveryFacts, 'is_own' | 'is_under_way'>) =>
  isOwn && isUnderWay;
