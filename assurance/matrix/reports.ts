import { randomUUID } from 'node:crypto';
import { reportNames } from '#domain/reports.ts';
import type { Actor } from './actors.ts';
import { about, documents } from './calls.ts';
import type { MatrixCall, MatrixEntry } from './entry.ts';
import { everybody, type ObjectKind, type Policy, readers } from './outcomes.ts';

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
  'reports.choices': { policy: everybody, calls: () => ({ own: {} }) },
  'reports.attendance': { policy: ofBoard, calls: narrowed() },
  'reports.answers': { policy: ofBoard, calls: narrowed() },
  'reports.documents': { policy: ofBoard, calls: narrowed() },
  'reports.people': { policy: ofBoard, calls: narrowed() },
  'reports.signIns': { policy: ofBoard, calls: narrowed() },
  'reports.votes': { policy: ofBoard, calls: narrowed() },
  'reports.documentReaders': { policy: readers, calls: about(documents) },
  'reports.download': {
    policy: ofBoard,
    calls: narrowed(({ own }) => ({ params: { report: reportNames[0] }, query: { board: own.board.id } })),
  },
};
