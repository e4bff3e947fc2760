// `npm run bench:load`: twenty searches and twenty meetings a second for ten minutes, while 5 GB are uploaded and 5 GB downloaded.
// `-- --minutes 1 --gigabytes 0.5` is for a look, `--processes 2` for as many server processes. Uses the data of `npm run bench`,
// starts the server as `npm start` does, and shares the processor with it. Prints a table for docs/performance.md; asserts nothing.
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { superuserUrlOfFolder } from '#tests/support/installation.ts';
import { type Actor, findActors, membersOfMany, membersWithFiles } from './actors.ts';
import { cases } from './cases.ts';
import { openDataFolder } from './filling/data-folder.ts';
import { boardsOfScale, files } from './filling/sizes.ts';
import { startMain } from './load/main-server.ts';
import { type Call, type LoadOrder, type Measured, measured } from './load/messages.ts';
import { type Helper, startProcess } from './load/start-process.ts';
import { announce, resident } from './memory.ts';
import { markdown, short } from './tables.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    gigabytes: { type: 'string', default: '5' },
    rate: { type: 'string', default: '20' },
    processes: { type: 'string', default: '1' },
  },
});
const seconds = Number(values.minutes) * 60;
const rate = Number(values.rate);
const transfers = Math.max(1, Math.round((Number(values.gigabytes) * 1_000_000_000) / files.largeBytes));
const people = 200;
const sampleMs = 250;

const folder = await openDataFolder(1);
const server = await startMain(Number(values.processes), { DATA_DIR: folder, WORKERS: '0' });
const helpers = ['searches', 'meetings', 'uploads', 'downloads'].map(() => startProcess('load-process.ts'));
const [searches, meetings, uploads, downloads] = helpers as [Helper, Helper, Helper, Helper];
try {
  const { url } = server;
  const superuserUrl = await superuserUrlOfFolder(folder);
  const readers = await findActors({ url, superuserUrl, members: membersOfMany(people, boardsOfScale(1)) });
  const senders = await findActors({ url, superuserUrl, members: membersWithFiles(files.large, files.downloads) });
  const steadily = (helper: Helper, key: string): Promise<Measured> => {
    const lanes = readers.map((actor, nth) => cases.find((each) => each.key === key)?.calls(actor, nth) ?? []);
    return helper.ask({ url, lanes, seconds, rate, goesOn: true } satisfies LoadOrder);
  };
  const watching = watchMemory();
  const [searched, met, sent, received] = await Promise.all([
    steadily(searches, 'search'),
    steadily(meetings, 'meeting'),
    transferring(uploads, senders, (actor) => sendLarge(url, actor)),
    transferring(downloads, senders, async (actor) => [downloadOf(actor)]),
  ]);
  const memory = await watching.end();
  console.log(`\n${short(seconds)} s with ${values.processes} server processes:\n`);
  console.log(
    markdown(
      ['', 'calls', 'p50 ms', 'p99 ms', 'slowest ms', 'refused'],
      [
        [`searches, ${rate} a second`, ...figuresOf(searched)],
        [`meetings, ${rate} a second`, ...figuresOf(met)],
        [`uploads of 100 MB, ${transfers} in all`, ...figuresOf(sent)],
        [`downloads of 100 MB, ${transfers} in all`, ...figuresOf(received)],
      ],
    ),
  );
  console.log(`\n${markdown(['resident MB', 'before', 'most'], memory)}`);
  const refused = [searched, met, sent, received].flatMap((each) => each.refused);
  for (const what of new Set(refused)) console.log(`\nRefused: ${what}`);
} finally {
  for (const helper of helpers) await helper.stop();
  await server.stop();
}

function figuresOf({ calls, p50, p99, most, refused }: Measured): readonly (string | number)[] {
  return [calls, short(p50), short(p99), short(most), refused.length];
}

/** One after the other, evenly over the time; one that is late begins when the one before has ended. */
async function transferring(
  helper: Helper,
  actors: readonly Actor[],
  callsOf: (actor: Actor) => Promise<readonly Call[]>,
): Promise<Measured> {
  const begun = performance.now();
  const times: number[] = [];
  const refused: string[] = [];
  for (let nth = 0; nth < transfers; nth += 1) {
    const due = begun + (nth * seconds * 1000) / transfers;
    if (due > performance.now()) await pause(due - performance.now());
    const actor = actors[nth % actors.length];
    if (actor === undefined) throw new Error('Nobody has a large file.');
    try {
      const [call, ...after] = await callsOf(actor);
      const order = { url: server.url, seconds: null, rate: null, goesOn: true } as const;
      const done = await helper.ask<Measured>({ ...order, lanes: [call ? [call] : []] } satisfies LoadOrder);
      times.push(done.p50);
      const cleared = await helper.ask<Measured>({ ...order, lanes: [after] } satisfies LoadOrder);
      refused.push(...done.refused, ...cleared.refused);
    } catch (error) {
      refused.push(String(error));
    }
  }
  return measured(times, { seconds, bytes: 0, refused });
}

/** And takes it away again, since nothing is made of it. */
async function sendLarge(url: string, actor: Actor): Promise<readonly Call[]> {
  const upload = await announce(url, actor);
  const headers = { ...actor.headers, 'tus-resumable': '1.0.0' };
  return [upload, { method: 'DELETE', path: upload.path, headers }];
}

function downloadOf({ download, headers }: Actor): Call {
  return { method: 'GET', path: `/download/${download?.id}`, headers };
}

/** Of each server process, before and at most. */
function watchMemory() {
  const [before, most] = [new Map<number, number>(), new Map<number, number>()];
  let isRunning = true;
  const run = async (): Promise<void> => {
    while (isRunning) {
      for (const pid of await server.pids()) {
        const now = await resident(pid);
        if (!before.has(pid)) before.set(pid, now);
        most.set(pid, Math.max(most.get(pid) ?? 0, now));
      }
      await pause(sampleMs);
    }
  };
  const running = run();
  return {
    async end(): Promise<readonly (readonly (string | number)[])[]> {
      isRunning = false;
      await running;
      return [...most].map(([pid, at], nth) => [nth === 0 ? 'first process' : 'another', before.get(pid) ?? 0, at]);
    },
  };
}
