import type { Page } from '@playwright/test';
import { zipSync } from 'fflate';
import type { Installation, MadeMeeting, Paper } from '#tests/support/installation.ts';
import { expect, openWhole, test } from '#tests/support/installed-browser.ts';
import { pdfPaper } from '#tests/support/papers.ts';
import { marksOf, openedWords } from '#tests/support/pdf-text.ts';

/** The document viewer over a meeting. Whatever the policy of content refuses would be an error in the console. */

let meeting: MadeMeeting;
let financeReport: string;

test.beforeAll(async ({ installation }) => {
  meeting = await installation.meeting({ title: 'Papers to read', inDays: 9 });
  financeReport = await newPaper(installation, { name: 'Finance report.pdf', bytes: await pdfPaper(6) });
});

test.beforeEach(({ installation, signIn }) => signIn(installation.admin));

const newPaper = (installation: Installation, file: Paper): Promise<string> => installation.paper(meeting, file);
const viewer = (page: Page) => page.getByRole('dialog');
const addressOf = (document: string): string => `/meetings/${meeting.id}?document=${document}`;

async function open(page: Page, document = financeReport): Promise<void> {
  await page.goto(addressOf(document));
  await openedWords(page);
}

for (const width of [390, 820, 1440]) {
  test(`M19 at ${width} no empty hint stands over a paper; it comes when it speaks, and goes again`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await open(page);
    const hint = viewer(page).locator('[data-stage] [role="status"]');
    const emptyBoxes = () =>
      viewer(page)
        .locator('[data-stage]')
        .evaluate((stage) =>
          [...stage.querySelectorAll('[role="status"], p')]
            .filter((each) => each.textContent === '')
            .map((each) => ({
              height: each.getBoundingClientRect().height,
              border: getComputedStyle(each).borderTopWidth,
            }))
            .filter(({ height, border }) => height > 0 || border !== '0px'),
        );
    await expect(hint).toHaveText('');
    await expect.poll(emptyBoxes).toEqual([]);
    await page.keyboard.press('n');
    await expect(hint).toHaveText(/^Note: press on the page/);
    await expect(hint).toHaveCSS('border-top-width', '1px');
    expect((await hint.boundingBox())?.height ?? 0).toBeGreaterThan(20);
    await page.keyboard.press('v');
    await expect(hint).toHaveText('');
    await expect.poll(emptyBoxes).toEqual([]);
  });
}

test('S2.27 S4.4 a row opens its document by the address; Back closes it, and a reload keeps it open', async ({
  page,
}) => {
  await page.goto(`/meetings/${meeting.id}`);
  await page
    .getByRole('link', { name: /Finance report/ })
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(`[?]document=${financeReport}$`));
  await openedWords(page);
  await page.goBack();
  await expect(page).not.toHaveURL(/document=/);
  await expect(viewer(page)).toBeHidden();
  await page.goForward();
  await openedWords(page);
  await page.reload();
  await openedWords(page);
});

test('S2.61 Escape, a press beside it and Close close the viewer', async ({ page }) => {
  const ways = [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(20, 450),
    () => viewer(page).getByRole('button', { name: 'Close' }).click(),
  ];
  for (const close of ways) {
    await open(page);
    await close();
    await expect(viewer(page)).toBeHidden();
    await expect(page).not.toHaveURL(/document=/);
  }
});

test('S2.56 S2.57 S9.5 title, date, size, page x of y', async ({ page }) => {
  await open(page);
  await expect(viewer(page).getByRole('heading', { name: 'Finance report.pdf' })).toBeVisible();
  await expect(viewer(page).getByText(/^Uploaded on \d{1,2}\/\d{1,2}\/\d{4} at \d{1,2}:\d\d [AP]M$/)).toBeVisible();
  const box = await viewer(page).boundingBox();
  expect(Math.abs((box?.width ?? 0) - 897)).toBeLessThanOrEqual(10);
  expect(Math.abs((box?.height ?? 0) - 693)).toBeLessThanOrEqual(10);
  await expect(viewer(page).getByText('of 6', { exact: true })).toBeVisible();
  await viewer(page).getByLabel('Page', { exact: true }).fill('4');
  await page.keyboard.press('Enter');
  await expect(viewer(page).getByText('This is page 4.')).toBeVisible();
  await expect(viewer(page).getByLabel('Page', { exact: true })).toHaveValue('4');
});

test('S2.58 S9.5 zoom goes by 1.2 each way', async ({ page }) => {
  await open(page);
  const paper = viewer(page).locator('[data-page-number="1"]');
  const width = async (): Promise<number> => (await paper.boundingBox())?.width ?? 0;
  const first = await width();
  await viewer(page).getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(async () => (await width()) / first).toBeCloseTo(1.2, 1);
  await viewer(page).getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(async () => (await width()) / first).toBeCloseTo(1.44, 1);
  for (let times = 0; times < 3; times += 1) await viewer(page).getByRole('button', { name: 'Zoom out' }).click();
  await expect.poll(async () => (await width()) / first).toBeCloseTo(1 / 1.2, 1);
});

test('S2.56 maximize, reset the view, minimize and restore', async ({ page }) => {
  await open(page);
  const sizeOf = async () => (await viewer(page).boundingBox())?.width ?? 0;
  const first = await sizeOf();
  await page.getByRole('button', { name: 'Maximize' }).click();
  await expect.poll(sizeOf).toBeGreaterThan(1300);
  await page.getByRole('button', { name: 'Reset View' }).click();
  await expect.poll(sizeOf).toBe(first);
  await page.getByRole('button', { name: 'Minimize' }).click();
  const docked = page.getByRole('region', { name: 'Minimized document' });
  await expect(docked.getByText('Page 1 of 6')).toBeVisible();
  await expect(viewer(page)).toBeHidden();
  // The page below is in use again.
  await page.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByRole('heading', { name: 'Edit meeting' })).toBeVisible();
  await docked.getByRole('button', { name: 'Restore' }).click();
  await openedWords(page);
});

test('S1.8 S2.59 text is highlighted and underlined by keys, and marks go by keys', async ({ page, installation }) => {
  await open(page, await newPaper(installation, { name: 'Marked.pdf', bytes: await pdfPaper(1) }));
  await (await openedWords(page)).selectText();
  await page.keyboard.press('h');
  await expect(marksOf(page, 'Highlight')).toHaveCount(1);
  await (await openedWords(page)).selectText();
  await page.keyboard.press('u');
  await expect(marksOf(page, 'Underline')).toHaveCount(1);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.reload();
  await expect(marksOf(page, 'Underline')).toHaveCount(1, { timeout: 20_000 });
  await marksOf(page, 'Highlight').focus();
  await page.keyboard.press('Delete');
  await expect(marksOf(page, 'Highlight')).toHaveCount(0);
  await expect(marksOf(page, 'Underline')).toHaveCount(1);
});

test('ink is drawn by the pointer; undo and redo take it and bring it', async ({ page, installation }) => {
  await open(page, await newPaper(installation, { name: 'Drawn.pdf', bytes: await pdfPaper(1) }));
  await viewer(page).getByRole('button', { name: 'Ink' }).click();
  await drawLine(page);
  await expect(marksOf(page, 'Ink')).toHaveCount(1);
  await page.keyboard.press('Control+z');
  await expect(marksOf(page, 'Ink')).toHaveCount(0);
  await page.keyboard.press('Control+y');
  await expect(marksOf(page, 'Ink')).toHaveCount(1);
  await viewer(page).getByRole('button', { name: 'Undo' }).click();
  await expect(marksOf(page, 'Ink')).toHaveCount(0);
  await viewer(page).getByRole('button', { name: 'Redo' }).click();
  await expect(marksOf(page, 'Ink')).toHaveCount(1);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
});

test('S5.24 a mark that would reach 65,000 characters is undone, and the dialog says so', async ({
  page,
  installation,
}) => {
  const document = await newPaper(installation, { name: 'Full.pdf', bytes: await pdfPaper(1) });
  const { client } = installation.admin;
  const { json } = await client.call('GET', `/ajax/documents/${document}`);
  const saved = await client.call('POST', `/ajax/documents/${document}/annotations`, {
    annotations: noteOf(64_850),
    version_id: json.data.document.version_id,
    base_revision: 0,
  });
  expect(saved.json.data.result).toBe('saved');
  await open(page, document);
  await expect(marksOf(page, 'Note')).toHaveCount(1);
  await (await openedWords(page)).selectText();
  await page.keyboard.press('h');
  const dialog = page.getByRole('alertdialog', { name: 'Oops! Annotation file size limit reached.' });
  await expect(
    dialog.getByText(
      'Your last annotation was not saved because you have exceeded the maximum file size for annotations on this document. You may delete some annotations and try again.',
      { exact: true },
    ),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Dismiss' }).click();
  await expect(dialog).toBeHidden();
  await expect(marksOf(page, 'Highlight')).toHaveCount(0);
  await expect(marksOf(page, 'Note')).toHaveCount(1);
});

test('S8.7 a document that could not be opened without a network opens once it is back', async ({
  page,
  installation,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_INTERNET_DISCONNECTED/);
  // The stream outlives the emulated network: it would announce what is still made of the paper, which the page then asks for in vain.
  const jobs = () => installation.sql('select id from graphile_worker.jobs where run_at <= now()');
  await expect.poll(jobs).toEqual([]);
  await openWhole(page, `/meetings/${meeting.id}`);
  // In the agenda: the list of recent documents is there before the meeting is.
  const paper = page.getByRole('main').getByRole('link', { name: /Finance report/ });
  await expect(paper).toBeVisible();
  await page.context().setOffline(true);
  await paper.click();
  const failed = page.getByRole('alertdialog', { name: /^Possible network or browser error/ });
  await failed.getByRole('button', { name: 'Dismiss' }).click();
  await expect(failed).toBeHidden();
  await expect(page).not.toHaveURL(/document=/);
  await page.context().setOffline(false);
  await paper.click();
  await openedWords(page);
});

test('S8.11 marks made without a network wait, say so, and go out when it returns', async ({
  page,
  installation,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_INTERNET_DISCONNECTED/);
  const document = await newPaper(installation, { name: 'Offline.pdf', bytes: await pdfPaper(1) });
  await open(page, document);
  await page.context().setOffline(true);
  await (await openedWords(page)).selectText();
  await page.keyboard.press('h');
  await expect(page.getByText('Offline: will be saved')).toBeVisible();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(marksOf(page, 'Highlight')).toHaveCount(1);
  await page.context().setOffline(false);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible({ timeout: 20_000 });
  const { json } = await installation.admin.client.call('GET', `/ajax/documents/${document}`);
  expect(json.data.annotations.xfdf).toContain('<highlight');
});

for (const [name, bytes] of [
  ['Ledger.csv', Buffer.from('account,amount\ngrants,557000\n')],
  ['Receipts.zip', Buffer.from(zipSync({ 'receipt.txt': Buffer.from('paid') }))],
] as const) {
  test(`S4.9 S7.18 S8.25 S9.8 ${name} is no preview: its pane downloads it and closes after 2 seconds`, async ({
    page,
    installation,
  }) => {
    const document = await newPaper(installation, { name, bytes });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.clock.install();
    await page.goto(addressOf(document));
    await expect(viewer(page).getByRole('heading', { name: 'Preview not available' })).toBeVisible();
    await expect(
      viewer(page).getByText('This file type cannot be previewed in a browser. Download now?', { exact: true }),
    ).toBeVisible();
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    const asked = page.waitForRequest((request) => new URL(request.url()).pathname === `/download/${document}`);
    const downloading = page.waitForEvent('download');
    await viewer(page).getByRole('button', { name: 'Download File' }).click();
    expect((await asked).method()).toBe('GET');
    expect((await downloading).suggestedFilename()).toBe(name);
    await expect(viewer(page).getByRole('progressbar')).toBeVisible();
    await page.clock.runFor(1_900);
    await expect(viewer(page)).toBeVisible();
    await page.clock.runFor(400);
    await expect(viewer(page)).toBeHidden();
  });
}

test('S4.8 S8.24 a document that is taken away while it is read closes with its message', async ({
  page,
  installation,
}) => {
  const document = await newPaper(installation, { name: 'Withdrawn.pdf', bytes: await pdfPaper(1) });
  await open(page, document);
  await installation.admin.client.call('DELETE', `/ajax/documents/${document}`);
  await expect(page.getByText('This file is no longer available.')).toBeVisible({ timeout: 15_000 });
  await expect(page.getByLabel('Document tools')).toBeHidden();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page).not.toHaveURL(/document=/);
  await page.goto(addressOf(document));
  await expect(page.getByText('This file is no longer available.')).toBeVisible();
});

test('M8 a document that is gone leaves the address of every view, while its message still stands', async ({
  page,
  installation,
}) => {
  const gone = await newPaper(installation, { name: 'Gone.pdf', bytes: await pdfPaper(1) });
  await installation.admin.client.call('DELETE', `/ajax/documents/${gone}`);
  const category = await installation.admin.client.call('POST', '/ajax/library/categories', {
    ...{ name: 'Kept', description: '', audience: { whole_board: true, group_ids: [], member_ids: [] } },
  });
  const views = [
    '/home',
    '/library',
    '/library?view=marks',
    `/library/section/${category.json.data.id}`,
    '/meetings',
    `/meetings/${meeting.id}`,
    '/announcements',
    '/search',
    '/search?itemType=everything&searchString=finance',
  ];
  for (const view of views) {
    await page.goto(`${view}${view.includes('?') ? '&' : '?'}document=${gone}`);
    await expect(page.getByText('This file is no longer available.'), view).toBeVisible();
    await expect(page, view).not.toHaveURL(/document=/);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(page.getByText('This file is no longer available.'), view).toBeHidden();
  }
});

test('M8 a document opens over the search and the dashboard by its address alone', async ({ page }) => {
  for (const view of ['/search', '/home']) {
    await page.goto(`${view}?document=${financeReport}`);
    await expect(viewer(page), view).toBeVisible();
    await viewer(page).getByRole('button', { name: 'Close' }).click();
    await expect(page, view).toHaveURL(new RegExp(`${view}$`));
  }
});

test('S2.34 S4.3 what was opened is listed below the sidebar, newest first and once each', async ({
  page,
  installation,
}) => {
  const first = await newPaper(installation, { name: 'First.pdf', bytes: await pdfPaper(1) });
  const second = await newPaper(installation, { name: 'Second.pdf', bytes: await pdfPaper(1) });
  const listed = page.getByRole('region', { name: 'Recently opened' }).getByRole('link');
  for (const document of [first, second, first]) {
    await open(page, document);
    await page.keyboard.press('Escape');
    await expect(viewer(page)).toBeHidden();
  }
  const names = async () =>
    (await listed.allInnerTexts()).flatMap((text) => /(?:First|Second)\.pdf/.exec(text)?.[0] ?? []);
  await expect.poll(names).toEqual(['First.pdf', 'Second.pdf']);
  await page.goto('/people');
  await expect.poll(names).toEqual(['First.pdf', 'Second.pdf']);
  await listed.filter({ hasText: 'Second.pdf' }).click();
  await openedWords(page);
  await expect(page).toHaveURL(new RegExp(`/meetings/${meeting.id}[?]document=${second}$`));
});

async function drawLine(page: Page): Promise<void> {
  const box = await viewer(page).locator('[data-page-number="1"]').boundingBox();
  if (box === null) throw new Error('The page has no place.');
  await page.mouse.move(box.x + 100, box.y + 250);
  await page.mouse.down();
  await page.mouse.move(box.x + 180, box.y + 270, { steps: 6 });
  await page.mouse.move(box.x + 260, box.y + 240, { steps: 6 });
  await page.mouse.up();
}

/** Marks of about that many characters: one note. */
function noteOf(characters: number): string {
  const head = '<xfdf xmlns="http://ns.adobe.com/xfdf/" xml:space="preserve"><annots>';
  const mark = '<text name="note-1" page="0" rect="10,10,30,30" color="#FFD100">';
  const tail = '</text></annots></xfdf>';
  const room = characters - head.length - mark.length - tail.length - '<contents></contents>'.length;
  return `${head}${mark}<contents>${'x'.repeat(room)}</contents>${tail}`;
}
