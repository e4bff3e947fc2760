import { randomUUID } from 'node:crypto';
import { magicUid } from '#domain/magic-uid.ts';
import { emptyRichText } from '#domain/rich-text.ts';
import type { BoardWorld } from '#tests/support/world.ts';
import type { Actor } from './actors.ts';
import {
  about,
  callsFor,
  type Ids,
  idsOf,
  inBoard,
  items,
  linked,
  type MatrixCall,
  type MatrixEntry,
  meetings,
  members,
  noBody,
  resolutions,
  rows,
} from './calls.ts';
import {
  declined,
  draftEditors,
  editors,
  instead,
  linkHolders,
  type Policy,
  publishedEditors,
  readers,
  withoutDrafts,
} from './outcomes.ts';

const presences: Ids = ({ presence }) => ({ own: presence.id });

const ownDeclaration: Policy = (actor, object) => {
  const outcome = withoutDrafts(readers)(actor, object);
  return outcome === 'allowed' && actor.name !== 'member' ? 'forbidden' : outcome;
};

const declaration = ({ own }: Actor) => ({
  params: { member_id: own.member.id },
  body: { effect: 'declared', nature: 'Holds shares' },
});
const desk = { chair_id: null, secretary_id: null };

const motions: Ids = ({ motion, groupMotion }) => ({ own: motion.id, group: groupMotion.id });
const votes: Ids = ({ vote }) => ({ own: vote.id });

const motionText = 'That the annual report be adopted.';

const sections: Ids = ({ minutes, draftItem, groupMinutes }) => ({
  own: minutes.sectionId,
  draft: draftItem.id,
  group: groupMinutes.sectionId,
});

const comments: MatrixEntry['calls'] = ({ own, foreign }) => {
  const settle = (id: string, comment_id: string): MatrixCall => ({
    params: { id, comment_id },
    body: { to: 'taken-over' },
  });
  const { minutes, groupMinutes } = own;
  return {
    own: settle(minutes.sectionId, minutes.commentId),
    group: settle(groupMinutes.sectionId, groupMinutes.commentId),
    foreign: settle(foreign.minutes.sectionId, foreign.minutes.commentId),
    missing: settle(minutes.sectionId, randomUUID()),
  };
};
const settlers: Policy = (actor, object) =>
  object === 'missing' && actor.rank !== 'board-admin' ? 'forbidden' : editors(actor, object);

const resolutionFile = about(resolutions, inBoard);

/** A draft is not open for votes, and the board admin has no vote in the group. */
const voters = instead(readers, (object, { rank }) =>
  object === 'draft' || (object === 'group' && rank === 'board-admin') ? 'declined' : 'allowed',
);

const bodies: MatrixEntry['calls'] = ({ own, foreign }) => {
  const call = (body_id: string): MatrixCall => ({ body: { body_id, title: 'A roof', text: 'That it be built.' } });
  return { own: call(own.board.id), group: call(own.group.id), foreign: call(foreign.board.id) };
};

const interests: Ids = ({ interest }) => ({ own: interest.id });
const wording = { organisation: 'Quay Bank', nature: 'Holds shares', since: '2019' };

const ownersAndEditors: Policy = (actor, object) =>
  actor.name === 'member' && object === 'own' ? 'allowed' : editors(actor, object);

const forOthers: Policy = (actor, object) => {
  if (actor.rank !== 'board-admin') return actor.name === 'member' && object === 'own' ? 'allowed' : 'forbidden';
  return object === 'own' ? 'allowed' : 'missing';
};

const actions = idsOf('action', 'draftAction', 'groupAction');

const input = (board: BoardWorld, meeting_id: string) => ({
  title: 'Ask three firms',
  notes: '',
  due_on: '2026-12-20',
  meeting_id,
  owner_id: board.admin.id,
});

const byLink =
  (rest: MatrixCall = {}): MatrixEntry['calls'] =>
  ({ own }) => ({
    own: { ...rest, params: { uid: own.action.uid } },
    missing: { ...rest, params: { uid: magicUid('action-item', 'q'.repeat(52)) } },
  });

export const decidingEntries: Readonly<Record<string, MatrixEntry>> = {
  'room.phase': { policy: withoutDrafts(declined(editors)), calls: about(meetings, { body: { to: 'in-session' } }) },
  'room.pointer': {
    policy: withoutDrafts(declined(editors)),
    calls: about(meetings, { body: { agenda_item_id: randomUUID() } }),
  },
  'room.desk': { policy: withoutDrafts(editors), calls: about(meetings, { body: desk }) },
  'room.checkIn': { policy: withoutDrafts(declined(readers)), calls: about(meetings, { body: { mode: 'remote' } }) },
  'room.addPresence': {
    policy: withoutDrafts(declined(editors)),
    calls: about(meetings, ({ own }) => ({ body: { member_id: own.member.id, mode: 'remote' } })),
  },
  'room.updatePresence': {
    policy: declined(editors),
    calls: about(presences, { body: { revision: 1, mode: 'remote' } }),
  },
  'room.declare': { policy: ownDeclaration, calls: about(items, declaration) },
  'room.openedPapers': {
    policy: (actor, object) => withoutDrafts(actor.name === 'member' ? readers : editors)(actor, object),
    calls: about(meetings, ({ own }) => ({ params: { member_id: own.member.id } })),
  },
  'room.removePresence': { policy: declined(editors), calls: about(presences) },
  'motions.add': { policy: withoutDrafts(readers), calls: about(items, { body: { text: motionText } }) },
  'motions.update': { policy: editors, calls: about(motions, { body: { revision: 1, text: motionText } }) },
  'motions.setState': { policy: editors, calls: about(motions, { body: { to: 'withdrawn' } }) },
  'motions.openVote': { policy: declined(editors), calls: about(motions, { body: { way: 'named' } }) },
  'motions.castBallot': {
    policy: declined(readers),
    calls: about(votes, () => ({ body: { choice: 'for', key: randomUUID() } })),
  },
  'motions.enterBallot': {
    policy: declined(editors),
    calls: about(votes, ({ own }) => ({ params: { member_id: own.member.id }, body: { choice: 'for' } })),
  },
  'motions.closeVote': { policy: declined(editors), calls: about(votes, noBody) },
  'motions.correctCounts': {
    policy: declined(editors),
    calls: about(votes, { body: { for: 0, against: 1, abstain: 0 } }),
  },
  'motions.decideTie': { policy: declined(readers), calls: about(votes, { body: { choice: 'for' } }) },
  'motions.voidVote': { policy: declined(editors), calls: about(votes, { body: { reason: 'Miscounted' } }) },
  'minutes.save': {
    policy: withoutDrafts(editors),
    calls: about(sections, { body: { revision: 1, notes: emptyRichText } }),
  },
  'minutes.wordings': { policy: withoutDrafts(editors), calls: about(sections) },
  'minutesWriting.say': { policy: withoutDrafts(editors), calls: about(sections, noBody) },
  'minutes.comment': { policy: withoutDrafts(readers), calls: about(sections, { body: { text: 'Was it Thursday?' } }) },
  'minutes.settle': { policy: settlers, calls: comments },
  'minutes.addAddendum': {
    policy: withoutDrafts(declined(editors)),
    calls: about(meetings, { body: { text: 'The price was 12.' } }),
  },
  'minutes.pdf': { policy: withoutDrafts(readers), calls: about(meetings, inBoard) },
  'minutes.hold': { policy: editors, calls: about(meetings, { body: { reason: 'A dispute' } }) },
  'minutes.placeOffer': {
    policy: declined(editors),
    calls: about(meetings, { body: { minutes_of: null, before_id: null } }),
  },
  'resolutions.get': { policy: readers, calls: about(resolutions) },
  'resolutions.pdf': { policy: withoutDrafts(readers), calls: resolutionFile },
  // Nobody has voted yet, so there is no receipt.
  'resolutions.receipt': { policy: () => 'missing', calls: resolutionFile },
  'resolutions.create': { policy: editors, calls: bodies },
  'resolutions.update': { policy: draftEditors, calls: about(resolutions, { body: { revision: 1, title: 'A roof' } }) },
  'resolutions.circulate': { policy: declined(editors), calls: about(resolutions, { body: { revision: 1 } }) },
  'resolutions.remind': { policy: publishedEditors, calls: about(resolutions, noBody) },
  'resolutions.answer': { policy: voters, calls: about(resolutions, { body: { choice: 'for' } }) },
  'resolutions.object': { policy: voters, calls: about(resolutions, noBody) },
  'resolutions.withdraw': { policy: editors, calls: about(resolutions, noBody) },
  'interests.get': { policy: readers, calls: about(interests) },
  'interests.declare': {
    policy: forOthers,
    calls: callsFor(members, (member_id) => ({ body: { ...wording, member_id } })),
  },
  'interests.update': {
    policy: ownersAndEditors,
    calls: about(interests, { body: { nature: 'Chair of its board', revision: 1 } }),
  },
  'actionItems.owners': { policy: editors, calls: callsFor(meetings, (meeting) => ({ query: { meeting } })) },
  'actionItems.create': { policy: editors, calls: callsFor(meetings, (id, { own }) => ({ body: input(own, id) })) },
  'actionItems.get': { policy: readers, calls: about(actions) },
  'actionItems.update': { policy: ownersAndEditors, calls: about(actions, { body: { revision: 1, state: 'done' } }) },
  'actionItems.setLink': { policy: editors, calls: about(actions, { body: { to: 'ended' } }) },
  'magic.getActionItem': linked(linkHolders, byLink()),
  'magic.setActionItem': linked(linkHolders, byLink({ body: { to: 'done', note: '' } })),
  ...rows(withoutDrafts(readers), about(meetings), 'room.get motions.ofMeeting'),
  ...rows(withoutDrafts(editors), about(meetings), 'motions.deferralMeetings minutesWriting.list'),
  ...rows(withoutDrafts(declined(editors)), about(meetings, noBody), 'minutes.start minutes.circulate'),
};
