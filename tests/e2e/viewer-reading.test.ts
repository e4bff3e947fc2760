import { PDFDocument } from '@cantoo/pdf-lib';
import type { Locator, Page } from '@playwright/test';
import type { Installation, MadeMeeting } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { commentedPaper, encryptedPaper, pdfPaper, sentence } from '#tests/support/papers.ts';
import { marksOf, openedWords } from '#tests/support/pdf-text.ts';
import {
  expectNoSidewaysScroll,
  expectNothingCutOff,
  setTextSize,
  styleTextSize,
} from '#tests/support/screen-check.ts';

/** Reading in the viewer: search, print, turning, the page of last time, the next document, copies with marks. */

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

async function open(page: Page, document: string): Promise<void> {
  await page.goto(`/meetings/${meeting.id}?document=${document}`);
  await openedWords(page);
}

test('words are found on every page, marked, and gone through both ways', async ({ page }) => {
  await open(page, first);
  await viewer(page).getByRole('button', { name: 'Search in document' }).click();
  const field = viewer(page).getByRole('searchbox');
  await field.fill('income is');
  await expect(viewer(page).getByText('1 of 6', { exact: true })).toBeVisible({ timeout: 15_000 });
  await expect(viewer(page).locator('[data-found][data-current]').first()).toBeVisible();
  await field.press('Enter');
  await expect(viewer(page).getByText('2 of 6', { exact: true })).toBeVisible();
  await expect(viewer(page).getByLabel('Page', { exact: true })).toHaveValue('2');
  await viewer(page).getByRole('button', { name: 'Previous result' }).click();
  await viewer(page).getByRole('button', { name: 'Previous result' }).click();
  await expect(viewer(page).getByText('6 of 6', { exact: true })).toBeVisible();
  await field.fill('nowhere to be found');
  await expect(viewer(page).getByText('No results')).toBeVisible();
  await field.press('Escape');
  await expect(field).toBeHidden();
  await expect(viewer(page)).toBeVisible();
});

test('Ctrl F leads into the search from anywhere in the viewer, its words selected', async ({ page }) => {
  await open(page, first);
  const field = viewer(page).getByRole('searchbox');
  await page.keyboard.press('Control+f');
  await page.keyboard.type('income');
  await viewer(page).locator('[data-stage] [tabindex="0"]').first().focus();
  await page.keyboard.press('Control+f');
  await page.keyboard.type('surplus');
  await expect(field).toHaveValue('surplus');
  await viewer(page).getByRole('button', { name: 'Print' }).focus();
  await page.keyboard.press('Control+f');
  await expect(field).toBeFocused();
  await field.press('Escape');
  await viewer(page).getByRole('button', { name: 'Print' }).focus();
  await page.keyboard.press('Control+f');
  await expect(field).toBeFocused();
});

test('M31 on a phone with large text each hit is visible beside the search', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, first);
  await setTextSize(page, 32);
  await viewer(page).getByRole('button', { name: 'Search in document' }).click();
  const field = viewer(page).getByRole('searchbox');
  await field.fill('income is');
  for (let hit = 1; hit <= 6; hit += 1) {
    await expect(viewer(page).getByText(`${hit} of 6`, { exact: true })).toBeVisible({ timeout: 15_000 });
    await expectHitBelowSearch(page);
    await field.press('Enter');
  }
  // On the first page, where the pages cannot be scrolled any higher.
  await field.fill('surplus');
  await expect(viewer(page).getByText(/^1 of \d+$/)).toBeVisible({ timeout: 15_000 });
  await expectHitBelowSearch(page);
});

/** The current hit is within the pages' visible part, which the search leaves free. */
const expectHitBelowSearch = (page: Page): Promise<void> =>
  expect(async () => {
    const [hit, search, pages] = await Promise.all([
      viewer(page).locator('[data-found][data-current]').first().boundingBox({ timeout: 1_000 }),
      viewer(page).getByRole('search').boundingBox({ timeout: 1_000 }),
      viewer(page).locator('[data-stage] [tabindex="0"]').first().boundingBox({ timeout: 1_000 }),
    ]);
    if (!hit || !search || !pages) throw new Error('The hit, the search or the pages are not there.');
    expect(hit.y).toBeGreaterThanOrEqual(search.y + search.height);
    expect(hit.y + hit.height).toBeLessThanOrEqual(pages.y + pages.height);
    expect(hit.x).toBeGreaterThanOrEqual(pages.x);
    expect(hit.x + hit.width).toBeLessThanOrEqual(pages.x + pages.width);
  }).toPass({ timeout: 15_000 });

test('S4.6 pages of a range are printed with their marks, and not where printing is off', async ({
  page,
  installation,
}) => {
  const document = await installation.paper(meeting, { name: 'Printed.pdf', bytes: await pdfPaper(5) });
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
  await expect(marksOf(page, 'Highlight')).toHaveCount(1);
  await viewer(page).getByRole('button', { name: 'Print' }).click();
  const dialog = page.getByRole('dialog', { name: 'Print', exact: true });
  await dialog.getByText('Some pages').click();
  await dialog.getByLabel('Which pages').fill('1-9');
  await dialog.getByRole('button', { name: 'Print' }).click();
  await expect(dialog.getByText('Name pages from 1 to 5, such as 1-3, 7.')).toBeVisible();
  await dialog.getByLabel('Which pages').fill('1, 4-5');
  await dialog.getByRole('button', { name: 'Print' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-printed', '[1,0,0]', { timeout: 20_000 });
  const paper = await PDFDocument.load(await page.pdf());
  expect(paper.getPageCount()).toBe(3);
  await installation.admin.client.call('PATCH', `/ajax/documents/${document}`, { printing_disabled: true });
  await open(page, document);
  await expect(viewer(page).getByRole('button', { name: 'Maximize' })).toBeVisible();
  await expect(viewer(page).getByRole('button', { name: 'Print' })).toBeHidden();
});

test('pages turn and fit; a document opens where it was left; the next one follows', async ({ page }) => {
  await open(page, first);
  const sheet = viewer(page).locator('[data-page-number="1"]');
  const ratio = async () => {
    const box = await sheet.boundingBox();
    return (box?.width ?? 0) / (box?.height ?? 1);
  };
  expect(await ratio()).toBeLessThan(1);
  await viewer(page)
    .getByRole('button', { name: /^View, now/ })
    .click();
  await page.getByRole('menuitem', { name: 'Rotate' }).click();
  await expect.poll(ratio).toBeGreaterThan(1);
  const remembered = page.waitForResponse((response) => response.url().endsWith(`/ajax/documents/${first}/page`));
  await viewer(page).getByLabel('Page', { exact: true }).fill('5');
  await page.keyboard.press('Enter');
  expect((await remembered).status()).toBe(200);
  await page.reload();
  await expect(viewer(page).getByText('This is page 5.')).toBeVisible({ timeout: 20_000 });
  await viewer(page).getByRole('button', { name: 'Next document' }).click();
  await expect(page).toHaveURL(new RegExp(`document=${second}$`));
  await openedWords(page);
  await expect(viewer(page).getByRole('heading', { name: 'Second paper.pdf' })).toBeVisible();
  await viewer(page).getByRole('button', { name: 'Previous document' }).click();
  await expect(page).toHaveURL(new RegExp(`document=${first}$`));
});

test('a file that is replaced while it is open stays what is shown and marked; the new one is opened from there', async ({
  page,
  installation,
}) => {
  const document = await installation.paper(meeting, { name: 'Replaced.pdf', bytes: await pdfPaper(1) });
  const { client } = installation.admin;
  const ofDocument = async (of = '') => (await client.call('GET', `/ajax/documents/${document}${of}`)).json.data;
  const earlier = (await ofDocument()).document.version_id;
  await open(page, document);
  await viewer(page).getByRole('button', { name: 'Minimize' }).click();
  await installation.replace(document, { name: 'Replaced.pdf', bytes: await pdfPaper(2) });
  await page.getByRole('button', { name: /^Restore/ }).click();
  await expect(viewer(page).getByText('This document has a new version.')).toBeVisible({ timeout: 20_000 });
  await (await openedWords(page)).selectText();
  await page.keyboard.press('h');
  await expect(marksOf(page, 'Highlight')).toHaveCount(1);
  const marked = async () => (await ofDocument(`/versions/${earlier}/annotations`)).xfdf ?? '';
  await expect.poll(marked).toContain('<highlight');
  // Marks come along once the texts of both have been read.
  await expect.poll(async () => (await ofDocument('/find?words=page')).is_read, { timeout: 30_000 }).toBe(true);
  await viewer(page).getByRole('button', { name: 'Open it' }).click();
  // The page is the same in both: what was marked on it comes along.
  await expect(viewer(page).getByText('of 2', { exact: true })).toBeVisible({ timeout: 20_000 });
  await expect(marksOf(page, 'Highlight')).toHaveCount(1);
});

test('a file that is taken back before its first page has come is not shown; the one in its place is offered', async ({
  page,
  installation,
  signIn,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 404/);
  const document = await installation.paper(meeting, { name: 'Taken back.pdf', bytes: await pdfPaper(1) });
  await signIn(await installation.join('Nell', 'Harding'));
  await page.route(
    `**/document/${document}/versions/*`,
    async (route) => {
      await installation.replace(document, { name: 'Right one.pdf', bytes: await pdfPaper(2) });
      await route.continue();
    },
    { times: 1 },
  );
  await page.goto(`/meetings/${meeting.id}?document=${document}`);
  await expect(viewer(page).getByText('This document could not be shown')).toBeVisible({ timeout: 20_000 });
  await viewer(page).getByRole('button', { name: 'Open it' }).click();
  await openedWords(page);
  await expect(viewer(page).getByText('of 2', { exact: true })).toBeVisible();
});

test('a copy is downloaded with the marks in it', async ({ page, installation }) => {
  const document = await installation.paper(meeting, { name: 'To take along.pdf', bytes: await pdfPaper(1) });
  await open(page, document);
  await (await openedWords(page)).selectText();
  await page.keyboard.press('u');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const downloading = page.waitForEvent('download');
  await viewer(page).getByRole('button', { name: 'Download' }).click();
  await page.getByRole('menuitem', { name: 'With my marks' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('To take along (with marks).pdf');
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  const copy = await PDFDocument.load(Buffer.concat(chunks));
  expect(copy.getPage(0).node.Annots()?.size()).toBe(1);
});

test('on a tablet two rows of tools fit, and nothing scrolls sideways', async ({ page }) => {
  await page.setViewportSize({ width: 820, height: 1100 });
  await open(page, second);
  await expect(viewer(page).getByRole('toolbar', { name: 'Annotate' })).toBeVisible();
  await viewer(page).getByRole('button', { name: 'Pages, outline and marks' }).click();
  await expect(viewer(page).getByRole('button', { name: 'Page 2' })).toBeVisible();
  await viewer(page).getByRole('button', { name: 'Close panel' }).click();
  await expect(viewer(page).getByRole('button', { name: 'Page 2' })).toBeHidden();
});

test('M26 a paper that needs a password says so where it is opened, and takes it; a wrong one is not its own', async ({
  page,
  installation,
}) => {
  const bytes = await encryptedPaper(await pdfPaper(2), 'sesame');
  const document = await installation.paper(meeting, { name: 'Lease.pdf', bytes });
  await page.goto(`/meetings/${meeting.id}?document=${document}`);
  const password = viewer(page).getByRole('textbox', { name: 'Password' });
  await expect(password).toBeFocused({ timeout: 20_000 });
  await expect(viewer(page).getByText('This document opens with a password')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(viewer(page).getByText('Please enter the password.')).toBeVisible();
  await password.fill('open');
  await page.keyboard.press('Enter');
  await expect(viewer(page).getByText('This is not its password. Please try again.')).toBeVisible();
  await expect(password).toHaveValue('');
  await password.fill('sesame');
  await viewer(page).getByRole('button', { name: 'Open', exact: true }).click();
  await expect(viewer(page).getByText(sentence)).toBeVisible({ timeout: 20_000 });
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(kept).not.toContain('sesame');
});

test('M27 what a paper brings along is read on its page and in the list, as its author’s', async ({
  page,
  installation,
}) => {
  const document = await installation.paper(meeting, { name: 'Reviewed.pdf', bytes: await commentedPaper() });
  await open(page, document);
  const comment = viewer(page).getByRole('button', {
    name: 'Comment of Thomas McKenna on page 1: Who pays for the quay?',
  });
  await comment.focus();
  await page.keyboard.press('Enter');
  const card = viewer(page).getByRole('group', { name: 'Comment on page 1' });
  await expect(card).toContainText('Thomas McKenna');
  await expect(card).toContainText('11/2/26');
  await expect(card.getByRole('list', { name: 'Replies' }).getByRole('listitem')).toHaveText([
    /Priya Raman.*The Port Authority does\./,
    /Elena Kowalczyk.*Accepted/,
  ]);
  await card.getByRole('button', { name: 'Close annotation' }).click();
  await expect(card).toBeHidden();
  await expect(comment).toBeFocused();
  await viewer(page).getByRole('button', { name: 'Pages, outline and marks' }).click();
  await viewer(page).getByText('Marks', { exact: true }).click();
  const listed = viewer(page).getByRole('region', { name: 'In the document' }).getByRole('button');
  await expect(listed).toHaveText([
    /^Comment, page 1Thomas McKenna: Who pays for the quay\?Priya Raman: The Port Authority does\.Elena Kowalczyk: Accepted$/,
    /^Form field Signatory, page 1Anna Sørensen$/,
    /^Form field Agreed, page 1Yes$/,
    /^Highlight, page 2Priya Raman: Compare with page 1$/,
  ]);
  await expect(viewer(page).getByText('Not for the board')).toHaveCount(0);
  // A field that can only be read is drawn apart by pdf.js.
  await expect(viewer(page).locator('.textWidgetAnnotation canvas').first()).toBeVisible();
  await listed.last().click();
  await expect(viewer(page).getByRole('group', { name: 'Highlight on page 2' })).toContainText('Compare with page 1');
  await page.keyboard.press('Escape');
  await expect(viewer(page).getByRole('group', { name: 'Highlight on page 2' })).toBeHidden();
  await expect(viewer(page)).toBeVisible();
});

/** The last two of the meeting, which nobody has opened. */
async function twoPapers(installation: Installation, name: string): Promise<readonly [string, string]> {
  const one = await installation.paper(meeting, { name: `${name}.pdf`, bytes: await pdfPaper(6) });
  return [one, await installation.paper(meeting, { name: `${name}, the next.pdf`, bytes: await pdfPaper(2) })];
}

test('M18 under 1,100 px the viewer fills the window, its bars fold away while the pages are scrolled, and the next paper is one press away', async ({
  page,
  installation,
}) => {
  const [one, two] = await twoPapers(installation, 'Folded');
  const close = viewer(page).getByRole('button', { name: 'Close', exact: true });
  const stage = viewer(page).locator('[data-stage]');
  const heightOf = async () => (await stage.boundingBox())?.height ?? 0;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, one);
  for (const [width, height] of [
    [1090, 800],
    [390, 844],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => viewer(page).boundingBox()).toEqual({ x: 0, y: 0, width, height });
    await expect(viewer(page).getByRole('button', { name: 'Maximize' })).toBeHidden();
    // On its side the page has the height.
    await page.evaluate(async () => {
      for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
    });
    const shown = await heightOf();
    expect(shown, `${width}`).toBeGreaterThan(height - (width === 844 ? 56 : 190));
    await stage.hover();
    await expect(async () => {
      await page.mouse.wheel(0, 60);
      await expect(close).toBeHidden({ timeout: 100 });
    }).toPass();
    await expect.poll(heightOf, { message: `${width}` }).toBe(height);
    await stage.click({ position: { x: 5, y: 60 } });
    await expect(close).toBeVisible();
    await expect.poll(heightOf).toBe(shown);
  }
  await page.setViewportSize({ width: 820, height: 1180 });
  await viewer(page).getByRole('button', { name: 'Pages, outline and marks' }).click();
  const panel = viewer(page).getByRole('region', { name: 'Pages, outline and marks' });
  await expect.poll(async () => (await panel.boundingBox())?.width ?? 820).toBeLessThan(300);
  expect((await stage.boundingBox())?.width, 'the page beside the panel').toBeGreaterThan(520);
  await viewer(page).getByRole('button', { name: 'Pages, outline and marks' }).click();
  await page.setViewportSize({ width: 844, height: 390 });
  await viewer(page).getByRole('button', { name: 'Next document' }).click();
  await expect(page).toHaveURL(new RegExp(`document=${two}$`));
});

test('M18 the size that was chosen last is there for the next document, and on the next device', async ({
  page,
  browser,
  server,
  installation,
  signIn,
}) => {
  const [one, two] = await twoPapers(installation, 'Sized');
  const widthOf = async (of: Page) => (await viewer(of).boundingBox())?.width ?? 0;
  await open(page, one);
  const remembered = page.waitForResponse((response) => response.url().endsWith('/ajax/session/viewer-size'));
  await page.getByRole('button', { name: 'Maximize' }).click();
  expect((await remembered).status()).toBe(200);
  await viewer(page).getByRole('button', { name: 'Next document' }).click();
  await expect(page).toHaveURL(new RegExp(`document=${two}$`));
  await openedWords(page);
  expect(await widthOf(page)).toBeGreaterThan(1300);
  const elsewhere = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } });
  const other = await elsewhere.newPage();
  await signIn(installation.admin, other);
  await open(other, one);
  expect(await widthOf(other)).toBeGreaterThan(1300);
  await other.getByRole('button', { name: 'Reset View' }).click();
  await expect.poll(() => widthOf(other)).toBeLessThan(1000);
  await elsewhere.close();
});

test('M21 with text twice as large nothing of the viewer is cut off on a phone, nor scrolls sideways', async ({
  page,
  installation,
}) => {
  const [one] = await twoPapers(installation, 'Enlarged');
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, one);
  await setTextSize(page, 32);
  const check = async (where: string) => {
    await expectNoSidewaysScroll(page, 390);
    await expectNothingCutOff(page, where);
  };
  await check('pages');
  await viewer(page).getByRole('button', { name: 'Annotate' }).click();
  await check('tray');
  await viewer(page).getByRole('button', { name: 'Note', exact: true }).click();
  await viewer(page)
    .locator('[data-stage]')
    .click({ position: { x: 120, y: 120 } });
  const note = page.getByRole('group', { name: 'Note on page 1' });
  await check('note');
  const controls = [note.getByRole('textbox'), note.getByRole('slider', { name: 'Opacity' }), note.getByRole('button')];
  for (const control of (await Promise.all(controls.map((each) => each.all()))).flat()) {
    const box = await control.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0), `${await control.getAttribute('aria-label')}`).toBeLessThanOrEqual(390);
  }
  await note.getByRole('button', { name: 'Done' }).click();
  await viewer(page).getByRole('button', { name: 'Annotate' }).click();
  await viewer(page).getByRole('button', { name: 'Search in document' }).click();
  await check('search');
  await viewer(page).getByRole('button', { name: 'Search in document' }).click();
  await viewer(page).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Pages, outline and marks' }).click();
  await check('marks');
  await viewer(page).getByRole('button', { name: 'Close panel' }).click();
  // A phone on its side and a tablet, both ways to enlarge the text: the paper has its name, and can be closed.
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
      await expectNoSidewaysScroll(page, width);
      await expectNothingCutOff(page, where);
      for (const name of ['Minimize', 'Close', 'Search in document'])
        await viewer(page).getByRole('button', { name, exact: true }).click({ trial: true });
      const title = await viewer(page).getByRole('heading', { level: 2 }).boundingBox();
      expect(title?.width, `the name, ${where}`).toBeGreaterThan(200);
      expect((await viewer(page).locator('[data-stage]').boundingBox())?.height, where).toBeGreaterThan(height / 2);
    }
  }
  await page.setViewportSize({ width: 844, height: 390 });
  await viewer(page).getByRole('button', { name: 'Close', exact: true }).click();
  await expect(viewer(page)).toBeHidden();
});
