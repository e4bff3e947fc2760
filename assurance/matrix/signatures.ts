import { randomUUID } from 'node:crypto';
import type { BoardWorld } from '#tests/support/world.ts';
import type { Actor } from './actors.ts';
import type { MatrixCall, MatrixEntry } from './entry.ts';
import { editors, everybody, type ObjectKind, type Outcome, type Policy, readers } from './outcomes.ts';

const sha256 = 'ab'.repeat(32);
const file = () => ({ request_id: randomUUID(), version_id: randomUUID(), sha256 });
const text = 'cGFzc2tleQ';
const signed = { id: text, client_data: text, authenticator_data: text, signature: text, user_handle: null };

type Calls = Partial<Record<ObjectKind, MatrixCall>>;

const aboutRequest =
  (callOf: (actor: Actor) => MatrixCall = () => ({})) =>
  (actor: Actor): Calls => {
    const on = (id: string): MatrixCall => ({ ...callOf(actor), params: { id } });
    return { own: on(actor.own.signature.id), foreign: on(actor.foreign.signature.id), missing: on(randomUUID()) };
  };

const aboutSubject =
  (callOf: (subject: { readonly kind: 'resolution'; readonly id: string }, actor: Actor) => MatrixCall) =>
  (actor: Actor): Calls => {
    const on = (id: string): MatrixCall => callOf({ kind: 'resolution', id }, actor);
    const { written, draftWritten, groupWritten }: BoardWorld = actor.own;
    return {
      own: on(written.id),
      draft: on(draftWritten.id),
      group: on(groupWritten.id),
      foreign: on(actor.foreign.written.id),
      missing: on(randomUUID()),
    };
  };

const involved =
  (outcomes: { readonly member: Outcome; readonly admin: Outcome }): Policy =>
  (actor, object) => {
    if (object !== 'own') return 'missing';
    if (actor.rank === 'board-admin') return outcomes.admin;
    return actor.name === 'member' ? outcomes.member : 'missing';
  };
const seen = involved({ member: 'allowed', admin: 'allowed' });
const run = involved({ member: 'forbidden', admin: 'allowed' });
const declined: Policy = (actor, object) => {
  const outcome = editors(actor, object);
  return outcome === 'allowed' ? 'declined' : outcome;
};

export const signatureEntries: Readonly<Record<string, MatrixEntry>> = {
  'signatures.get': { policy: seen, calls: aboutRequest() },
  'signatures.file': { policy: seen, calls: aboutRequest(({ own }) => ({ query: { board: own.board.id } })) },
  'signatures.list': { policy: readers, calls: aboutSubject((query) => ({ query })) },
  'signatures.request': {
    policy: declined,
    calls: aboutSubject((subject, { own }) => ({
      body: { subject, signers: [{ member_id: own.member.id, capacity: '' }], last_day: '2026-11-30', note: '' },
    })),
  },
  // Nobody has confirmed the signature, so signing is declined.
  'signatures.sign': {
    policy: involved({ member: 'declined', admin: 'declined' }),
    calls: aboutRequest(() => ({ body: { version_id: randomUUID(), sha256, agrees: true } })),
  },
  'signatures.decline': { policy: seen, calls: aboutRequest(() => ({ body: { reason: 'Outdated.' } })) },
  'signatures.void': { policy: run, calls: aboutRequest(() => ({ body: { reason: 'Outdated.' } })) },
  'signatures.remind': { policy: run, calls: aboutRequest(() => ({ body: {} })) },
  'signatures.verify': { policy: everybody, calls: () => ({ own: { body: { sha256, seal_id: null } } }) },
  'signing.methods': { policy: everybody, calls: () => ({ own: {} }) },
  'signing.beginPasskey': { policy: everybody, calls: () => ({ own: { body: file() } }) },
  'signing.passkey': { policy: () => 'declined', calls: () => ({ own: { body: { signed } } }) },
  'signing.password': {
    policy: () => 'invalid',
    calls: () => ({ own: { body: { file: file(), password: 'not the password' } } }),
  },
  'signing.provider': {
    policy: () => 'missing',
    calls: () => ({ missing: { params: { id: randomUUID() }, body: { file: file() } } }),
  },
};
