import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ProviderKind } from '#domain/providers.ts';
import type { Context } from '#server/context.ts';
import { withUserScope } from '#server/db/user-scope.ts';
import { cookieName, cookieNames } from '#server/http/cookies.ts';
import { startSession } from '#server/http/session.ts';
import { asSuperuser } from './as-superuser.ts';
import type { TestContext } from './context.ts';
import { type JarClient, jarClient } from './jar-client.ts';
import { sessionOf } from './session.ts';

export const loopbackProviders = { OIDC_PRIVATE_HOSTS: '127.0.0.1,localhost' };

export async function makeProvider(
  context: TestContext,
  given: {
    readonly issuer: string;
    readonly name?: string;
    readonly kind?: ProviderKind;
    readonly clientId?: string;
    readonly secret?: string;
    readonly hostedDomain?: string;
    readonly countsAsTwoFactors?: boolean;
  },
): Promise<string> {
  const id = randomUUID();
  const { issuer, name = 'Harbour ID', kind = 'other', clientId = 'dais', secret = 'a secret of the client' } = given;
  const sealed = context.secrets.seal('provider', secret);
  await asSuperuser(context, (client) =>
    client.query(
      `insert into providers (id, kind, name, issuer, client_id, sealed_secret, hosted_domain, counts_as_two_factors, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, now())`,
      [id, kind, name, issuer, clientId, sealed, given.hostedDomain ?? null, given.countsAsTwoFactors ?? false],
    ),
  );
  return id;
}

export async function makeConnection(
  context: Context,
  given: { readonly userId: string; readonly providerId: string; readonly issuer: string; readonly subject: string },
): Promise<string> {
  const { userId, providerId, issuer, subject } = given;
  return withUserScope(context, userId, async ({ tx, now }) => {
    const made = await tx
      .insertInto('provider_connections')
      .values({ user_id: userId, provider_id: providerId, issuer, subject, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    return made.id;
  });
}

export async function sessionByProvider(
  context: TestContext,
  who: { readonly userId: string; readonly boardId: string | null; readonly providerId: string },
): Promise<string> {
  const { userId, boardId, providerId } = who;
  const { rows } = await asSuperuser(context, (client) =>
    client.query<{ issuer: string }>('select issuer from providers where id = $1', [providerId]),
  );
  const made = { userId, providerId, issuer: rows[0]?.issuer ?? '', subject: randomUUID() };
  const proof = { kind: 'connection', connectionId: await makeConnection(context, made) } as const;
  return startSession(context, { userId, proof, boardId, remember: false, userAgent: 'test' });
}

export async function browserOf(
  app: FastifyInstance,
  context: Context,
  who: { readonly userId: string; readonly boardId?: string | null },
): Promise<JarClient> {
  const token = await sessionOf(context, { userId: who.userId, boardId: who.boardId ?? null });
  return jarClient(app, { cookies: { [cookieName(context.config, cookieNames.session)]: token } });
}
