import { randomUUID } from 'node:crypto';
import type { Actor } from './actors.ts';
import type { MatrixCall, MatrixEntry } from './entry.ts';
import { editors, everybody, type ObjectKind, type Policy, readers } from './outcomes.ts';

const wording = { organisation: 'Quay Bank', nature: 'Holds shares', since: '2019' };

const aboutInterest =
  (rest: MatrixCall = {}) =>
  ({ own, foreign }: Actor): Partial<Record<ObjectKind, MatrixCall>> => {
    const call = (id: string): MatrixCall => ({ ...rest, params: { id } });
    return { own: call(own.interest.id), foreign: call(foreign.interest.id), missing: call(randomUUID()) };
  };

const holderAndAdmins: Policy = (actor, object) =>
  actor.name === 'member' && object === 'own' ? 'allowed' : editors(actor, object);

const forOthers: Policy = (actor, object) => {
  if (actor.rank !== 'board-admin') return actor.name === 'member' && object === 'own' ? 'allowed' : 'forbidden';
  return object === 'own' ? 'allowed' : 'missing';
};

export const interestEntries: Readonly<Record<string, MatrixEntry>> = {
  'interests.list': { policy: everybody, calls: () => ({ own: {} }) },
  'interests.get': { policy: readers, calls: aboutInterest() },
  'interests.declare': {
    policy: forOthers,
    calls: ({ own, foreign }) => {
      const call = (member_id: string): MatrixCall => ({ body: { ...wording, member_id } });
      return { own: call(own.member.id), foreign: call(foreign.member.id), missing: call(randomUUID()) };
    },
  },
  'interests.update': {
    policy: holderAndAdmins,
    calls: aboutInterest({ body: { nature: 'Chair of its board', revision: 1 } }),
  },
  'interests.confirm': { policy: everybody, calls: () => ({ own: { body: {} } }) },
  'interests.download': { policy: everybody, calls: ({ own }) => ({ own: { query: { board: own.board.id } } }) },
};
