import { sql } from 'kysely';
import { listMotions } from '#contract/motions.ts';
import { getRoom } from '#contract/room.ts';
import { type DecidingPreset, decidingPresets } from '#domain/deciding.ts';
import type { BoardTransaction } from '#server/db/database.ts';
import { motionRoutes } from '#server/features/deciding/motions/routes.ts';
import { roomRoutes } from '#server/features/deciding/room/routes.ts';
import { attendanceRoutes } from '#server/features/homes/meetings/attendance/routes.ts';
import { type BoardRequests, requestsByHttp, requestsInTransaction } from '#tests/support/board-requests.ts';
import { applyPreset, type DecidingStage, stageMeeting, stageStart } from '#tests/support/deciding-stage.ts';
import { inBoard, type MadeMember, makeInvitee, makeMember } from '#tests/support/factories.ts';
import { seededNumbers } from '#tests/support/seeded-numbers.ts';
import type { TestApp } from '#tests/support/test-app.ts';
import { check } from './check.ts';
import { type Act, type Game, wait } from './game.ts';
import * as comings from './room-acts.ts';
import { inOffice, type Rules, recusedAre } from './rules.ts';
import * as voting from './vote-acts.ts';

/** What a run is made of: acts by how often they come, and how it begins. */
export interface Mix {
  readonly acts: readonly (readonly [number, Act])[];
  /** Milliseconds at most between two acts. */
  readonly pauseMs: number;
  readonly begin: Act;
}

const everybody: readonly (readonly [number, Act])[] = [
  [1, comings.checkIn],
  [1, comings.noteArrival],
  [1, comings.declare],
  [0.7, comings.withhold],
  [0.3, comings.setDesk],
  [2, comings.lift],
  [1, comings.movePointer],
  [2, comings.resume],
];

/** Mostly of comings and goings, and their correction. */
export const roomMix: Mix = {
  acts: [
    ...everybody,
    [2, comings.checkIn],
    [1, comings.noteArrival],
    [2, comings.notePresence],
    [3, comings.correctPresence],
    [1, comings.noteDeparture],
    [1, comings.removePresence],
    [1, comings.tickAttendance],
    [0.5, comings.recess],
    [0.5, comings.adjourn],
    [1, voting.propose],
    [1, voting.openVote],
    [1, voting.castBallot],
    [1, voting.closeVote],
  ],
  pauseMs: 240_000,
  begin: async () => undefined,
};

/** Mostly of motions and votes, in a meeting that is called to order. */
export const motionMix: Mix = {
  acts: [
    ...everybody,
    [7, voting.castBallot],
    [2, voting.enterBallot],
    [0.5, comings.correctPresence],
    [1, voting.openVote],
    [0.5, voting.propose],
    [2, voting.closeVote],
    [0.7, voting.decideTie],
    [0.5, voting.voidVote],
    [0.5, voting.correctCounts],
    [0.3, comings.recess],
    [0.15, comings.adjourn],
  ],
  pauseMs: 20_000,
  begin: async (game) => {
    for (const who of game.own) await comings.checkInAs(game, who, 'in-person');
    await comings.resume(game);
    await comings.movePointer(game);
  },
};

interface Ground {
  readonly stage: DecidingStage;
  readonly voters: readonly MadeMember[];
  /** Has no vote. */
  readonly silent: MadeMember;
}

/** Five voting members, one more who is pending, and one without a vote; nobody is there. */
export async function stageModel(server: TestApp): Promise<Ground> {
  const { context } = server;
  const stage = await stageMeeting(server, { voters: inOffice - 1, items: 2 });
  const { board, meeting } = stage;
  const pending = await makeMember(context, { board, status: 'invited' });
  const silent = await makeMember(context, { board });
  for (const member of [pending, silent]) await makeInvitee(context, { meeting, member });
  await inBoard(context, board.id, async (tx) => {
    await tx.insertInto('non_voters').values({ board_id: board.id, body_id: board.id, member_id: silent.id }).execute();
    const secretary_id = stage.voters[1]?.id ?? null;
    await tx.updateTable('bodies').set({ secretary_id }).where('id', '=', board.id).execute();
  });
  return { stage, voters: [...stage.voters, pending], silent };
}

interface Run {
  readonly seed: number;
  readonly preset: DecidingPreset;
  readonly mix: Mix;
  readonly acts: number;
}

/** Of one run, on ground that nothing has happened on. Returns what requests came to, by their endpoint. */
async function play(
  server: Pick<TestApp, 'context'>,
  { stage, voters, silent }: Ground,
  given: Run & { readonly tx: BoardTransaction | null; readonly requests: BoardRequests },
): Promise<ReadonlyMap<string, number>> {
  const { seed, preset, mix, requests } = given;
  const random = seededNumbers(seed);
  const rules: Rules = {
    ...{ preset, remoteCounts: random() < 0.7 },
    recusedCounts: random() < 0.2 ? 'out-of-office' : recusedAre[preset],
    wantsSeconder: random() < 0.5,
  };
  const { board, meeting, items } = stage;
  const apply = (tx: BoardTransaction) => applyPreset(tx, board, { ...rules, voters: inOffice });
  await (given.tx === null ? inBoard(server.context, board.id, apply) : apply(given.tx));
  const [admin, secretary, officer] = voters as readonly [MadeMember, MadeMember, MadeMember];
  const startsAt = Date.parse(stageStart);
  const game: Game = {
    ...{ requests, random, meetingId: meeting.id, itemIds: items.map(({ id }) => id) },
    ...{ admin, officers: [secretary, officer, silent] },
    ...{ people: [...voters, silent], own: [...voters, silent].filter(({ userId }) => userId !== null) },
    ...{ clock: server.context.clock, now: startsAt, presences: [], isRefused: false, tally: new Map() },
    world: {
      ...{ rules, startsAt, opensAt: startsAt - 30 * 60_000, endsAt: Date.parse('2026-11-19T18:00:00Z') },
      ...{ voterIds: voters.map(({ id }) => id), phase: 'not-begun', calledAt: null, sinceAt: null },
      ...{ chairId: admin.id, secretaryId: secretary.id },
      ...{
        changedAt: null,
        stays: [],
        excused: new Set<string>(),
        moves: [],
        declared: [],
        motions: [],
        votes: [],
        numbers: 0,
      },
    },
  };
  const total = mix.acts.reduce((sum, [weight]) => sum + weight, 0);
  const next = (): Act => {
    let left = random() * total;
    return (mix.acts.find(([weight]) => {
      left -= weight;
      return left < 0;
    }) ?? [0, comings.checkIn])[1];
  };
  for (let nth = 0; nth < given.acts; nth += 1) {
    // Some acts fall into one instant.
    wait(game, random() < 0.8 ? Math.floor(random() * mix.pauseMs) : 0);
    const act = nth === 0 ? mix.begin : next();
    try {
      await act(game);
      // In a transaction what was refused is undone.
      if (game.isRefused && given.tx !== null) continue;
      const [{ room }, motions] = await requests.look(admin, [getRoom, listMotions], { id: meeting.id });
      check(game.world, room, motions);
      game.presences = room.presences ?? [];
    } catch (cause) {
      throw new Error(`Of seed ${seed}, act ${nth}: ${cause instanceof Error ? cause.message : cause}`, { cause });
    }
  }
  return game.tally;
}

const routes = [...roomRoutes, ...motionRoutes, ...attendanceRoutes];
const undone = new Error('A run leaves nothing.');

/** By the handlers, in one transaction that leaves nothing. */
export async function playInTransaction(
  server: TestApp,
  ground: Ground,
  run: Run,
): Promise<ReadonlyMap<string, number>> {
  const { context } = server;
  let tally: ReadonlyMap<string, number> = new Map();
  await inBoard(context, ground.stage.board.id, async (tx) => {
    const requests = requestsInTransaction(context, tx, routes);
    tally = await play(server, ground, { ...run, tx, requests });
    await sql`set constraints all immediate`.execute(tx);
    throw undone;
  }).catch((error: unknown) => {
    if (error !== undone) throw error;
  });
  return tally;
}

/** As people do, on ground of its own; what was refused is looked at as well. */
export async function playByHttp(server: TestApp, run: Run): Promise<ReadonlyMap<string, number>> {
  const ground = await stageModel(server);
  const client = await server.signIn(ground.silent);
  const requests = requestsByHttp(({ id }) => (id === ground.silent.id ? client : ground.stage.clientOf({ id })));
  return play(server, ground, { ...run, tx: null, requests });
}

/** How much is run, by the environment: `MOTION_RUNS`, `MOTION_ACTS`, `MOTION_SEED`. */
export function amountOf(prefix: string, usual: { readonly runs: number; readonly seed: number }) {
  const { env } = process;
  const runs = Number(env[`${prefix}_RUNS`] ?? usual.runs);
  return {
    runs,
    acts: Number(env[`${prefix}_ACTS`] ?? 100),
    seed: Number(env[`${prefix}_SEED`] ?? usual.seed),
    timeout: Math.max(120_000, runs * 60_000),
    /** Of many runs it is said how they went. */
    isLong: runs > usual.runs,
  };
}

/** The seeds that fall to one set of rules. */
export async function playSeeds(
  server: TestApp,
  given: ReturnType<typeof amountOf> & Pick<Run, 'preset' | 'mix'>,
): Promise<void> {
  const { runs, seed: first, acts: length, preset, mix, isLong } = given;
  const ground = await stageModel(server);
  const tally = new Map<string, number>();
  const began = performance.now();
  let played = 0;
  for (let seed = first; seed < first + runs; seed += 1) {
    if (decidingPresets[seed % decidingPresets.length] !== preset) continue;
    const came = await playInTransaction(server, ground, { seed, preset, mix, acts: length });
    for (const [what, count] of came) tally.set(what, (tally.get(what) ?? 0) + count);
    played += 1;
    if (isLong && played % 100 === 0)
      say(`${preset}: ${played} runs to seed ${seed}, ${perSecond(played * length, began)}`);
  }
  if (!isLong) return;
  const lines = [...tally].toSorted().map(([what, count]) => `${count} ${what}`);
  say([`${preset}: ${played} runs of ${length} acts, ${perSecond(played * length, began)}`, ...lines].join('\n'));
}

const say = (text: string) => process.stdout.write(`${text}\n`);
const perSecond = (acts: number, began: number): string =>
  `${Math.round((acts * 1_000) / (performance.now() - began))} acts a second`;
