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
  const place = { name, own: home, foreign: elsewhere, uid: home.memberUid, canRead: [] } as const;
  const nobody = { ...place, rank: 'nobody', userId: null } as const;
  const outside = { ...place, rank: 'outside' } as const;
  const member = { ...place, rank: 'member', canRead: [home.canary] } as const;
  switch (name) {
    case 'anonymous':
    case 'magic visitor':
    case 'feed holder':
    case 'invited':
      return nobody;
    case 'paper author':
      return { ...nobody, uid: home.papers.own.uid };
    case 'paper device':
      return { ...nobody, deviceToken: home.paperDevices.member.token };
    case 'two-factor pending':
      return { ...nobody, pending: world.withTwoFactor };
    case 'member':
      return { ...member, userId: home.member.userId };
    case 'own group’s admin':
      return { ...member, userId: home.groupAdmin.userId, canRead: [home.canary, home.groupCanary] };
    case 'other group’s admin':
      return { ...member, userId: home.otherGroupAdmin.userId };
    case 'board admin':
      return { ...place, rank: 'board-admin', userId: home.admin.userId, canRead: canariesOn(home) };
    case 'inactive member':
      return { ...outside, userId: home.inactive.userId, uid: home.inactiveUid };
    case 'member of a suspended board': {
      const { userId } = suspended.member;
      return { ...outside, userId, own: suspended, uid: suspended.memberUid, canRead: [suspended.canary] };
    }
    case 'other board’s member':
      return { ...outside, userId: elsewhere.member.userId, foreign: suspended, canRead: [elsewhere.canary] };
    case 'other board’s admin':
      return { ...outside, userId: elsewhere.admin.userId, foreign: suspended, canRead: canariesOn(elsewhere) };
    case 'site admin':
      return { ...outside, userId: world.siteAdmin.id };
  }
}

export const canariesOn = (board: BoardWorld): readonly string[] => [
  board.canary,
  board.draftCanary,
  board.groupCanary,
];
export const canariesOf = (world: World): readonly string[] =>
  [world.home, world.elsewhere, world.suspended].flatMap(canariesOn);
