import { randomUUID } from 'node:crypto';
import { magicUid } from '#domain/magic-uid.ts';
import type { MadePoll } from '#tests/support/polls.ts';
import type { BoardWorld } from '#tests/support/world.ts';
import {
  about,
  announcements,
  callsForEach,
  type Ids,
  linked,
  type MatrixCall,
  type MatrixEntry,
  meetings,
  noBody,
} from './calls.ts';
import { declined, editors, instead, meetingLinkHolders, publishedEditors, readers } from './outcomes.ts';

const unknownUid = magicUid('meeting', 'q'.repeat(52));
const input = {
  question: 'Lunch together?',
  choice: 'single',
  is_anonymous: false,
  results: 'always',
  closes_at: null,
  options: ['Yes', 'No'],
};

const polls: Ids = ({ poll, draftPoll, groupPoll }) => ({ own: poll.id, draft: draftPoll.id, group: groupPoll.id });
const answering = (poll: Pick<MadePoll, 'optionIds'>) => ({ body: { option_ids: poll.optionIds.slice(0, 1) } });
const voting = callsForEach(
  ({ poll, draftPoll, groupPoll }) => ({ own: poll, draft: draftPoll, group: groupPoll }),
  { id: randomUUID(), boardId: randomUUID(), optionIds: [randomUUID()] },
  (poll) => ({ params: { id: poll.id }, ...answering(poll) }),
);

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
  'polls.update': { policy: editors, calls: about(polls, { body: input }) },
  'polls.setClosing': { policy: editors, calls: about(polls, { body: { closes_at: '2026-12-01T12:00:00Z' } }) },
  'polls.close': { policy: publishedEditors, calls: about(polls, noBody) },
  'polls.delete': { policy: editors, calls: about(polls) },
  'polls.restore': { policy: () => 'missing', calls: about(polls, noBody) },
  'polls.respond': {
    policy: (actor, object) => (object === 'crossed' ? 'declined' : voters(actor, object)),
    calls: (actor) => ({
      ...voting(actor),
      crossed: { params: { id: actor.own.poll.id }, ...answering(actor.foreign.poll) },
    }),
  },
  'polls.respondByMagic': linked(meetingLinkHolders, (actor) => {
    const at = (uid: string, poll: MadePoll): MatrixCall => ({ params: { uid, id: poll.id }, ...answering(poll) });
    return {
      own: at(actor.uid, actor.own.poll),
      foreign: at(actor.uid, actor.foreign.poll),
      missing: at(unknownUid, actor.own.poll),
    };
  }),
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
    calls: callsForEach(
      (board) => ({ own: { id: search(board).id, option_id: search(board).optionIds[0] ?? '' } }),
      { id: randomUUID(), option_id: randomUUID() },
      (params) => ({ params, ...noBody }),
    ),
  },
};
