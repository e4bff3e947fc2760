import { randomUUID } from 'node:crypto';
import type { MatrixEntry } from './entry.ts';
import { everybody } from './outcomes.ts';

const text = 'cGFzc2tleQ';
const signed = { id: text, client_data: text, authenticator_data: text, signature: text, user_handle: null };
const made = { id: text, client_data: text, attestation: text, transports: [] };
const noBody = { body: {} };

export const passkeyEntries: Readonly<Record<string, MatrixEntry>> = {
  'passkeys.list': { policy: everybody, calls: () => ({ own: {} }) },
  'passkeys.offer': { policy: everybody, calls: () => ({ own: noBody }) },
  'passkeys.begin': { policy: everybody, calls: () => ({ own: noBody }) },
  'passkeys.add': { policy: () => 'declined', calls: () => ({ own: { body: { name: 'Desk', made } } }) },
  'passkeys.beginJoining': {
    policy: () => 'declined',
    calls: () => ({ missing: { body: { invitation_id: 'never-sent-to-anybody' } } }),
  },
  'passkeys.join': {
    policy: () => 'declined',
    calls: () => ({ missing: { body: { invitation_id: 'never-sent-to-anybody', name: 'Desk', made } } }),
  },
  'passkeys.rename': {
    policy: () => 'missing',
    calls: () => ({ missing: { params: { id: randomUUID() }, body: { name: 'Desk' } } }),
  },
  'passkeys.remove': { policy: () => 'missing', calls: () => ({ own: { params: { id: randomUUID() } } }) },
  'passkeys.beginSignIn': { policy: everybody, calls: () => ({ own: noBody }) },
  'passkeys.signIn': { policy: () => 'declined', calls: () => ({ own: { body: { signed } } }) },
  'passkeys.beginChallenge': {
    policy: (actor) => (actor.pending === undefined ? 'expired' : 'allowed'),
    calls: () => ({ own: noBody }),
  },
  'passkeys.answerChallenge': {
    policy: (actor) => (actor.pending === undefined ? 'expired' : 'declined'),
    calls: () => ({ own: { body: { signed } } }),
  },
  'passkeys.beginConfirmation': { policy: everybody, calls: () => ({ own: noBody }) },
  'passkeys.confirm': { policy: () => 'declined', calls: () => ({ own: { body: { signed } } }) },
};
