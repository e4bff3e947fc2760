import type { Endpoint } from '#contract/endpoint.ts';
import type { Context } from '#server/context.ts';
import { startPendingSignIn } from '#server/features/access/session/commands.ts';
import { cookieName, cookieNames } from '#server/http/cookies.ts';
import { confirmSession } from '#server/http/session.ts';
import { sessionHeaders, visitHeaders } from '#tests/support/client.ts';
import { passwordProofOf, sessionOf } from '#tests/support/session.ts';
import type { World } from '#tests/support/world.ts';
import { type Actor, type ActorName, actorNames, actorOf } from './actors.ts';
import type { MatrixCall } from './calls.ts';

export type Credentials = Readonly<Record<string, string>>;

export interface MatrixAnswer {
  readonly status: number;
  readonly text: string;
  readonly location: string | null;
}

export async function credentialsOf(context: Context, actor: Actor): Promise<Credentials> {
  if (actor.userId === null) {
    const waiting =
      actor.pending === undefined
        ? ''
        : `; ${cookieName(context.config, cookieNames.pending)}=${await pendingOf(context, actor.pending)}`;
    const headers = visitHeaders(context);
    return {
      ...headers,
      cookie: `${headers.cookie}${waiting}`,
      ...(actor.deviceToken === undefined ? {} : { authorization: `Bearer ${actor.deviceToken}` }),
    };
  }
  const boardId = actor.own.board.id;
  const token = await confirmSession(context, await sessionOf(context, { userId: actor.userId, boardId }));
  return { ...sessionHeaders(context, token), 'x-board': boardId };
}

export async function credentialsOfAll(
  context: Context,
  world: World,
  names: readonly ActorName[] = actorNames,
): Promise<ReadonlyMap<ActorName, Credentials>> {
  const credentials = new Map<ActorName, Credentials>();
  for (const name of names) credentials.set(name, await credentialsOf(context, actorOf(name, world)));
  return credentials;
}

async function pendingOf(context: Context, { userId }: { readonly userId: string }): Promise<string> {
  const proof = await passwordProofOf(context, userId);
  return startPendingSignIn(context, { userId, proof, remember: false, next: '/home', sealedInvitation: null });
}

/** Uses a real socket, because some endpoints take over the socket. */
export async function callEndpoint(
  base: string,
  endpoint: Endpoint,
  { call, credentials }: { readonly call: MatrixCall; readonly credentials: Credentials },
): Promise<MatrixAnswer> {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = call.params?.[name];
    if (value === undefined) throw new Error(`${endpoint.name} needs the parameter ${name}.`);
    return encodeURIComponent(value);
  });
  const url = new URL(path, base);
  for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, value);
  const aborting = new AbortController();
  const body = call.bytes ? new Uint8Array(call.bytes) : call.body === undefined ? null : JSON.stringify(call.body);
  const answer = await fetch(url, {
    method: endpoint.method,
    redirect: 'manual',
    signal: aborting.signal,
    headers: {
      'x-requested-with': 'XMLHttpRequest',
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...call.headers,
      ...credentials,
    },
    body,
  });
  const isStream = answer.headers.get('content-type') === 'application/x-ndjson';
  const text = isStream ? '' : await answer.text();
  if (isStream) aborting.abort();
  return { status: answer.status, text, location: answer.headers.get('location') };
}
