import type { Page } from '@playwright/test';
import { boardTitle, type Signed } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { pdfPaper } from '#tests/support/papers.ts';
import { checkOpen, checkScreen } from '#tests/support/screen-check.ts';

let member: Signed;
let meetingId: string;
test.beforeAll(async ({ installation }) => {
  member = await installation.join('Surya', 'Plusford');
  const meeting = await installation.meeting({ title: 'Surplus review', items: ['Grant income'] });
  meetingId = meeting.id;
  await installation.paper(meeting, { name: 'Accounts.pdf', bytes: await pdfPaper(4) });
  // Waits for the job that extracts the pages' text.
  await expect
    .poll(async () => (await installation.sql('select from document_texts')).length, { timeout: 30_000 })
    .toBe(4);
});
test.beforeEach(({ signIn }) => signIn(member));

const field = (page: Page) => page.getByRole('combobox', { name: 'Search' });
const list = (page: Page) => page.getByRole('listbox', { name: 'Results so far' });
const results = (page: Page) => page.locator('#main').getByRole('listitem');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('search results appear while typing, and are grouped and counted on their own page', {
  tag: '@everyday',
}, async ({ page }) => {
  await page.goto('/home');
  await field(page).focus();
  await page.keyboard.type('surp');
  await expect(list(page).getByRole('option')).toHaveText([
    /^Surplus review/,
    /^Accounts.*Page 1, Surplus review/,
    'See all 2 results',
  ]);
  await expect(list(page).locator('mark').first()).toHaveText('Surplus');
  const selected = list(page).getByRole('option', { selected: true });
  await page.keyboard.press('ArrowDown');
  await expect(selected).toHaveText(/^Surplus review/);
  await page.keyboard.press('ArrowUp');
  await expect(selected).toHaveText('See all 2 results');
  await page.keyboard.press('Escape');
  await expect(list(page)).toBeHidden();
  await expect(field(page)).toHaveValue('surp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/search\?itemType=everything&searchString=surp$/);
  await expect(heading(page)).toHaveText('2 results for “surp”');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Meetings', 'Documents']);
  const counts = ['Everything2 found', 'Meetings1 found', 'Announcements0 found', 'People0 found', 'Documents1 found'];
  await expect(page.getByRole('navigation', { name: 'Type' }).getByRole('link')).toHaveText(counts);
  await page.getByRole('link', { name: 'Surplus review' }).click();
  await expect(page).toHaveURL(new RegExp(`/meetings/${meetingId}$`));
  await expect(page.getByRole('button', { name: 'Search in Meetings' })).toBeVisible();
});

test('documents and people open in front of the search results, and a document opens at the matching page', async ({
  page,
}) => {
  await page.goto('/search?itemType=documents&searchString=page+3');
  await checkScreen(page, `Search for page 3 | ${boardTitle} | Dais`);
  await results(page)
    .getByRole('link', { name: /^Page 3/ })
    .click();
  const viewer = page.getByRole('dialog', { name: 'Accounts' });
  await expect(viewer.getByRole('textbox', { name: 'Page' })).toHaveValue('3');
  await expect(viewer.locator('[data-found]').first()).toBeVisible();
  await viewer.getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(/\/search\?itemType=documents&searchString=page(\+|%20)3$/);
  await field(page).fill('  surya   plusfrod ');
  await page.getByRole('button', { name: /^Search in/ }).click();
  await page.getByRole('menuitemradio', { name: 'People' }).click();
  await field(page).press('Enter');
  await expect(page.getByText('No exact matches.')).toBeVisible();
  await results(page).getByRole('link', { name: 'Surya Plusford' }).click();
  await expect(page.getByRole('dialog', { name: 'Surya Plusford' })).toBeVisible();
  await expect(page).toHaveURL(/\/people\/surya-plusford$/);
  await page.goBack();
  await expect(heading(page)).toHaveText('1 result for “surya plusfrod”');
  await field(page).fill('xylophone');
  await field(page).press('Enter');
  await expect(page.getByRole('heading', { name: 'No results in People' })).toBeVisible();
  await checkScreen(page, `Search for xylophone | ${boardTitle} | Dais`);
});

test('on a phone, a button opens the search field, and an empty search is not run', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/library');
  // Phones open the keyboard only if the field is focused during the tap.
  const focused = await page.getByRole('button', { name: 'Search', exact: true }).evaluate((button: HTMLElement) => {
    button.click();
    return document.activeElement?.getAttribute('role');
  });
  expect(focused).toBe('combobox');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/library$/);
  await page.keyboard.type('grant');
  await expect(list(page).getByRole('option').first()).toBeVisible();
  await checkOpen(page);
  await list(page).getByRole('option').first().click();
  await expect(page).toHaveURL(/document=/);
});
