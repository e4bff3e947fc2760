import { type Logger, pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startTraceCollector } from '#tests/support/trace-collector.ts';
import { openTracing, type Tracing } from './open-tracing.ts';
import { errorType } from './spans.ts';
import { summaryOf } from './trace-database.ts';
import { readTraceSetting } from './trace-setting.ts';

const lines: string[] = [];
const log: Logger = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
const said = (text: string): number => lines.filter((line) => line.includes(text)).length;

beforeEach(() => {
  lines.length = 0;
  // The exporter's own.
  vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '200');
});
afterEach(() => vi.unstubAllEnvs());

function open(settings: Readonly<Record<string, string>>, part = { nth: 1, of: 1 }): Tracing {
  const setting = readTraceSetting(settings);
  if (setting === null) throw new Error('Traces are off.');
  return openTracing(setting, { log, part });
}

/** So many are sent at once, without waiting for more. */
const batch = 512;

async function runJobs(tracing: Tracing, times: number, handle = async (): Promise<void> => undefined): Promise<void> {
  const [job] = tracing.traceJobs([{ name: 'sweep', handle }]);
  for (let nth = 0; nth < times; nth += 1) await job?.handle({}, { attempt: 1, isLast: false });
}

test('M35 a collector that is away is logged once, and once when it is back', async () => {
  const { port, stop } = await startTraceCollector();
  await stop();
  const tracing = open({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `http://127.0.0.1:${port}/v1/traces` });
  await runJobs(tracing, batch);
  await vi.waitFor(() => expect(said('traces are lost')).toBe(1));
  await runJobs(tracing, 2 * batch);
  const collector = await startTraceCollector(port);
  await vi.waitFor(async () => {
    await runJobs(tracing, batch);
    expect(said('takes traces again')).toBe(1);
  }, 10_000);
  expect(said('traces are lost')).toBe(1);
  await tracing.stop();
  expect(collector.spans.length).toBeGreaterThanOrEqual(batch);
  await collector.stop();
});

test('M35 a failure is named by its code or class, never by what it says', async () => {
  const collector = await startTraceCollector();
  const tracing = open({ OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/` }, { nth: 2, of: 3 });
  const failing = runJobs(tracing, 1, () => Promise.reject(new TypeError('for ada@example.org')));
  await expect(failing).rejects.toThrow('ada@example.org');
  await tracing.stop();
  expect(collector.spans).toMatchObject([
    { name: 'job sweep', status: 2, attributes: { 'error.type': 'TypeError' }, resource: { 'service.name': 'dais' } },
  ]);
  expect(collector.spans[0]?.resource['service.instance.id']).toMatch(/-2$/);
  expect(collector.bytes().includes('ada@')).toBe(false);
  await collector.stop();
  expect(errorType(Object.assign(new Error('x'), { code: '23505' }))).toBe('23505');
  expect(errorType(Object.assign(new Error('x'), { code: 'of ada@example.org' }))).toBe('Error');
  expect(errorType('ada@example.org')).toBe('string');
});

test('M35 as many traces are kept as the sampler says', async () => {
  const collector = await startTraceCollector();
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  const none = open({ ...endpoint, OTEL_TRACES_SAMPLER: 'always_off' });
  await runJobs(none, 50);
  await none.stop();
  expect(collector.spans).toHaveLength(0);
  const some = open({ ...endpoint, OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.5' });
  await runJobs(some, 400);
  await some.stop();
  expect(collector.spans.length).toBeGreaterThan(100);
  expect(collector.spans.length).toBeLessThan(300);
  await collector.stop();
});

test.each([
  ['select "id" from "meetings" where "board_id" = $1', 'select meetings'],
  ['insert into "audit_entries" ("id") values ($1)', 'insert audit_entries'],
  ['update "members" set "slug" = $1', 'update members'],
  ['with each as (select 1 from "jobs") select * from each', 'with jobs'],
  ['select gate.enter($1, $2::uuid) as entered', 'select gate.enter'],
  ["select set_config('dais.board_id', $1, true)", 'select set_config'],
  ["select 'a letter from alice'", 'select'],
  ["select 'a letter from O''Brien from alice', id from documents", 'select documents'],
  ["select E'\\' from alice'", 'select'],
  ["delete from graphile_worker.jobs where name = 'from alice'", 'delete graphile_worker.jobs'],
])('M35 the statement %s is named %s', (text, name) => {
  expect(summaryOf(text)).toBe(name);
});
