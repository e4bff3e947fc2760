import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { routes } from '#server/app.ts';
import { makeMarkedWorld, markedWords } from '#tests/support/marked-item.ts';
import { testApp } from '#tests/support/test-app.ts';
import { type Actor, type ActorName, actorOf } from './actors.ts';
import { type Credentials, callEndpoint, credentialsOf } from './call.ts';
import { matrixEntries } from './endpoints.ts';
import { type KeptState, keepState } from './kept-state.ts';

const server = testApp();
let base: string;
beforeAll(async () => {
  base = await server.app.listen({ host: '127.0.0.1', port: 0 });
});
beforeEach(() => server.context.pool.query('delete from rate_limits'));

const words = Object.values(markedWords);
const clean = (text: string | null): void => {
  for (const word of words) expect(text ?? '', word).not.toContain(word);
};

const asked = routes.filter(({ endpoint }) => endpoint.access !== 'site-admin');

describe.each(['member', 'board admin', 'other group’s admin', 'magic visitor', 'feed holder'] as const)(
  'for the actor “%s”',
  (name: ActorName) => {
    const isLink = name === 'magic visitor' || name === 'feed holder';
    const askedHere = asked.filter(({ endpoint: { access } }) => !isLink || access === 'magic' || access === 'public');
    let actor: Actor;
    let credentials: Credentials;
    let elsewhere: Actor;
    let state: KeptState;
    beforeAll(async () => {
      const world = await makeMarkedWorld(server);
      actor = actorOf(name, world);
      const minutes = { ...actor.own.minutes, sectionId: world.declarations.id };
      elsewhere = { ...actor, own: { ...actor.own, minutes } };
      credentials = await credentialsOf(server.context, actor);
      state = await keepState(server.context);
    });
    afterAll(() => state?.end());
    test.each(askedHere.map(({ endpoint }) => [endpoint.name, endpoint] as const))(
      '%s does not reveal the withheld item',
      async (endpointName, endpoint) => {
        const callsOf = (of: Actor) => Object.values(matrixEntries[endpointName]?.calls(of) ?? {});
        const calls = [...callsOf(actor), ...(endpointName.startsWith('minutes') ? callsOf(elsewhere) : [])];
        try {
          for (const call of calls) {
            const answer = await callEndpoint(base, endpoint, { call, credentials });
            clean(answer.text);
            clean(answer.location);
            expect(answer.status, answer.text).toBeLessThan(500);
          }
        } finally {
          await state.putBack();
        }
      },
    );
  },
);
