import { type Deciding, getDeciding, saveDeciding } from '#contract/deciding.ts';
import { sortPeople } from '#domain/identity.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { notFound } from '#server/errors.ts';
import { peopleOfBoard } from '#server/features/members/people/queries.ts';
import { implement, implementRead, type Route } from '#server/http/implement.ts';
import * as commands from './commands.ts';
import { presentDeciding } from './present.ts';
import { decidingBodies, decidingPage, readDeciding } from './queries.ts';

export const decidingRoutes: readonly Route[] = [
  implementRead(getDeciding, {
    reads: { settings: decidingPage, bodies: decidingBodies, people: peopleOfBoard },
    answer({ reader, found: { settings, bodies, people } }) {
      if (settings === null) throw notFound();
      return { deciding: presentDeciding(reader, { settings, bodies, people: sortPeople(people) }) };
    },
  }),

  implement(saveDeciding, async ({ scope, body }) => {
    await commands.saveSettings(scope, body);
    return { deciding: await changedDeciding(scope) };
  }),
];

async function changedDeciding(scope: BoardScope): Promise<Deciding> {
  const settings = await readDeciding(scope);
  const bodies = await decidingBodies.run(scope.tx, {}, scope.now);
  const people = await peopleOfBoard.run(scope.tx, {}, scope.now);
  return presentDeciding(scope, { settings, bodies, people: sortPeople(people) });
}
