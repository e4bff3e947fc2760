// Prints what the directory of a board of 500 people costs: the answer, its query plans, and the screen in Chromium.
// `npm run bench:people`; needs a build (`npm run build`). Asserts nothing.
import { chromium, type Page } from '@playwright/test';
import { findBrowser } from '#tests/support/find-browser.ts';
import { type Installation, openInstallation } from '#tests/support/installation.ts';
import { startRunningServer } from '#tests/support/running-server.ts';

const peopleCount = 500;
const groupCount = 8;
const runs = 20;

/** What server/features/members/people/queries.ts and server/features/members/profile/queries.ts ask for a list. */
const plans = {
  people: `select m.id, coalesce(u.last_name, i.last_name) from members m left join users u on u.id = m.user_id
    left join lateral (select last_name from invitations where member_id = m.id and board_id = $1 and m.user_id is null
      order by created_at desc limit 1) i on true
    where m.board_id = $1 and m.removed_at is null order by m.id limit 2000`,
  groups: `select gm.member_id, g.name from group_members gm
    join groups g on g.board_id = gm.board_id and g.id = gm.group_id where gm.board_id = $1
    order by lower(g.name), g.id limit 20000`,
  person: `select * from members where board_id = $1 and slug = 'elena-kowalczyk'`,
};

const server = await startRunningServer();
try {
  const installation = await openInstallation(server);
  await fill(installation);
  const { client } = installation.admin;
  const answers: number[] = [];
  let bytes = 0;
  for (let run = 0; run < runs; run += 1) {
    const begun = performance.now();
    const { json } = await client.call('GET', '/ajax/people');
    answers.push(performance.now() - begun);
    bytes = JSON.stringify(json).length;
  }
  const [{ id: boardId }] = (await installation.sql(`select id from boards where shortname = 'harbour'`)) as [
    { readonly id: string },
  ];
  console.table({
    [`GET /ajax/people, ${peopleCount} people`]: { ...spread(answers), kilobytes: Math.round(bytes / 1024) },
  });
  for (const [what, query] of Object.entries(plans)) {
    const rows = await installation.sql(`explain (analyze, buffers) ${query}`, [boardId]);
    console.log(`\n${what}\n${rows.map((row) => row['QUERY PLAN']).join('\n')}`);
  }
  await measureScreen(server.url, client.cookies());
} finally {
  await server.stop();
}

async function fill({ sql }: Installation): Promise<void> {
  await sql(
    `with people as (
       insert into users (email, first_name, last_name, password_hash)
       select 'person' || n || '@harbour.example',
         (array['Aisha', 'Bjørn', 'Chloé', 'Dmitri', 'Elena', 'Femi', 'Goran', 'Hana', 'Inés', 'Jun'])[1 + n % 10],
         (array['Adeyemi', 'Benali', 'Čapek', 'Dubois', 'Eriksen', 'Farouk', 'Gómez', 'Hughes', 'Ivanov', 'Jensen'])[1 + (n / 10) % 10]
           || '-' || chr(97 + n % 26) || n,
         'no password'
       from generate_series(2, $1::int) n returning id
     )
     insert into members (board_id, user_id, status, slug)
     select boards.id, people.id, 'active', 'person-' || right(people.id::text, 12) from people, boards where shortname = 'harbour'`,
    [peopleCount],
  );
  await sql(
    `with made as (
       insert into groups (board_id, name) select boards.id, 'Committee ' || n from boards, generate_series(1, $1::int) n
       where shortname = 'harbour' returning id, board_id, substr(name, 11)::int - 1 as nth
     )
     insert into group_members (board_id, group_id, member_id)
     select made.board_id, made.id, members.id from made join members on members.board_id = made.board_id
     and abs(hashtext(members.id::text)) % $1::int = made.nth`,
    [groupCount],
  );
  await sql('analyze');
}

async function measureScreen(base: string, cookies: ReadonlyMap<string, string>): Promise<void> {
  const browser = await chromium.launch({ executablePath: findBrowser() });
  try {
    const page = await browser.newPage();
    await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: base })));
    const opened: number[] = [];
    for (let run = 0; run < 5; run += 1) {
      await page.goto(`${base}/home`);
      await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
      const begun = performance.now();
      await page.getByRole('link', { name: 'People', exact: true }).first().click();
      await page.getByRole('list', { name: 'People' }).getByRole('link').first().waitFor();
      opened.push(performance.now() - begun);
    }
    const typed: Record<string, object> = {};
    for (const view of ['cards', 'list']) {
      await page.goto(`${base}/people${view === 'list' ? '?view=list' : ''}`);
      const field = page.getByRole('searchbox', { name: 'Find by name' });
      await field.waitFor();
      const frames: number[] = [];
      for (const key of ['a', 'Backspace', 'e', 'l', 'Backspace', 'Backspace', 'j', 'u', 'Backspace', 'Backspace']) {
        frames.push(await keyToFrame(page, () => field.press(key)));
      }
      typed[`a key until the next frames, ${view}`] = spread(frames);
    }
    console.table({ 'from the dashboard to /people': spread(opened), ...typed });
  } finally {
    await browser.close();
  }
}

/** Milliseconds from a key until the page has drawn two frames with nothing left to do in between. */
async function keyToFrame(page: Page, press: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const at = window as unknown as { pressed?: Promise<number> };
    at.pressed = new Promise((resolve) => {
      addEventListener(
        'keydown',
        () => {
          const begun = performance.now();
          setTimeout(() =>
            requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - begun))),
          );
        },
        { once: true, capture: true },
      );
    });
  });
  await press();
  return page.evaluate(() => (window as unknown as { pressed: Promise<number> }).pressed);
}

/** Milliseconds. */
function spread(measured: readonly number[]): { readonly median: number; readonly most: number } {
  const sorted = measured.toSorted((a, b) => a - b);
  return { median: Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0), most: Math.round(sorted.at(-1) ?? 0) };
}
