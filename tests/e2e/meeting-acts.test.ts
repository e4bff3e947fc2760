import type { Page } from '@playwright/test';
import type { Signed } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { typeSegments } from '#tests/support/page-acts.ts';
import { pdfPaper } from '#tests/support/papers.ts';
import { checkOpen, checkScreen } from '#tests/support/screen-check.ts';

let member: Signed;
test.beforeAll(async ({ installation }) => {
  member = await installation.join('Ingrid', 'Solberg');
});
test.beforeEach(({ installation, signIn }) => signIn(installation.admin));

const actions = (page: Page) => page.getByRole('button', { name: 'Meeting actions' });
const open = async (page: Page, item: string) => {
  await actions(page).click();
  await page.getByRole('menuitem', { name: item }).click();
};
// A menu that fades out also has the role of a dialog, hence the element.
const dialog = (page: Page) => page.locator('section:is([role="dialog"], [role="alertdialog"])');
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click();
const word = (page: Page) => dialog(page).getByRole('textbox', { name: 'A word to members' });

test('a meeting is rescheduled, and everybody is told and asked again', async ({ page, installation }) => {
  const { id } = await installation.meeting({ title: 'To be moved', inDays: 20 });
  await member.client.call('POST', `/attendance/${id}/r`, {});
  await page.goto(`/meetings/${id}`);
  await open(page, 'Reschedule');
  await expect(page.getByRole('heading', { name: 'Reschedule meeting' })).toBeVisible();
  const save = page.getByRole('button', { name: 'Reschedule' });
  await expect(save).toBeDisabled();
  await checkScreen(page, 'Reschedule Meeting | Harbour Street Housing Trust | Dais');
  await typeSegments(page, 'Start', '0705AM');
  await expect(page.getByText('You have unsaved changes').first()).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`/meetings/edit/${id}$`));
  await press(page, 'Leave without saving');
  await expect(page).toHaveURL(new RegExp(`/meetings/${id}$`));

  await open(page, 'Reschedule');
  await page.getByRole('radio', { name: 'Remote' }).check({ force: true });
  await typeSegments(page, 'Start', '1030AM');
  await typeSegments(page, 'End', '0930AM');
  await save.click();
  await expect(page.getByText('The meeting cannot end before it begins')).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await typeSegments(page, 'End', '1145AM');
  await save.click();
  await expect(dialog(page)).toContainText('1 reply is reset, and 2 members get a message that asks to reply again.');
  await word(page).fill('The hall is taken that morning.');
  await checkOpen(page);
  await press(page, 'Reschedule');
  await expect(page).toHaveURL(new RegExp(`/meetings/${id}$`));
  await expect(page.getByText(/10:30 AM – 11:45 AM/).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: /^No Reply 2$/ })).toBeVisible();
});

test('deleted papers are restored; a copy is a draft without papers and date', async ({ page, installation }) => {
  const made = await installation.meeting({ title: 'The original', inDays: 24 });
  const paper = await installation.paper(made, { name: 'note.pdf', bytes: await pdfPaper(1) });
  await page.goto(`/meetings/${made.id}`);
  await installation.admin.client.call('DELETE', `/ajax/documents/${paper}`);
  await expect(page.getByRole('link', { name: 'note' })).toHaveCount(0);
  await open(page, 'Deleted documents');
  await expect(dialog(page).getByRole('listitem')).toHaveText(/^.*note\.pdf.*, deleted on .* by /);
  await checkOpen(page);
  await press(page, 'Restore note.pdf');
  await press(page, 'Close');
  await expect(page.getByRole('link', { name: 'note' })).toBeVisible();
  await open(page, 'Duplicate');
  await expect(page.getByRole('heading', { name: 'Edit draft' })).toBeVisible();
  await expect(page).not.toHaveURL(new RegExp(made.id));
  await expect(page.getByText('Copied as a draft, without the documents.')).toBeVisible();
  const segment = (name: string) => page.getByRole('group', { name }).getByRole('spinbutton').first();
  await expect(segment('Date')).toHaveText('mm');
  const title = page.getByLabel('Title', { exact: true });
  await expect(title).toBeFocused();
  await page.keyboard.type('The copy');
  await expect(title).toHaveValue('The copy');
  await typeSegments(page, 'Date', '01202031');
  // The times of the original are filled in with the date.
  for (const name of ['Start', 'End']) await expect(segment(name)).toHaveText(/^\d+$/);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Draft saved')).toBeVisible();
});

test('a new meeting starts from the last one, and nothing is stored before it is saved', async ({
  page,
  installation,
}) => {
  await installation.meeting({ title: 'The last one', items: ['Welcome', 'Budget'], inDays: -2 });
  const drafts = async () => (await installation.sql("select id from meetings where state = 'draft'")).length;
  const before = await drafts();
  await page.goto('/meetings/create');
  await page.getByRole('button', { name: 'Start from' }).click();
  await page.getByRole('menuitem', { name: 'Last meeting' }).click();
  const title = page.getByLabel('Title', { exact: true });
  await expect(title).toHaveValue('The last one');
  await expect(page.getByRole('textbox', { name: 'Title of item 2' })).toHaveValue('Budget');
  expect(await drafts()).toBe(before);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Draft saved')).toBeVisible();
  expect(await drafts()).toBe(before + 1);
});
