import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { Signed } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { pdfPaper, sentence } from '#tests/support/papers.ts';
import { checkOpen, checkScreen } from '#tests/support/screen-check.ts';

/** The library: read by members, kept by its editors, by pointer and by keyboard. */

let member: Signed;
let committeeAdmin: Signed;
let groupId: string;
test.beforeAll(async ({ installation }) => {
  member = await installation.join('Sunita', 'Gill');
  committeeAdmin = await installation.join('Priya', 'Raman');
  const people = await installation.admin.client.call('GET', '/ajax/audience/choices');
  const priya = people.json.data.people.find((each: { name: string }) => each.name === 'Priya Raman');
  await installation.admin.client.call('POST', '/ajax/groups', {
    ...{ name: 'Finance Committee', description: '' },
    members: [{ member_id: priya.member_id, is_group_admin: true }],
  });
  const [row] = await installation.sql(`select id from groups where name = 'Finance Committee'`);
  groupId = String(row?.id);
});

const wholeBoard = { whole_board: true, group_ids: [], member_ids: [] };

/** A category made by calls, with folders and links in it. */
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
const names = (page: Page): Promise<string[]> =>
  list(page)
    .getByRole('listitem')
    .evaluateAll((rows) => rows.map((each) => each.querySelector('.truncate')?.textContent ?? ''));
/** Each with bytes of its own: the same file twice is asked about. */
const pdf = async (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.concat([await pdfPaper(1), Buffer.from(`% ${name}\n`)]),
});

/** Drops a file on a row, as from the desktop. */
async function dropFile(target: Locator, name: string, bytes: Buffer): Promise<void> {
  // The editor is loaded when it is first asked for; before, a row takes nothing.
  await expect(target.getByRole('button', { name: /^Move / }).first()).toBeVisible();
  await target.evaluate(
    (element, given) => {
      const transfer = new DataTransfer();
      const content = Uint8Array.from(atob(given.text), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([content], given.name, { type: 'application/pdf' }));
      for (const type of ['dragenter', 'dragover', 'drop'])
        element.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
    },
    { name, text: bytes.toString('base64') },
  );
}

async function edit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Done' })).toBeVisible();
}

test('S2.14 S1.6 a board admin makes the first category; members read it like a table of contents', async ({
  page,
  signIn,
  installation,
}) => {
  await signIn(installation.admin);
  await page.goto('/library');
  await expect(page.getByRole('heading', { name: 'The library is empty' })).toBeVisible();
  await checkScreen(page, 'Library | Harbour Street Housing Trust | Dais');
  await page.getByRole('button', { name: 'New category' }).click();
  const dialog = page.getByRole('dialog', { name: 'New category' });
  await dialog.getByRole('button', { name: 'Create category' }).click();
  await expect(dialog.getByText('This field is required.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Governing documents');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Bylaws and charter');
  await dialog.getByRole('button', { name: 'Create category' }).click();
  await expect(page.getByText('1 category, 0 documents')).toBeVisible();
  await signIn(member);
  await page.goto('/library');
  await expect(page.getByRole('link', { name: /^Governing documents.*Empty.*Bylaws and charter/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0);
  await page.getByRole('link', { name: /^Governing documents/ }).click();
  await expect(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible();
  await page.goto('/library/section/00000000-0000-4000-8000-000000000000');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('not');
});

test('S2.15 S3.12 S2.60 a member walks folders by address and breadcrumbs, and opens a document over its list', async ({
  page,
  signIn,
  installation,
}) => {
  const made = await library(installation.admin, 'Handbook', { folders: ['Maps'], links: ['Reading a balance sheet'] });
  await signIn(member);
  await page.goto('/library');
  await page.getByRole('link', { name: /^Handbook.*1 Document, 1 Folder/ }).click();
  await expect(row(page, 'Reading a balance sheet')).toContainText('Video');
  await checkScreen(page, 'Handbook | Harbour Street Housing Trust | Dais');
  await row(page, 'Maps').getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`folder=${made.folders.Maps}`));
  await expect(page.getByRole('heading', { name: 'Maps', level: 1 })).toBeVisible();
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Handbook' }).click();
  await row(page, 'Reading a balance sheet').getByRole('link').click();
  const viewer = page.getByRole('dialog', { name: 'Reading a balance sheet' });
  await expect(viewer).toBeVisible();
  await expect(page).toHaveURL(/document=/);
  await page.goBack();
  await expect(viewer).toBeHidden();
  const recent = page.getByRole('region', { name: 'Recently opened' });
  await page.goto('/home');
  await recent.getByRole('link', { name: 'Reading a balance sheet' }).click();
  await expect(page).toHaveURL(new RegExp(`/library/section/${made.id}\\?document=`));
  await installation.sql(`update documents set hidden = true where title = 'Reading a balance sheet'`);
  await page.reload();
  await expect(page.getByText('This file is no longer available.')).toBeVisible();
});

test('M3 S2.29 each visit loads the library anew: the flag is set until what is there now has come, and what is known is shown', async ({
  page,
  signIn,
  installation,
}) => {
  const made = await library(installation.admin, 'Reloaded', { folders: ['First folder'], links: ['Reading a lease'] });
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
  await row(page, 'First folder').getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'First folder', level: 1 })).toBeVisible();
  await expect(flag).toHaveCount(0);

  /** Answers of the library wait until they are let go. */
  let letGo: () => void = () => undefined;
  const hold = async (): Promise<void> => {
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.unrouteAll();
    await page.route('**/ajax/library**', async (route) => {
      await held;
      await route.continue();
    });
  };
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
  const visits = [
    {
      where: 'the category',
      go: () => crumbs.getByRole('link', { name: 'Reloaded' }).click(),
      known: row(page, 'First folder'),
    },
    {
      where: 'the folder',
      go: () => row(page, 'First folder').getByRole('link').click(),
      known: page.getByRole('heading', { name: 'First folder', level: 1 }),
    },
    {
      where: 'the library',
      go: () => crumbs.getByRole('link', { name: 'Library' }).click(),
      known: main.getByRole('link', { name: /^Reloaded/ }),
    },
    {
      where: 'the library once more',
      go: () => page.getByRole('link', { name: 'Library', exact: true }).first().click(),
      known: main.getByRole('link', { name: /^Reloaded/ }),
    },
  ];
  for (const { where, go, known } of visits) {
    await hold();
    await go();
    await expect(flag, where).toBeVisible();
    await expect(known, where).toBeVisible();
    await expect(flag, `${where}: until it is there`).toBeVisible();
    letGo();
    await expect(flag, where).toHaveCount(0);
  }

  // Published by nobody, as where the live connection is lost: only asking shows it.
  await installation.sql(`update categories set name = 'Renamed since' where id = '${made.id}'`);
  await page.getByRole('link', { name: 'Meetings', exact: true }).first().click();
  await expect(page.getByRole('heading', { name: 'Meetings', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Library', exact: true }).first().click();
  await expect(main.getByRole('link', { name: /^Renamed since/ })).toBeVisible();

  // What opens over the library is no visit to it.
  await main.getByRole('link', { name: /^Renamed since/ }).click();
  await expect(row(page, 'Reading a lease')).toBeVisible();
  await expect(flag).toHaveCount(0);
  await hold();
  await row(page, 'Reading a lease').getByRole('link').click();
  await expect(page).toHaveURL(/document=/);
  await expect(page.getByRole('dialog', { name: 'Reading a lease' })).toBeVisible();
  await expect(flag).toHaveCount(0);
  letGo();
  expect(loads, 'the page itself was loaded once').toBe(1);
});

test('a long list says how many rows it has, is searched whole in the page, and keeps what far rows can do', async ({
  page,
  signIn,
  installation,
}) => {
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
  await expect(row(page, 'Older')).toHaveAttribute('aria-setsize', '351');
  await expect(nth(2)).toContainText('Minutes 1');
  for (const position of [101, 201, 301, 351]) {
    await nth(position).scrollIntoViewIfNeeded();
    await expect(nth(position)).toContainText(`Minutes ${position - 1}`);
  }
  await edit(page, made.address);
  await expect(page.getByRole('button', { name: 'Rename Minutes 1', exact: true })).toBeVisible();
  // From the top again: what is far has come with no more than its name, and can be searched.
  for (const position of [101, 201, 301]) await nth(position).scrollIntoViewIfNeeded();
  await expect(nth(351)).toContainText('Minutes 350');
  await page.getByRole('button', { name: 'Done' }).click();
  await page.evaluate(() => window.scrollTo(0, 0));
  // An empty section offers it twice.
  await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
  await expect(page.getByRole('button', { name: 'Rename Minutes 1', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Rename Minutes 340', exact: true })).toHaveCount(0);
  expect(await page.evaluate(() => 'find' in window && (window.find as (text: string) => boolean)('Minutes 340'))).toBe(
    true,
  );
  await page.getByRole('button', { name: 'Rename Minutes 340', exact: true }).press('Enter');
  await expect(page.getByRole('textbox', { name: 'New name' })).toHaveValue('Minutes 340');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More for Minutes 340' }).press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Edit link…' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'More for Minutes 340' })).toBeFocused();
});

test('S3.14 the chosen order holds for every category and after a reload, in one entry of local storage', async ({
  page,
  signIn,
  installation,
}) => {
  const made = await library(installation.admin, 'Sorted', {
    folders: ['Beta', 'Alpha'],
    links: ['Cello', 'Able', 'Bass'],
  });
  await signIn(member);
  await page.goto(made.address);
  await expect.poll(() => names(page)).toEqual(['Beta', 'Alpha', 'Cello', 'Able', 'Bass']);
  const choose = async (label: string) => {
    await page.getByRole('button', { name: /^Sort: / }).click();
    await page.getByRole('menuitemradio', { name: label }).click();
  };
  await choose('Title, Z to A');
  await expect.poll(() => names(page)).toEqual(['Beta', 'Alpha', 'Cello', 'Bass', 'Able']);
  await choose('Title, A to Z');
  await expect.poll(() => names(page)).toEqual(['Alpha', 'Beta', 'Able', 'Bass', 'Cello']);
  await page.reload();
  await expect.poll(() => names(page)).toEqual(['Alpha', 'Beta', 'Able', 'Bass', 'Cello']);
  expect(await page.evaluate(() => ({ ...window.localStorage }))).toEqual({
    sortOptions: '{"attribute":"title","descending":false}',
  });
});

test('M15 several files come in at once, one that is refused says why, one that is there already is asked about; files dropped on a folder go into it', async ({
  page,
  signIn,
  installation,
}) => {
  const made = await library(installation.admin, 'Uploads', { folders: ['Minutes'] });
  await signIn(installation.admin);
  await edit(page, made.address);
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByText('choose files', { exact: true }).click(),
  ]);
  const bylaws = await pdf('Bylaws.pdf');
  await chooser.setFiles([
    bylaws,
    { name: 'Virus.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
    await pdf('Charter.pdf'),
  ]);
  await expect.poll(() => names(page)).toEqual(['Minutes', 'Bylaws', 'Charter']);
  await expect(page.getByText(/This type of file cannot be uploaded here/)).toBeVisible();
  await page.getByRole('button', { name: 'Remove Virus.exe' }).click();
  await expect(page.getByText('Virus.exe')).toHaveCount(0);
  const [again] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByText('choose files', { exact: true }).click(),
  ]);
  await again.setFiles([bylaws]);
  await expect(page.getByText('This file is here already, as “Bylaws”.')).toBeVisible();
  await page.getByRole('button', { name: 'Add Bylaws.pdf again' }).click();
  await expect.poll(() => names(page)).toEqual(['Minutes', 'Bylaws', 'Charter', 'Bylaws']);
  await page.getByText('Select all').click();
  await expect(page.getByText('4 selected')).toBeVisible();
  await page.getByText('Select all').click();
  await expect(page.getByText('4 selected')).toBeHidden();

  await dropFile(row(page, 'Minutes'), 'October.pdf', await pdfPaper(1));
  await expect(row(page, 'Minutes')).toContainText('1 Document');
  await row(page, 'Minutes').getByRole('link').click();
  await expect.poll(() => names(page)).toEqual(['October']);
});

test('a folder that is dropped comes in whole, on the page and on a folder, and into the folders that are there', async ({
  page,
  signIn,
  installation,
}) => {
  const made = await library(installation.admin, 'Dropped', { folders: ['Minutes', 'papers'] });
  await installation.admin.client.call('POST', '/ajax/library/folders', {
    home: { kind: 'folder', id: made.folders.papers },
    name: '2026',
  });
  const disk = await mkdtemp(join(tmpdir(), 'dropped-'));
  const write = async (path: string) => {
    await mkdir(join(disk, path, '..'), { recursive: true });
    await writeFile(join(disk, path), await pdfPaper(1));
  };
  for (const path of ['Papers/Budget.pdf', 'Papers/2026/May.pdf', 'Papers/2026/Drafts/June.pdf', 'Papers/.DS_Store'])
    await write(path);
  await mkdir(join(disk, 'Nothing'));
  await signIn(installation.admin);
  await edit(page, made.address);

  // The browser is given the files as the system gives them to it: the page reads real entries of folders.
  const cdp = await page.context().newCDPSession(page);
  const drop = async (name: string, on: Locator): Promise<void> => {
    const box = await on.boundingBox();
    if (box === null) throw new Error('What is dropped on is not on the screen.');
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
  await row(page, 'papers').getByRole('link').click();
  await expect.poll(() => names(page)).toEqual(['2026', 'Budget']);
  await row(page, '2026').getByRole('link').click();
  await expect.poll(() => names(page)).toEqual(['Drafts', 'May']);
  await row(page, 'Drafts').getByRole('link').click();
  await expect.poll(() => names(page)).toEqual(['June']);
  await rm(disk, { recursive: true });
});

test('an editor renames, moves, hides, deletes with undo and restores, several at once', async ({
  page,
  signIn,
  installation,
}) => {
  const made = await library(installation.admin, 'Edited', {
    folders: ['Budgets', 'Reports'],
    links: ['One', 'Two', 'Three'],
  });
  await signIn(installation.admin);
  await edit(page, made.address);
  await checkScreen(page, 'Edited | Harbour Street Housing Trust | Dais');

  await page.getByRole('button', { name: 'Rename One' }).hover();
  await expect(page.getByRole('tooltip', { name: 'Rename One' })).toBeVisible();
  await page.getByRole('button', { name: 'Rename One' }).click();
  const field = page.getByRole('textbox', { name: 'New name' });
  await field.fill(' ');
  await field.press('Enter');
  await expect(page.getByText('This field is required.')).toBeVisible();
  await field.fill('Rent roll');
  await field.press('Enter');
  await expect.poll(() => names(page)).toContain('Rent roll');

  await page.getByRole('button', { name: 'Move Two to…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move' });
  await expect(dialog.getByRole('row', { name: 'Edited' })).toContainText('Here now');
  await checkOpen(page);
  await dialog.getByRole('row', { name: 'Budgets' }).click();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Move Two to…' }).click();
  await dialog.getByRole('row', { name: 'Budgets' }).click();
  await dialog.getByRole('button', { name: 'New folder' }).click();
  const naming = page.getByRole('dialog', { name: 'New folder' });
  await naming.getByRole('textbox', { name: 'Name' }).fill('2027');
  await naming.getByRole('button', { name: 'Create folder' }).click();
  await expect(dialog.getByRole('row', { name: '2027' })).toHaveAttribute('aria-selected', 'true');
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(page.getByText('Two moved to 2027')).toBeVisible();
  await expect(row(page, 'Budgets')).toContainText('1 Document, 1 Folder');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => names(page)).toEqual(['Budgets', 'Reports', 'Rent roll', 'Two', 'Three']);
  await page.getByRole('button', { name: 'Move Two to…' }).click();
  await dialog.getByRole('row', { name: 'Budgets' }).click();
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
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
  await expect.poll(() => names(page)).toEqual(['Budgets', 'Reports', 'Rent roll', 'Three']);

  await page.getByRole('button', { name: 'Delete Three' }).click();
  await expect.poll(() => names(page)).not.toContain('Three');
  await page.getByRole('button', { name: 'More for this place' }).click();
  await page.getByRole('menuitem', { name: 'Recently deleted' }).click();
  await page.getByRole('button', { name: 'Restore Three' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => names(page)).toContain('Three');
});

test('rows are put in order by pointer and by keyboard, and dragged into folders', async ({
  page,
  signIn,
  installation,
}) => {
  const made = await library(installation.admin, 'Ordered', { folders: ['Box'], links: ['One', 'Two', 'Three'] });
  await signIn(installation.admin);
  await edit(page, made.address);
  const handle = (name: string) => page.getByRole('button', { name: `Move ${name}`, exact: true });
  await handle('Three').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect.poll(() => names(page)).toEqual(['Box', 'Three', 'One', 'Two']);
  await expect(handle('Three')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await expect.poll(() => names(page)).toEqual(['Box', 'Three', 'One', 'Two']);

  const drag = async (name: string, over: string, part: number) => {
    await handle(name).hover();
    await page.mouse.down();
    const box = await row(page, over).boundingBox();
    if (box === null) throw new Error(`${over} is not on the screen.`);
    await page.mouse.move(box.x + 100, box.y + box.height / 2, { steps: 4 });
    await page.mouse.move(box.x + 100, box.y + box.height * part, { steps: 2 });
    await page.mouse.up();
  };
  await drag('Three', 'Two', 0.9);
  await expect.poll(() => names(page)).toEqual(['Box', 'One', 'Two', 'Three']);
  await drag('One', 'Box', 0.5);
  await expect(row(page, 'Box')).toContainText('1 Document');
  await expect.poll(() => names(page)).toEqual(['Box', 'Two', 'Three']);
  await page.reload();
  await expect.poll(() => names(page)).toEqual(['Box', 'Two', 'Three']);
});

test('a link says what it is, and refuses addresses of private networks', async ({ page, signIn, installation }) => {
  const made = await library(installation.admin, 'Links');
  await signIn(installation.admin);
  await edit(page, made.address);
  await page.getByRole('button', { name: 'Add link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add link' });
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Guide');
  await dialog.getByRole('textbox', { name: 'Address' }).fill('http://127.1/');
  await dialog.getByRole('button', { name: 'Add link' }).click();
  await expect(dialog.getByText('This field must be in url format')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Address' }).fill('https://docs.google.com/spreadsheets/d/abc/edit');
  await expect(dialog.getByText('Google Sheet')).toBeVisible();
  await dialog.getByRole('button', { name: 'Add link' }).click();
  await expect.poll(() => names(page)).toEqual(['Guide']);
});

test('S6.7 S2.39 a group admin keeps the committee’s category and reads the others', async ({
  page,
  signIn,
  installation,
}) => {
  const others = await library(installation.admin, 'For everybody', { links: ['Guide'] });
  const audience = { whole_board: false, group_ids: [groupId], member_ids: [] };
  await installation.admin.client.call('POST', '/ajax/library/categories', {
    name: 'Committee papers',
    description: '',
    audience,
  });
  await signIn(committeeAdmin);
  await edit(page, others.address);
  await expect(page.getByText('it is not yours to change')).toBeVisible();
  await expect(page.getByRole('button', { name: 'New folder' })).toHaveCount(0);
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Library' }).click();
  await page.getByRole('link', { name: 'Committee papers' }).click();
  await page.getByRole('button', { name: 'New folder' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Drafts');
  await page.getByRole('button', { name: 'Create folder' }).click();
  await expect.poll(() => names(page)).toEqual(['Drafts']);
  await signIn(member);
  await page.goto('/library');
  await expect(page.getByRole('link', { name: /^For everybody/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /Committee papers/ })).toHaveCount(0);
});

test('an editor replaces a file, forbids printing, and sees the versions', async ({ page, signIn, installation }) => {
  const made = await library(installation.admin, 'Versions');
  await signIn(installation.admin);
  await edit(page, made.address);
  const [first] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByText('choose files', { exact: true }).click(),
  ]);
  await first.setFiles([await pdf('Budget.pdf')]);
  await expect.poll(() => names(page)).toEqual(['Budget']);
  await page.getByRole('button', { name: 'More for Budget' }).click();
  await page.getByRole('menuitem', { name: 'Properties…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Budget' });
  await dialog.getByRole('switch', { name: 'Printing disabled' }).press('Space');
  await expect(dialog.getByRole('switch', { name: 'Printing disabled' })).toBeChecked();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More for Budget' }).click();
  await page.getByRole('menuitem', { name: 'Versions…' }).click();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog.getByRole('button', { name: 'Replace file…' }).click(),
  ]);
  await chooser.setFiles([await pdf('Budget 2027.pdf')]);
  await expect(dialog.getByText('Current: Budget 2027.pdf')).toBeVisible();
  await expect(dialog.getByText('Version 1: Budget.pdf')).toBeVisible();
  await dialog.getByRole('button', { name: 'Open version 1' }).click();
  const earlier = page.getByRole('dialog', { name: /Budget \(earlier version\)/ });
  await expect(earlier.getByText(sentence)).toBeVisible({ timeout: 20_000 });
  await expect(earlier.getByRole('button', { name: 'Highlight' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialog.getByText('Version 1: Budget.pdf')).toBeVisible();
});

test('M10 a file dropped on a document’s row of the library takes its place, as the row’s menu does; a link gets another address', async ({
  page,
  signIn,
  installation,
}) => {
  const made = await library(installation.admin, 'Corrected', { links: ['Guide'] });
  const id = await installation.paper({ category: made.id }, { name: 'Charter.pdf', bytes: await pdfPaper(1) });
  await signIn(installation.admin);
  await edit(page, made.address);
  await dropFile(row(page, 'Charter.pdf'), 'Charter 2.pdf', await pdfPaper(2));
  await expect(page.getByText('Charter.pdf has a new version')).toBeVisible();
  await page.getByRole('button', { name: 'More for Charter.pdf' }).click();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('menuitem', { name: 'Replace file…' }).click(),
  ]);
  await chooser.setFiles([await pdf('Charter 3.pdf')]);
  await expect
    .poll(async () => {
      const { versions } = (await installation.admin.client.call('GET', `/ajax/documents/${id}/versions`)).json.data;
      return versions.map(({ filename }: { filename: string }) => filename);
    })
    .toEqual(['Charter 3.pdf', 'Charter 2.pdf', 'Charter.pdf']);
  expect((await names(page)).toSorted()).toEqual(['Charter.pdf', 'Guide']);
  await page.getByRole('button', { name: 'More for Guide' }).click();
  await page.getByRole('menuitem', { name: 'Edit link…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit link' });
  await dialog.getByLabel('Title').fill('Handbook');
  await dialog.getByLabel('Address').fill('https://example.org/');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => names(page)).toContain('Handbook');
});

test('ten uploads at once on a connection that breaks twice: all arrive, once; a second browser sees them come', async ({
  page,
  browser,
  signIn,
  server,
  installation,
  expectConsoleError,
}) => {
  test.setTimeout(120_000);
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
    // First the parts are lost on their way, later only what the server says of them.
    if (sent <= 3) return route.abort('connectionreset');
    if (sent >= 7 && sent <= 9) {
      await route.fetch();
      return route.abort('connectionreset');
    }
    return route.continue();
  });
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByText('choose files', { exact: true }).click(),
  ]);
  const papers = Array.from({ length: 10 }, (_, nth) => `Paper ${nth}`);
  await chooser.setFiles(await Promise.all(papers.map((name) => pdf(`${name}.pdf`))));
  const arrived = async (on: Page) => (await names(on)).filter((name) => name.startsWith('Paper')).sort();
  await expect.poll(() => arrived(page), { timeout: 60_000 }).toEqual(papers);
  await expect.poll(() => arrived(other)).toEqual(papers);
  await page.reload();
  expect(sent).toBeGreaterThan(9);
  const { json } = await installation.admin.client.call('GET', `/ajax/library/categories/${made.id}`);
  expect(json.data.documents).toHaveLength(10);
  await other.close();
});
