import { beforeAll } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { makeWorld, type World } from '#tests/support/world.ts';
import type { Actor } from './actors.ts';
import { type Credentials, callEndpoint, credentialsOf, type MatrixAnswer } from './call.ts';
import { ownCallOf } from './endpoints.ts';

/** Call this at the top of a test file. The app then listens, and its database contains the test world. */
export function servedWorld(server: TestApp) {
  let made: { readonly base: string; readonly world: World };
  beforeAll(async () => {
    const base = await server.app.listen({ host: '127.0.0.1', port: 0 });
    made = { base, world: await makeWorld(server.context) };
  }, 120_000);
  return {
    get base() {
      return made.base;
    },
    get world() {
      return made.world;
    },
    /** Sends the call about what is the actor's own. Without credentials, it starts a session for the actor first. */
    async askOwn(endpoint: Endpoint, actor: Actor, credentials?: Credentials): Promise<MatrixAnswer> {
      const call = ownCallOf(endpoint.name, actor);
      return callEndpoint(made.base, endpoint, {
        call,
        credentials: credentials ?? (await credentialsOf(server.context, actor)),
      });
    },
  };
}
