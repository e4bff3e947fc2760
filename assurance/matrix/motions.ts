import { randomUUID } from 'node:crypto';
import type { BoardWorld } from '#tests/support/world.ts';
import type { Actor } from './actors.ts';
import type { MatrixCall, MatrixEntry } from './entry.ts';
import { editors, type ObjectKind, type Policy, readers } from './outcomes.ts';

type Ids = Partial<Record<ObjectKind, string>>;
const meetings = ({ meeting, draft, groupMeeting }: BoardWorld): Ids => ({
  ...{ own: meeting.id, draft: draft.id, group: groupMeeting.id },
});
const items = ({ item, draftItem, groupItem }: BoardWorld): Ids => ({
  ...{ own: item.id, draft: draftItem.id, group: groupItem.id },
});
const motions = ({ motion, groupMotion }: BoardWorld): Ids => ({ own: motion.id, group: groupMotion.id });
const votes = ({ vote }: BoardWorld): Ids => ({ own: vote.id });

const about =
  (ids: (board: BoardWorld) => Ids, call: MatrixCall | ((actor: Actor) => MatrixCall) = {}) =>
  (actor: Actor): Partial<Record<ObjectKind, MatrixCall>> => {
    const rest = typeof call === 'function' ? call(actor) : call;
    const on = (id: string): MatrixCall => ({ ...rest, params: { ...rest.params, id } });
    const own = Object.entries(ids(actor.own)).map(([kind, id]) => [kind, on(id)]);
    return {
      ...Object.fromEntries(own),
      foreign: on(ids(actor.foreign).own ?? ''),
      missing: on(randomUUID()),
    };
  };

const inRoom =
  (policy: Policy): Policy =>
  (actor, object) =>
    object === 'draft' ? 'missing' : policy(actor, object);

const declined =
  (policy: Policy): Policy =>
  (actor, object) => {
    const outcome = policy(actor, object);
    return outcome === 'allowed' ? 'declined' : outcome;
  };

const text = 'That the annual report be adopted.';

export const motionEntries: Readonly<Record<string, MatrixEntry>> = {
  'motions.ofMeeting': { policy: inRoom(readers), calls: about(meetings) },
  'motions.deferralMeetings': { policy: inRoom(editors), calls: about(meetings) },
  'motions.add': { policy: inRoom(readers), calls: about(items, { body: { text } }) },
  'motions.update': { policy: editors, calls: about(motions, { body: { revision: 1, text } }) },
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
  'motions.closeVote': { policy: declined(editors), calls: about(votes, { body: {} }) },
  'motions.correctCounts': {
    policy: declined(editors),
    calls: about(votes, { body: { for: 0, against: 1, abstain: 0 } }),
  },
  'motions.decideTie': { policy: declined(readers), calls: about(votes, { body: { choice: 'for' } }) },
  'motions.voidVote': { policy: declined(editors), calls: about(votes, { body: { reason: 'Miscounted' } }) },
};
