import { randomUUID } from 'node:crypto';
import { magicUid } from '#domain/magic-uid.ts';
import type { BoardWorld } from '#tests/support/world.ts';
import { about, announcements, callsFor } from './calls.ts';
import type { MatrixEntry } from './entry.ts';
import {
  draftEditors,
  editors,
  everybody,
  linkHolders,
  makers,
  ownCanary,
  publishedEditors,
  readers,
} from './outcomes.ts';

const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Words' }] }] };
const noBody = { body: {} };

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
  'announcements.get': { policy: readers, calls: about(announcements) },
  'announcements.update': { policy: editors, calls: about(announcements, { body: { revision: 1, title: 'Renamed' } }) },
  'announcements.publish': { policy: draftEditors, calls: about(announcements, { body: { publish_on: null } }) },
  'announcements.unpublish': { policy: publishedEditors, calls: about(announcements, noBody) },
  'announcements.delete': { policy: editors, calls: about(announcements) },
  'announcements.undelete': { policy: () => 'missing', calls: about(announcements, noBody) },
  'announcements.readers': { policy: editors, calls: about(announcements) },
  'magic.getAnnouncement': {
    policy: linkHolders,
    reveals: ownCanary,
    calls: (actor) => ({
      own: { params: { uid: actor.own.announcementUid } },
      missing: { params: { uid: unknownUid } },
    }),
  },
  'magic.openAnnouncementDocument': {
    policy: linkHolders,
    reveals: ownCanary,
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
    calls: callsFor(
      ({ board }) => ({ own: board.id }),
      (board_id) => ({ body: { board_id } }),
    ),
  },
  'feeds.open': {
    policy: linkHolders,
    reveals: ownCanary,
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
    calls: about(({ meeting }) => ({ own: meeting.id }), { params: { type: 'google' } }),
  },
  'calendar.subscribeGeneric': {
    policy: (actor) => (actor.rank === 'outside' ? 'missing' : 'allowed'),
    calls: () => ({ own: { params: { type: 'ical' } } }),
  },
};
