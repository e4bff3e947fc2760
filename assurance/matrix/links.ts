import { randomUUID } from 'node:crypto';
import { magicUid } from '#domain/magic-uid.ts';
import type { Actor } from './actors.ts';
import {
  about,
  announcements,
  boards,
  callsFor,
  type Ids,
  linked,
  type MatrixCall,
  type MatrixEntry,
  meetings,
  noBody,
  only,
} from './calls.ts';
import {
  editors,
  everybody,
  linkHolders,
  meetingLinkHolders,
  type ObjectKind,
  ownCanary,
  type Policy,
} from './outcomes.ts';

const calls =
  (ids: Ids, rest: MatrixCall = {}): MatrixEntry['calls'] =>
  ({ own, foreign }) => {
    const { own: ownId, draft, group } = ids(own);
    const call = (id: string | undefined, member_id: string): MatrixCall => ({
      ...rest,
      params: { id: id ?? '', ...(rest.body === undefined ? {} : { member_id }) },
    });
    return {
      own: call(ownId, own.member.id),
      draft: call(draft, own.member.id),
      group: call(group, own.groupAdmin.id),
      foreign: call(ids(foreign).own, foreign.member.id),
      missing: call(randomUUID(), own.member.id),
      ...(rest.body === undefined ? {} : { crossed: call(ownId, foreign.member.id) }),
    };
  };

const holders: Policy = (actor, object) => {
  const outcome = editors(actor, object);
  if (object === 'crossed') return actor.rank === 'board-admin' ? 'missing' : outcome;
  return object === 'draft' ? 'missing' : outcome;
};

const entriesOf = (name: string, ids: Ids): Readonly<Record<string, MatrixEntry>> => ({
  [`magic.${name}.list`]: { policy: editors, calls: calls(ids) },
  [`magic.${name}.renew`]: { policy: holders, calls: calls(ids, noBody) },
  [`magic.${name}.revoke`]: { policy: holders, calls: calls(ids, noBody) },
});

const addresses = ({ own, foreign }: Actor): Partial<Record<ObjectKind, MatrixCall>> => ({
  own: { params: own.unsubscribe },
  crossed: { params: { ...own.unsubscribe, member_id: own.admin.id } },
  foreign: { params: { ...own.unsubscribe, member_id: foreign.member.id } },
  missing: { params: { ...own.unsubscribe, member_id: randomUUID() } },
});

const unsubscribers: Policy = (_actor, object) => (object === 'own' ? 'allowed' : 'missing');

const unknownUid = magicUid('meeting', 'q'.repeat(52));

const openings = (
  actor: Actor,
  uid: string,
  { own, crossed }: Readonly<Record<'own' | 'crossed', { readonly id: string }>>,
) => {
  const open = ({ id }: { readonly id: string }) => ({ params: { uid, id } });
  return {
    own: open(own),
    draft: open(actor.own.draftDocument),
    foreign: open(actor.foreign.document),
    missing: open({ id: randomUUID() }),
    crossed: open(crossed),
  };
};

export const linkEntries: Readonly<Record<string, MatrixEntry>> = {
  ...entriesOf('meetings', meetings),
  ...entriesOf('announcements', announcements),
  'mail.list': { policy: everybody, reveals: ownCanary, calls: only({}) },
  'mail.resend': { policy: () => 'missing', calls: () => ({ missing: { params: { id: randomUUID() }, ...noBody } }) },
  'mail.getUnsubscribe': { policy: unsubscribers, reveals: ownCanary, calls: addresses },
  'mail.unsubscribe': { policy: unsubscribers, calls: addresses },
  'magic.getAnnouncement': linked(linkHolders, (actor) => ({
    own: { params: { uid: actor.own.announcementUid } },
    missing: { params: { uid: magicUid('announcement', 'q'.repeat(52)) } },
  })),
  'magic.openAnnouncementDocument': linked(linkHolders, (actor) =>
    openings(actor, actor.own.announcementUid, { own: actor.own.announcementDocument, crossed: actor.own.document }),
  ),
  'magic.getMeeting': linked(meetingLinkHolders, ({ uid }) => ({
    own: { params: { uid } },
    missing: { params: { uid: unknownUid } },
  })),
  'magic.openDocument': linked(meetingLinkHolders, (actor) =>
    openings(actor, actor.uid, { own: actor.own.document, crossed: actor.own.otherDocument }),
  ),
  'calendar.addByMagic': linked(meetingLinkHolders, ({ uid }) => ({
    own: { params: { uid, type: 'ical' } },
    missing: { params: { uid: unknownUid, type: 'ical' } },
  })),
  'feeds.renew': {
    policy: (actor, object) => {
      const isOn = actor.rank === 'member' || actor.rank === 'board-admin';
      return object === 'own' && isOn ? 'allowed' : 'missing';
    },
    calls: callsFor(boards, (board_id) => ({ body: { board_id } })),
  },
  'feeds.open': linked(linkHolders, ({ own }) => ({
    own: { params: { file: own.feed } },
    missing: { params: { file: `f${'q'.repeat(52)}.ics` } },
  })),
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
    calls: only({ params: { type: 'ical' } }),
  },
};
