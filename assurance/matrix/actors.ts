import type { BoardWorld, World } from '#tests/support/world.ts';

export const actorNames = [
  'anonymous',
  'magic visitor',
  'feed holder',
  'invited',
  'two-factor pending',
  'member',
  'own group’s admin',
  'other group’s admin',
  'inactive member',
  'member of a suspended board',
  'other board’s member',
  'other board’s admin',
  'board admin',
  'site admin',
] as const;
export type ActorName = (typeof actorNames)[number];

/**
 * Where somebody stands towards the board whose objects are "own".
 * - `nobody`: without a session
 * - `outside`: signed in, not active there
 */
export type Rank = 'nobody' | 'outside' | 'member' | 'board-admin';

export interface Actor {
  readonly name: ActorName;
  readonly rank: Rank;
  /** Null: no session. */
  readonly userId: string | null;
  /** The board that calls name, and whose objects are "own"; another board's members come to home's door. */
  readonly own: BoardWorld;
  /** Whose objects are "foreign": of a board where the actor is not. */
  readonly foreign: BoardWorld;
  /** The password was right, the code is still asked for. */
  readonly pending?: World['withTwoFactor'];
  /** The magic address that the actor holds. */
  readonly uid: string;
  /** Canaries of what the actor's own boards tell; no others may stand in an answer. */
  readonly canRead: readonly string[];
}

export function actorOf(name: ActorName, world: World): Actor {
  const { home, elsewhere, suspended } = world;
  const nobody = {
    name,
    rank: 'nobody',
    userId: null,
    own: home,
    foreign: elsewhere,
    uid: home.memberUid,
  } as const;
  const outside = { ...nobody, rank: 'outside' } as const;
  switch (name) {
    case 'anonymous':
    case 'magic visitor':
    case 'feed holder':
    case 'invited':
      return { ...nobody, canRead: [] };
    case 'two-factor pending':
      return { ...nobody, pending: world.withTwoFactor, canRead: [] };
    case 'member':
      return { ...nobody, rank: 'member', userId: home.member.userId, canRead: [home.canary] };
    case 'own group’s admin': {
      const canRead = [home.canary, home.groupCanary];
      return { ...nobody, rank: 'member', userId: home.groupAdmin.userId, canRead };
    }
    case 'other group’s admin':
      return { ...nobody, rank: 'member', userId: home.otherGroupAdmin.userId, canRead: [home.canary] };
    case 'board admin': {
      const canRead = [home.canary, home.draftCanary, home.groupCanary];
      return { ...nobody, rank: 'board-admin', userId: home.admin.userId, canRead };
    }
    case 'inactive member':
      return { ...outside, userId: home.inactive.userId, uid: home.inactiveUid, canRead: [] };
    case 'member of a suspended board': {
      const { userId } = suspended.member;
      return { ...outside, userId, own: suspended, uid: suspended.memberUid, canRead: [suspended.canary] };
    }
    case 'other board’s member':
      return { ...outside, userId: elsewhere.member.userId, foreign: suspended, canRead: [elsewhere.canary] };
    case 'other board’s admin':
      return {
        ...outside,
        userId: elsewhere.admin.userId,
        foreign: suspended,
        canRead: [elsewhere.canary, elsewhere.draftCanary, elsewhere.groupCanary],
      };
    case 'site admin':
      return { ...outside, userId: world.siteAdmin.id, canRead: [] };
  }
}

/** All canaries of a world: the words by which a foreign byte is known. */
export const canariesOf = (world: World): readonly string[] =>
  [world.home, world.elsewhere, world.suspended].flatMap((board) => [
    board.canary,
    board.draftCanary,
    board.groupCanary,
  ]);
