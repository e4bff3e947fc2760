// Prints what a folder of 10,000 documents costs: the answer in every order, its query plans, and the screen in Chromium.
// `npm run bench:library`; needs a build (`npm run build`). Asserts nothing.
import { chromium, type Page } from '@playwright/test';
import { findBrowser } from '#tests/support/find-browser.ts';
import { type Installation, openInstallation } from '#tests/support/installation.ts';
import { startRunningServer } from '#tests/support/running-server.ts';

const documentCount = 10_000;
const runs = 20;
const screenRuns = 5;

/** What server/features/homes/library/queries.ts asks for the first page of each order. */
const orders = {
  custom: 'document.position',
  title: 'lower(document.title)',
  added: 'document.created_at',
  kind: 'document.extension',
} as const;

const server = await startRunningServer();
try {
  const installation = await openInstallation(server);
  const categoryId = await fill(installation);
  const { client } = installation.admin;
  const table: Record<string, object> = {};
  for (const sort of Object.keys(orders)) {
    const times: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      const begun = performance.now();
      await client.call('GET', `/ajax/library/categories/${categoryId}?sort=${sort}`);
      times.push(performance.now() - begun);
    }
    table[`first page, ${sort}`] = spread(times);
  }
  table['all pages, one after the other'] = spread([await readAll(installation, categoryId)]);
  console.table(table);
  for (const [sort, key] of Object.entries(orders)) {
    const rows = await installation.sql(
      `explain (analyze, buffers) select document.id from documents document
       where document.board_id = (select board_id from categories where id = $1) and document.deleted_at is null
       and document.category_id = $1 order by ${key}, document.id limit 101`,
      [categoryId],
    );
    console.log(`\n${sort}\n${rows.map((row) => row['QUERY PLAN']).join('\n')}`);
  }
  await measureScreen({ base: server.url, cookies: client.cookies(), categoryId });
} finally {
  await server.stop();
}

async function fill({ admin, sql }: Installation): Promise<string> {
  const audience = { whole_board: true, group_ids: [], member_ids: [] };
  const body = { name: 'Everything', description: '', audience };
  const made = await admin.client.call('POST', '/ajax/library/categories', body);
  const categoryId: string = made.json.data.id;
  await sql(
    `insert into documents (board_id, category_id, title, extension, mime_type, is_link, link_url, position, created_at)
     select c.board_id, c.id, 'Minutes of meeting ' || (n * 7919 % $2::int), 'link', 'generic', true, 'https://example.org/', n * 1024,
       now() - n * interval '1 hour'
     from categories c, generate_series(1, $2::int) n where c.id = $1`,
    [categoryId, documentCount],
  );
  await sql('analyze');
  return categoryId;
}

/** Milliseconds. */
async function readAll({ admin }: Installation, categoryId: string): Promise<number> {
  const begun = performance.now();
  let next: string | null = null;
  do {
    const after: string = next === null ? '' : `&after=${next}`;
    const { json } = await admin.client.call('GET', `/ajax/library/categories/${categoryId}?sort=title${after}`);
    next = json.data.next;
  } while (next !== null);
  return performance.now() - begun;
}

async function measureScreen(given: {
  readonly base: string;
  readonly cookies: ReadonlyMap<string, string>;
  readonly categoryId: string;
}): Promise<void> {
  const browser = await chromium.launch({ executablePath: findBrowser() });
  try {
    const page = await browser.newPage();
    const cookies = [...given.cookies].map(([name, value]) => ({ name, value, url: given.base }));
    await page.context().addCookies(cookies);
    const opened: number[] = [];
    for (let run = 0; run < screenRuns; run += 1) {
      await page.goto(`${given.base}/library`);
      const link = page.getByRole('link', { name: /^Everything/ });
      await link.waitFor();
      const begun = performance.now();
      await link.click();
      await page.getByRole('listitem').filter({ hasText: 'Minutes of meeting' }).first().waitFor();
      opened.push(performance.now() - begun);
    }
    console.table({ 'first rows after the press': spread(opened) });
    const reading = await scrollToEnd(page);
    await page.evaluate(() => window.scrollTo(0, 0));
    const becoming = page.evaluate(framesUntilEditing);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const entered = await becoming;
    const editing = await scrollToEnd(page);
    const empty = await browser.newPage();
    await empty.setContent('<div style="height: 600000px"></div>');
    console.table({
      'floor: an empty page': frames(await empty.evaluate(scrollEmpty)),
      'reading, all rows come': frames(reading.coming),
      'reading, back and forth': frames(reading.here),
      'Edit pressed, all rows here': frames(entered),
      'editing, back and forth': frames(editing.here),
    });
  } finally {
    await browser.close();
  }
}

/** Milliseconds from frame to frame while scrolling until every row has come, and then through all that is here. */
function scrollToEnd(page: Page): Promise<{ readonly coming: number[]; readonly here: number[] }> {
  return page.evaluate(async (count) => {
    const scroll = async (by: number, isEnd: () => boolean): Promise<number[]> => {
      const times: number[] = [];
      let last = performance.now();
      do {
        window.scrollBy(0, by);
        await new Promise(requestAnimationFrame);
        times.push(performance.now() - last);
        last = performance.now();
      } while (!isEnd());
      return times;
    };
    const lastRow = () => document.querySelector('#main [role=list] > :last-child > :last-child');
    window.scrollTo(0, 0);
    const coming = await scroll(2_000, () => lastRow()?.getAttribute('aria-posinset') === String(count));
    const up = await scroll(-3_000, () => window.scrollY === 0);
    const down = await scroll(3_000, () => window.scrollY + window.innerHeight >= document.body.scrollHeight - 5_000);
    return { coming, here: [...up, ...down] };
  }, documentCount);
}

async function framesUntilEditing(): Promise<number[]> {
  const times: number[] = [];
  let last = performance.now();
  while (document.querySelector('#main [role=listitem] input') === null) {
    await new Promise(requestAnimationFrame);
    times.push(performance.now() - last);
    last = performance.now();
  }
  return times;
}

async function scrollEmpty(): Promise<number[]> {
  const times: number[] = [];
  let last = performance.now();
  while (window.scrollY < 595_000) {
    window.scrollBy(0, 2_000);
    await new Promise(requestAnimationFrame);
    times.push(performance.now() - last);
    last = performance.now();
  }
  return times;
}

function frames(times: readonly number[]) {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (part: number): number => Math.round(sorted[Math.floor((sorted.length - 1) * part)] ?? 0);
  const over = (most: number): number => times.filter((time) => time > most).length;
  return {
    ...{ frames: times.length, 'median ms': at(0.5), 'p99 ms': at(0.99), 'longest ms': at(1) },
    ...{ 'over 50 ms': over(50), 'over 100 ms': over(100) },
  };
}

function spread(times: readonly number[]) {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (part: number): number => Math.round((sorted[Math.floor((sorted.length - 1) * part)] ?? 0) * 10) / 10;
  return { 'median ms': at(0.5), 'p95 ms': at(0.95) };
}
