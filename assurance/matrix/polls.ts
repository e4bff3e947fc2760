import { randomUUID } from 'node:crypto';
import { magicUid } from '#domain/magic-uid.ts';
import type { MadePoll } from '#tests/support/polls.ts';
import type { BoardWorld } from '#tests/support/world.ts';
import { about, announcements, meetings } from './calls.ts';
import type { MatrixCall, MatrixEntry } from './entry.ts';
import { declined, editors, instead, meetingLinkHolders, ownCanary, publishedEditors, readers } from './outcomes.ts';

const unknownUid = magicUid('meeting', 'q'.repeat(52));
const input = {
  ...{ question: 'Lunch together?', choice: 'single', is_anonymous: false },
  ...{ results: 'always', closes_at: null, options: ['Yes', 'No'] },
};

const aboutPoll =
  (call: (poll: MadePoll) => MatrixCall): MatrixEntry['calls'] =>
  ({ own, foreign }) => {
    const on = (poll: MadePoll) => ({ params: { id: poll.id }, ...call(poll) });
    return {
      own: on(own.poll),
      draft: on(own.draftPoll),
      group: on(own.groupPoll),
      foreign: on(foreign.poll),
      missing: on({ ...own.poll, id: randomUUID() }),
    };
  };

const answering = (poll: MadePoll): MatrixCall => ({ body: { option_ids: poll.optionIds.slice(0, 1) } });
const voting = aboutPoll(answering);

const voters = instead(readers, (object, { name }) =>
  object === 'draft' || (object === 'group' && name !== 'own group’s admin') ? 'declined' : 'allowed',
);

const search = ({ search: made }: BoardWorld) => made;
const answers = (board: BoardWorld) => ({ answers: [{ option_id: search(board).optionIds[0], answer: 'yes' }] });

export const pollEntries: Readonly<Record<string, MatrixEntry>> = {
  'polls.create': { policy: editors, calls: about(meetings, { body: input }) },
  'polls.createOnAnnouncement': { policy: editors, calls: about(announcements, { body: input }) },
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
    policy: meetingLinkHolders,
    reveals: ownCanary,
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
    policy: declined(meetingLinkHolders),
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
