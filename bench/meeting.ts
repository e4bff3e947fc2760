// Prints what a long meeting costs to open, and what saving one change of its agenda sends and writes.
// `npm run bench:meeting`; needs a build (`npm run build`). Asserts nothing.
import { chromium, type Page, type Request } from '@playwright/test';
import { findBrowser } from '#tests/support/find-browser.ts';
import { openInstallation } from '#tests/support/installation.ts';
import { startRunningServer } from '#tests/support/running-server.ts';
import { longMeeting, makeLongMeeting } from './long-meeting.ts';

const runs = 7;
/** PostgreSQL tells what was written once its sessions have been idle this long (pgstat.c). */
const statisticsMs = 11_000;

const server = await startRunningServer();
const browser = await chromium.launch({ executablePath: findBrowser() });
try {
  const installation = await openInstallation(server);
  const { client } = installation.admin;
  const { id } = await makeLongMeeting(installation);
  await client.call('POST', `/ajax/meetings/${id}/publish`, {});
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  const cookies = [...client.cookies()].map(([name, value]) => ({ name, value, url: server.url }));
  await page.context().addCookies(cookies);

  const [called, usable, edited]: [number[], number[], number[]] = [[], [], []];
  let bytes = 0;
  for (let run = 0; run < runs; run += 1) {
    const asked = performance.now();
    const answer = await client.raw('GET', `/ajax/meetings/${id}`, {});
    bytes = (await answer.arrayBuffer()).byteLength;
    called.push(performance.now() - asked);
    const began = performance.now();
    await page.goto(`${server.url}/meetings/${id}`);
    await page.getByRole('heading', { name: `Item ${longMeeting.items}` }).waitFor();
    await page.getByRole('button', { name: 'Going remote' }).waitFor();
    usable.push(performance.now() - began);
    const pressed = performance.now();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: `Title of item ${longMeeting.items}`, exact: true }).waitFor();
    edited.push(performance.now() - pressed);
  }
  const { items, documents, invitees } = longMeeting;
  console.log(
    `A meeting of ${items} items, ${documents} documents and ${invitees} invitees; its answer has ${bytes} bytes.`,
  );
  console.table({
    'the server’s answer, ms': spread(called),
    'the page usable in Chromium, ms': spread(usable),
    'the editor usable, ms': spread(edited),
  });

  const before = await rowsWritten(installation.sql);
  const { requests, milliseconds } = await saveOneItem(page);
  const after = await rowsWritten(installation.sql);
  console.log(`One item renamed and saved in ${Math.round(milliseconds)} ms. Sent:`);
  console.table(requests.map((request) => ({ call: callOf(request), bytes: request.postDataBuffer()?.length ?? 0 })));
  console.log('Rows written:');
  console.table(
    [...after].flatMap(([table, rows]) => {
      const written = rows - (before.get(table) ?? 0);
      return written === 0 ? [] : [{ table, rows: written }];
    }),
  );
} finally {
  await browser.close();
  await server.stop();
}

/** Every call that is no reading, from the press of Save until it says so. */
async function saveOneItem(
  page: Page,
): Promise<{ readonly requests: readonly Request[]; readonly milliseconds: number }> {
  const requests: Request[] = [];
  await page.getByRole('textbox', { name: 'Title of item 30', exact: true }).fill('Item 30, renamed');
  page.on('request', (request) => {
    if (request.method() !== 'GET') requests.push(request);
  });
  const pressed = performance.now();
  await page.getByRole('button', { name: /^Save/ }).click();
  await page.getByRole('heading', { name: 'Item 30, renamed' }).waitFor();
  return { requests, milliseconds: performance.now() - pressed };
}

function callOf(request: Request): string {
  return `${request.method()} ${new URL(request.url()).pathname}`;
}

/** By table, since the database began: inserted, changed and deleted. */
async function rowsWritten(sql: (text: string) => Promise<readonly Readonly<Record<string, unknown>>[]>) {
  await new Promise((resolve) => setTimeout(resolve, statisticsMs));
  const rows = await sql(
    `select schemaname || '.' || relname as name, (n_tup_ins + n_tup_upd + n_tup_del)::int as written from pg_stat_user_tables`,
  );
  return new Map(rows.map(({ name, written }) => [String(name), Number(written)]));
}

function spread(measured: readonly number[]): { readonly median: number; readonly worst: number } {
  const sorted = measured.toSorted((a, b) => a - b);
  return { median: Math.round(sorted[sorted.length >> 1] ?? 0), worst: Math.round(sorted.at(-1) ?? 0) };
}
