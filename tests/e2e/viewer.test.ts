import type { Locator, Page } from '@playwright/test';
import { streamEvents } from '#contract/events.ts';
import type { MadeMeeting } from '#tests/support/installation.ts';
import { expect, openWhole, test } from '#tests/support/installed-browser.ts';
import { openedWords } from '#tests/support/page-acts.ts';
import { pdfPaper } from '#tests/support/papers.ts';

let meeting: MadeMeeting;
let financeReport: string;

test.beforeAll(async ({ installation }) => {
  meeting = await installation.meeting({ title: 'Papers to read', inDays: 9 });
  financeReport = await installation.paper(meeting, { name: 'Finance report.pdf', bytes: await pdfPaper(6) });
});

test.beforeEach(({ installation, signIn }) => signIn(installation.admin));

const viewer = (page: Page): Locator => page.getByRole('dialog');
const addressOf = (document: string): string => `/meetings/${meeting.id}?document=${document}`;
const noLonger = (page: Page) => page.getByText('This file is no longer available.');
const widthOf = async (shown: Locator) => (await shown.boundingBox())?.width ?? null;

async function open(page: Page, document = financeReport): Promise<void> {
  await page.goto(addressOf(document));
  await openedWords(page);
}

test('a paper can be opened, paged through, zoomed and closed, and its URL works after Back and a reload', async ({
  page,
  installation,
}) => {
  // The server remembers the last page of each paper, so this test needs its own paper.
  const document = await installation.paper(meeting, { name: 'Strategy.pdf', bytes: await pdfPaper(6) });
  await page.goto(`/meetings/${meeting.id}`);
  await page
    .getByRole('main')
    .getByRole('link', { name: /Strategy/ })
    .click();
  await expect(page).toHaveURL(new RegExp(`[?]document=${document}$`));
  await openedWords(page);
  await expect(viewer(page).getByRole('heading', { name: 'Strategy.pdf' })).toBeVisible();
  await expect(viewer(page).getByText(/^Uploaded on \d{1,2}\/\d{1,2}\/\d{4} at \d{1,2}:\d\d [AP]M$/)).toBeVisible();
  await expect(viewer(page).getByText('of 6', { exact: true })).toBeVisible();
  const box = await viewer(page).boundingBox();
  expect(Math.abs((box?.width ?? 0) - 897)).toBeLessThanOrEqual(10);
  expect(Math.abs((box?.height ?? 0) - 693)).toBeLessThanOrEqual(10);

  await page.goBack();
  await expect(page).not.toHaveURL(/document=/);
  await expect(viewer(page)).toBeHidden();
  await page.goForward();
  await openedWords(page);
  await page.reload();
  await openedWords(page);

  const sheet = viewer(page).locator('[data-page-number="1"]');
  const first = (await widthOf(sheet)) ?? 0;
  for (const [name, ratio] of [
    ['Zoom in', 1.2],
    ['Zoom in', 1.44],
    ['Zoom out', 1.2],
    ['Zoom out', 1],
    ['Zoom out', 1 / 1.2],
  ] as const) {
    await viewer(page).getByRole('button', { name }).click();
    await expect.poll(async () => ((await widthOf(sheet)) ?? 0) / first).toBeCloseTo(ratio, 1);
  }
  const field = viewer(page).getByLabel('Page', { exact: true });
  await field.fill('4');
  await page.keyboard.press('Enter');
  await expect(viewer(page).getByText('This is page 4.')).toBeVisible();
  await expect(field).toHaveValue('4');

  await page.keyboard.press('Escape');
  await expect(viewer(page)).toBeHidden();
  await expect(page).not.toHaveURL(/document=/);
});

test('a click on Close or outside the viewer closes it', async ({ page }) => {
  await open(page);
  await page.mouse.click(20, 450);
  await expect(viewer(page)).toBeHidden();
  await expect(page).not.toHaveURL(/document=/);
  for (const view of ['/search', '/home']) {
    await page.goto(`${view}?document=${financeReport}`);
    await openedWords(page);
    await viewer(page).getByRole('button', { name: 'Close' }).click();
    await expect(page, view).toHaveURL(new RegExp(`${view}$`));
  }
});

test('an empty tool hint in the viewer takes up no space', async ({ page }) => {
  await open(page);
  const hint = viewer(page).locator('[data-stage] [role="status"]');
  const height = async () => (await hint.boundingBox())?.height ?? 0;
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(height).toBe(0);
    await page.keyboard.press('n');
    await expect(hint).toHaveText(/^Note: click or tap the page/);
    expect(await height()).toBeGreaterThan(20);
    await page.keyboard.press('v');
    await expect(hint).toHaveText('');
  }
  await expect.poll(height).toBe(0);
});

test('a document that could not be opened offline can be opened when the connection is back', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  // Events of the upload would reach the page even while the network is emulated as offline.
  await page.route(`**${streamEvents.path}*`, (route) => route.abort());
  await openWhole(page, `/meetings/${meeting.id}`);
  // Looks only in the main landmark, because the list of recent documents contains the same link.
  const paper = page.getByRole('main').getByRole('link', { name: /Finance report/ });
  await expect(paper).toBeVisible();
  await page.context().setOffline(true);
  await paper.click();
  const failed = page.getByRole('alertdialog', { name: /^Possible network or browser error/ });
  const offline = failed.getByText('You are offline. You can continue reading what is open, and your marks are kept.');
  await expect(offline).toBeVisible();
  await page.context().setOffline(false);
  await expect(offline).toBeHidden();
  await page.context().setOffline(true);
  await expect(offline).toBeVisible();
  await failed.getByRole('button', { name: 'Dismiss' }).click();
  await expect(failed).toBeHidden();
  await expect(page).not.toHaveURL(/document=/);
  await page.context().setOffline(false);
  await paper.click();
  await expect(viewer(page).getByText('of 6', { exact: true })).toBeVisible();
});

test('the viewer closes a deleted document and cannot reopen it', async ({ page, installation }) => {
  const gone = await installation.paper(meeting, { name: 'Withdrawn.pdf', bytes: await pdfPaper(1) });
  await open(page, gone);
  await installation.call('DELETE', `/ajax/documents/${gone}`);
  await expect(noLonger(page)).toBeVisible();
  await expect(page.getByLabel('Document tools')).toBeHidden();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page).not.toHaveURL(/document=/);
  for (const view of ['/home', '/library', '/meetings', `/meetings/${meeting.id}`, '/announcements', '/search']) {
    await page.goto(`${view}${view.includes('?') ? '&' : '?'}document=${gone}`);
    await expect(noLonger(page), view).toBeVisible();
    await expect(page, view).not.toHaveURL(/document=/);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(noLonger(page), view).toBeHidden();
  }
});
