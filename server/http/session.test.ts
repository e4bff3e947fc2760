import { beforeAll, expect, test } from 'vitest';
import { passwordProofOf } from '#tests/support/session.ts';
import { makeConnection, makeProvider } from '#tests/support/sign-in-providers.ts';
import { testApp } from '#tests/support/test-app.ts';
import { isConfirmed, type Proof, type Session, startSession } from './session.ts';

const server = testApp();
let userId: string;
let proofs: Readonly<Record<Proof['kind'], Proof>>;

beforeAll(async () => {
  const { context } = server;
  userId = (await server.make.user()).id;
  const issuer = 'https://id.example';
  const providerId = await makeProvider(context, { issuer });
  const [passkey] = await server.sql<{ id: string }>(
    `insert into passkeys (user_id, credential_id, public_key, counter, transports, is_backed_up, name, created_at)
     values ($1, decode(repeat('00', 16), 'hex'), '', 0, '{}', false, 'Key', now()) returning id`,
    [userId],
  );
  proofs = {
    password: await passwordProofOf(context, userId),
    passkey: { kind: 'passkey', passkeyId: passkey?.id ?? '' },
    connection: {
      kind: 'connection',
      connectionId: await makeConnection(context, { userId, providerId, issuer, subject: 'ada' }),
    },
  };
});

test.each([
  ['password', {}, { begun_by: 'password', strength: 1, hours: 12 }],
  ['password', { remember: true }, { begun_by: 'password', strength: 1, hours: 30 * 24 }],
  ['password', { secondFactor: true }, { begun_by: 'password', strength: 2, hours: 12 }],
  ['passkey', {}, { begun_by: 'passkey', strength: 2, hours: 12 }],
  ['connection', {}, { begun_by: 'provider', strength: 1, hours: 12 }],
] as const)('a session started by a %s with the options %j is stored as %j', async (kind, options, expected) => {
  const given = { userId, proof: proofs[kind], boardId: null, remember: false, userAgent: '', ...options };
  const started = await startSession(server.context, given).catch(() => null);
  expect(started).not.toBeNull();
  const [row] = await server.sql(
    `select begun_by, strength, extract(epoch from expires_at - created_at)::int / 3600 as hours
     from sessions where user_id = $1 order by id desc limit 1`,
    [userId],
  );
  expect(row).toEqual(expected);
});

test('a session’s password confirmation is valid for three hours', () => {
  const now = new Date('2026-11-16T12:00:00Z');
  const confirmed = (confirmedAt: Date | null) => isConfirmed({ confirmedAt } as Session, now);
  const ago = (ms: number) => new Date(+now - ms);
  expect([confirmed(ago(3 * 3_600_000 - 1)), confirmed(ago(3 * 3_600_000))]).toEqual([true, false]);
  expect([confirmed(null), isConfirmed(null, now)]).toEqual([false, false]);
});
