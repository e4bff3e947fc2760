import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import type { DrawnAnnotation } from '#domain/xfdf/annotation.ts';
import { writeXfdf } from '#domain/xfdf/write.ts';
import type { Installation, MadeMeeting } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { expectPressable } from '#tests/support/overlay-check.ts';
import { boxOf, dragAlong, marksOf, openedWords } from '#tests/support/page-acts.ts';
import { pdfPaper } from '#tests/support/papers.ts';
import { checkOpen } from '#tests/support/screen-check.ts';
import { marksOn, surfaces, turnedPaper } from '#tests/support/turned-paper.ts';

let meeting: MadeMeeting;

test.beforeAll(async ({ installation }) => {
  meeting = await installation.meeting({ title: 'Papers to mark', inDays: 8 });
});

test.beforeEach(({ installation, signIn }) => signIn(installation.admin));

const viewer = (page: Page): Locator => page.getByRole('dialog').first();
const saved = (page: Page): Locator => page.getByText('Saved', { exact: true });
const addressOf = (document: string): string => `/meetings/${meeting.id}?document=${document}`;
const button = (page: Page, name: string) => viewer(page).getByRole('button', { name, exact: true });

async function open(page: Page, installation: Installation, name: string, pages = 1): Promise<string> {
  const document = await installation.paper(meeting, { name: `${name}.pdf`, bytes: await pdfPaper(pages) });
  await page.goto(addressOf(document));
  await openedWords(page);
  return document;
}

async function markSentence(page: Page, key: string, kind: string): Promise<void> {
  await (await openedWords(page)).selectText();
  await page.keyboard.press(key);
  await expect(marksOf(page, kind)).toHaveCount(1);
}

async function store(installation: Installation, document: string, annotations: string): Promise<void> {
  const { version_id } = (await installation.call('GET', `/ajax/documents/${document}`)).document;
  const body = { annotations, version_id, base_revision: 0 };
  const { result } = await installation.call('POST', `/ajax/documents/${document}/annotations`, body);
  expect(result).toBe('saved');
}

async function drag(page: Page, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  const { x, y } = await boxOf(viewer(page).locator('[data-page-number="1"]'));
  await dragAlong(page, [x + from[0], y + from[1]], [x + to[0], y + to[1]]);
}

test('marks can be made, undone, redone and deleted, and survive a reload', {
  tag: '@everyday',
}, async ({ page, installation }) => {
  await open(page, installation, 'Marked');
  await markSentence(page, 'h', 'Highlight');
  await markSentence(page, 'u', 'Underline');
  await button(page, 'Ink').click();
  await drag(page, [100, 250], [260, 270]);
  const ink = marksOf(page, 'Ink');
  await expect(ink).toHaveCount(1);
  await page.keyboard.press('Control+z');
  await expect(ink).toHaveCount(0);
  await page.keyboard.press('Control+y');
  await expect(ink).toHaveCount(1);
  await button(page, 'Undo').click();
  await expect(ink).toHaveCount(0);
  await button(page, 'Redo').click();
  await expect(ink).toHaveCount(1);
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect(ink).toHaveCount(1);
  await marksOf(page, 'Highlight').focus();
  await page.keyboard.press('Delete');
  await expect(marksOf(page, 'Highlight')).toHaveCount(0);
  await expect(marksOf(page, 'Underline')).toHaveCount(1);
});

test('shapes can be drawn by pointer, moved, resized and recoloured, and each step can be undone', async ({
  page,
  installation,
}) => {
  const document = await open(page, installation, 'Shapes');
  for (const [shape, top] of [
    ['Rectangle', 240],
    ['Ellipse', 320],
    ['Arrow', 400],
  ] as const) {
    await viewer(page)
      .getByRole('button', { name: /^Shape/ })
      .click();
    await page.getByRole('menuitem', { name: shape }).click();
    await drag(page, [120, top], [240, top + 50]);
    await expect(marksOf(page, shape)).toBeFocused();
  }
  const rectangle = marksOf(page, 'Rectangle');
  const before = await boxOf(rectangle);
  const moved = async () => Math.round((await boxOf(rectangle)).x - before.x);
  await rectangle.focus();
  await drag(page, [180, 265], [230, 285]);
  await expect.poll(moved).toBe(50);
  const corner = await boxOf(viewer(page).locator('[data-handle="11"]'));
  const grip = [corner.x + corner.width / 2, corner.y + corner.height / 2] as const;
  await dragAlong(page, grip, [corner.x + 60, corner.y + 40]);
  await expect.poll(async () => (await boxOf(rectangle)).width).toBeGreaterThan(before.width + 30);
  await page.keyboard.press('Enter');
  const card = viewer(page).getByRole('group', { name: 'Rectangle on page 1' });
  await card.getByRole('button', { name: 'Blue' }).click();
  await expect(card.getByRole('button', { name: 'Blue' })).toHaveAttribute('aria-pressed', 'true');
  await card.getByLabel('Note').fill('Is this right?');
  await card.getByLabel('Note').press('Escape');
  await expect(rectangle.and(page.getByRole('button', { name: /Is this right/ }))).toBeFocused();
  await expect(saved(page)).toBeVisible();
  expect(await installation.marksOn(document)).toMatch(/<square [^>]*color="#b7d8f3"/);
  for (let times = 0; times < 4; times += 1) await page.keyboard.press('Control+z');
  await expect.poll(moved).toBe(0);
});

test('shapes, text and strike-outs can be made using only the keyboard', async ({ page, installation }) => {
  await open(page, installation, 'By keys');
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
  const size = await boxOf(ellipse);
  await page.keyboard.press('Shift+Alt+ArrowRight');
  await expect.poll(async () => (await boxOf(ellipse)).width).toBeGreaterThan(size.width + 5);
  const before = await boxOf(ellipse);
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(async () => (await boxOf(ellipse)).x).toBeGreaterThan(before.x + 5);
  await page.keyboard.press('Delete');
  await expect(ellipse).toHaveCount(0);
  await page.keyboard.press('t');
  await page.keyboard.press('Enter');
  await page.keyboard.type('On the page');
  await page.keyboard.press('Escape');
  await expect(marksOf(page, 'Text')).toHaveAccessibleName('Text on page 1: On the page');
  await page.keyboard.press('Control+f');
  await page.keyboard.type('half-year');
  await expect(viewer(page).getByText('1 of 1', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('s');
  await expect(marksOf(page, 'Strike-out')).toHaveCount(1);
});

test('marks appear at the right places on rotated pages, and stamps show their labels', async ({
  page,
  installation,
}) => {
  const document = await installation.paper(meeting, { name: 'Turned.pdf', bytes: await turnedPaper() });
  // Excludes marks that each renderer draws differently.
  const placed = surfaces.flatMap(marksOn).filter(({ mark }) => mark.kind !== 'text' && mark.kind !== 'squiggly');
  const rect = { left: 575, bottom: 460, right: 645, top: 481 };
  const stamps = surfaces.map(({ page: of }) => ({
    mark: { kind: 'stamp', id: `stamp ${of}`, page: of, rect, icon: 'Approved' } satisfies DrawnAnnotation,
  }));
  const annotations = [...placed, ...stamps].map(({ mark }) => mark);
  await store(installation, document, writeXfdf({ annotations, envelope: [] }));
  await page.setViewportSize({ width: 1440, height: 1300 });
  await page.goto(addressOf(document));
  await viewer(page).getByRole('button', { name: 'Maximize' }).click();
  for (const [index, surface] of surfaces.entries()) {
    const sheet = viewer(page).locator(`[data-page-number="${index + 1}"]`);
    await expect(sheet.locator('.textLayer')).toBeAttached();
    await viewer(page)
      .getByLabel('Page', { exact: true })
      .fill(String(index + 1));
    await page.keyboard.press('Enter');
    const ofPage = ({ mark }: { readonly mark: DrawnAnnotation }): boolean => mark.page === index;
    const shown = placed.filter(ofPage);
    await expect(sheet.getByRole('button')).toHaveCount([...placed, ...stamps].filter(ofPage).length);
    await expect(sheet.locator('svg').getByText('Approved')).toHaveCount(1);
    const { data, info } = await sharp(await sheet.screenshot())
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const scale = info.width / surface.size.width;
    for (const { mark, ink } of shown) {
      const wanted = channelsOf(mark.colour);
      const from = 3 * (Math.round(ink.y * scale) * info.width + Math.round(ink.x * scale));
      const found = [...data.subarray(from, from + 3)];
      const off = Math.max(...found.map((channel, nth) => Math.abs(channel - (wanted[nth] ?? 0))));
      expect(off, `${mark.kind} ${mark.id} on page ${index + 1}: ${found} instead of ${wanted}`).toBeLessThan(40);
    }
  }
});

test('no viewer control is covered by another part of the viewer', async ({ page, installation }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, installation, 'Layers', 3);
  const first = viewer(page).locator('[data-page-number="1"]');
  const card = viewer(page).getByRole('group', { name: 'Note on page 1' });
  const panel = viewer(page).getByRole('region', { name: 'Pages, outline and marks' });
  await button(page, 'Annotate').click();
  await button(page, 'Note').click();
  await first.click({ position: { x: 150, y: 150 } });
  for (const [width, height] of [
    [390, 844],
    [820, 1180],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height });
    const check = (part: Locator, what: string) => expectPressable(part, `${what} at ${width} px`);
    const isFolded = width !== 820;
    await expect(button(page, isFolded ? 'More' : 'Pages, outline and marks')).toBeVisible();
    if (!(await card.isVisible())) {
      // Until the pages are drawn at their new size and the panel has closed, the mark may lose the focus.
      await expect(async () => {
        await marksOf(page, 'Note').focus();
        await expect(marksOf(page, 'Note')).toBeFocused({ timeout: 500 });
        await page.keyboard.press('Enter');
        await expect(card).toBeVisible({ timeout: 1_000 });
      }).toPass();
    }
    await check(card, 'the card');
    await card.getByRole('button', { name: 'Done' }).click();
    await expect(card).toBeHidden();
    await check(viewer(page), 'the bars');
    await page.keyboard.press('Control+f');
    await check(viewer(page).locator('search'), 'the search');
    await page.keyboard.press('Escape');
    if (isFolded) {
      await button(page, 'More').click();
      await page.getByRole('menuitem', { name: 'Pages, outline and marks' }).click();
    } else await button(page, 'Pages, outline and marks').click();
    await check(panel, 'the panel');
    await button(page, 'Close panel').click();
  }
});

test('a new mark appears on other devices and in the list of marks', async ({ page, installation, openAs }) => {
  const beside = await installation.paper(meeting, { name: 'Beside it.pdf', bytes: await pdfPaper(1) });
  const marked = await open(page, installation, 'Marked elsewhere', 3);
  const other = await openAs(installation.admin, 1440);
  await other.goto(addressOf(marked));
  await openedWords(other);
  await markSentence(page, 'h', 'Highlight');
  await expect(marksOf(other, 'Highlight')).toHaveCount(1);

  await expect(saved(page)).toBeVisible();
  await page.goto(addressOf(beside));
  await openedWords(page);
  await button(page, 'Pages, outline and marks').click();
  await viewer(page).getByText('Marks', { exact: true }).click();
  const paper = viewer(page)
    .getByRole('navigation', { name: 'Other papers for this meeting' })
    .getByRole('region', { name: 'Marked elsewhere.pdf' });
  await expect(paper.getByRole('button')).toHaveText([/Highlight, page 1.*The half-year closes/]);
  await checkOpen(page);
  await paper.getByRole('button').click();
  await expect(page).toHaveURL(new RegExp(`document=${marked}$`));
  const card = viewer(page).getByRole('group', { name: 'Highlight on page 1' });
  await expect(card.getByText('Only you can see this')).toBeVisible();
  await card.getByRole('button', { name: 'Done' }).click();
  await expect(card).toBeHidden();
  await expect(marksOf(page, 'Highlight')).toBeFocused();
});

test('marks made offline are stored encrypted and sent later', async ({ page, installation, expectConsoleError }) => {
  expectConsoleError(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  const document = await open(page, installation, 'Offline');
  const context = page.context();
  await context.setOffline(true);
  await markSentence(page, 'h', 'Highlight');
  await expect(page.getByText('Offline: will be saved')).toBeVisible();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await context.setOffline(false);
  await expect(saved(page)).toBeVisible();
  expect(await installation.marksOn(document)).toContain('<highlight');

  await context.route('**/annotations', (route) => route.abort());
  await markSentence(page, 'u', 'Underline');
  await expect(page.getByText('Offline: will be saved')).toBeVisible();
  const kept = await page.evaluate(readKept);
  expect(kept).toHaveLength(1);
  expect(kept[0]).not.toContain('underline');
  await page.close();
  await context.unroute('**/annotations');
  const later = await context.newPage();
  await later.goto('/home');
  await expect.poll(() => installation.marksOn(document)).toContain('<underline');
  await expect.poll(() => later.evaluate(readKept)).toEqual([]);
});

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
