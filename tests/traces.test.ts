import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { httpClient } from './support/http-client.ts';
import { boardTitle, type Installation, openInstallation } from './support/installation.ts';
import { copyMigratedFolder } from './support/migrated-folder.ts';
import { type RunningServer, startRunningServer } from './support/running-server.ts';
import { type Collected, startTraceCollector, type TraceCollector } from './support/trace-collector.ts';

vi.setConfig({ testTimeout: 60_000 });

const title = 'Closure of the Canary Street branch';
const paperName = 'canary-severance-terms.txt';
const traceId = '0af7651916cd43dd8448eb211c80319c';
const fromProxy = { 'x-forwarded-for': '203.0.113.9', traceparent: `00-${traceId}-b7ad6b7169203331-01` };

let collector: TraceCollector;
let server: RunningServer;
let installation: Installation;
let printed: string;
/** Must not appear in traces. */
const secrets: string[] = [title, 'Canary', 'canary', boardTitle, 'Harbour', 'harbour.example', 'correct horse'];

beforeAll(async () => {
  collector = await startTraceCollector();
  server = await startRunningServer(
    {
      PROCESSES: '2',
      LOG_LEVEL: 'info',
      TRUST_PROXY: 'loopback',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-collector',
      OTEL_EXPORTER_OTLP_TIMEOUT: '500',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test%20run',
    },
    copyMigratedFolder,
  );
  installation = await openInstallation(server);
  await work();
  printed = server.output();
  expect(await server.terminate()).toBe(0);
}, 120_000);
afterAll(async () => {
  await server.stop();
  await collector.stop();
});

/** A page, writes, jobs, mail, a secret address, an upload, a failed call. */
async function work(): Promise<void> {
  const { admin } = installation;
  const member = await installation.join('Idris', 'Nwosu-Canary');
  const meeting = await installation.meeting({ title, location: 'The Canary room' });
  const { client } = admin;
  const own = await client.call('GET', `/ajax/meetings/${meeting.id}`, undefined, fromProxy);
  expect(own.status).toBe(200);
  const page = await client.raw('GET', `/meetings/${meeting.id}?q=canary-of-the-query`, {
    headers: { accept: 'text/html' },
  });
  expect(await page.text()).toContain('data-answer=');
  const document = await installation.paper(meeting, { name: paperName, bytes: Buffer.from('The canary sings.') });
  const uid = await installation.magicUid(member.email, title);
  const visitor = httpClient(server.url);
  expect((await visitor.call('GET', `/ajax/magic/meetings/${uid}`)).status).toBe(200);
  const sought = { itemType: 'everything', searchString: 'canary severance' };
  expect((await client.call('POST', '/search', sought)).status).toBe(200);
  await visitor.call('GET', '/ajax/start');
  const refused = { email: 'nobody.canary@elsewhere.example', password: 'a canary sang' };
  expect((await visitor.call('POST', '/login', refused)).status).toBe(422);
  for (const each of [admin, member]) secrets.push(each.email, each.password, each.first_name, each.last_name);
  for (const [, value] of client.cookies()) secrets.push(value, decodeURIComponent(value));
  secrets.push(uid, meeting.id, document, refused.email, refused.password, '203.0.113.9');
}

const named = (name: string): readonly Collected[] => collector.spans.filter((span) => span.name === name);
const below = ({ traceId, spanId }: Collected): readonly Collected[] =>
  collector.spans.filter((span) => span.traceId === traceId && span.parentId === spanId);
const within = (span: Collected): readonly Collected[] => below(span).flatMap((each) => [each, ...within(each)]);

test('a read is a span named by its route with its flight below, and continues the trace of a proxy', () => {
  const [read] = named('GET /ajax/meetings/:id').filter((span) => span.traceId === traceId);
  expect(read).toMatchObject({
    parentId: 'b7ad6b7169203331',
    attributes: {
      'http.request.method': 'GET',
      'http.route': '/ajax/meetings/:id',
      'http.response.status_code': 200,
    },
  });
  const [flight] = below(read as Collected);
  expect(flight?.name).toMatch(/^flight \w+/);
  expect(flight?.attributes['db.system.name']).toBe('postgresql');
  // Only a proxy's trace is continued.
  expect(named('POST /login').every(({ parentId }) => parentId === '')).toBe(true);
});

test('the first answers of a page are spans below the page', () => {
  const pages = named('GET page').flatMap((page) => within(page).map(({ name }) => name));
  expect(pages).toContain('GET /ajax/meetings/:id');
});

test('a write is a span with its transaction below, which names its statements without values', () => {
  const [write] = named('POST /ajax/meetings');
  const statements = within(write as Collected)
    .filter(({ name }) => name === 'transaction')
    .flatMap(({ attributes }) => attributes['dais.statements'] as readonly string[]);
  expect(statements).toEqual(expect.arrayContaining(['select gate.enter', 'insert meetings']));
  expect(named('POST /login').map(({ attributes }) => attributes['http.response.status_code'])).toContain(422);
});

test('a job is a trace of its own with its attempt, and mail and files are spans below', () => {
  const sends = named('job send-mail');
  expect(sends[0]).toMatchObject({ parentId: '', attributes: { 'dais.job': 'send-mail', 'dais.attempt': 1 } });
  const handed = sends.flatMap(within).filter(({ name }) => name === 'mail send');
  expect(handed.length).toBeGreaterThan(0);
  expect(handed.map(({ attributes }) => attributes)).toEqual(handed.map(() => ({})));
  const [placed] = named('POST /ajax/documents');
  expect(within(placed as Collected).map(({ name }) => name)).toContain('storage put');
});

test('each process is an instance', () => {
  const instances = new Set(collector.spans.map(({ resource }) => resource['service.instance.id']));
  expect(instances.size).toBe(2);
  for (const { resource } of collector.spans)
    expect(resource).toMatchObject({ 'service.name': 'dais', 'deployment.environment.name': 'test run' });
  expect(collector.bytes().includes('Bearer of-the-collector')).toBe(true);
});

test('traces contain no title, name, address, token, id or query', () => {
  const bytes = collector.bytes();
  expect(collector.spans.length).toBeGreaterThan(50);
  expect(secrets.length).toBeGreaterThan(20);
  expect(secrets.filter((secret) => bytes.includes(secret))).toEqual([]);
});

test('the log line of a request names its trace', () => {
  const line = printed.split('\n').find((each) => each.includes(`"trace":"${traceId}"`));
  expect(line).toContain('"route":"/ajax/meetings/:id"');
});

test('without a collector requests are answered and the server stops as usual', async () => {
  await collector.stop();
  await server.restart();
  const { client } = installation.admin;
  for (let nth = 0; nth < 8; nth += 1) expect((await client.call('GET', '/ajax/account')).status).toBe(200);
  const meeting = await installation.meeting({ title: 'While nobody collects' });
  expect((await client.call('GET', `/ajax/meetings/${meeting.id}`)).status).toBe(200);
  expect(await server.terminate()).toBe(0);
});
