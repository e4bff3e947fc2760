import { sql } from 'kysely';
import { listMotions } from '#contract/motions.ts';
import { getRoom } from '#contract/room.ts';
import { type DecidingPreset, presetOf } from '#domain/deciding.ts';
import type { BoardTransaction } from '#server/db/database.ts';
import { motionRoutes } from '#server/features/deciding/motions/routes.ts';
import { roomRoutes } from '#server/features/deciding/room/routes.ts';
import { attendanceRoutes } from '#server/features/homes/meetings/attendance/routes.ts';
import { type BoardRequests, requestsByHttp, requestsInTransaction } from '#tests/support/board-requests.ts';
import { applyPreset, type DecidingStage, stageMeeting, stageStart } from '#tests/support/deciding-stage.ts';
import { inBoard, type MadeMember, makeInvitee, makeMember } from '#tests/support/factories.ts';
import { seededNumbers } from '#tests/support/seeded-numbers.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import type { Act } from './attempt.ts';
import { type Facts, type Game, wait } from './facts.ts';
import * as room from './room-acts.ts';
import * as voting from './vote-acts.ts';

type Emphasis = 'presences' | 'votes';

/** How often each act is drawn when the run is mostly about presences, and when it is mostly about votes. */
const acts: readonly (readonly [act: Act, presences: number, votes: number])[] = [
  [room.checkIn, 3, 1],
  [room.noteArrival, 2, 1],
  [room.notePresence, 2, 0],
  [room.correctPresence, 3, 0.5],
  [room.noteDeparture, 1, 0],
  [room.removePresence, 1, 0],
  [room.tickAttendance, 1, 0],
  [room.declare, 1, 1],
  [room.withhold, 0.7, 0.7],
  [room.lift, 2, 2],
  [room.setDesk, 0.3, 0.3],
  [room.movePointer, 1, 1],
  [room.resume, 2, 2],
  [room.recess, 0.5, 0.3],
  [room.adjourn, 0.5, 0.15],
  [voting.propose, 1, 0.5],
  [voting.openVote, 1, 1],
  [voting.castBallot, 1, 7],
  [voting.enterBallot, 0, 2],
  [voting.closeVote, 1, 2],
  [voting.decideTie, 0, 0.7],
  [voting.voidVote, 0, 0.5],
  [voting.correctCounts, 0, 0.5],
];
const pauseMsMax = { presences: 240_000, votes: 20_000 } as const;

function drawAct({ random }: Game, emphasis: Emphasis): Act {
  const weights = acts.map(([, presences, votes]) => (emphasis === 'presences' ? presences : votes));
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0);
  const nth = weights.findIndex((weight) => {
    left -= weight;
    return left < 0;
  });
  return acts[nth]?.[0] ?? room.checkIn;
}

/** Runs about votes begin in a meeting that is called to order. */
async function begin(game: Game): Promise<void> {
  for (const who of game.own) await room.checkInAs(game, who, 'in-person');
  await room.resume(game);
  await room.movePointer(game);
}

export interface Ground {
  readonly stage: DecidingStage;
  readonly voters: readonly MadeMember[];
  readonly nonVoter: MadeMember;
}

/** Five voting members, one more whom the desk alone enters, a pending one, and one without a vote; nobody is present. */
export async function stageModel(server: TestApp): Promise<Ground> {
  const { context } = server;
  const stage = await stageMeeting(server, { voters: 5, items: 2 });
  const { board, meeting } = stage;
  const entered = await makeMember(context, { board });
  const pending = await makeMember(context, { board, status: 'invited' });
  const nonVoter = await makeMember(context, { board });
  for (const member of [entered, pending, nonVoter]) await makeInvitee(context, { meeting, member });
  await inBoard(context, board.id, async (tx) => {
    const place = { board_id: board.id, body_id: board.id };
    await tx
      .insertInto('non_voters')
      .values({ ...place, member_id: nonVoter.id })
      .execute();
    const secretary_id = stage.voters[1]?.id ?? null;
    await tx.updateTable('bodies').set({ secretary_id }).where('id', '=', board.id).execute();
  });
  return { stage, voters: [...stage.voters, entered], nonVoter };
}

export interface Run {
  readonly seed: number;
  readonly preset: DecidingPreset;
  readonly emphasis: Emphasis;
  readonly acts: number;
}

async function pastOf(
  tx: BoardTransaction,
  meetingId: string,
): Promise<Pick<Facts, 'declarations' | 'moves' | 'changedAt'>> {
  const declarations = await tx
    .selectFrom('declarations')
    .select(['member_id', 'agenda_item_id', 'recused_at', 'lifted_at', 'withheld_at'])
    .where('meeting_id', '=', meetingId)
    .orderBy('id')
    .execute();
  const moves = tx.selectFrom('pointer_moves').select(['at', 'agenda_item_id']).where('meeting_id', '=', meetingId);
  const rooms = tx.selectFrom('meeting_rooms').select('changed_at').where('meeting_id', '=', meetingId);
  const changed = await rooms.executeTakeFirst();
  return { declarations, moves: await moves.orderBy('at').execute(), changedAt: changed?.changed_at ?? null };
}

/** Plays on ground on which nothing has happened. Returns how often each endpoint did, and refused, what was asked. */
async function play(
  server: Pick<TestApp, 'context'>,
  { stage, voters, nonVoter }: Ground,
  given: Run & { readonly tx: BoardTransaction | null; readonly requests: BoardRequests },
): Promise<ReadonlyMap<string, number>> {
  const { seed, preset, emphasis, requests } = given;
  const { board, meeting, items } = stage;
  const { context } = server;
  const random = seededNumbers(seed);
  const defaults = presetOf(preset, { seats: null, voters: voters.length });
  const settings = {
    ...defaults.settings,
    remote_counts: random() < 0.7,
    recused_counts: random() < 0.2 ? 'out-of-office' : defaults.settings.recused_counts,
    seconder: random() < 0.5,
  } as const;
  const within = <T>(work: (tx: BoardTransaction) => Promise<T>): Promise<T> =>
    given.tx === null ? inBoard(context, board.id, work) : work(given.tx);
  await within((tx) =>
    applyPreset(tx, board, {
      ...{ preset, voters: voters.length, remoteCounts: settings.remote_counts },
      ...{ wantsSeconder: settings.seconder, recusedCounts: settings.recused_counts },
    }),
  );
  const [admin, secretary, officer] = voters as readonly [MadeMember, MadeMember, MadeMember];
  const people = [...voters, nonVoter];
  const look = async (): Promise<Facts> => {
    const [shown, { motions }] = await requests.look(admin, [getRoom, listMotions], { id: meeting.id });
    return { room: shown.room, motions, ...(await within((tx) => pastOf(tx, meeting.id))) };
  };
  const game: Game = {
    ...{ requests, random, look, meetingId: meeting.id, itemIds: items.map(({ id }) => id) },
    ...{ rules: { settings, body: defaults.body }, admin, officers: [secretary, officer, nonVoter] },
    ...{ people, voterIds: voters.map(({ id }) => id), own: [...stage.voters, nonVoter] },
    ...{ clock: context.clock, now: Date.parse(stageStart), facts: await look() },
    ...{ votes: new Map(), outcomes: new Map() },
  };
  for (let nth = 0; nth < given.acts; nth += 1) {
    // Some acts fall into one instant.
    wait(game, random() < 0.8 ? Math.floor(random() * pauseMsMax[emphasis]) : 0);
    const act = nth === 0 && emphasis === 'votes' ? begin : drawAct(game, emphasis);
    try {
      await act(game);
    } catch (cause) {
      throw new Error(`Seed ${seed}, act ${nth}: ${cause instanceof Error ? cause.message : cause}`, { cause });
    }
  }
  return game.outcomes;
}

const routes = [...roomRoutes, ...motionRoutes, ...attendanceRoutes];
const rollback = new Error('The run is rolled back.');

/** Calls the handlers within one transaction, which is rolled back. */
export async function playInTransaction(
  server: TestApp,
  ground: Ground,
  run: Run,
): Promise<ReadonlyMap<string, number>> {
  const { context } = server;
  let outcomes: ReadonlyMap<string, number> = new Map();
  await inBoard(context, ground.stage.board.id, async (tx) => {
    context.clock.set(stageStart);
    outcomes = await play(server, ground, { ...run, tx, requests: requestsInTransaction(context, tx, routes) });
    await sql`set constraints all immediate`.execute(tx);
    throw rollback;
  }).catch((error: unknown) => {
    if (error !== rollback) throw error;
  });
  return outcomes;
}

/** Sends the requests over HTTP, on ground of its own. */
export async function playByHttp(server: TestApp, run: Run): Promise<ReadonlyMap<string, number>> {
  const ground = await stageModel(server);
  const client = await server.signIn(ground.nonVoter);
  const requests = requestsByHttp(({ id }) => (id === ground.nonVoter.id ? client : ground.stage.clientOf({ id })));
  return play(server, ground, { ...run, tx: null, requests });
}
