import { randomUUID } from 'node:crypto';
import type { BoardWorld } from '#tests/support/world.ts';
import type { Actor } from './actors.ts';
import type { MatrixCall, MatrixEntry } from './entry.ts';
import { editors, everybody, type ObjectKind, type Policy, readers } from './outcomes.ts';

const resolutions = ({ written, draftWritten, groupWritten }: BoardWorld) => ({
  ...{ own: written.id, draft: draftWritten.id, group: groupWritten.id },
});

const aboutResolution =
  (rest: MatrixCall = {}) =>
  ({ own, foreign }: Actor): Partial<Record<ObjectKind, MatrixCall>> => {
    const call = (id: string): MatrixCall => ({ ...rest, params: { id } });
    const ids = resolutions(own);
    return {
      ...{ own: call(ids.own), draft: call(ids.draft), group: call(ids.group) },
      ...{ foreign: call(resolutions(foreign).own), missing: call(randomUUID()) },
    };
  };

const aboutFile: MatrixEntry['calls'] = (actor) => {
  const calls = aboutResolution()(actor);
  const query = { board: actor.own.board.id };
  return Object.fromEntries(Object.entries(calls).map(([kind, call]) => [kind, { ...call, query }]));
};

const declinedWhere =
  (policy: Policy, isDeclined: (actor: Actor, object: ObjectKind) => boolean): Policy =>
  (actor, object) => {
    const outcome = policy(actor, object);
    return outcome === 'allowed' && isDeclined(actor, object) ? 'declined' : outcome;
  };

/** A draft is not open for votes, and the board admin has no vote in the group. */
const voters = declinedWhere(
  readers,
  (actor, object) => object === 'draft' || (object === 'group' && actor.rank === 'board-admin'),
);
const desk = declinedWhere(editors, (_, object) => object !== 'draft');
const nobodyYet = declinedWhere(editors, () => true);
const whileCirculating = declinedWhere(editors, (_, object) => object === 'draft');
const withFile: Policy = (actor, object) => (object === 'draft' ? 'missing' : readers(actor, object));

const bodies: MatrixEntry['calls'] = ({ own, foreign }) => {
  const call = (body_id: string): MatrixCall => ({ body: { body_id, title: 'A roof', text: 'That it be built.' } });
  return { own: call(own.board.id), group: call(own.group.id), foreign: call(foreign.board.id) };
};

export const resolutionEntries: Readonly<Record<string, MatrixEntry>> = {
  'resolutions.list': { policy: everybody, calls: () => ({ own: {} }) },
  'resolutions.register': { policy: everybody, calls: ({ own }) => ({ own: { query: { board: own.board.id } } }) },
  'resolutions.get': { policy: readers, calls: aboutResolution() },
  'resolutions.pdf': { policy: withFile, calls: aboutFile },
  // Nobody has voted yet, so there is no receipt.
  'resolutions.receipt': { policy: () => 'missing', calls: aboutFile },
  'resolutions.create': { policy: editors, calls: bodies },
  'resolutions.update': { policy: desk, calls: aboutResolution({ body: { revision: 1, title: 'A roof' } }) },
  'resolutions.circulate': { policy: nobodyYet, calls: aboutResolution({ body: { revision: 1 } }) },
  'resolutions.remind': { policy: whileCirculating, calls: aboutResolution({ body: {} }) },
  'resolutions.answer': { policy: voters, calls: aboutResolution({ body: { choice: 'for' } }) },
  'resolutions.object': { policy: voters, calls: aboutResolution({ body: {} }) },
  'resolutions.withdraw': { policy: editors, calls: aboutResolution({ body: {} }) },
};
