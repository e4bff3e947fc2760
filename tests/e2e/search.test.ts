import type { Page } from '@playwright/test';
import { boardTitle, type Signed } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { pdfPaper } from '#tests/support/papers.ts';
import { checkOpen, checkScreen } from '#tests/support/screen-check.ts';

/** Results while typing, the results screen, and what opens over it. */

let member: Signed;
let meetingId: string;
test.beforeAll(async ({ installation }) => {
  member = await installation.join('Surya', 'Plusford');
  const meeting = await installation.meeting({ title: 'Surplus review', items: ['Grant income'] });
  meetingId = meeting.id;
  await installation.paper(meeting, { name: 'Accounts.pdf', bytes: await pdfPaper(4) });
  // The text is read by a job.
  await expect
    .poll(async () => (await installation.sql('select from document_texts')).length, { timeout: 30_000 })
    .toBe(4);
});

const field = (page: Page) => page.getByRole('combobox', { name: 'Search' });
const list = (page: Page) => page.getByRole('listbox', { name: 'Found so far' });
const results = (page: Page) => page.locator('#main').getByRole('listitem');

test('S1.7 S2.16 S7.8 what is found shows while typing, with the keys of a combobox; the results are grouped, counted and marked', async ({
  page,
  signIn,
}) => {
  await signIn(member);
  await page.goto('/home');
  await field(page).focus();
  await page.keyboard.type('surp');
  await expect(list(page).getByRole('option')).toHaveText([
    /^Surplus review/,
    /^Accounts.*Page 1, Surplus review/,
    'See all 2 results',
  ]);
  await expect(list(page).locator('mark').first()).toHaveText('Surplus');
  await checkOpen(page);
  await page.keyboard.press('ArrowDown');
  await expect(list(page).getByRole('option', { selected: true })).toHaveText(/^Surplus review/);
  await page.keyboard.press('ArrowUp');
  await expect(list(page).getByRole('option', { selected: true })).toHaveText('See all 2 results');
  await page.keyboard.press('Escape');
  await expect(list(page)).toBeHidden();
  await expect(field(page)).toHaveValue('surp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/search\?itemType=everything&searchString=surp$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('2 results for “surp”');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Meetings', 'Documents']);
  await expect(page.getByRole('navigation', { name: 'Type' }).getByRole('link')).toHaveText([
    ...['Everything2', 'Meetings1', 'Announcements0', 'People0', 'Documents1'],
  ]);
  await checkScreen(page, `Search for surp | ${boardTitle} | Dais`);
  await page.getByRole('link', { name: 'Surplus review' }).click();
  await expect(page).toHaveURL(new RegExp(`/meetings/${meetingId}$`));
  // The menu defaults to the current screen.
  await expect(page.getByRole('button', { name: 'Search in Meetings' })).toBeVisible();
});

test('S2.51 a document opens over the results on the page with the words, which are marked; a person opens over them too', async ({
  page,
  signIn,
}) => {
  await signIn(member);
  await page.goto('/search?itemType=documents&searchString=page+3');
  await results(page)
    .getByRole('link', { name: /^Page 3/ })
    .click();
  const viewer = page.getByRole('dialog', { name: 'Accounts' });
  await expect(viewer.getByRole('textbox', { name: 'Page' })).toHaveValue('3', { timeout: 20_000 });
  await expect(viewer.locator('[data-found]').first()).toBeVisible();
  await viewer.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(/\/search\?itemType=documents&searchString=page(\+|%20)3$/);
  await field(page).fill('surya plusfrod');
  await page.getByRole('button', { name: /^Search in/ }).click();
  await page.getByRole('menuitemradio', { name: 'People' }).click();
  await field(page).press('Enter');
  await expect(page.getByText('Nothing has exactly these words.')).toBeVisible();
  await results(page).getByRole('link', { name: 'Surya Plusford' }).click();
  await expect(page.getByRole('dialog', { name: 'Surya Plusford' })).toBeVisible();
  await expect(page).toHaveURL(/\/people\/surya-plusford$/);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('1 result for “surya plusfrod”');
  await field(page).fill('xylophone');
  await field(page).press('Enter');
  await expect(page.getByRole('heading', { name: 'Nothing was found in People' })).toBeVisible();
  await checkScreen(page, `Search for xylophone | ${boardTitle} | Dais`);
});

test('S5.23 on a phone the field fills the bar; an empty search is not run', async ({ page, signIn }) => {
  await signIn(member);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/library');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/library$/);
  await page.keyboard.type('grant');
  await expect(list(page).getByRole('option').first()).toBeVisible();
  await checkOpen(page);
  await list(page).getByRole('option').first().click();
  await expect(page).toHaveURL(/document=/);
});

test('what could not be loaded says so in its place, and comes when it is tried again', async ({
  page,
  signIn,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 500/);
  await signIn(member);
  await page.route('**/search', (route) => route.fulfill({ status: 500, json: { status: 'error', msg: '' } }));
  await page.goto('/search?itemType=everything&searchString=grant');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText('The results could not be loaded.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search for “grant”');
  await page.unroute('**/search');
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
  await expect(results(page).first()).toBeVisible();
});
