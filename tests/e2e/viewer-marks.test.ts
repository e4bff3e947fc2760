import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import type { DrawnAnnotation } from '#domain/xfdf/annotation.ts';
import { writeXfdf } from '#domain/xfdf/write.ts';
import type { MadeMeeting } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { pdfPaper } from '#tests/support/papers.ts';
import { marksOf, openedWords } from '#tests/support/pdf-text.ts';
import { checkOpen } from '#tests/support/screen-check.ts';
import { stampsOn } from '#tests/support/stamps.ts';
import { marksOn, surfaces, turnedPaper } from '#tests/support/turned-paper.ts';

/** Every tool of the viewer by pointer and by keys, and marks that outlive their page. */

let meeting: MadeMeeting;

test.beforeAll(async ({ installation }) => {
  meeting = await installation.meeting({ title: 'Papers to mark', inDays: 8 });
});

test.beforeEach(({ installation, signIn }) => signIn(installation.admin));

const viewer = (page: Page): Locator => page.getByRole('dialog').first();
const saved = (page: Page): Locator => page.getByText('Saved', { exact: true });
const addressOf = (document: string): string => `/meetings/${meeting.id}?document=${document}`;

test('shapes are drawn by the pointer, moved, pulled, recoloured, and taken back', async ({ page, installation }) => {
  const document = await installation.paper(meeting, { name: 'Shapes.pdf', bytes: await pdfPaper(1) });
  await page.goto(addressOf(document));
  await openedWords(page);
  for (const [shape, top] of [
    ['Rectangle', 240],
    ['Ellipse', 320],
    ['Arrow', 400],
  ] as const) {
    await viewer(page)
      .getByRole('button', { name: /^Shape/ })
      .click();
    await page.getByRole('menuitem', { name: shape }).click();
    await drag(page, { from: [120, top], to: [240, top + 50] });
    await expect(marksOf(page, shape)).toBeFocused();
  }
  const rectangle = marksOf(page, 'Rectangle');
  const before = await placeOf(rectangle);
  await rectangle.focus();
  await drag(page, { from: [180, 265], to: [230, 285] });
  await expect.poll(async () => Math.round((await placeOf(rectangle)).x - before.x)).toBe(50);
  const corner = await placeOf(viewer(page).locator('[data-handle="11"]'));
  await page.mouse.move(corner.x + corner.width / 2, corner.y + corner.height / 2);
  await page.mouse.down();
  await page.mouse.move(corner.x + 60, corner.y + 40, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await placeOf(rectangle)).width).toBeGreaterThan(before.width + 30);
  await page.keyboard.press('Enter');
  const card = viewer(page).getByRole('group', { name: 'Rectangle on page 1' });
  await card.getByRole('button', { name: 'Blue' }).click();
  await expect(card.getByRole('button', { name: 'Blue' })).toHaveAttribute('aria-pressed', 'true');
  await card.getByLabel('Note').fill('Is this right?');
  await card.getByLabel('Note').press('Escape');
  await expect(marksOf(page, 'Rectangle').and(page.getByRole('button', { name: /Is this right/ }))).toBeFocused();
  await expect(saved(page)).toBeVisible();
  const { json } = await installation.admin.client.call('GET', `/ajax/documents/${document}`);
  expect(json.data.annotations.xfdf).toMatch(/<square [^>]*color="#b7d8f3"/);
  for (let times = 0; times < 4; times += 1) await page.keyboard.press('Control+z');
  await expect.poll(async () => Math.round((await placeOf(marksOf(page, 'Rectangle'))).x - before.x)).toBe(0);
});

test('every tool by keys alone: notes, words and shapes are put down, moved, written on and deleted', async ({
  page,
  installation,
}) => {
  const document = await installation.paper(meeting, { name: 'By keys.pdf', bytes: await pdfPaper(2) });
  await page.goto(addressOf(document));
  await openedWords(page);
  await page.keyboard.press('n');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Note', { exact: true }).and(page.locator('textarea'))).toBeFocused();
  await page.keyboard.type('Ask Priya');
  await page.keyboard.press('Escape');
  const note = marksOf(page, 'Note');
  await expect(note).toHaveAccessibleName('Note on page 1: Ask Priya');
  await expect(note).toBeFocused();
  const before = await placeOf(note);
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('ArrowDown');
  await expect.poll(async () => (await placeOf(note)).x).toBeGreaterThan(before.x + 5);
  for (const [key, kind] of [
    ['r', 'Rectangle'],
    ['o', 'Ellipse'],
    ['a', 'Arrow'],
  ] as const) {
    await page.keyboard.press(key);
    await page.keyboard.press('Enter');
    await expect(marksOf(page, kind)).toBeFocused();
  }
  const ellipse = marksOf(page, 'Ellipse');
  await ellipse.focus();
  const size = await placeOf(ellipse);
  await page.keyboard.press('Shift+Alt+ArrowRight');
  await expect.poll(async () => (await placeOf(ellipse)).width).toBeGreaterThan(size.width + 5);
  await page.keyboard.press('Delete');
  await expect(ellipse).toHaveCount(0);
  await page.keyboard.press('t');
  await page.keyboard.press('Enter');
  await page.keyboard.type('On the page');
  await page.keyboard.press('Escape');
  await expect(marksOf(page, 'Text')).toHaveAccessibleName('Text on page 1: On the page');
  await page.keyboard.press('Control+f');
  await page.keyboard.type('half-year');
  await expect(viewer(page).getByText('1 of 1', { exact: true })).toBeVisible({ timeout: 15_000 });
  await page.keyboard.press('Escape');
  await page.keyboard.press('s');
  await expect(marksOf(page, 'Strike-out')).toHaveCount(1);
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect(marksOf(page, 'Strike-out')).toHaveCount(1, { timeout: 20_000 });
  await expect(marksOf(page, 'Text')).toHaveCount(1);
});

test('the marks stand in a list that leads to each', async ({ page, installation }) => {
  const document = await installation.paper(meeting, { name: 'Listed.pdf', bytes: await pdfPaper(4) });
  await page.goto(addressOf(document));
  await (await openedWords(page)).selectText();
  await page.keyboard.press('h');
  await viewer(page).getByLabel('Page', { exact: true }).fill('3');
  await page.keyboard.press('Enter');
  await expect(viewer(page).getByText('This is page 3.')).toBeVisible();
  await page.keyboard.press('n');
  await viewer(page)
    .locator('[data-page-number="3"]')
    .click({ position: { x: 200, y: 200 } });
  await page.keyboard.type('On the third');
  await page.keyboard.press('Escape');
  await viewer(page).getByRole('button', { name: 'Pages, outline and marks' }).click();
  await viewer(page).getByText('Marks', { exact: true }).click();
  const list = viewer(page).getByRole('navigation', { name: 'Marks' });
  await expect(list.getByRole('button')).toHaveText([/Highlight, page 1/, /Note, page 3.*On the third/]);
  await list.getByRole('button', { name: /Highlight/ }).click();
  await expect(viewer(page).getByLabel('Page', { exact: true })).toHaveValue('1');
  await expect(marksOf(page, 'Highlight')).toBeFocused();
  await checkOpen(page);
});

test('M29 on pages turned every way, with an offset crop box, marks are drawn in the places that other programs draw them in, and stamps as those do', async ({
  page,
  installation,
}) => {
  const document = await installation.paper(meeting, { name: 'Turned.pdf', bytes: await turnedPaper() });
  const { client } = installation.admin;
  const { json } = await client.call('GET', `/ajax/documents/${document}`);
  // Notes have a sign of their own; poppler's pixels stand in tests/marked-copy.test.ts.
  const placed = surfaces.flatMap(marksOn).filter(({ mark }) => mark.kind !== 'text' && mark.kind !== 'squiggly');
  const stamps = (await Promise.all(surfaces.map(stampsOn))).flat();
  // Its thin line alone would say little.
  const drawn = stamps.filter(({ mark }) => !mark.id.startsWith('broken'));
  const kept = await client.call('POST', `/ajax/documents/${document}/annotations`, {
    annotations: writeXfdf({ annotations: [...placed, ...stamps].map(({ mark }) => mark), envelope: [] }),
    version_id: json.data.document.version_id,
    base_revision: 0,
  });
  expect(kept.json.data.result).toBe('saved');
  await page.setViewportSize({ width: 1440, height: 1300 });
  await page.goto(addressOf(document));
  await viewer(page).getByRole('button', { name: 'Maximize' }).click();
  for (const [index, surface] of surfaces.entries()) {
    const sheet = viewer(page).locator(`[data-page-number="${index + 1}"]`);
    await expect(sheet.locator('.textLayer')).toBeAttached({ timeout: 20_000 });
    await viewer(page)
      .getByLabel('Page', { exact: true })
      .fill(String(index + 1));
    await page.keyboard.press('Enter');
    const ofPage = ({ mark }: { readonly mark: DrawnAnnotation }): boolean => mark.page === index;
    const shown = [
      ...placed.map(({ mark, ink }) => ({ mark, ink, wanted: channelsOf(mark.colour) })),
      ...drawn.flatMap(({ mark, inks }) => inks.map(({ at, colour }) => ({ mark, ink: at, wanted: colour }))),
    ].filter(ofPage);
    await expect(sheet.getByRole('button')).toHaveCount([...placed, ...stamps].filter(ofPage).length);
    // Two by their appearances, one by its picture; the broken one as before.
    await expect(sheet.locator('svg image')).toHaveCount(3);
    await expect(sheet.locator('svg').getByText('Stamp')).toHaveCount(1);
    const { data, info } = await sharp(await sheet.screenshot())
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const scale = info.width / surface.size.width;
    for (const { mark, ink, wanted } of shown) {
      const from = 3 * (Math.round(ink.y * scale) * info.width + Math.round(ink.x * scale));
      const found = [...data.subarray(from, from + 3)];
      const off = Math.max(...found.map((channel, nth) => Math.abs(channel - (wanted[nth] ?? 0))));
      expect(off, `${mark.kind} ${mark.id} on page ${index + 1}: ${found} instead of ${wanted}`).toBeLessThan(40);
    }
  }
});

test('M20 on a phone a note is put down by a finger from the tray, and takes the keys of an attached keyboard', async ({
  browser,
  installation,
  signIn,
  server,
}) => {
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await signIn(installation.admin, page);
  const document = await installation.paper(meeting, { name: 'On a phone.pdf', bytes: await pdfPaper(2) });
  await page.goto(addressOf(document));
  await openedWords(page);
  await viewer(page).getByRole('button', { name: 'Annotate' }).tap();
  // As wide as a finger wants them, as long as there is room.
  const ink = await viewer(page).getByRole('group', { name: 'Colour' }).getByRole('button').first().boundingBox();
  expect(ink?.width).toBeGreaterThanOrEqual(40);
  await viewer(page).getByRole('button', { name: 'Note', exact: true }).tap();
  await viewer(page)
    .locator('[data-page-number="1"]')
    .tap({ position: { x: 150, y: 150 } });
  const card = viewer(page).getByRole('group', { name: 'Note on page 1' });
  await expect(card.getByLabel('Note')).toBeFocused();
  await page.keyboard.type('From the train');
  await card.getByRole('button', { name: 'Close annotation' }).tap();
  await expect(marksOf(page, 'Note')).toHaveAccessibleName('Note on page 1: From the train');
  await expect(saved(page)).toBeAttached();
  await viewer(page).getByRole('button', { name: 'More' }).tap();
  await expect(page.getByRole('menuitem', { name: 'Download', exact: true })).toBeVisible();
  await context.close();
});

test('M20 a mark made on one device appears on the other; the list names its words, and leads to it from the other papers', async ({
  page,
  browser,
  server,
  installation,
  signIn,
}) => {
  const marked = await installation.paper(meeting, { name: 'Marked elsewhere.pdf', bytes: await pdfPaper(3) });
  const beside = await installation.paper(meeting, { name: 'Beside it.pdf', bytes: await pdfPaper(1) });
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } });
  const other = await context.newPage();
  await signIn(installation.admin, other);
  await other.goto(addressOf(marked));
  await openedWords(other);
  await page.goto(addressOf(marked));
  await (await openedWords(page)).selectText();
  await page.keyboard.press('h');
  await expect(marksOf(page, 'Highlight')).toHaveCount(1);
  await expect(marksOf(other, 'Highlight')).toHaveCount(1);
  await context.close();

  await expect(saved(page)).toBeVisible();
  await page.goto(addressOf(beside));
  await openedWords(page);
  await viewer(page).getByRole('button', { name: 'Pages, outline and marks' }).click();
  await viewer(page).getByText('Marks', { exact: true }).click();
  const paper = viewer(page)
    .getByRole('navigation', { name: 'Other papers of this meeting' })
    .getByRole('region', { name: 'Marked elsewhere.pdf' });
  await expect(paper.getByRole('button')).toHaveText([/Highlight, page 1.*The half-year closes/]);
  await checkOpen(page);
  await paper.getByRole('button').click();
  await expect(page).toHaveURL(new RegExp(`document=${marked}$`));
  const card = viewer(page).getByRole('group', { name: 'Highlight on page 1' });
  await expect(card.getByText('Only you see this')).toBeVisible({ timeout: 20_000 });
  await card.getByRole('button', { name: 'Done' }).click();
  await expect(card).toBeHidden();
  await expect(marksOf(page, 'Highlight')).toBeFocused();
});

test('S7.15 marks of a closed tab wait on the machine, unreadable, and go out when a page comes back', async ({
  page,
  installation,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  const document = await installation.paper(meeting, { name: 'Closed early.pdf', bytes: await pdfPaper(1) });
  const context = page.context();
  await page.goto(addressOf(document));
  await openedWords(page);
  await context.route('**/annotations', (route) => route.abort());
  await (await openedWords(page)).selectText();
  await page.keyboard.press('h');
  await expect(page.getByText('Offline: will be saved')).toBeVisible();
  const kept = await page.evaluate(readKept);
  expect(kept).toHaveLength(1);
  expect(kept[0]).not.toContain('highlight');
  await page.close();
  await context.unroute('**/annotations');
  const later = await context.newPage();
  await later.goto('/home');
  const stored = async () => {
    const { json } = await installation.admin.client.call('GET', `/ajax/documents/${document}`);
    return json.data.annotations.xfdf ?? '';
  };
  await expect.poll(stored, { timeout: 20_000 }).toContain('<highlight');
  await expect.poll(() => later.evaluate(readKept)).toEqual([]);
});

/** What stands in the browser's storage, as letters. */
async function readKept(): Promise<string[]> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('dais-waiting-marks');
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const all = await new Promise<{ sealed: ArrayBuffer }[]>((resolve, reject) => {
    const request = database.transaction('marks').objectStore('marks').getAll();
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  database.close();
  return all.map(({ sealed }) => new TextDecoder('latin1').decode(sealed));
}

const channelsOf = (colour = ''): readonly number[] =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

async function drag(page: Page, way: { readonly from: readonly number[]; readonly to: readonly number[] }) {
  const box = await placeOf(viewer(page).locator('[data-page-number="1"]'));
  const [fromX = 0, fromY = 0] = way.from;
  const [toX = 0, toY = 0] = way.to;
  await page.mouse.move(box.x + fromX, box.y + fromY);
  await page.mouse.down();
  await page.mouse.move(box.x + toX, box.y + toY, { steps: 5 });
  await page.mouse.up();
}

async function placeOf(target: Locator) {
  const box = await target.boundingBox();
  if (box === null) throw new Error('It has no place.');
  return box;
}
