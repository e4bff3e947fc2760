import type { Locator, Page } from '@playwright/test';
import type { Installation, Signed } from '#tests/support/installation.ts';
import { expect, openWhole, test } from '#tests/support/installed-browser.ts';
import { dialog } from '#tests/support/page-acts.ts';
import { checkScreen } from '#tests/support/screen-check.ts';

let ingrid: Signed;
test.beforeAll(async ({ installation }) => {
  ingrid = await installation.join('Ingrid', 'Solberg');
});

const card = (page: Page, question: string) => page.getByRole('region', { name: question, exact: true });

const vote = async (poll: Locator, ...answers: readonly string[]) => {
  for (const answer of answers) await poll.getByText(answer, { exact: true }).click();
  await poll.getByRole('button', { name: 'Vote' }).click();
};

const plain = { choice: 'single', is_anonymous: false, results: 'always', closes_at: null, options: ['Yes', 'No'] };

const ask = async (installation: Installation, meetingId: string, given: object): Promise<string> =>
  (await installation.call('POST', `/ajax/meetings/${meetingId}/polls`, { ...plain, ...given })).poll.id;

test('closing a poll dialog with Escape or a click outside warns about unsaved changes', async ({
  asAdmin: page,
  installation,
}) => {
  const { id } = await installation.meeting({ title: 'With a poll' });
  await page.goto(`/meetings/${id}`);
  await page.getByRole('button', { name: 'Add a poll' }).click();
  const question = dialog(page).getByRole('textbox', { name: 'Question' });
  await question.fill('Which start suits you?');
  const leaving = page.getByRole('alertdialog', { name: 'You have unsaved changes' });
  await page.keyboard.press('Escape');
  await leaving.getByRole('button', { name: 'Stay' }).click();
  await expect(leaving).toHaveCount(0);
  await expect(question).toHaveValue('Which start suits you?');
  await question.focus();
  await page.mouse.click(4, 4);
  await leaving.getByRole('button', { name: 'Stay' }).click();
  await expect(question).toBeFocused();
});

test('a dialog that cannot be loaded without a network leaves the page in place, and opens at the next press', async ({
  asAdmin: page,
  installation,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically imported module|Unable to preload CSS/);
  const { id } = await installation.meeting({ title: 'Lost network' });
  await openWhole(page, `/meetings/${id}`);
  const add = page.getByRole('button', { name: 'Add a poll' });
  await page.context().setOffline(true);
  await add.click();
  const message = page.getByRole('alertdialog');
  await message.getByRole('button', { name: 'Dismiss' }).click();
  await expect(message).toHaveCount(0);
  await page.context().setOffline(false);
  await add.click();
  await expect(dialog(page).getByRole('textbox', { name: 'Question' })).toBeVisible();
});

test('polls above the agenda show their results immediately or only after closing, depending on their setting', async ({
  page,
  installation,
  signIn,
}) => {
  const { id } = await installation.meeting({ title: 'Two rules' });
  await ask(installation, id, { question: 'Always?' });
  const last = await ask(installation, id, { question: 'After closing?', results: 'after-closing' });
  await signIn(ingrid);
  await page.goto(`/meetings/${id}`);
  for (const width of [390, 820]) {
    await page.setViewportSize({ width, height: 900 });
    const agenda = await page.getByRole('heading', { name: 'Agenda' }).boundingBox();
    const asked = await card(page, 'After closing?').boundingBox();
    expect(asked?.y, `the poll is before the agenda at ${width}`).toBeLessThan(agenda?.y ?? 0);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await checkScreen(page, 'Two rules | Harbour Street Housing Trust | Dais');
  await expect(card(page, 'Always?').getByRole('progressbar')).toHaveCount(2);
  await vote(card(page, 'After closing?'), 'Yes');
  await expect(card(page, 'After closing?')).toContainText('You have answered.');
  await expect(card(page, 'After closing?').getByRole('progressbar')).toHaveCount(0);
  await installation.call('POST', `/ajax/polls/${last}/close`, {});
  await expect(card(page, 'After closing?').getByRole('progressbar', { name: 'Yes, 1 of 1' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add a poll' })).toHaveCount(0);
});
