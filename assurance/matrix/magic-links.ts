import { randomUUID } from 'node:crypto';
import { announcements, type Ids, meetings } from './calls.ts';
import type { MatrixCall, MatrixEntry } from './entry.ts';
import { editors, type Policy } from './outcomes.ts';

const calls =
  (ids: Ids, rest: MatrixCall = {}): MatrixEntry['calls'] =>
  ({ own, foreign }) => {
    const { own: ownId, draft, group } = ids(own);
    const call = (id: string | undefined, member_id: string): MatrixCall => ({
      ...rest,
      params: { id: id ?? '', ...(rest.body === undefined ? {} : { member_id }) },
    });
    return {
      own: call(ownId, own.member.id),
      draft: call(draft, own.member.id),
      group: call(group, own.groupAdmin.id),
      foreign: call(ids(foreign).own, foreign.member.id),
      missing: call(randomUUID(), own.member.id),
      ...(rest.body === undefined ? {} : { crossed: call(ownId, foreign.member.id) }),
    };
  };

const holders: Policy = (actor, object) => {
  const outcome = editors(actor, object);
  if (object === 'crossed') return actor.rank === 'board-admin' ? 'missing' : outcome;
  return object === 'draft' ? 'missing' : outcome;
};

const entriesOf = (name: string, ids: Ids): Readonly<Record<string, MatrixEntry>> => ({
  [`magic.${name}.list`]: { policy: editors, calls: calls(ids) },
  [`magic.${name}.renew`]: { policy: holders, calls: calls(ids, { body: {} }) },
  [`magic.${name}.revoke`]: { policy: holders, calls: calls(ids, { body: {} }) },
});

export const magicLinkEntries: Readonly<Record<string, MatrixEntry>> = {
  ...entriesOf('meetings', meetings),
  ...entriesOf('announcements', announcements),
};
