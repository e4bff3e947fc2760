import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/installed-browser.ts';
import { editMeeting, submitLogin } from '#tests/support/page-acts.ts';

test.beforeEach(({ installation, signIn }) => signIn(installation.admin));

const titleField = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true });
const itemTitle = (page: Page, number: number) => page.getByLabel(`Title of item ${number}`);
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const save = (page: Page) => page.getByRole('button', { name: /^Save/ }).first();
const publish = (page: Page) => page.getByRole('button', { name: 'Publish', exact: true }).first();
const publishing = (page: Page) => page.getByRole('dialog', { name: 'Publish and invite' });
const unsaved = (page: Page) => page.getByText('You have unsaved changes', { exact: true });
const question = (page: Page) => page.getByRole('alertdialog', { name: 'You have unsaved changes' });

test('leaving an edited meeting offers to stay, to leave without saving, or to save', async ({
  page,
  installation,
}) => {
  const { id } = await installation.draft({ title: 'Left' });
  const people = page.getByRole('link', { name: 'People' }).first();
  await editMeeting(page, id);
  await titleField(page).fill('Left and changed');
  await expect(unsaved(page)).toBeVisible();
  await people.click();
  await question(page).getByRole('button', { name: 'Stay' }).click();
  await expect(titleField(page)).toHaveValue('Left and changed');
  await people.click();
  await question(page).getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page).toHaveURL(/\/people$/);
  await page.goto(`/meetings/${id}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  await titleField(page).fill('Saved on leaving');
  await people.click();
  await question(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL(/\/people$/);
  await page.goto(`/meetings/${id}`);
  await expect(heading(page, 'Saved on leaving')).toBeVisible();
});

test('publishing a hybrid meeting without a join link shows a warning', async ({ page, installation }) => {
  const warning = 'There is no join link yet, so remote members cannot join.';
  const { id } = await installation.draft({ title: 'From afar', type: 'hybrid', joinUrl: '' });
  await page.goto(`/meetings/${id}`);
  const dialog = publishing(page);
  const link = page.getByLabel('Join link');
  await publish(page).click();
  await expect(dialog.getByText(warning)).toBeVisible();
  await dialog.getByRole('button', { name: 'Add the link' }).click();
  await expect(link).toBeFocused();
  await expect(dialog).toBeHidden();
  await link.fill('https://meet.example.org/board');
  await publish(page).click();
  await expect(dialog.getByRole('button', { name: 'Preview the message' })).toBeVisible();
  await expect(dialog.getByText(warning)).toBeHidden();
});

test('a failed save shows an error and loses no typed text', async ({ page, installation, expectConsoleError }) => {
  expectConsoleError(/status of 500/);
  const { id } = await installation.draft({ title: 'Kept', items: ['One', 'Two'] });
  await editMeeting(page, id);
  let refusals = 0;
  await page.route('**/ajax/agenda-items/**', async (route) => {
    refusals += 1;
    await (refusals === 1 ? route.fulfill({ status: 500, json: {} }) : route.continue());
  });
  await titleField(page).fill('Kept whole');
  await itemTitle(page, 1).fill('One, rewritten');
  await itemTitle(page, 2).fill('Two, rewritten');
  await save(page).click();
  const modal = page.getByRole('alertdialog');
  await expect(modal.getByText('Something went wrong. Please refresh and try again.')).toBeVisible();
  await modal.getByRole('button', { name: 'Dismiss' }).click();
  await expect(itemTitle(page, 1)).toHaveValue('One, rewritten');
  await expect(itemTitle(page, 2)).toHaveValue('Two, rewritten');
  await expect(titleField(page)).toHaveValue('Kept whole');
  await expect(unsaved(page)).toBeVisible();
  await save(page).click();
  await expect(page.getByText('Draft saved')).toBeVisible();
  await expect(heading(page, 'Kept whole')).toBeVisible();
  await expect(page.getByRole('heading', { level: 3 })).toHaveText([/One, rewritten/, /Two, rewritten/]);
});

test('unsaved text is stored encrypted when the session expires, and restored after signing in again', async ({
  page,
  installation,
  expectConsoleError,
}) => {
  expectConsoleError(/419/);
  const { id } = await installation.meeting({ title: 'Long evening', inDays: 20, items: ['One', 'Two'] });
  await editMeeting(page, id);
  const key = page.waitForResponse('**/ajax/annotations-key');
  await page.getByLabel('Description').fill('Two hours of careful words.');
  await key;
  await itemTitle(page, 2).fill('Two, at length');
  await page.context().clearCookies({ name: 'dais_session' });
  await save(page).click();
  const expired = page.getByRole('alertdialog', { name: 'Session expired, please login.' });
  await expired.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page).toHaveURL(/\/login/);
  const stored = await page.evaluate(() => JSON.stringify(sessionStorage));
  expect(stored).toContain('sealed');
  expect(stored).not.toContain('careful');
  await submitLogin(page, installation.admin);
  await expect(page.getByLabel('Description')).toHaveValue('Two hours of careful words.');
  await expect(page.getByText('Your unsaved text has been restored. It has not been saved yet.')).toBeVisible();
  await expect(unsaved(page)).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('dais-kept-typing'))).toBeNull();
  await save(page).click();
  await expect(page.getByText('Changes saved')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Two, at length' })).toBeVisible();
  await expect(page.getByText('Two hours of careful words.')).toBeVisible();
});
