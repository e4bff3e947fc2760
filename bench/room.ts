// `npm run bench:room` measures a meeting with 500 event streams, 5 for each of its 100 voters: votes are opened, 100
// ballots are cast within 2 s, and the votes are closed. Then the server restarts.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '#server/integrations/postgres/postmaster.ts';
import { superuserUrlOfFolder } from '#tests/support/installation.ts';
import { startMain } from './load/main-server.ts';
import { type Call, type LoadOrder, type Measured, measured } from './load/messages.ts';
import type { RoomOrder } from './load/room-messages.ts';
import { startProcess } from './load/start-process.ts';
import { resident } from './memory.ts';
import { addBoards, makePeople, type RoomPerson } from './room-people.ts';
import { markdown, short } from './tables.ts';

const voters = 100;
const streamsPerVoter = 5;
const rounds = 10;
const ballotSeconds = 2;
const dashboardsPerSecond = 20;
const otherBoards = 9;
const waitingRuns = 100;
const sampleMs = 100;

const now = (): number => performance.timeOrigin + performance.now();

const folder = await mkdtemp(join(tmpdir(), 'dais-bench-room-'));
const settings = { DATA_DIR: folder, PORT: String(await freePort()), LOG_LEVEL: 'warn' };
let server = await startMain(1, settings);
const { url } = server;
const [streams, ballots, dashboards, floor] = [
  startProcess('room-process.ts'),
  startProcess('load-process.ts'),
  startProcess('load-process.ts'),
  startProcess('line-floor-process.ts'),
] as const;
try {
  const { boardId, people } = await makePeople({ url, superuserUrl: await superuserUrlOfFolder(folder) }, voters);
  const [admin] = people;
  if (admin === undefined) throw new Error('The board has nobody.');
  const meeting = await openRoom(admin, people);
  const follow = {
    do: 'open',
    url: `${url}/ajax/events?rooms=${meeting.id}`,
    headers: people.flatMap(({ headers }) => Array.from({ length: streamsPerVoter }, () => headers)),
  } satisfies RoomOrder;
  await streams.ask(follow);
  const [pid = 0] = await server.pids();
  const most = watchMost(pid);

  const rows: (readonly (string | number)[])[] = [];
  const lanes = people.map(({ headers }): readonly Call[] => [{ method: 'GET', path: '/ajax/dashboard', headers }]);
  const reading = dashboards.ask<Measured>({
    url,
    lanes,
    seconds: rounds * (ballotSeconds + 2),
    rate: dashboardsPerSecond,
    goesOn: true,
  } satisfies LoadOrder);
  reading.catch(() => undefined); // The error is reported where `reading` is awaited.
  for (const way of ['named', 'secret'] as const) {
    const [all, last, answered]: [number[], number[], Measured[]] = [[], [], []];
    let lost = 0;
    for (let round = 0; round < rounds / 2; round += 1) {
      const vote = await openVote(admin, meeting.itemId, way);
      answered.push(await castAll(people, vote));
      const heard = streams.ask<readonly number[]>({
        do: 'hear',
        parts: [`"id":"${vote}"`, '"state":"carried"'],
      } satisfies RoomOrder);
      const closing = now();
      const { motions } = await succeed(admin, 'POST', `/ajax/votes/${vote}/close`, {});
      const counted = motions.flatMap((motion: Closed) => motion.votes).find(({ id }: { id: string }) => id === vote);
      lost += voters - counted.counts.for;
      const times = (await heard).map((at) => at - closing);
      all.push(...times);
      last.push(Math.max(...times));
    }
    const lines = figuresOf(all);
    rows.push([`closing a ${way} vote, to the line of each of ${follow.headers.length}`, ...lines]);
    rows.push([`the same, to the last of them`, ...figuresOf(last)]);
    const refused = answered.flatMap((each) => each.refused);
    const worst = (figure: 'p50' | 'p99' | 'most'): string => short(Math.max(...answered.map((each) => each[figure])));
    rows.push([
      `${voters} ballots in ${ballotSeconds} s, ${way}, the slowest of ${answered.length} votes; ${lost} lost, ${refused.length} refused`,
      worst('p50'),
      worst('p99'),
      worst('most'),
    ]);
    for (const what of new Set(refused)) console.log(`Refused: ${what}`);
  }
  const { p50, p99, most: slowest, refused } = await reading;
  rows.push([
    `dashboards meanwhile, ${dashboardsPerSecond} a second, ${refused.length} refused`,
    short(p50),
    short(p99),
    short(slowest),
  ]);

  const memory = await most.end();
  const line = await lineOfRoom(admin, meeting.id);
  const back = streams.ask<readonly number[]>({ do: 'lose' } satisfies RoomOrder);
  const stopping = server.stop();
  await back;
  await stopping;
  const [began, starting] = [now(), startMain(1, settings)];
  server = await starting;
  const opened = now();
  const returned = (await streams.ask<readonly number[]>({ do: 'back' } satisfies RoomOrder)).map((at) => at - began);
  rows.push(['back after a start, from its beginning', ...figuresOf(returned)]);

  await streams.ask({ do: 'close' } satisfies RoomOrder);
  rows.push(['floor: the same line from `node:http`, to each', ...(await floorOf(line, follow.headers))]);

  const boards = await addBoards(await superuserUrlOfFolder(folder), people, otherBoards);
  for (const board of boards) await comingMeeting({ ...admin, headers: { ...admin.headers, 'x-board': board } });
  const [, second = admin] = people;
  const waiting: Call = { method: 'GET', path: '/ajax/waiting', headers: second.headers };
  const asked = await ballots.ask<Measured>({
    url,
    lanes: [Array.from({ length: waitingRuns }, () => waiting)],
    seconds: null,
    rate: null,
  } satisfies LoadOrder);
  rows.push([`/waiting over ${boards.length + 1} boards`, short(asked.p50), short(asked.p99), short(asked.most)]);

  console.log(
    `\nBoard ${boardId}: the server was open ${short(opened - began)} ms after its start; at most ${memory} MB resident.\n`,
  );
  console.log(markdown(['milliseconds', 'p50', 'p99', 'slowest'], rows));
} finally {
  for (const helper of [streams, ballots, dashboards, floor]) await helper.stop();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

interface Closed {
  readonly votes: readonly { readonly id: string; readonly counts: { readonly for: number } }[];
}

async function openRoom(admin: RoomPerson, people: readonly RoomPerson[]): Promise<{ id: string; itemId: string }> {
  const { deciding } = await succeed(admin, 'GET', '/ajax/deciding');
  await succeed(admin, 'POST', '/ajax/deciding', { revision: deciding.revision, confirmed: true, seconder: false });
  const meeting = await comingMeeting(admin);
  const path = `/ajax/meetings/${meeting.id}`;
  for (const person of people) await succeed(person, 'POST', `${path}/presence`, { mode: 'remote' });
  await succeed(admin, 'POST', `${path}/room/phase`, { to: 'in-session' });
  await succeed(admin, 'POST', `${path}/room/pointer`, { agenda_item_id: meeting.itemId });
  return meeting;
}

async function comingMeeting(by: RoomPerson): Promise<{ id: string; itemId: string }> {
  const [start, end] = [60_000, 7_200_000].map((ms) => new Date(Date.now() + ms).toISOString());
  const { meeting } = await succeed(by, 'POST', '/ajax/meetings', {
    title: 'Meeting of the bench',
    type: 'remote',
    location: '',
    join_url: 'https://meet.bench.example/room',
    start,
    end,
    description: '',
    agenda_items: [{ title: 'Motions', presenter: '', minutes: 60 }],
  });
  await succeed(by, 'POST', `/ajax/meetings/${meeting.id}/publish`, {});
  return { id: meeting.id, itemId: meeting.agenda_items[0].id };
}

async function openVote(admin: RoomPerson, itemId: string, way: 'named' | 'secret'): Promise<string> {
  const text = `That ${randomUUID()} be received.`;
  const body = { text, mover_id: admin.memberId, seconder_id: null };
  const proposed = await succeed(admin, 'POST', `/ajax/agenda-items/${itemId}/motions`, body);
  const { id } = proposed.motions.find((motion: { text: string }) => motion.text === text);
  const opened = await succeed(admin, 'POST', `/ajax/motions/${id}/votes`, { way });
  return opened.motions.find((motion: { id: string }) => motion.id === id).votes.at(-1).id;
}

function castAll(people: readonly RoomPerson[], vote: string): Promise<Measured> {
  const lanes = people.map(({ headers }): readonly Call[] => [
    {
      method: 'PUT',
      path: `/ajax/votes/${vote}/ballot`,
      headers,
      body: JSON.stringify({ choice: 'for', key: randomUUID() }),
    },
  ]);
  const rate = people.length / ballotSeconds;
  return ballots.ask<Measured>({ url, lanes, seconds: ballotSeconds, rate, goesOn: true } satisfies LoadOrder);
}

async function lineOfRoom(by: RoomPerson, meetingId: string): Promise<string> {
  const { room } = await succeed(by, 'GET', `/ajax/meetings/${meetingId}/room`);
  return `${JSON.stringify(room.line)}\n`;
}

async function floorOf(line: string, headers: readonly Readonly<Record<string, string>>[]): Promise<readonly string[]> {
  const address = await floor.ask<string>({ line: null });
  await streams.ask({ do: 'open', url: address, headers } satisfies RoomOrder);
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const marked = line.replace('{', `{"round":${round},`);
    const heard = streams.ask<readonly number[]>({ do: 'hear', parts: [`"round":${round},`] } satisfies RoomOrder);
    const began = await floor.ask<number>({ line: marked });
    times.push(...(await heard).map((at) => at - began));
  }
  return figuresOf(times);
}

function figuresOf(times: readonly number[]): readonly string[] {
  const { p50, p99, most: slowest } = measured(times, { seconds: 1, bytes: 0 });
  return [short(p50), short(p99), short(slowest)];
}

/** Samples the memory until `end` is called. `end` returns the maximum in megabytes. */
function watchMost(pid: number) {
  let [mostMegabytes, isRunning] = [0, true];
  const run = async (): Promise<void> => {
    while (isRunning) {
      mostMegabytes = Math.max(mostMegabytes, await resident(pid));
      await pause(sampleMs);
    }
  };
  const running = run();
  running.catch(() => undefined); // `end` reports the error.
  return {
    async end(): Promise<number> {
      isRunning = false;
      await running;
      return mostMegabytes;
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: read loosely; the contract is checked elsewhere.
async function succeed({ headers }: RoomPerson, method: string, path: string, body?: unknown): Promise<any> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await fetch(url + path, { method, headers: { ...headers }, ...sent });
  const text = await response.text();
  const answer = response.ok ? JSON.parse(text) : null;
  if (answer?.status !== 'success') throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`);
  return answer.data;
}
