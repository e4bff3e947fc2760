import { randomUUID } from 'node:crypto';
import { magicUid } from '#domain/magic-uid.ts';
import type { BoardWorld } from '#tests/support/world.ts';
import type { Actor } from './actors.ts';
import type { MatrixCall, MatrixEntry } from './entry.ts';
import { editors, everybody, makers, type ObjectKind, type Policy, readers } from './outcomes.ts';

const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Words' }] }] };
const noBody = { body: {} };

const about =
  (rest: MatrixCall = {}) =>
  (actor: Actor): Partial<Record<ObjectKind, MatrixCall>> => {
    const call = (id: string): MatrixCall => ({ ...rest, params: { id } });
    return {
      own: call(actor.own.announcement.id),
      draft: call(actor.own.draftAnnouncement.id),
      group: call(actor.own.groupAnnouncement.id),
      foreign: call(actor.foreign.announcement.id),
      missing: call(randomUUID()),
    };
  };

const draftEditors: Policy = (actor, object) =>
  object !== 'draft' && editors(actor, object) === 'allowed' ? 'declined' : editors(actor, object);
const publishedEditors: Policy = (actor, object) =>
  object === 'draft' && editors(actor, object) === 'allowed' ? 'declined' : editors(actor, object);

const holders: Policy = (actor, object) =>
  object === 'own' && actor.name !== 'member of a suspended board' ? 'allowed' : 'missing';
const ofBoard = (actor: Actor): readonly string[] => [actor.own.canary];
const unknownUid = magicUid('announcement', 'q'.repeat(52));

const forGroup = (board: BoardWorld) => ({
  audience: { whole_board: false, group_ids: [board.group.id], member_ids: [] },
});

export const announcementEntries: Readonly<Record<string, MatrixEntry>> = {
  'announcements.list': { policy: everybody, calls: () => ({ own: {} }) },
  'announcements.create': {
    policy: (actor, object) => {
      const isMade = actor.rank === 'board-admin' || (object === 'group' && actor.name === 'own group’s admin');
      if (isMade) return 'allowed';
      return makers(actor, object) === 'allowed' ? 'invalid' : 'forbidden';
    },
    calls: (actor) => ({
      own: { body: { title: 'News', body } },
      group: { body: { title: 'News', body, ...forGroup(actor.own) } },
    }),
  },
  'announcements.get': { policy: readers, calls: about() },
  'announcements.update': { policy: editors, calls: about({ body: { revision: 1, title: 'Renamed' } }) },
  'announcements.publish': { policy: draftEditors, calls: about({ body: { publish_on: null } }) },
  'announcements.unpublish': { policy: publishedEditors, calls: about(noBody) },
  'announcements.delete': { policy: editors, calls: about() },
  'announcements.undelete': { policy: () => 'missing', calls: about(noBody) },
  'announcements.readers': { policy: editors, calls: about() },
  'magic.getAnnouncement': {
    policy: holders,
    reveals: ofBoard,
    calls: (actor) => ({
      own: { params: { uid: actor.own.announcementUid } },
      missing: { params: { uid: unknownUid } },
    }),
  },
  'magic.openAnnouncementDocument': {
    policy: holders,
    reveals: ofBoard,
    calls: (actor) => {
      const open = (id: string) => ({ params: { uid: actor.own.announcementUid, id } });
      return {
        own: open(actor.own.announcementDocument.id),
        draft: open(actor.own.draftDocument.id),
        foreign: open(actor.foreign.document.id),
        missing: open(randomUUID()),
        crossed: open(actor.own.document.id),
      };
    },
  },
  'feeds.list': { policy: everybody, calls: () => ({ own: {} }) },
  'feeds.renew': {
    policy: (actor, object) => {
      const isOn = actor.rank === 'member' || actor.rank === 'board-admin';
      return object === 'own' && isOn ? 'allowed' : 'missing';
    },
    calls: (actor) => ({
      own: { body: { board_id: actor.own.board.id } },
      foreign: { body: { board_id: actor.foreign.board.id } },
      missing: { body: { board_id: randomUUID() } },
    }),
  },
  'feeds.open': {
    policy: holders,
    reveals: ofBoard,
    calls: (actor) => ({
      own: { params: { file: actor.own.feed } },
      missing: { params: { file: `f${'q'.repeat(52)}.ics` } },
    }),
  },
  'calendar.subscribe': {
    policy: (actor, object) => {
      if (actor.rank === 'nobody') return 'allowed';
      if (actor.rank === 'outside') return 'missing';
      return object === 'own' || object === 'draft' ? 'allowed' : 'missing';
    },
    calls: (actor) => {
      const subscribe = (id: string) => ({ params: { id, type: 'google' } });
      return {
        own: subscribe(actor.own.meeting.id),
        foreign: subscribe(actor.foreign.meeting.id),
        missing: subscribe(randomUUID()),
      };
    },
  },
  'calendar.subscribeGeneric': {
    policy: (actor) => (actor.rank === 'outside' ? 'missing' : 'allowed'),
    calls: () => ({ own: { params: { type: 'ical' } } }),
  },
};
