import { randomUUID } from 'node:crypto';
import { magicUid } from '#domain/magic-uid.ts';
import type { MadePoll } from '#tests/support/polls.ts';
import type { BoardWorld } from '#tests/support/world.ts';
import type { Actor } from './actors.ts';
import type { MatrixCall, MatrixEntry } from './entry.ts';
import { editors, type ObjectKind, type Policy, readers } from './outcomes.ts';

const unknownUid = magicUid('meeting', 'q'.repeat(52));
const input = {
  ...{ question: 'Lunch together?', choice: 'single', is_anonymous: false },
  ...{ results: 'always', closes_at: null, options: ['Yes', 'No'] },
};

const aboutPoll =
  (call: (poll: MadePoll) => MatrixCall) =>
  (actor: Actor): Partial<Record<ObjectKind, MatrixCall>> => {
    const { own, foreign } = actor;
    const nowhere = { ...own.poll, id: randomUUID() };
    const about = (poll: MadePoll) => ({ params: { id: poll.id }, ...call(poll) });
    return {
      ...{ own: about(own.poll), draft: about(own.draftPoll), group: about(own.groupPoll) },
      ...{ foreign: about(foreign.poll), missing: about(nowhere) },
    };
  };

const answering = (poll: MadePoll): MatrixCall => ({ body: { option_ids: poll.optionIds.slice(0, 1) } });
const voting = aboutPoll(answering);

const voters: Policy = (actor, object) => {
  const outcome = readers(actor, object);
  if (outcome !== 'allowed') return outcome;
  return object === 'draft' || (object === 'group' && actor.name !== 'own group’s admin') ? 'declined' : 'allowed';
};

const publishedEditors: Policy = (actor, object) =>
  object === 'draft' && actor.rank === 'board-admin' ? 'declined' : editors(actor, object);

const search = ({ search: made }: BoardWorld) => made;
const answers = (board: BoardWorld) => ({ answers: [{ option_id: search(board).optionIds[0], answer: 'yes' }] });

export const pollEntries: Readonly<Record<string, MatrixEntry>> = {
  'polls.create': {
    policy: editors,
    calls: (actor) => {
      const on = (id: string): MatrixCall => ({ params: { id }, body: input });
      const { own } = actor;
      return {
        ...{ own: on(own.meeting.id), draft: on(own.draft.id), group: on(own.groupMeeting.id) },
        ...{ foreign: on(actor.foreign.meeting.id), missing: on(randomUUID()) },
      };
    },
  },
  'polls.createOnAnnouncement': {
    policy: editors,
    calls: ({ own, foreign }) => {
      const on = (id: string): MatrixCall => ({ params: { id }, body: input });
      return {
        ...{ own: on(own.announcement.id), draft: on(own.draftAnnouncement.id), group: on(own.groupAnnouncement.id) },
        ...{ foreign: on(foreign.announcement.id), missing: on(randomUUID()) },
      };
    },
  },
  // The test polls belong to meetings, so a link to an announcement finds none of them.
  'polls.respondByAnnouncementLink': {
    policy: () => 'missing',
    calls: ({ own, foreign }) => ({
      own: { params: { uid: own.announcementUid, id: own.poll.id }, ...answering(own.poll) },
      foreign: { params: { uid: own.announcementUid, id: foreign.poll.id }, ...answering(foreign.poll) },
    }),
  },
  'polls.update': { policy: editors, calls: aboutPoll(() => ({ body: input })) },
  'polls.setClosing': { policy: editors, calls: aboutPoll(() => ({ body: { closes_at: '2026-12-01T12:00:00Z' } })) },
  'polls.close': { policy: publishedEditors, calls: aboutPoll(() => ({ body: {} })) },
  'polls.delete': { policy: editors, calls: aboutPoll(() => ({})) },
  'polls.restore': { policy: () => 'missing', calls: aboutPoll(() => ({ body: {} })) },
  'polls.respond': {
    policy: (actor, object) => (object === 'crossed' ? 'declined' : voters(actor, object)),
    calls: (actor) => ({
      ...voting(actor),
      crossed: { params: { id: actor.own.poll.id }, ...answering(actor.foreign.poll) },
    }),
  },
  'polls.respondByMagic': {
    policy: (actor, object) => {
      const isShut = ['inactive member', 'member of a suspended board', 'paper author'].includes(actor.name);
      return object === 'own' && !isShut ? 'allowed' : 'missing';
    },
    reveals: (actor) => [actor.own.canary],
    calls: (actor) => {
      const at = (uid: string, poll: MadePoll): MatrixCall => ({ params: { uid, id: poll.id }, ...answering(poll) });
      return {
        own: at(actor.uid, actor.own.poll),
        foreign: at(actor.uid, actor.foreign.poll),
        missing: at(unknownUid, actor.own.poll),
      };
    },
  },
  'dates.answer': {
    policy: (actor, object) => (object === 'crossed' ? 'declined' : readers(actor, object)),
    calls: (actor) => {
      const on = (id: string, board: BoardWorld): MatrixCall => ({ params: { id }, body: answers(board) });
      return {
        own: on(search(actor.own).id, actor.own),
        foreign: on(search(actor.foreign).id, actor.foreign),
        missing: on(randomUUID(), actor.own),
        crossed: on(search(actor.own).id, actor.foreign),
      };
    },
  },
  'dates.answerByMagic': {
    // The link's meeting already has a date, so answers are declined.
    policy: (actor, object) => {
      const isShut = ['inactive member', 'member of a suspended board', 'paper author'].includes(actor.name);
      return object === 'own' && !isShut ? 'declined' : 'missing';
    },
    calls: (actor) => ({
      own: { params: { uid: actor.uid }, body: answers(actor.own) },
      missing: { params: { uid: unknownUid }, body: answers(actor.own) },
    }),
  },
  'dates.answerFor': {
    policy: editors,
    calls: (actor) => {
      const on = (board: BoardWorld, memberId: string): MatrixCall => ({
        params: { id: search(board).id, member_id: memberId },
        body: answers(board),
      });
      return {
        own: on(actor.own, actor.own.pending.id),
        foreign: on(actor.foreign, actor.foreign.pending.id),
        crossed: on(actor.own, actor.foreign.pending.id),
        missing: {
          params: { id: randomUUID(), member_id: actor.own.pending.id },
          body: answers(actor.own),
        },
      };
    },
  },
  'dates.pick': {
    policy: editors,
    calls: (actor) => {
      const on = (board: BoardWorld): MatrixCall => ({
        params: { id: search(board).id, option_id: search(board).optionIds[0] ?? '' },
        body: {},
      });
      return {
        own: on(actor.own),
        foreign: on(actor.foreign),
        missing: { params: { id: randomUUID(), option_id: randomUUID() }, body: {} },
      };
    },
  },
};
