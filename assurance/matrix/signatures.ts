import { randomUUID } from 'node:crypto';
import { about, callsFor, type Ids, inBoard, type MatrixEntry, resolutions } from './calls.ts';
import { declined, editors, everybody, type Outcome, type Policy, readers } from './outcomes.ts';

const sha256 = 'ab'.repeat(32);
const file = () => ({ request_id: randomUUID(), version_id: randomUUID(), sha256 });

const requests: Ids = ({ signature }) => ({ own: signature.id });

const involved =
  (outcomes: { readonly member: Outcome; readonly admin: Outcome }): Policy =>
  (actor, object) => {
    if (object !== 'own') return 'missing';
    if (actor.rank === 'board-admin') return outcomes.admin;
    return actor.name === 'member' ? outcomes.member : 'missing';
  };
const seen = involved({ member: 'allowed', admin: 'allowed' });
const run = involved({ member: 'forbidden', admin: 'allowed' });
const subjectOf = (id: string) => ({ kind: 'resolution', id });

export const signatureEntries: Readonly<Record<string, MatrixEntry>> = {
  'signatures.get': { policy: seen, calls: about(requests) },
  'signatures.file': { policy: seen, calls: about(requests, inBoard) },
  'signatures.list': { policy: readers, calls: callsFor(resolutions, (id) => ({ query: subjectOf(id) })) },
  'signatures.request': {
    policy: declined(editors),
    calls: callsFor(resolutions, (id, { own }) => ({
      body: {
        subject: subjectOf(id),
        signers: [{ member_id: own.member.id, capacity: '' }],
        last_day: '2026-11-30',
        note: '',
      },
    })),
  },
  // Nobody has confirmed the signature, so signing is declined.
  'signatures.sign': {
    policy: involved({ member: 'declined', admin: 'declined' }),
    calls: about(requests, { body: { version_id: randomUUID(), sha256, agrees: true } }),
  },
  'signatures.decline': { policy: seen, calls: about(requests, { body: { reason: 'Outdated.' } }) },
  'signatures.void': { policy: run, calls: about(requests, { body: { reason: 'Outdated.' } }) },
  'signatures.remind': { policy: run, calls: about(requests, { body: {} }) },
  'signatures.verify': { policy: everybody, calls: () => ({ own: { body: { sha256, seal_id: null } } }) },
  'signing.beginPasskey': { policy: everybody, calls: () => ({ own: { body: file() } }) },
  'signing.password': {
    policy: () => 'invalid',
    calls: () => ({ own: { body: { file: file(), password: 'not the password' } } }),
  },
  'signing.provider': {
    policy: () => 'missing',
    calls: () => ({ missing: { params: { id: randomUUID() }, body: { file: file() } } }),
  },
};
