import { randomUUID } from 'node:crypto';
import { about, type Ids, items, meetings } from './calls.ts';
import type { MatrixEntry } from './entry.ts';
import { declined, editors, readers, withoutDrafts } from './outcomes.ts';

const motions: Ids = ({ motion, groupMotion }) => ({ own: motion.id, group: groupMotion.id });
const votes: Ids = ({ vote }) => ({ own: vote.id });

const text = 'That the annual report be adopted.';

export const motionEntries: Readonly<Record<string, MatrixEntry>> = {
  'motions.ofMeeting': { policy: withoutDrafts(readers), calls: about(meetings) },
  'motions.deferralMeetings': { policy: withoutDrafts(editors), calls: about(meetings) },
  'motions.add': { policy: withoutDrafts(readers), calls: about(items, { body: { text } }) },
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
