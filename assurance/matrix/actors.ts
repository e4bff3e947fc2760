import type { BoardWorld, World } from '#tests/support/world.ts';

export const actorNames = [
  'anonymous',
  'magic visitor',
  'paper author',
  'feed holder',
  'paper device',
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

export type Rank = 'nobody' | 'outside' | 'member' | 'board-admin';

export interface Actor {
  readonly name: ActorName;
  readonly rank: Rank;
  readonly userId: string | null;
  readonly own: BoardWorld;
  readonly foreign: BoardWorld;
  readonly pending?: World['withTwoFactor'];
  readonly deviceToken?: string;
  readonly uid: string;
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
    case 'paper author':
      return { ...nobody, uid: home.papers.own.uid, canRead: [] };
    case 'paper device':
      return { ...nobody, deviceToken: home.paperDevices.member.token, canRead: [] };
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

export const canariesOf = (world: World): readonly string[] =>
  [world.home, world.elsewhere, world.suspended].flatMap((board) => [
    board.canary,
    board.draftCanary,
    board.groupCanary,
  ]);
