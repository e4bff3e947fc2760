import type { Access } from '#contract/endpoint.ts';
import type { Actor, ActorName, Rank } from './actors.ts';

export type Outcome = 'allowed' | 'expired' | 'forbidden' | 'missing' | 'invalid' | 'declined';

export const statusOf: Readonly<Record<Exclude<Outcome, 'allowed'>, number>> = {
  expired: 419,
  forbidden: 403,
  missing: 404,
  invalid: 422,
  declined: 200,
};

/**
 * `own`, `draft` and `group` belong to the board that the call names: `draft` is unpublished, and `group` is published
 * for only one group. `self` is the actor as a person on that board. `crossed` combines a parent on that board with a
 * child of another parent.
 */
export type ObjectKind = 'own' | 'self' | 'draft' | 'group' | 'foreign' | 'missing' | 'crossed';

export type Policy = (actor: Actor, object: ObjectKind) => Outcome;

export function outcomeByAccess(access: Access, actor: Actor): Outcome | null {
  switch (access) {
    case 'public':
    case 'magic':
      return null;
    case 'signed-in':
      return actor.rank === 'nobody' ? 'expired' : null;
    case 'site-admin':
      if (actor.rank === 'nobody') return 'expired';
      return actor.name === 'site admin' ? null : 'forbidden';
    case 'member':
      return outcomeOutside(actor.rank);
    case 'board-admin':
      return outcomeOutside(actor.rank) ?? (actor.rank === 'member' ? 'forbidden' : null);
  }
}

function outcomeOutside(rank: Rank): Outcome | null {
  if (rank === 'nobody') return 'expired';
  return rank === 'outside' ? 'missing' : null;
}

export const readers: Policy = (actor, object) => {
  if (object === 'own') return 'allowed';
  if (object === 'group' && actor.name === 'own group’s admin') return 'allowed';
  if (object === 'group' && actor.rank === 'board-admin') return 'allowed';
  return object === 'draft' && actor.rank === 'board-admin' ? 'allowed' : 'missing';
};

export const editors: Policy = (actor, object) => {
  if (actor.rank === 'board-admin' || object === 'group') return readers(actor, object);
  return object === 'own' || object === 'crossed' ? 'forbidden' : 'missing';
};

export const makers: Policy = (actor) =>
  actor.rank === 'board-admin' || actor.name.endsWith(' group’s admin') ? 'allowed' : 'forbidden';

/** Something without groups is for the whole board, but a group admin can create it only for their own group. */
export const makersForGroups: Policy = (actor, object) => {
  const isMade = actor.rank === 'board-admin' || (object === 'group' && actor.name === 'own group’s admin');
  if (isMade) return 'allowed';
  return makers(actor, object) === 'allowed' ? 'invalid' : 'forbidden';
};

export const everybody: Policy = () => 'allowed';

export const adminAlone: Policy = (actor, object) =>
  actor.rank === 'board-admin' && object === 'own' ? 'allowed' : 'missing';

export const instead =
  (policy: Policy, outcomeOf: (object: ObjectKind, actor: Actor) => Outcome): Policy =>
  (actor, object) => {
    const outcome = policy(actor, object);
    return outcome === 'allowed' ? outcomeOf(object, actor) : outcome;
  };

export const declined = (policy: Policy): Policy => instead(policy, () => 'declined');

export const withoutDrafts =
  (policy: Policy): Policy =>
  (actor, object) =>
    object === 'draft' ? 'missing' : policy(actor, object);

export const draftEditors = instead(editors, (object) => (object === 'draft' ? 'allowed' : 'declined'));
export const publishedEditors = instead(editors, (object) => (object === 'draft' ? 'declined' : 'allowed'));

const holdersExcept =
  (...names: readonly ActorName[]): Policy =>
  (actor, object) =>
    object === 'own' && !names.includes(actor.name) ? 'allowed' : 'missing';

export const linkHolders = holdersExcept('member of a suspended board');
export const meetingLinkHolders = holdersExcept('inactive member', 'member of a suspended board', 'paper author');

export const ownCanary = (actor: Actor): readonly string[] => [actor.own.canary];
