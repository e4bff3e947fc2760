import type { AnswerOf, Endpoint } from '#contract/endpoint.ts';
import type { Room } from '#contract/room.ts';
import type { BoardRequests } from '#tests/support/board-requests.ts';
import type { TestClock } from '#tests/support/context.ts';
import type { MadeMember } from '#tests/support/factories.ts';
import { isInCatalogue } from '#tests/support/message-catalogue.ts';
import type { World } from './world.ts';

/** A run: who acts, on what, and what the model knows of it. */
export interface Game {
  readonly world: World;
  readonly requests: BoardRequests;
  readonly random: () => number;
  readonly meetingId: string;
  readonly itemIds: readonly string[];
  /** Voting members, and one without a vote. */
  readonly people: readonly MadeMember[];
  /** Those of them who can sign in. */
  readonly own: readonly MadeMember[];
  /** Edits the meeting, and is its first chair. */
  readonly admin: MadeMember;
  /** Who may run the meeting with them. */
  readonly officers: readonly MadeMember[];
  readonly clock: TestClock;
  now: number;
  /** As the desk saw it last. */
  presences: NonNullable<Room['presences']>;
  /** The last request. */
  isRefused: boolean;
  /** What requests came to, by their endpoint. */
  readonly tally: Map<string, number>;
}

/** The clock moves on. */
export function wait(game: Game, milliseconds: number): void {
  game.now += milliseconds;
  game.clock.set(new Date(game.now));
}

export type Act = (game: Game) => Promise<void>;

export function pick<T>({ random }: Pick<Game, 'random'>, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)] as T;
}

/** Of a change that is made now: later than all before. */
export const instantOf = ({ world, now }: Game): number => Math.max(now, (world.changedAt ?? 0) + 1);

/** Editor, chair or secretary. */
const isDesk = ({ admin, world }: Game, { id }: MadeMember): boolean =>
  [admin.id, world.chairId, world.secretaryId].includes(id);
export const deskOf = (game: Game): MadeMember =>
  pick(game, [game.admin, ...game.officers.filter((officer) => isDesk(game, officer))]);

interface Attempt<E extends Endpoint> {
  /** Else it is the desk's, which now and then somebody else tries. */
  readonly who?: MadeMember;
  readonly endpoint: E;
  readonly given: Parameters<BoardRequests['send']>[2];
  /** As the specification says; of the desk's, to the desk. */
  readonly isAllowed: boolean;
  readonly after: (answer: AnswerOf<E>) => void;
}

export async function attempt<E extends Endpoint>(game: Game, tried: Attempt<E>): Promise<void> {
  const { endpoint, given, after } = tried;
  const who = tried.who ?? (game.random() < 0.04 ? pick(game, game.own) : deskOf(game));
  const isAllowed = tried.isAllowed && (tried.who !== undefined || isDesk(game, who));
  const outcome = await game.requests.send(who, endpoint, given as never);
  game.isRefused = outcome.kind === 'refused';
  const came = outcome.kind === 'done' ? 'done' : `refused: ${outcome.code} ${outcome.message}`;
  game.tally.set(`${endpoint.name} ${came}`, (game.tally.get(`${endpoint.name} ${came}`) ?? 0) + 1);
  if (outcome.kind === 'refused' && !isSaid(outcome.message)) throw new Error(`Nobody says: ${outcome.message}`);
  if ((outcome.kind === 'done') !== isAllowed) {
    throw new Error(
      `${endpoint.name} ${JSON.stringify(given)} was ${came}, and ${isAllowed ? 'must' : 'must not'} be done.`,
    );
  }
  if (outcome.kind === 'done') after(outcome.answer);
}

const said = new Set(['']);

/** Whether the catalogue has it. */
function isSaid(message: string): boolean {
  if (!said.has(message) && isInCatalogue(message)) said.add(message);
  return said.has(message);
}
