import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { Installation, Signed } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { boxOf, chooseFiles, dragAlong } from '#tests/support/page-acts.ts';
import { pdfPaper, sentence } from '#tests/support/papers.ts';

let member: Signed;
test.beforeAll(async ({ installation }) => {
  member = await installation.join('Sunita', 'Gill');
});

async function library(
  installation: Installation,
  name: string,
  inside: { folders?: string[]; links?: string[] } = {},
) {
  const id = await installation.category(name);
  const call = async (path: string, body: object): Promise<string> => (await installation.call('POST', path, body)).id;
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
const chooser = (page: Page): Locator => page.getByText('choose files', { exact: true });
const names = (page: Page): Promise<string[]> =>
  list(page)
    .getByRole('listitem')
    .evaluateAll((rows) => rows.map((each) => each.querySelector('.truncate')?.textContent ?? ''));
/** Each file has different bytes, because the page asks before it adds the same file twice. */
const pdf = async (name: string) => ({
  name,
  bytes: Buffer.concat([await pdfPaper(1), Buffer.from(`% ${name}\n`)]),
});

async function edit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Done' })).toBeVisible();
}

test('a board admin creates the first category and adds a paper, and a member opens it', {
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

test('all rows of a long list can be searched and edited, and are numbered for screen readers', async ({
  asAdmin: page,
  installation,
}) => {
  const made = await library(installation, 'Long', { folders: ['Older'] });
  await installation.sql(
    `insert into documents (board_id, category_id, title, extension, mime_type, is_link, link_url, position)
     select board_id, id, 'Minutes ' || n, 'link', 'generic', true, 'https://example.org/', n * 1024
     from categories, generate_series(1, 350) n where id = $1`,
    [made.id],
  );
  await page.goto(made.address);
  const nth = (position: number): Locator => list(page).locator(`[aria-posinset="${position}"]`);
  const rename = (title: string) => page.getByRole('button', { name: `Rename ${title}`, exact: true });
  await expect(row(page, 'Older')).toHaveAttribute('aria-setsize', '351');
  for (const position of [101, 201, 301, 351]) {
    await nth(position).scrollIntoViewIfNeeded();
    await expect(nth(position)).toContainText(`Minutes ${position - 1}`);
  }
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
  await expect(rename('Minutes 1')).toBeVisible();
  await expect(rename('Minutes 340')).toHaveCount(0);
  const find = () => 'find' in window && (window.find as (text: string) => boolean)('Minutes 340');
  expect(await page.evaluate(find)).toBe(true);
  await rename('Minutes 340').press('Enter');
  await expect(page.getByRole('textbox', { name: 'New name' })).toHaveValue('Minutes 340');
  await page.keyboard.press('Escape');
});

test('a dropped folder and its subfolders are merged into existing folders with the same names', async ({
  asAdmin: page,
  installation,
}) => {
  const made = await library(installation, 'Dropped', { folders: ['Minutes', 'papers'] });
  const papers = { kind: 'folder', id: made.folders.papers };
  await installation.call('POST', '/ajax/library/folders', { home: papers, name: '2026' });
  const disk = await mkdtemp(join(tmpdir(), 'dropped-'));
  for (const path of ['Papers/Budget.pdf', 'Papers/2026/May.pdf', 'Papers/2026/Drafts/June.pdf', 'Papers/.DS_Store']) {
    await mkdir(join(disk, path, '..'), { recursive: true });
    await writeFile(join(disk, path), await pdfPaper(1));
  }
  await mkdir(join(disk, 'Nothing'));
  await edit(page, made.address);

  // Dropping files through the DevTools protocol gives the page real folder entries, which synthetic events cannot
  // contain.
  const cdp = await page.context().newCDPSession(page);
  const drop = async (name: string, on: Locator): Promise<void> => {
    // Waits until the row no longer moves.
    await on.hover();
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

test('library items can be reordered and moved into folders by pointer', async ({ asAdmin: page, installation }) => {
  const made = await library(installation, 'Ordered', { folders: ['Box'], links: ['One', 'Two', 'Three'] });
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

test('ten files uploaded over an unreliable connection arrive exactly once', async ({
  page,
  signIn,
  openAs,
  installation,
  expectConsoleError,
}) => {
  expectConsoleError(/net::ERR_(CONNECTION_RESET|FAILED)/);
  const made = await library(installation, 'Broken line', { folders: ['Minutes'] });
  const other = await openAs(member);
  await other.goto(made.address);
  await signIn(installation.admin);
  await edit(page, made.address);
  let sent = 0;
  await page.route(/\/ajax\/uploads\/[^/]+$/, async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    sent += 1;
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
  const { documents } = await installation.call('GET', `/ajax/library/categories/${made.id}`);
  expect(documents).toHaveLength(10);
});
