import { randomUUID } from 'node:crypto';
import { emptyRichText } from '#domain/rich-text.ts';
import type { BoardWorld } from '#tests/support/world.ts';
import type { Actor } from './actors.ts';
import type { MatrixCall, MatrixEntry } from './entry.ts';
import { editors, type ObjectKind, type Policy, readers } from './outcomes.ts';

type Ids = Partial<Record<ObjectKind, string>>;
const meetings = ({ meeting, draft, groupMeeting }: BoardWorld): Ids => ({
  ...{ own: meeting.id, draft: draft.id, group: groupMeeting.id },
});
const sections = ({ minutes, draftItem, groupMinutes }: BoardWorld): Ids => ({
  ...{ own: minutes.sectionId, draft: draftItem.id, group: groupMinutes.sectionId },
});

const about =
  (ids: (board: BoardWorld) => Ids, callOf: (actor: Actor) => MatrixCall = () => ({})) =>
  (actor: Actor): Partial<Record<ObjectKind, MatrixCall>> => {
    const call = callOf(actor);
    const on = (id: string): MatrixCall => ({ ...call, params: { ...call.params, id } });
    const own = Object.entries(ids(actor.own)).map(([kind, id]) => [kind, on(id)]);
    return { ...Object.fromEntries(own), foreign: on(ids(actor.foreign).own ?? ''), missing: on(randomUUID()) };
  };

const kept =
  (policy: Policy): Policy =>
  (actor, object) =>
    object === 'draft' ? 'missing' : policy(actor, object);

const declined =
  (policy: Policy): Policy =>
  (actor, object) => {
    const outcome = policy(actor, object);
    return outcome === 'allowed' ? 'declined' : outcome;
  };

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
  'minutes.start': { policy: kept(declined(editors)), calls: about(meetings, () => ({ body: {} })) },
  'minutes.save': {
    policy: kept(editors),
    calls: about(sections, () => ({ body: { revision: 1, notes: emptyRichText } })),
  },
  'minutes.wordings': { policy: kept(editors), calls: about(sections) },
  'minutesWriting.say': { policy: kept(editors), calls: about(sections, () => ({ body: {} })) },
  'minutesWriting.list': { policy: kept(editors), calls: about(meetings) },
  'minutes.circulate': { policy: kept(declined(editors)), calls: about(meetings, () => ({ body: {} })) },
  'minutes.comment': { policy: kept(readers), calls: about(sections, () => ({ body: { text: 'Was it Thursday?' } })) },
  'minutes.settle': { policy: settlers, calls: comments },
  'minutes.addAddendum': {
    policy: kept(declined(editors)),
    calls: about(meetings, () => ({ body: { text: 'The price was 12.' } })),
  },
  'minutes.pdf': { policy: kept(readers), calls: about(meetings, ({ own }) => ({ query: { board: own.board.id } })) },
  'minutes.getHold': { policy: editors, calls: about(meetings) },
  'minutes.hold': { policy: editors, calls: about(meetings, () => ({ body: { reason: 'A dispute' } })) },
  'minutes.filledItems': { policy: readers, calls: about(meetings) },
  'minutes.placeOffer': {
    policy: declined(editors),
    calls: about(meetings, () => ({ body: { minutes_of: null, before_id: null } })),
  },
};
