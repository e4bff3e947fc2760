import { randomUUID } from 'node:crypto';
import { emptyRichText } from '#domain/rich-text.ts';
import { about, type Ids, meetings } from './calls.ts';
import type { MatrixCall, MatrixEntry } from './entry.ts';
import { declined, editors, type Policy, readers, withoutDrafts } from './outcomes.ts';

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

export const minutesEntries: Readonly<Record<string, MatrixEntry>> = {
  'minutes.get': { policy: readers, calls: about(meetings) },
  'minutes.start': { policy: withoutDrafts(declined(editors)), calls: about(meetings, { body: {} }) },
  'minutes.save': {
    policy: withoutDrafts(editors),
    calls: about(sections, { body: { revision: 1, notes: emptyRichText } }),
  },
  'minutes.wordings': { policy: withoutDrafts(editors), calls: about(sections) },
  'minutesWriting.say': { policy: withoutDrafts(editors), calls: about(sections, { body: {} }) },
  'minutesWriting.list': { policy: withoutDrafts(editors), calls: about(meetings) },
  'minutes.circulate': { policy: withoutDrafts(declined(editors)), calls: about(meetings, { body: {} }) },
  'minutes.comment': { policy: withoutDrafts(readers), calls: about(sections, { body: { text: 'Was it Thursday?' } }) },
  'minutes.settle': { policy: settlers, calls: comments },
  'minutes.addAddendum': {
    policy: withoutDrafts(declined(editors)),
    calls: about(meetings, { body: { text: 'The price was 12.' } }),
  },
  'minutes.pdf': {
    policy: withoutDrafts(readers),
    calls: about(meetings, ({ own }) => ({ query: { board: own.board.id } })),
  },
  'minutes.getHold': { policy: editors, calls: about(meetings) },
  'minutes.hold': { policy: editors, calls: about(meetings, { body: { reason: 'A dispute' } }) },
  'minutes.filledItems': { policy: readers, calls: about(meetings) },
  'minutes.placeOffer': {
    policy: declined(editors),
    calls: about(meetings, { body: { minutes_of: null, before_id: null } }),
  },
};
