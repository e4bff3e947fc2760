import { expect, test } from 'vitest';
import { decidingPresets } from '#domain/deciding.ts';
import { applyPreset, stageMeeting } from './support/deciding-stage.ts';
import { inBoard, type MadeBoard, type MadeMember, makeInvitee, makeMember } from './support/factories.ts';
import { seededNumbers } from './support/seeded-numbers.ts';
import { testApp } from './support/test-app.ts';

/**
 * Any sequence of acts in a room, under each of the ready-made sets of rules: after every act the quorum equals a recount of who is
 * there, seat by seat, and so does each row that was kept, of the presences of its time.
 */
const server = testApp();

/** `ROOM_RUNS` and `ROOM_ACTS` run more of it, `ROOM_SEED` others. */
const runs = Number(process.env.ROOM_RUNS ?? 5);
const firstSeed = Number(process.env.ROOM_SEED ?? 197);
const actsPerRun = Number(process.env.ROOM_ACTS ?? 40);
const minuteMs = 60_000;

type Preset = (typeof decidingPresets)[number];

/** As the law's books say it, of six in office. */
const neededOf: Readonly<Record<Preset, number>> = {
  delaware: 4,
  'uk-model-articles': 2,
  aktg: 3,
  'swiss-or': 0,
  'roberts-rules': 4,
};

interface World {
  readonly board: MadeBoard;
  readonly meetingId: string;
  readonly voters: readonly MadeMember[];
  readonly remoteCounts: boolean;
  readonly preset: Preset;
}

async function check({ board, meetingId, voters, remoteCounts, preset }: World, shown: Shown): Promise<void> {
  const { presences, rows } = await inBoard(server.context, board.id, async (tx) => ({
    presences: await tx.selectFrom('presences').selectAll().where('meeting_id', '=', meetingId).execute(),
    rows: await tx.selectFrom('quorum_changes').selectAll().where('meeting_id', '=', meetingId).orderBy('at').execute(),
  }));
  const counted = (isThere: (each: (typeof presences)[number]) => boolean): number =>
    voters.filter(({ id }) =>
      presences.some((each) => each.member_id === id && isThere(each) && (remoteCounts || each.mode === 'in-person')),
    ).length;
  const figuresOf = (present: number) => ({
    ...{ present, needed: neededOf[preset], in_office: 6 },
    met: present >= neededOf[preset],
  });
  const at = (time: Date) =>
    counted(({ arrived_at: from, left_at: until }) => from <= time && (until === null || until > time));
  expect(shown.line.quorum).toEqual(figuresOf(counted(({ left_at: until }) => until === null)));
  for (const { at: time, present, needed, in_office, met } of rows) {
    expect({ present, needed, in_office, met }).toEqual(figuresOf(at(time)));
  }
  for (const time of presences.flatMap(({ arrived_at: from, left_at: until }) => (until ? [from, until] : [from]))) {
    expect(rows.findLast((row) => row.at <= time)?.present).toBe(at(time));
  }
}

interface Shown {
  readonly line: { readonly quorum: unknown; readonly phase: string };
  readonly presences: readonly { readonly id: string; readonly revision: number; readonly arrived_at: string }[];
}

async function run(seed: number, preset: Preset): Promise<void> {
  const random = seededNumbers(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const { clock } = server.context;
  let time = new Date('2026-11-19T13:35:00Z').getTime();
  clock.set(new Date(time).toISOString());
  const stage = await stageMeeting(server, { voters: 5, items: 2 });
  clock.set(new Date(time).toISOString());
  const { board, meeting, items, desk, path } = stage;
  const pending = await makeMember(server.context, { board, status: 'invited' });
  const silent = await makeMember(server.context, { board });
  await inBoard(server.context, board.id, (tx) =>
    tx.insertInto('non_voters').values({ board_id: board.id, body_id: board.id, member_id: silent.id }).execute(),
  );
  for (const member of [pending, silent]) await makeInvitee(server.context, { meeting, member });
  const voters = [...stage.voters, pending];
  const people = [...voters, silent];
  const remoteCounts = random() < 0.7;
  await applyPreset(server.context, board, { preset, voters: voters.length, remoteCounts });
  const world: World = { board, meetingId: meeting.id, voters, remoteCounts, preset };
  const own = [...stage.clients.values(), await server.signIn(silent)];
  const shown = async (): Promise<Shown> => (await desk.get(path('room'))).json.data.room;
  const past = () => new Date(time - Math.floor(random() * 60) * minuteMs).toISOString();
  const mode = () => pick(['in-person', 'remote'] as const);
  const acts: readonly (() => Promise<{ readonly status: number }>)[] = [
    () => pick(own).post(path('presence'), { mode: mode() }),
    () => pick(own).post(path('presence'), { mode: mode() }),
    () => pick(own).post(path('presence'), { mode: null }),
    () => desk.post(path('presences'), { member_id: pick(people).id, mode: mode() }),
    () =>
      desk.post(path('presences'), { member_id: pick(people).id, mode: mode(), arrived_at: past(), left_at: past() }),
    () => desk.post(path(`invitees/${pick(people).id}/attendance`), { attendance: pick([true, false, null]) }),
    () =>
      desk.post(path('room/phase'), { to: pick(['in-session', 'recess', 'adjourned']), takes_back: random() < 0.9 }),
    () => desk.post(path('room/phase'), { to: 'in-session', takes_back: true }),
    () => desk.post(path('room/pointer'), { agenda_item_id: pick(items).id }),
    async () => {
      const { presences } = await shown();
      if (presences.length === 0) return { status: 200 };
      const { id, revision } = pick(presences);
      if (random() < 0.2) return desk.delete(`/ajax/presences/${id}`);
      const change = pick([
        { leaves: true },
        { left_at: past() },
        { left_at: null },
        { arrived_at: past() },
        { mode: mode() },
      ]);
      return desk.patch(`/ajax/presences/${id}`, { revision, ...change });
    },
  ];
  for (let nth = 0; nth < actsPerRun; nth += 1) {
    // Some acts fall into one instant.
    if (random() < 0.8) time += Math.floor(random() * 4) * minuteMs;
    clock.set(new Date(time).toISOString());
    const { status } = await pick(acts)();
    expect([200, 422], `seed ${seed}, act ${nth}`).toContain(status);
    await check(world, await shown());
  }
}

test.each(decidingPresets)(
  'the quorum is that of a recount after every act, by the rules of %s',
  async (preset) => {
    const nth = decidingPresets.indexOf(preset);
    for (let seed = firstSeed + nth; seed < firstSeed + runs; seed += decidingPresets.length) await run(seed, preset);
  },
  Math.max(600_000, runs * 60_000),
);
