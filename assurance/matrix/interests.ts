import { about, callsFor, type Ids, members } from './calls.ts';
import type { MatrixEntry } from './entry.ts';
import { editors, everybody, type Policy, readers } from './outcomes.ts';

const interests: Ids = ({ interest }) => ({ own: interest.id });
const wording = { organisation: 'Quay Bank', nature: 'Holds shares', since: '2019' };

const holderAndAdmins: Policy = (actor, object) =>
  actor.name === 'member' && object === 'own' ? 'allowed' : editors(actor, object);

const forOthers: Policy = (actor, object) => {
  if (actor.rank !== 'board-admin') return actor.name === 'member' && object === 'own' ? 'allowed' : 'forbidden';
  return object === 'own' ? 'allowed' : 'missing';
};

export const interestEntries: Readonly<Record<string, MatrixEntry>> = {
  'interests.list': { policy: everybody, calls: () => ({ own: {} }) },
  'interests.get': { policy: readers, calls: about(interests) },
  'interests.declare': {
    policy: forOthers,
    calls: callsFor(members, (member_id) => ({ body: { ...wording, member_id } })),
  },
  'interests.update': {
    policy: holderAndAdmins,
    calls: about(interests, { body: { nature: 'Chair of its board', revision: 1 } }),
  },
  'interests.confirm': { policy: everybody, calls: () => ({ own: { body: {} } }) },
  'interests.download': { policy: everybody, calls: ({ own }) => ({ own: { query: { board: own.board.id } } }) },
};
