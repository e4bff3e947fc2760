import { randomUUID } from 'node:crypto';
import type { BoardWorld } from '#tests/support/world.ts';
import type { Actor } from './actors.ts';
import type { MatrixCall, MatrixEntry } from './entry.ts';
import { editors, type ObjectKind, type Policy } from './outcomes.ts';

type Items = (board: BoardWorld) => { readonly own: string; readonly draft: string; readonly group: string };

const meetings: Items = (board) => ({
  own: board.meeting.id,
  draft: board.draft.id,
  group: board.groupMeeting.id,
});
const announcements: Items = (board) => ({
  own: board.announcement.id,
  draft: board.draftAnnouncement.id,
  group: board.groupAnnouncement.id,
});

const calls =
  (items: Items, rest: MatrixCall = {}) =>
  ({ own, foreign }: Actor): Partial<Record<ObjectKind, MatrixCall>> => {
    const ids = items(own);
    const call = (id: string, member_id: string): MatrixCall => ({
      ...rest,
      params: { id, ...(rest.body === undefined ? {} : { member_id }) },
    });
    return {
      own: call(ids.own, own.member.id),
      draft: call(ids.draft, own.member.id),
      group: call(ids.group, own.groupAdmin.id),
      foreign: call(items(foreign).own, foreign.member.id),
      missing: call(randomUUID(), own.member.id),
      ...(rest.body === undefined ? {} : { crossed: call(ids.own, foreign.member.id) }),
    };
  };

const holders: Policy = (actor, object) => {
  const outcome = editors(actor, object);
  if (object === 'crossed') return actor.rank === 'board-admin' ? 'missing' : outcome;
  return object === 'draft' ? 'missing' : outcome;
};

const entriesOf = (name: string, items: Items): Readonly<Record<string, MatrixEntry>> => ({
  [`magic.${name}.list`]: { policy: editors, calls: calls(items) },
  [`magic.${name}.renew`]: { policy: holders, calls: calls(items, { body: {} }) },
  [`magic.${name}.revoke`]: { policy: holders, calls: calls(items, { body: {} }) },
});

export const magicLinkEntries: Readonly<Record<string, MatrixEntry>> = {
  ...entriesOf('meetings', meetings),
  ...entriesOf('announcements', announcements),
};
