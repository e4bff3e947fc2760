import type { BoardScope } from '#server/db/board-scope.ts';

export type Reader = Pick<BoardScope, 'member' | 'via'>;

export const myself = 'myself';
export const someoneElse = 'someone else';
export const ownGroup = 'own group';
export const ledGroup = 'led group';
export const otherGroup = 'other group';

const withGroups = (isBoardAdmin: boolean, groups: BoardScope['member']['groups']): Reader => ({
  member: { id: myself, userId: 'user', slug: 'me', isBoardAdmin, groups },
  via: { kind: 'session' },
});

export const member = withGroups(false, [{ id: ownGroup, isGroupAdmin: false }]);
export const chair = withGroups(false, [
  { id: ownGroup, isGroupAdmin: false },
  { id: ledGroup, isGroupAdmin: true },
]);
export const admin = withGroups(true, []);

export const byMeetingLink = (reader: Reader): Reader => ({ ...reader, via: { kind: 'magic', meetingId: 'meeting' } });
export const byAnnouncementLink = (reader: Reader): Reader => ({
  ...reader,
  via: { kind: 'magic-announcement', announcementId: 'announcement' },
});
export const byActionLink = (reader: Reader): Reader => ({
  ...reader,
  via: { kind: 'magic-action-item', actionItemId: 'action item' },
});
export const byFeed = (reader: Reader): Reader => ({ ...reader, via: { kind: 'feed' } });
export const bySecrets = (reader: Reader): readonly Reader[] => [
  byMeetingLink(reader),
  byAnnouncementLink(reader),
  byActionLink(reader),
  byFeed(reader),
];

/** Lists the names of the rights that are granted. */
export const granted = (rights: object): readonly string[] =>
  Object.entries(rights).flatMap(([name, is]) => (is ? [name] : []));

export const outside = { in_audience: false, administers: false };
export const inside = { in_audience: true, administers: false };
export const administering = { in_audience: true, administers: true };
