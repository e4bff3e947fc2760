import { expect } from 'vitest';
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts';
import { setPhase } from '#contract/room.ts';
import type { BoardRequests } from '#tests/support/board-requests.ts';
import type { MadeMember } from '#tests/support/factories.ts';
import { isInCatalogue } from '#tests/support/message-catalogue.ts';
import { check } from './check.ts';
import { type Facts, type Game, pick, staysIn, votesIn } from './facts.ts';

const isDesk = ({ admin, facts: { room } }: Game, { id }: MadeMember): boolean =>
  [admin.id, room.chair_id, room.secretary_id].includes(id);
export const deskOf = (game: Game): MadeMember =>
  pick(game, [game.admin, ...game.officers.filter((officer) => isDesk(game, officer))]);

export type Act = (game: Game) => Promise<void>;

interface Attempt<E extends Endpoint> {
  /** By default somebody at the desk, and now and then somebody who is not. */
  readonly who?: MadeMember;
  readonly endpoint: E;
  readonly given: Parameters<BoardRequests['send']>[2];
  /** For the desk's acts: whether the desk may. */
  readonly isAllowed: boolean;
  /** The one member whose presences may change. */
  readonly about?: string;
  readonly after: (facts: Facts, answer: AnswerOf<E>) => void;
}

const decisionsIn = (facts: Facts) =>
  votesIn(facts).map(({ id, state, counts, number, received }) => ({ id, state, counts, number, received }));

/** Sends the request, and checks that exactly what it asks for has changed and that all that is shown fits together. */
export async function attempt<E extends Endpoint>(game: Game, tried: Attempt<E>): Promise<void> {
  const { endpoint, given, about } = tried;
  const who = tried.who ?? (game.random() < 0.04 ? pick(game, game.own) : deskOf(game));
  const isAllowed = tried.isAllowed && (tried.who !== undefined || isDesk(game, who));
  const outcome = await game.requests.send(who, endpoint, given as never);
  const isDone = outcome.kind === 'done';
  const key = `${endpoint.name} ${outcome.kind}`;
  game.outcomes.set(key, (game.outcomes.get(key) ?? 0) + 1);
  const cause = isDone ? '' : `${outcome.code} ${outcome.message}`;
  expect(isDone, `${endpoint.name} ${JSON.stringify(given)} ${cause}`).toBe(isAllowed);
  if (!isDone && outcome.message !== '') expect(isInCatalogue(outcome.message), outcome.message).toBe(true);
  const { facts: before } = game;
  game.facts = await game.look();
  const { facts } = game;
  const others = (of: Facts) => staysIn(of).filter(({ member_id: id }) => id !== about);
  if (!isDone || (endpoint as Endpoint) !== setPhase) expect(others(facts)).toEqual(others(before));
  if (!isDone || !endpoint.name.endsWith('declare')) expect(facts.declarations).toEqual(before.declarations);
  if (!isDone || !endpoint.name.startsWith('motions.')) expect(decisionsIn(facts)).toEqual(decisionsIn(before));
  if (!isDone) expect(staysIn(facts)).toEqual(staysIn(before));
  if (isDone) tried.after(facts, outcome.answer);
  check(game);
}
