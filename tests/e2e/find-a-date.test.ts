import type { Page } from '@playwright/test';
import type { Signed } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { dialog, mailTo, press, tabTo, typeSegments } from '#tests/support/page-acts.ts';
import { checkScreen } from '#tests/support/screen-check.ts';
import { expectSpokenOnce, listen } from '#tests/support/spoken.ts';

const title = 'January Strategy Day';
let ingrid: Signed;
let priya: Signed;
test.beforeAll(async ({ installation }) => {
  ingrid = await installation.join('Ingrid', 'Solberg');
  priya = await installation.join('Priya', 'Raman');
});

/** The dates are in the next year, so that they are always in the future. */
const year = String(new Date().getUTCFullYear() + 1);
const addDate = async (page: Page, nth: number, day: string): Promise<void> => {
  await page.getByRole('button', { name: 'Add a date', exact: true }).click();
  await typeSegments(page, `Day for date ${nth}`, `01${day}${year}`);
};
const choose = async (page: Page, nth: number, label: string): Promise<void> => {
  const answers = page.getByRole('radiogroup', { name: /^Your answer for/ }).nth(nth);
  // Clicks the visible label, because the hidden input could only be clicked by force.
  await answers.getByText(label, { exact: true }).click();
  await expect(answers.getByRole('radio', { name: label, exact: true })).toBeChecked();
  await expect(page.getByText('Your answers are saved.')).toBeVisible();
};

test('members reply to proposed meeting dates by pointer and by keyboard, and the admin picks one', async ({
  asAdmin: page,
  openNew,
  installation,
}) => {
  await listen(page);
  await page.goto('/meetings/create');
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toBeFocused();
  await page.getByRole('radio', { name: 'Find a date' }).check({ force: true });
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill(title);
  await addDate(page, 1, '16');
  await typeSegments(page, 'Start', '1000AM');
  await typeSegments(page, 'End', '0100PM');
  await addDate(page, 2, '28');
  await addDate(page, 3, '23');
  await page.getByRole('textbox', { name: 'Location' }).focus();
  const offered = page.getByRole('list', { name: 'Proposed dates' }).getByRole('listitem');
  await expect(offered).toContainText(['January 16', 'January 23', 'January 28']);
  // Scrolls to the top, because a sticky bar could otherwise cover part of a button.
  await page.evaluate(() => window.scrollTo(0, 0));
  await checkScreen(page, `New Meeting | Harbour Street Housing Trust | Dais`);
  await page.getByRole('button', { name: 'Ask for a date' }).first().click();
  await expect(dialog(page)).toContainText('3 proposed dates');
  await dialog(page).getByRole('button', { name: 'Ask everybody' }).click();
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  await expect(page.getByText('Finding a date').first()).toBeVisible();
  const id = new URL(page.url()).pathname.split('/').at(-1);
  const radio = (nth: number, name: string) =>
    page
      .getByRole('radiogroup', { name: /^Your answer for/ })
      .nth(nth)
      .getByRole('radio', { name, exact: true });
  await tabTo(page, radio(0, 'Yes'));
  await expectSpokenOnce(page, /^Your answers are saved/, () => press(page, 'Space'));
  await tabTo(page, radio(1, 'Yes'));
  await expectSpokenOnce(page, /^Your answers are saved/, () => press(page, 'ArrowRight'));
  await expect(radio(1, 'If need be')).toBeChecked();
  await expect(radio(1, 'If need be')).toBeFocused();
  await expectSpokenOnce(page, /^Your answers are saved/, () => press(page, 'ArrowLeft'));
  for (const nth of [0, 1]) await expect(radio(nth, 'Yes')).toBeChecked();

  const asked = await mailTo(installation.server.mailbox, priya.email, 'Find a date');
  const link = /http:\/\/\S+\/meeting\/m-b[a-z2-7]+/.exec(asked.email.text ?? '')?.[0] ?? '';
  const visitor = await openNew(390);
  await visitor.goto(link);
  await expect(visitor.getByRole('heading', { name: 'Priya, when can you attend?' })).toBeVisible();
  await choose(visitor, 0, 'No');
  await choose(visitor, 1, 'If need be');
  await choose(visitor, 2, 'No');
  await checkScreen(visitor, `${title} | Harbour Street Housing Trust | Dais`);

  const { options } = (await installation.call('GET', `/ajax/meetings/${id}`)).meeting.date_search;
  const answers = [{ option_id: options[1].id, answer: 'yes' }];
  await installation.call('POST', `/ajax/meetings/${id}/dates`, { answers }, ingrid);
  const grid = page.getByRole('region', { name: 'Everybody’s answers' });
  await expect(grid.getByRole('row', { name: /Priya Raman/ })).toContainText('If need be');
  await expect(grid.getByRole('columnheader', { name: /Best so far/ })).toHaveText(/^Jan 23/);
  await checkScreen(page, `${title} | Harbour Street Housing Trust | Dais`);

  await page.getByRole('link', { name: 'Meetings' }).first().click();
  await expect(page.getByRole('heading', { name: 'Waiting for a date' })).toBeVisible();
  await page.getByRole('link', { name: title }).click();
  const pick = page.getByRole('button', { name: /^Pick .*January 23/ });
  await pick.press('Enter');
  await expect(dialog(page)).toBeVisible();
  await press(page, 'Escape');
  await expect(pick).toBeFocused();
  await press(page, 'Enter');
  await expect(dialog(page)).toContainText('an answer about dates is not a reply to the invitation');
  await dialog(page).getByRole('button', { name: 'Pick this date' }).click();
  await expect(page.getByText('Will you attend?').first()).toBeVisible();
  await expect(page.getByText('Finding a date')).toHaveCount(0);
});
