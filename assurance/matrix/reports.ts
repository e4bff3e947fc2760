import { randomUUID } from 'node:crypto';
import { reportNames } from '#domain/reports.ts';
import type { Actor } from './actors.ts';
import { type MatrixCall, type MatrixEntry, rows } from './calls.ts';
import type { ObjectKind, Policy } from './outcomes.ts';

const narrowed =
  (rest: (actor: Actor) => MatrixCall = () => ({})) =>
  (actor: Actor): Partial<Record<ObjectKind, MatrixCall>> => {
    const call = (query: Readonly<Record<string, string>>): MatrixCall => {
      const own = rest(actor);
      return { ...own, query: { ...own.query, ...query } };
    };
    return {
      own: call({ from: '2020-01-01', to: '2030-12-31', member: actor.own.member.id }),
      group: call({ group: actor.own.group.id }),
      foreign: call({ member: actor.foreign.member.id }),
      crossed: call({ member: actor.own.member.id, group: actor.foreign.group.id }),
      missing: call({ member: randomUUID() }),
    };
  };

const ofBoard: Policy = (_actor, object) => (object === 'own' || object === 'group' ? 'allowed' : 'missing');

export const reportEntries: Readonly<Record<string, MatrixEntry>> = {
  'reports.download': {
    policy: ofBoard,
    calls: narrowed(({ own }) => ({ params: { report: reportNames[0] }, query: { board: own.board.id } })),
  },
  ...rows(
    ofBoard,
    narrowed(),
    'reports.attendance reports.answers reports.documents reports.people reports.signIns reports.votes',
  ),
};
