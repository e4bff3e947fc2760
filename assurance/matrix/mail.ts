import { randomUUID } from 'node:crypto';
import type { Actor } from './actors.ts';
import type { MatrixCall, MatrixEntry } from './entry.ts';
import { everybody, type ObjectKind, ownCanary, type Policy } from './outcomes.ts';

const addresses = ({ own, foreign }: Actor): Partial<Record<ObjectKind, MatrixCall>> => ({
  own: { params: own.unsubscribe },
  crossed: { params: { ...own.unsubscribe, member_id: own.admin.id } },
  foreign: { params: { ...own.unsubscribe, member_id: foreign.member.id } },
  missing: { params: { ...own.unsubscribe, member_id: randomUUID() } },
});

const holders: Policy = (_actor, object) => (object === 'own' ? 'allowed' : 'missing');

export const mailEntries: Readonly<Record<string, MatrixEntry>> = {
  'mail.list': { policy: everybody, reveals: ownCanary, calls: () => ({ own: {} }) },
  'mail.resend': { policy: () => 'missing', calls: () => ({ missing: { params: { id: randomUUID() }, body: {} } }) },
  'mail.test': { policy: everybody, calls: () => ({ own: { body: {} } }) },
  'mail.getUnsubscribe': { policy: holders, reveals: ownCanary, calls: addresses },
  'mail.unsubscribe': { policy: holders, calls: addresses },
};
