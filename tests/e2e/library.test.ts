import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { Signed } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { boxOf, chooseFiles, dragAlong, dropFile } from '#tests/support/page-acts.ts';
import { pdfPaper, sentence } from '#tests/support/papers.ts';
import { checkOpen, checkScreen } from '#tests/support/screen-check.ts';

let member: Signed;
test.beforeAll(async ({ installation }) => {
  member = await installation.join('Sunita', 'Gill');
});

const wholeBoard = { whole_board: true, group_ids: [], member_ids: [] };

async function library(admin: Signed, name: string, inside: { folders?: string[]; links?: string[] } = {}) {
  const call = async (path: string, body: object) =>
    (await admin.client.call('POST', path, body)).json.data.id as string;
  const id = await call('/ajax/library/categories', { name, description: `About ${name}`, audience: wholeBoard });
  const place = { kind: 'category', id };
  const folders: Record<string, string> = {};
  for (const folder of inside.folders ?? [])
    folders[folder] = await call('/ajax/library/folders', { home: place, name: folder });
  for (const title of inside.links ?? [])
    await call('/ajax/library/links', { home: place, title, url: 'https://www.youtube.com/watch?v=WEDIj9JBTC8' });
  return { id, folders, address: `/library/section/${id}` };
}

const list = (page: Page): Locator => page.getByRole('region', { name: 'Folders and documents' });
const row = (page: Page, name: string): Locator => list(page).getByRole('listitem').filter({ hasText: name });
const crumbs = (page: Page): Locator => page.getByRole('navigation', { name: 'Breadcrumb' });
const chooser = (page: Page): Locator => page.getByText('choose files', { exact: true });
const names = (page: Page): Promise<string[]> =>
  list(page)
    .getByRole('listitem')
    .evaluateAll((rows) => rows.map((each) => each.querySelector('.truncate')?.textContent ?? ''));
/** Each file has bytes of its own, because adding the same file twice raises a question. */
const pdf = async (name: string) => ({
  name,
  bytes: Buffer.concat([await pdfPaper(1), Buffer.from(`% ${name}\n`)]),
});

async function edit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Done' })).toBeVisible();
}

async function fromMenu(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `More for ${name}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('a board admin makes the first category and adds a paper; a member finds and opens it', {
  tag: '@everyday',
}, async ({ page, signIn, installation }) => {
  await signIn(installation.admin);
  await page.goto('/library');
  await expect(page.getByRole('heading', { name: 'The library is empty' })).toBeVisible();
  await page.getByRole('button', { name: 'New category' }).click();
  const dialog = page.getByRole('dialog', { name: 'New category' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Governing documents');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Bylaws and charter');
  await dialog.getByRole('button', { name: 'Create category' }).click();
  await expect(page.getByText('1 category, 0 documents')).toBeVisible();
  await page.getByRole('link', { name: /^Governing documents/ }).click();
  await expect(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
  await chooseFiles(page, chooser(page), await pdf('Bylaws.pdf'));
  await expect.poll(() => names(page)).toEqual(['Bylaws']);

  await signIn(member);
  await page.goto('/library');
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0);
  await page.getByRole('link', { name: /^Governing documents.*1 Document.*Bylaws and charter/ }).click();
  await row(page, 'Bylaws').getByRole('link').click();
  const viewer = page.getByRole('dialog', { name: 'Bylaws' });
  await expect(viewer.getByText(sentence)).toBeVisible();
  await expect(page).toHaveURL(/document=/);
  await page.goBack();
  await expect(viewer).toBeHidden();
});

test('a member walks and sorts folders', async ({ page, signIn, installation }) => {
  const made = await library(installation.admin, 'Handbook', {
    folders: ['Maps', 'Atlas'],
    links: ['Leases', 'Guide'],
  });
  await signIn(member);
  await page.goto('/library');
  await page.getByRole('link', { name: /^Handbook.*2 Documents, 2 Folders/ }).click();
  await expect(row(page, 'Guide')).toContainText('Video');
  await checkScreen(page, 'Handbook | Harbour Street Housing Trust | Dais');
  await row(page, 'Maps').getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`folder=${made.folders.Maps}`));
  await expect(page.getByRole('heading', { name: 'Maps', level: 1 })).toBeVisible();
  await crumbs(page).getByRole('link', { name: 'Handbook' }).click();
  await expect.poll(() => names(page)).toEqual(['Maps', 'Atlas', 'Leases', 'Guide']);
  await page.getByRole('button', { name: /^Sort: / }).click();
  await page.getByRole('menuitemradio', { name: 'Title, A to Z' }).click();
  await page.reload();
  await expect.poll(() => names(page)).toEqual(['Atlas', 'Maps', 'Guide', 'Leases']);
});

test('each visit reloads the library and shows the known state meanwhile', async ({ page, signIn, installation }) => {
  const made = await library(installation.admin, 'Reloaded', { folders: ['First folder'] });
  await signIn(member);
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads += 1;
  });
  await page.goto('/library');
  const main = page.getByRole('main');
  const flag = page.getByRole('progressbar', { name: 'Loading' });
  await main.getByRole('link', { name: /^Reloaded/ }).click();
  await expect(row(page, 'First folder')).toBeVisible();
  await expect(flag).toHaveCount(0);
  await installation.sql(`update categories set name = 'Renamed since' where id = '${made.id}'`);
  const held = Promise.withResolvers<void>();
  await page.route('**/ajax/library**', async (route) => {
    await held.promise;
    await route.continue();
  });
  await crumbs(page).getByRole('link', { name: 'Library' }).click();
  await expect(flag).toBeVisible();
  await expect(main.getByRole('link', { name: /^Reloaded/ })).toBeVisible();
  held.resolve();
  await expect(main.getByRole('link', { name: /^Renamed since/ })).toBeVisible();
  await expect(flag).toHaveCount(0);
  expect(loads, 'loads of the whole page').toBe(1);
});

test('a long list is announced, searched and edited as a whole', async ({ page, signIn, installation }) => {
  const made = await library(installation.admin, 'Long', { folders: ['Older'] });
  await installation.sql(
    `insert into documents (board_id, category_id, title, extension, mime_type, is_link, link_url, position)
     select board_id, id, 'Minutes ' || n, 'link', 'generic', true, 'https://example.org/', n * 1024
     from categories, generate_series(1, 350) n where id = $1`,
    [made.id],
  );
  await signIn(installation.admin);
  await page.goto(made.address);
  const nth = (position: number): Locator => list(page).locator(`[aria-posinset="${position}"]`);
  const rename = (title: string) => page.getByRole('button', { name: `Rename ${title}`, exact: true });
  await expect(row(page, 'Older')).toHaveAttribute('aria-setsize', '351');
  for (const position of [101, 201, 301, 351]) {
    await nth(position).scrollIntoViewIfNeeded();
    await expect(nth(position)).toContainText(`Minutes ${position - 1}`);
  }
  await page.evaluate(() => window.scrollTo(0, 0));
  // Far rows are rendered with their names only, which the browser's own search needs.
  await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
  await expect(rename('Minutes 1')).toBeVisible();
  await expect(rename('Minutes 340')).toHaveCount(0);
  const find = () => 'find' in window && (window.find as (text: string) => boolean)('Minutes 340');
  expect(await page.evaluate(find)).toBe(true);
  await rename('Minutes 340').press('Enter');
  await expect(page.getByRole('textbox', { name: 'New name' })).toHaveValue('Minutes 340');
  await page.keyboard.press('Escape');
});

test('a repeated file is questioned, and files are dropped into folders', async ({ page, signIn, installation }) => {
  const made = await library(installation.admin, 'Uploads', { folders: ['Minutes'] });
  await signIn(installation.admin);
  await edit(page, made.address);
  const bylaws = await pdf('Bylaws.pdf');
  await chooseFiles(page, chooser(page), bylaws, await pdf('Charter.pdf'));
  await expect.poll(() => names(page)).toEqual(['Minutes', 'Bylaws', 'Charter']);
  await chooseFiles(page, chooser(page), bylaws);
  await expect(page.getByText('This file is here already, as “Bylaws”.')).toBeVisible();
  await page.getByRole('button', { name: 'Add Bylaws.pdf again' }).click();
  await expect.poll(() => names(page)).toEqual(['Minutes', 'Bylaws', 'Charter', 'Bylaws']);
  await dropFile(row(page, 'Minutes'), await pdf('October.pdf'));
  await expect(row(page, 'Minutes')).toContainText('1 Document');
  await row(page, 'Minutes').getByRole('link').click();
  await expect.poll(() => names(page)).toEqual(['October']);
});

test('a dropped folder is uploaded whole, into folders of the same name', async ({ page, signIn, installation }) => {
  const made = await library(installation.admin, 'Dropped', { folders: ['Minutes', 'papers'] });
  const papers = { kind: 'folder', id: made.folders.papers };
  await installation.admin.client.call('POST', '/ajax/library/folders', { home: papers, name: '2026' });
  const disk = await mkdtemp(join(tmpdir(), 'dropped-'));
  for (const path of ['Papers/Budget.pdf', 'Papers/2026/May.pdf', 'Papers/2026/Drafts/June.pdf', 'Papers/.DS_Store']) {
    await mkdir(join(disk, path, '..'), { recursive: true });
    await writeFile(join(disk, path), await pdfPaper(1));
  }
  await mkdir(join(disk, 'Nothing'));
  await signIn(installation.admin);
  await edit(page, made.address);

  // Files that the protocol drops give the page real entries of folders, which synthetic events cannot.
  const cdp = await page.context().newCDPSession(page);
  const drop = async (name: string, on: Locator): Promise<void> => {
    const box = await boxOf(on);
    const data = { items: [], files: [join(disk, name)], dragOperationsMask: 1 };
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2, data };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await cdp.send('Input.dispatchDragEvent', { type, ...at });
  };
  await drop('Nothing', page.getByText('Drop documents or folders here'));
  await expect(page.getByText('There are no files in this folder')).toBeVisible();
  await drop('Papers', page.getByText('Drop documents or folders here'));
  await expect(row(page, 'papers')).toContainText('3 Documents, 1 Folder');
  await drop('Papers', row(page, 'Minutes'));
  await expect(row(page, 'Minutes')).toContainText('3 Documents, 1 Folder');
  await expect.poll(() => names(page)).toEqual(['Minutes', 'papers']);
  for (const [folder, inside] of [
    ['papers', ['2026', 'Budget']],
    ['2026', ['Drafts', 'May']],
    ['Drafts', ['June']],
  ] as const) {
    await row(page, folder).getByRole('link').click();
    await expect.poll(() => names(page)).toEqual(inside);
  }
  await rm(disk, { recursive: true });
});

test('rows are moved, and several are hidden, deleted and restored', async ({ page, signIn, installation }) => {
  const inside = { folders: ['Budgets', 'Reports'], links: ['One', 'Two', 'Three'] };
  const made = await library(installation.admin, 'Edited', inside);
  await signIn(installation.admin);
  await edit(page, made.address);
  await checkScreen(page, 'Edited | Harbour Street Housing Trust | Dais');

  const dialog = page.getByRole('dialog', { name: 'Move' });
  await page.getByRole('button', { name: 'Move Two to…' }).click();
  await dialog.getByRole('row', { name: 'Budgets' }).click();
  await expect(dialog.getByRole('row', { name: 'Edited' })).toContainText('Here now');
  await checkOpen(page);
  await dialog.getByRole('button', { name: 'New folder' }).click();
  const naming = page.getByRole('dialog', { name: 'New folder' });
  await naming.getByRole('textbox', { name: 'Name' }).fill('2027');
  await naming.getByRole('button', { name: 'Create folder' }).click();
  await expect(dialog.getByRole('row', { name: '2027' })).toHaveAttribute('aria-selected', 'true');
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(page.getByText('Two moved to 2027')).toBeVisible();
  await expect(row(page, 'Budgets')).toContainText('1 Document, 1 Folder');
  await page.getByRole('checkbox', { name: 'Select Reports' }).press('Space');
  await page.getByRole('checkbox', { name: 'Select Three' }).press('Shift+Space');
  const bar = page.getByRole('toolbar', { name: 'Selected' });
  await expect(bar).toContainText('3 selected');
  await bar.getByRole('button', { name: 'Hide' }).click();
  await expect(list(page).getByText('Hidden')).toHaveCount(3);
  await bar.getByRole('button', { name: 'Show' }).click();
  await expect(list(page).getByText('Hidden')).toHaveCount(0);
  await bar.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => names(page)).toEqual(['Budgets']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => names(page)).toEqual(['Budgets', 'Reports', 'One', 'Three']);

  await page.getByRole('button', { name: 'Delete Three' }).click();
  await expect.poll(() => names(page)).not.toContain('Three');
  await fromMenu(page, 'this place', 'Recently deleted');
  await page.getByRole('button', { name: 'Restore Three' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => names(page)).toContain('Three');
});

test('rows are ordered and put into folders by pointer', async ({ page, signIn, installation }) => {
  const made = await library(installation.admin, 'Ordered', { folders: ['Box'], links: ['One', 'Two', 'Three'] });
  await signIn(installation.admin);
  await edit(page, made.address);
  const handle = (name: string) => page.getByRole('button', { name: `Move ${name}`, exact: true });
  const drag = async (name: string, over: string, part: number) => {
    const [from, to] = [await boxOf(handle(name)), await boxOf(row(page, over))];
    await dragAlong(
      page,
      [from.x + from.width / 2, from.y + from.height / 2],
      [to.x + 100, to.y + to.height / 2],
      [to.x + 100, to.y + to.height * part],
    );
  };
  await drag('Three', 'One', 0.1);
  await expect.poll(() => names(page)).toEqual(['Box', 'Three', 'One', 'Two']);
  await drag('One', 'Box', 0.5);
  await expect(row(page, 'Box')).toContainText('1 Document');
  await page.reload();
  await expect.poll(() => names(page)).toEqual(['Box', 'Three', 'Two']);
});

test('files are replaced in several ways, and links are edited', async ({ page, signIn, installation }) => {
  const made = await library(installation.admin, 'Versions');
  await installation.paper({ category: made.id }, { name: 'Budget.pdf', bytes: await pdfPaper(1) });
  await signIn(installation.admin);
  await edit(page, made.address);
  // Rows accept files once the editor has loaded, which the handle shows.
  await expect(
    row(page, 'Budget.pdf')
      .getByRole('button', { name: /^Move / })
      .first(),
  ).toBeVisible();
  await dropFile(row(page, 'Budget.pdf'), await pdf('Budget 2.pdf'));
  await expect(page.getByText('Budget.pdf has a new version')).toBeVisible();
  const dialog = page.getByRole('dialog', { name: 'Budget.pdf' });
  await fromMenu(page, 'Budget.pdf', 'Versions…');
  await expect(dialog.getByText('Current: Budget 2.pdf')).toBeVisible();
  await chooseFiles(page, dialog.getByRole('button', { name: 'Replace file…' }), await pdf('Budget 3.pdf'));
  for (const version of ['Current: Budget 3.pdf', 'Version 2: Budget 2.pdf', 'Version 1: Budget.pdf'])
    await expect(dialog.getByText(version)).toBeVisible();
  await dialog.getByRole('button', { name: 'Open version 1' }).click();
  const earlier = page.getByRole('dialog', { name: /Budget.pdf \(earlier version\)/ });
  await expect(earlier.getByText(sentence)).toBeVisible();
  await expect(earlier.getByRole('button', { name: 'Highlight' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialog.getByText('Version 1: Budget.pdf')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Add link' }).click();
  const link = page.getByRole('dialog', { name: 'Add link' });
  await link.getByRole('textbox', { name: 'Title' }).fill('Guide');
  await link.getByRole('textbox', { name: 'Address' }).fill('https://docs.google.com/spreadsheets/d/abc/edit');
  await expect(link.getByText('Google Sheet')).toBeVisible();
  await link.getByRole('button', { name: 'Add link' }).click();
  await fromMenu(page, 'Guide', 'Edit link…');
  const edited = page.getByRole('dialog', { name: 'Edit link' });
  await edited.getByLabel('Title').fill('Handbook');
  await edited.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => names(page)).toEqual(['Budget.pdf', 'Handbook']);
});

test('ten uploads over a breaking connection all arrive once, and a second browser sees them', async ({
  page,
  browser,
  signIn,
  server,
  installation,
  expectConsoleError,
}) => {
  expectConsoleError(/net::ERR_(CONNECTION_RESET|FAILED)/);
  const made = await library(installation.admin, 'Broken line', { folders: ['Minutes'] });
  const other = await browser.newPage({ baseURL: server.url });
  await signIn(member, other);
  await other.goto(made.address);
  await signIn(installation.admin);
  await edit(page, made.address);
  let sent = 0;
  await page.route(/\/ajax\/uploads\/[^/]+$/, async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    sent += 1;
    // The first requests are lost before they arrive; later ones arrive, and only their answers are lost.
    if (sent <= 3) return route.abort('connectionreset');
    if (sent >= 7 && sent <= 9) {
      await route.fetch();
      return route.abort('connectionreset');
    }
    return route.continue();
  });
  const papers = Array.from({ length: 10 }, (_, nth) => `Paper ${nth}`);
  await chooseFiles(page, chooser(page), ...(await Promise.all(papers.map((name) => pdf(`${name}.pdf`)))));
  await expect(page.getByText(/^Connection lost at \d+%, trying again$/).first()).toBeVisible();
  const arrived = async (on: Page) => (await names(on)).filter((name) => name.startsWith('Paper')).sort();
  await expect.poll(() => arrived(page), { timeout: 60_000 }).toEqual(papers);
  await expect.poll(() => arrived(other)).toEqual(papers);
  expect(sent).toBeGreaterThan(9);
  const { json } = await installation.admin.client.call('GET', `/ajax/library/categories/${made.id}`);
  expect(json.data.documents).toHaveLength(10);
  await other.close();
});
