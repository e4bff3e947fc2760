import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { freePort } from '#server/integrations/postgres/postmaster.ts';
import { withClosedDatabase } from '#tests/support/closed-database.ts';
import { createTestContext } from '#tests/support/context.ts';
import { makeUser } from '#tests/support/factories.ts';
import { createFigures, timeRequests } from './figures.ts';
import { refuseTakenAddress, serveFigures } from './serve-figures.ts';

test('metrics cover requests, jobs, mail, database connections, event loop and storage, but contain no personal data', async () => {
  const context = await createTestContext();
  const app = await createApp(context);
  const figures = createFigures(context);
  timeRequests(app, figures);
  try {
    await makeUser(context, { email: 'ada@example.org' });
    await app.inject({ url: '/ajax/inv/a-secret-token-of-an-invitation', headers: { host: 'dais.example' } });
    await app.inject({ method: 'GET', url: '/ajax/start', headers: { host: 'dais.example' } });
    const text = await figures.metrics();
    expect(text).toMatch(
      /^dais_http_request_duration_seconds_count\{method="GET",route="\/ajax\/start",status="200"\} 1$/m,
    );
    expect(text).toMatch(/^dais_database_connections\{state="idle"\} \d+$/m);
    expect(text).toMatch(/^dais_mail\{state="waiting"\} 0$/m);
    expect(text).toMatch(/^dais_storage_free_bytes [\d.e+]+$/m);
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
    expect(text).toMatch(/^dais_part_up\{part="storage"\} 1$/m);
    expect(text).not.toMatch(/a-secret-token|ada@example/);
    await context.pool.query(`select gate.add_job('send-mail', '{}', 5, null, 'one', 0)`);
    expect(await figures.metrics()).toMatch(/^dais_jobs\{job="send-mail",state="later"\} 1$/m);
    await withClosedDatabase(context, async () => {
      const without = await figures.metrics();
      expect(without).toContain('dais_part_up{part="database"} 0');
      expect(without).toMatch(/^dais_storage_free_bytes /m);
      expect(without).not.toContain('dais_jobs{');
    });
  } finally {
    await app.close();
    await context.stop();
  }
});

test('the metrics port serves only metrics', async () => {
  const log = pino({ level: 'silent' });
  const port = await freePort();
  let fails = false;
  const read = async () => {
    if (fails) throw new Error('not now');
    return 'dais_info 1\n';
  };
  const end = await serveFigures({ host: '127.0.0.1', port }, log, read);
  const ask = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${port}${path}`, { method });
  try {
    expect(await (await ask('/metrics')).text()).toBe('dais_info 1\n');
    expect([(await ask('/')).status, (await ask('/metrics', 'POST')).status]).toEqual([404, 404]);
    fails = true;
    expect((await ask('/metrics')).status).toBe(503);
    const taken = `The setting METRICS_PORT is wrong: another program is listening on port ${port}.`;
    await expect(serveFigures({ host: '127.0.0.1', port }, log, read)).rejects.toThrow(taken);
    await expect(refuseTakenAddress({ host: '127.0.0.1', port })).rejects.toThrow(taken);
  } finally {
    await end();
  }
  await refuseTakenAddress({ host: '127.0.0.1', port });
});
