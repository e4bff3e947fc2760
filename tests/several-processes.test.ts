import { once } from 'node:events';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { type OutgoingHttpHeaders, request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '#server/integrations/postgres/postmaster.ts';
import { type Installation, openInstallation } from './support/installation.ts';
import { copyMigratedFolder } from './support/migrated-folder.ts';
import { type ReadEvents, readEvents } from './support/read-events.ts';
import { type RunningServer, startRunningServer } from './support/running-server.ts';
import { runProgram } from './support/server-process.ts';

vi.setConfig({ testTimeout: 60_000 });

let server: RunningServer;
let metricsPort: number;
let installation: Installation;

beforeAll(async () => {
  metricsPort = await freePort();
  server = await startRunningServer(
    { PROCESSES: '2', LOG_LEVEL: 'info', METRICS_PORT: String(metricsPort) },
    copyMigratedFolder,
  );
  installation = await openInstallation(server);
}, 120_000);
afterAll(() => server.stop());

interface Line {
  readonly pid: number;
  readonly route?: string;
  readonly msg: string;
}

const lines = (): readonly Line[] =>
  server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);

const endings = () => lines().filter(({ msg }) => msg.startsWith('a server process ended'));

const processesOf = (route: string, since = 0): ReadonlySet<number> =>
  new Set(
    lines()
      .slice(since)
      .filter((line) => line.route === route)
      .map(({ pid }) => pid),
  );

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
};

interface Asked {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: Buffer;
}

/** Uses a new connection, because new connections are distributed to the processes in turn. */
async function ask(path: string, { method = 'GET', headers = {}, body }: Asked = {}) {
  const cookies = installation.admin.client.cookies();
  const own = {
    'x-requested-with': 'XMLHttpRequest',
    'x-xsrf-token': decodeURIComponent(cookies.get('XSRF-TOKEN') ?? ''),
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    ...(body ? { 'content-length': body.length } : {}),
  };
  const sent = request(server.url + path, { method, agent: false, headers: { ...own, ...headers } });
  sent.end(body);
  const [response] = await once(sent, 'response');
  return { status: response.statusCode as number, headers: response.headers, text: await text(response) };
}

async function lookAtAccount(): Promise<void> {
  const answer = await ask('/ajax/account');
  expect(answer.status, `${answer.text}\n${server.output().slice(-2_000)}`).toBe(200);
}

test('two processes on one port serve the same session', async () => {
  for (let nth = 0; nth < 8; nth += 1) await lookAtAccount();
  await vi.waitFor(() => expect(processesOf('/ajax/account').size).toBe(2));
});

test('process metrics are added up, and installation metrics are reported once', async () => {
  const readFigures = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const counted =
    /^dais_http_request_duration_seconds_count\{method="GET",route="\/ajax\/account",status="200"\} (\d+)$/m;
  await vi.waitFor(async () => {
    const answered = lines().filter(({ route }) => route === '/ajax/account').length;
    expect(answered).toBeGreaterThanOrEqual(8);
    expect(counted.exec(await readFigures())?.[1]).toBe(String(answered));
  }, 20_000);
  const figures = await readFigures();
  expect(figures).toMatch(/^dais_info\{version="[\d.]+"\} 1$/m);
  expect(figures).toContain('dais_part_up{part="database"} 1\n');
});

test('a change in one process appears live on pages of the other', async () => {
  const streams: ReadEvents[] = [];
  for (let nth = 0; nth < 4; nth += 1) streams.push(await readEvents(installation.admin.client));
  const meeting = await installation.meeting({ title: 'Seen in both' });
  for (const { until } of streams) await until(({ noun, id }) => noun === 'meeting' && id === meeting.id);
});

test('an upload that began in one process can be continued in the other', async () => {
  const [tus, bytes] = [{ 'tus-resumable': '1.0.0' }, Buffer.from('One half and the other half.')];
  const about = `filename ${Buffer.from('halves.txt').toString('base64')}`;
  const begun = await ask('/ajax/uploads', {
    method: 'POST',
    headers: { ...tus, 'upload-length': bytes.length, 'upload-metadata': about },
  });
  expect(begun.status).toBe(201);
  const path = new URL(begun.headers.location ?? '', server.url).pathname;
  for (const [from, to] of [
    [0, 8],
    [8, 16],
    [16, bytes.length],
  ] as const) {
    const headers = { ...tus, 'upload-offset': from, 'content-type': 'application/offset+octet-stream' };
    const sent = await ask(path, { method: 'PATCH', headers, body: bytes.subarray(from, to) });
    expect([sent.status, sent.headers['upload-offset']]).toEqual([204, String(to)]);
  }
  await vi.waitFor(() => expect(processesOf('/ajax/uploads/:id').size).toBe(2));
});

test('a killed process is replaced while requests continue to succeed', async () => {
  const [killed = 0, other = 0] = processesOf('/ajax/account');
  const before = lines().length;
  process.kill(killed, 'SIGKILL');
  // A connection is lost if it is handed to the process before the primary process knows that it ended.
  await vi.waitFor(() => expect(endings()).toHaveLength(1), 10_000);
  for (let nth = 0; nth < 40; nth += 1) {
    await lookAtAccount();
    await pause(10);
  }
  await vi.waitFor(
    () => expect(lines().some(({ msg }) => msg === 'the server process was replaced')).toBe(true),
    30_000,
  );
  for (let nth = 0; nth < 8; nth += 1) await lookAtAccount();
  const serving = await vi.waitFor(() => {
    const found = processesOf('/ajax/account', before);
    expect(found.size).toBe(2);
    return found;
  });
  expect(serving).toContain(other);
  expect(serving).not.toContain(killed);
  expect(endings()).toMatchObject([{ process: killed, signal: 'SIGKILL' }]);
});

test('a single signal stops all processes cleanly, and all data is available after a restart', async () => {
  const processes = processesOf('/ajax/account');
  expect(await server.terminate()).toBe(0);
  expect([...processes].filter(isAlive)).toEqual([]);
  await expect(access(join(server.dataDir, 'postgres/postmaster.pid'))).rejects.toThrow();
  await server.restart();
  await lookAtAccount();
});

test('the processes end when their parent is killed, and the server can be started again', async () => {
  for (let nth = 0; nth < 4; nth += 1) await lookAtAccount();
  const processes = await vi.waitFor(() => {
    const found = processesOf('/ajax/account');
    expect(found.size).toBe(2);
    return found;
  });
  await server.kill();
  await vi.waitFor(() => expect([...processes].filter(isAlive)).toEqual([]), 10_000);
  await server.restart();
  await lookAtAccount();
});

test('an error during startup is printed only once, not by every process', async () => {
  const [taken, dataDir] = [createServer(), await mkdtemp(join(tmpdir(), 'dais-tests-taken-'))];
  taken.listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  try {
    const settings = { PROCESSES: '2', PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error' };
    const err = `The setting PORT is wrong: another program is listening on port ${port}.\n`;
    expect(await runProgram('main', settings)).toEqual({ code: 1, err, out: '' });
  } finally {
    taken.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});
