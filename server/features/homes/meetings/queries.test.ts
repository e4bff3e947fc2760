import { expect, test } from 'vitest';
import { testApp } from '#tests/support/test-app.ts';
import { meetingPage, meetingPageParams } from './queries.ts';

const server = testApp();

async function scansOf(statement: { readonly text: string } | null): Promise<Readonly<Record<string, number>>> {
  const rows = await server.sql<{ 'QUERY PLAN': string }>(`explain (generic_plan, costs off) ${statement?.text ?? ''}`);
  const scans: Record<string, number> = {};
  for (const { 'QUERY PLAN': line } of rows) {
    const [, table] = /Scan.* on (\w+)/.exec(line) ?? [];
    if (table !== undefined && !line.includes('Bitmap Index Scan')) scans[table] = (scans[table] ?? 0) + 1;
  }
  return scans;
}

test('the query for a meeting page scans the withheld table exactly twice', async () => {
  const now = new Date('2026-11-16T12:00:00Z');
  const id = '019a8c00-0000-7000-8000-000000000000';
  const scans = await scansOf(meetingPage.query(meetingPageParams({ now }, id), now, 'settings'));
  expect(scans.withheld).toBe(2);
  expect(scans.members).toBeLessThanOrEqual(4);
});
