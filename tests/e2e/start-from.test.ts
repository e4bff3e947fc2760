import { expect, test } from '#tests/support/installed-browser.ts';

test.beforeEach(({ installation, signIn }) => signIn(installation.admin));

test('a new meeting can be copied from the last meeting, and nothing is stored until the user saves it', async ({
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
  await page.getByRole('button', { name: 'Save draft' }).first().click();
  await expect(page.getByText('Draft saved')).toBeVisible();
  expect(await drafts()).toBe(before + 1);
});
