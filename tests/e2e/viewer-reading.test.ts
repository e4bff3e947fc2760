import { readFile } from 'node:fs/promises';
import { PDFDocument } from '@cantoo/pdf-lib';
import type { Locator, Page } from '@playwright/test';
import { offlineText } from '#domain/messages/general.ts';
import type { Installation, MadeMeeting } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { layeredPaper } from '#tests/support/layered-paper.ts';
import { boxOf, downloadBy, openedWords } from '#tests/support/page-acts.ts';
import { commentedPaper, encryptedPaper, pdfPaper, sentence, signedPaper } from '#tests/support/papers.ts';
import {
  expectNoSidewaysScroll,
  expectNothingCutOff,
  setTextSize,
  styleTextSize,
} from '#tests/support/screen-check.ts';

let meeting: MadeMeeting;
let first: string;
let second: string;

test.beforeAll(async ({ installation }) => {
  meeting = await installation.meeting({ title: 'Papers to go through', inDays: 7 });
  first = await installation.paper(meeting, { name: 'First paper.pdf', bytes: await pdfPaper(6) });
  second = await installation.paper(meeting, { name: 'Second paper.pdf', bytes: await pdfPaper(2) });
});

test.beforeEach(({ installation, signIn }) => signIn(installation.admin));

const viewer = (page: Page): Locator => page.getByRole('dialog').first();
const button = (page: Page, name: string) => viewer(page).getByRole('button', { name, exact: true });
const text = (page: Page, words: string | RegExp) => viewer(page).getByText(words, { exact: true });
const stage = (page: Page): Locator => viewer(page).locator('[data-stage]');

async function open(page: Page, document: string): Promise<void> {
  await page.goto(`/meetings/${meeting.id}?document=${document}`);
  await openedWords(page);
}

test('the viewer’s search finds words on every page, and Ctrl+F opens it', async ({ page, installation }) => {
  await open(page, await installation.paper(meeting, { name: 'Searched.pdf', bytes: await pdfPaper(6) }));
  await button(page, 'Search in document').click();
  const field = viewer(page).getByRole('searchbox');
  await field.fill('income is');
  await expect(text(page, '1 of 6')).toBeVisible();
  await expect(viewer(page).locator('[data-found][data-current]').first()).toBeVisible();
  await field.press('Enter');
  await expect(text(page, '2 of 6')).toBeVisible();
  await expect(viewer(page).getByLabel('Page', { exact: true })).toHaveValue('2');
  await button(page, 'Previous result').click();
  await button(page, 'Previous result').click();
  await expect(text(page, '6 of 6')).toBeVisible();
  await field.fill('nowhere to be found');
  await expect(text(page, 'No results')).toBeVisible();
  await field.press('Escape');
  await expect(field).toBeHidden();
  await button(page, 'Print').focus();
  await page.keyboard.press('Control+f');
  await expect(field).toBeFocused();
});

test('on a phone with large text, the viewer’s search field does not cover the current match', async ({
  page,
  installation,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, await installation.paper(meeting, { name: 'On a phone.pdf', bytes: await pdfPaper(6) }));
  await setTextSize(page, 32);
  await button(page, 'Search in document').click();
  const field = viewer(page).getByRole('searchbox');
  const expectHitBelowSearch = () =>
    expect(async () => {
      const hit = await boxOf(viewer(page).locator('[data-found][data-current]').first());
      const search = await boxOf(viewer(page).getByRole('search'));
      const pages = await boxOf(stage(page).locator('[tabindex="0"]').first());
      expect(hit.y).toBeGreaterThanOrEqual(search.y + search.height);
      expect(hit.y + hit.height).toBeLessThanOrEqual(pages.y + pages.height);
      expect(hit.x).toBeGreaterThanOrEqual(pages.x);
      expect(hit.x + hit.width).toBeLessThanOrEqual(pages.x + pages.width);
    }).toPass();
  await field.fill('income is');
  for (let hit = 1; hit <= 6; hit += 1) {
    await expect(text(page, `${hit} of 6`)).toBeVisible();
    await expectHitBelowSearch();
    await field.press('Enter');
  }
  await field.fill('surplus');
  await expect(text(page, /^1 of \d+$/)).toBeVisible();
  await expectHitBelowSearch();
});

test('a document can be printed and downloaded with marks, and printing can be disabled', async ({
  page,
  installation,
}) => {
  const document = await installation.paper(meeting, { name: 'To take along.pdf', bytes: await pdfPaper(5) });
  await page.addInitScript(() => {
    window.print = () => {
      const sheets = [...window.document.querySelectorAll('.print-sheet')];
      const marks = sheets.map((sheet) => sheet.querySelectorAll('svg > *').length);
      window.document.documentElement.dataset.printed = JSON.stringify(marks);
    };
  });
  await open(page, document);
  await (await openedWords(page)).selectText();
  await page.keyboard.press('h');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await button(page, 'Download').click();
  const download = await downloadBy(page.getByRole('menuitem', { name: 'With my marks' }));
  expect(download.suggestedFilename()).toBe('To take along (with marks).pdf');
  expect((await PDFDocument.load(await readFile(await download.path()))).getPage(0).node.Annots()?.size()).toBe(1);

  await button(page, 'Print').click();
  const dialog = page.getByRole('dialog', { name: 'Print', exact: true });
  await dialog.getByText('Some pages').click();
  await dialog.getByLabel('Which pages').fill('1, 4-5');
  await dialog.getByRole('button', { name: 'Print' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-printed', '[1,0,0]');
  expect((await PDFDocument.load(await page.pdf())).getPageCount()).toBe(3);
  await installation.call('PATCH', `/ajax/documents/${document}`, { printing_disabled: true });
  await open(page, document);
  await expect(button(page, 'Maximize')).toBeVisible();
  await expect(button(page, 'Print')).toBeHidden();
});

test('pages can be rotated, and a document opens at the last page read', async ({ page }) => {
  await open(page, first);
  const sheet = viewer(page).locator('[data-page-number="1"]');
  const ratio = async () => {
    const { width, height } = await boxOf(sheet);
    return width / height;
  };
  expect(await ratio()).toBeLessThan(1);
  await viewer(page)
    .getByRole('button', { name: /^View, / })
    .click();
  await page.getByRole('menuitem', { name: 'Rotate' }).click();
  await expect.poll(ratio).toBeGreaterThan(1);
  const remembered = page.waitForResponse((response) => response.url().endsWith(`/ajax/documents/${first}/page`));
  await viewer(page).getByLabel('Page', { exact: true }).fill('5');
  await page.keyboard.press('Enter');
  expect((await remembered).status()).toBe(200);
  await page.reload();
  await expect(text(page, 'This is page 5.')).toBeVisible();
  await button(page, 'Next document').click();
  await expect(page).toHaveURL(new RegExp(`document=${second}$`));
  await openedWords(page);
  await expect(viewer(page).getByRole('heading', { name: 'Second paper.pdf' })).toBeVisible();
  await button(page, 'Previous document').click();
  await expect(page).toHaveURL(new RegExp(`document=${first}$`));
});

test('the viewer prompts for the password of an encrypted paper and does not store it', async ({
  page,
  installation,
}) => {
  const bytes = await encryptedPaper(await pdfPaper(2), 'sesame');
  const document = await installation.paper(meeting, { name: 'Lease.pdf', bytes });
  await page.goto(`/meetings/${meeting.id}?document=${document}`);
  const password = viewer(page).getByRole('textbox', { name: 'Password' });
  await expect(password).toBeFocused();
  await expect(text(page, 'This document is protected by a password')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(text(page, 'Please enter the password.')).toBeVisible();
  await password.fill('open');
  await page.keyboard.press('Enter');
  await expect(text(page, 'This password is not correct. Please try again.')).toBeVisible();
  await expect(password).toHaveValue('');
  await password.fill('sesame');
  await button(page, 'Open').click();
  await expect(text(page, sentence)).toBeVisible();
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(stored).not.toContain('sesame');
});

test('annotations inside a PDF are shown on its pages and in the list of marks', async ({ page, installation }) => {
  await open(page, await installation.paper(meeting, { name: 'Reviewed.pdf', bytes: await commentedPaper() }));
  const comment = button(page, 'Comment of Thomas McKenna on page 1: Who pays for the quay?');
  await comment.focus();
  await page.keyboard.press('Enter');
  const card = viewer(page).getByRole('group', { name: 'Comment on page 1' });
  await expect(card).toContainText(/Thomas McKenna.*11\/2\/26/);
  await expect(card.getByRole('list', { name: 'Replies' }).getByRole('listitem')).toHaveCount(2);
  await card.getByRole('button', { name: 'Close annotation' }).click();
  await expect(card).toBeHidden();
  await expect(comment).toBeFocused();
  await button(page, 'Pages, outline and marks').click();
  await text(page, 'Marks').click();
  const listed = viewer(page).getByRole('region', { name: 'In the document' }).getByRole('button');
  await expect(listed).toHaveCount(4);
  await expect(text(page, 'Not for the board')).toHaveCount(0);
  // pdf.js draws a read-only field on a separate canvas.
  await expect(viewer(page).locator('.textWidgetAnnotation canvas').first()).toBeVisible();
  await listed.last().click();
  const highlight = viewer(page).getByRole('group', { name: 'Highlight on page 2' });
  await expect(highlight).toContainText('Compare with page 1');
  await page.keyboard.press('Escape');
  await expect(highlight).toBeHidden();
  await expect(viewer(page)).toBeVisible();
});

async function twoPapers(installation: Installation, name: string): Promise<readonly [string, string]> {
  const one = await installation.paper(meeting, { name: `${name}.pdf`, bytes: await pdfPaper(6) });
  return [one, await installation.paper(meeting, { name: `${name}, the next.pdf`, bytes: await pdfPaper(2) })];
}

test('the viewer fills a window narrower than 1,100 px and hides its bars while scrolling', async ({
  page,
  installation,
}) => {
  const [one, two] = await twoPapers(installation, 'Folded');
  const heightOf = async () => (await boxOf(stage(page))).height;
  await open(page, one);
  for (const [width, height] of [
    [1090, 800],
    [390, 844],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => viewer(page).boundingBox()).toEqual({ x: 0, y: 0, width, height });
    await expect(button(page, 'Maximize')).toBeHidden();
    await page.evaluate(async () => {
      for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
    });
    const shown = await heightOf();
    expect(shown, `${width}`).toBeGreaterThan(height - (width === 844 ? 56 : 190));
    await stage(page).hover();
    await expect(async () => {
      await page.mouse.wheel(0, 60);
      await expect(button(page, 'Close')).toBeHidden({ timeout: 100 });
    }).toPass();
    await expect.poll(heightOf, { message: `${width}` }).toBe(height);
    await stage(page).click({ position: { x: 5, y: 60 } });
    await expect(button(page, 'Close')).toBeVisible();
    await expect.poll(heightOf).toBe(shown);
  }
  await page.setViewportSize({ width: 820, height: 1180 });
  await expect(viewer(page).getByRole('toolbar', { name: 'Annotate' })).toBeVisible();
  await button(page, 'Pages, outline and marks').click();
  await expect(button(page, 'Page 2')).toBeVisible();
  const panel = viewer(page).getByRole('region', { name: 'Pages, outline and marks' });
  await expect.poll(async () => (await boxOf(panel)).width).toBeLessThan(300);
  expect((await boxOf(stage(page))).width, 'the page beside the panel').toBeGreaterThan(520);
  await button(page, 'Close panel').click();
  await expect(button(page, 'Page 2')).toBeHidden();
  await page.setViewportSize({ width: 844, height: 390 });
  await button(page, 'Next document').click();
  await expect(page).toHaveURL(new RegExp(`document=${two}$`));
});

test('nothing in the viewer is cut off when text is twice as large', async ({ page, installation }) => {
  const [one] = await twoPapers(installation, 'Enlarged');
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, one);
  await setTextSize(page, 32);
  const check = async (where: string, width = 390) => {
    await expectNoSidewaysScroll(page, width);
    await expectNothingCutOff(page, where);
  };
  await check('pages');
  await button(page, 'Annotate').click();
  await check('tray');
  await button(page, 'Note').click();
  await stage(page).click({ position: { x: 120, y: 120 } });
  const note = page.getByRole('group', { name: 'Note on page 1' });
  await check('note');
  const controls = [note.getByRole('textbox'), note.getByRole('slider', { name: 'Opacity' }), note.getByRole('button')];
  for (const control of (await Promise.all(controls.map((each) => each.all()))).flat()) {
    const box = await boxOf(control);
    expect(box.x + box.width, `${await control.getAttribute('aria-label')}`).toBeLessThanOrEqual(390);
  }
  await note.getByRole('button', { name: 'Done' }).click();
  await button(page, 'Annotate').click();
  await button(page, 'Search in document').click();
  await check('search');
  await button(page, 'Search in document').click();
  await button(page, 'More').click();
  await page.getByRole('menuitem', { name: 'Pages, outline and marks' }).click();
  await check('marks');
  await button(page, 'Close panel').click();
  for (const way of ['preference', 'style'] as const) {
    await setTextSize(page, way === 'preference' ? 32 : 16);
    await styleTextSize(page, way === 'style' ? 200 : 100);
    for (const [width, height] of [
      [844, 390],
      [820, 1180],
      [1180, 820],
    ] as const) {
      await page.setViewportSize({ width, height });
      const where = `${way}, ${width}`;
      await check(where, width);
      for (const name of ['Minimize', 'Close', 'Search in document']) await button(page, name).click({ trial: true });
      const title = await boxOf(viewer(page).getByRole('heading', { level: 2 }));
      expect(title.width, `the name, ${where}`).toBeGreaterThan(200);
      expect((await boxOf(stage(page))).height, where).toBeGreaterThan(height / 2);
    }
  }
  await page.setViewportSize({ width: 844, height: 390 });
  await button(page, 'Close').click();
  await expect(viewer(page)).toBeHidden();
});

test('on a phone, a paper is zoomed to the width of its text, even after the phone is rotated', async ({
  browser,
  installation,
  signIn,
  server,
}) => {
  const pdf = await PDFDocument.load(await pdfPaper(6));
  pdf.getPage(0).drawText('Second column', { x: 460, y: 600, size: 12 });
  const paper = await installation.paper(meeting, { name: 'Narrow.pdf', bytes: Buffer.from(await pdf.save()) });
  const viewport = { width: 390, height: 844 };
  const context = await browser.newContext({ baseURL: server.url, viewport, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await signIn(installation.admin, page);
  await page.goto(`/meetings/${meeting.id}?document=${paper}`);
  const words = await openedWords(page);
  const left = async () => (await words.boundingBox())?.x;
  const widthOf = async () => (await boxOf(viewer(page).locator('[data-page-number="1"]'))).width;
  // The page's margin is 72 points, so a smaller distance shows that the viewer has cropped it.
  await expect.poll(left).toBeLessThan(20);
  const fitted = await widthOf();
  expect(fitted).toBeGreaterThan(420);
  const { x, y, height } = await boxOf(words);
  const tapTwice = async () => {
    for (let taps = 0; taps < 2; taps += 1) await page.touchscreen.tap(x + 20, y + height / 2);
  };
  await tapTwice();
  await expect.poll(widthOf).toBeGreaterThan(fitted * 1.05);
  await expect.poll(left).toBeLessThan(30);
  await tapTwice();
  await expect.poll(widthOf).toBeCloseTo(fitted, 0);
  const current = viewer(page).getByRole('textbox', { name: 'Page' });
  await current.fill('4');
  await current.press('Enter');
  await expect(viewer(page).getByText('This is page 4.')).toBeInViewport();
  await page.setViewportSize({ width: 844, height: 390 });
  await expect(viewer(page).getByText('This is page 4.')).toBeInViewport();
  await page.setViewportSize(viewport);
  await expect(viewer(page).getByText('This is page 4.')).toBeInViewport();
  await expect.poll(async () => (await boxOf(viewer(page).getByText('This is page 4.'))).x).toBeLessThan(20);
  await context.close();
});

test('an open paper shows a notice while the browser is offline', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, first);
  const notice = text(page, offlineText);
  await expect(notice).toBeHidden();
  await page.context().setOffline(true);
  await expect(notice).toBeVisible();
  await expect(page.getByText('cannot be saved until')).toHaveCount(0);
  await page.context().setOffline(false);
  await expect(notice).toBeHidden();
});

test('the viewer omits words in hidden layers of a paper and names the signer of a signed paper', async ({
  page,
  installation,
}) => {
  const layered = await installation.paper(meeting, { name: 'Layers.pdf', bytes: await layeredPaper('ON') });
  await page.goto(`/meetings/${meeting.id}?document=${layered}`);
  const words = stage(page).locator('.textLayer');
  await expect(words).toContainText('shown-form');
  await expect(words).not.toContainText('hidden');
  const signed = await installation.paper(meeting, { name: 'Signed.pdf', bytes: signedPaper() });
  await page.goto(`/meetings/${meeting.id}?document=${signed}`);
  await expect(viewer(page).getByText('Signed by Example Auditor')).toBeVisible();
});

test('the accessibility tree contains the headings of a tagged PDF, but only pages near the current page', async ({
  page,
  installation,
  browser,
}) => {
  const maker = await (await browser.newContext()).newPage();
  const more = '<p style="break-before: page">Next.</p>'.repeat(20);
  await maker.setContent(`<h1>Report of the treasurer</h1><p>Income rose.</p><h2>Outlook</h2>${more}`);
  const bytes = await maker.pdf({ tagged: true });
  const meeting = await installation.meeting({ title: 'Tagged' });
  const id = await installation.paper(meeting, { name: 'Tagged.pdf', bytes });
  await page.goto(`/meetings/${meeting.id}?document=${id}`);
  await expect(viewer(page).getByText('Income rose.')).toBeVisible();
  const session = await page.context().newCDPSession(page);
  const named = async (role: string) => {
    const { nodes } = await session.send('Accessibility.getFullAXTree');
    return nodes.filter((node) => !node.ignored && node.role?.value === role).map((node) => node.name?.value);
  };
  await expect.poll(() => named('heading')).toEqual(['Tagged.pdf', 'Report of the treasurer', 'Outlook']);
  const pages = (await named('region')).filter((name) => /^Page/.test(name));
  expect(pages.length).toBeLessThan(5);
});
