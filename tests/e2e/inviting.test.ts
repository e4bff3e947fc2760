import type { Page } from '@playwright/test';
import { boardTitle, type Installation } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { checkOpen, checkScreen } from '#tests/support/screen-check.ts';

test.beforeEach(async ({ installation, signIn }) => {
  await signIn(installation.admin);
});

const lines = (page: Page) => page.getByRole('list', { name: 'Lines' }).getByRole('listitem');
const paste = (page: Page) => page.getByLabel('One person on each line');
const rowOf = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Pending invitations' }).getByRole('listitem').filter({ hasText: name });

async function isPending({ sql }: Installation, slug: string): Promise<boolean> {
  const found = await sql(`select id from members where slug = $1 and status = 'invited'`, [slug]);
  return found.length > 0;
}

test('one person is invited into a group, and gets a link by mail', async ({ page, installation }) => {
  await installation.call('POST', '/ajax/groups', { name: 'Finance Committee', description: '', members: [] });
  await page.goto('/people/create');
  await checkScreen(page, `New Person | ${boardTitle} | Dais`);
  await page.getByLabel('First name').fill('Nadia');
  await page.getByLabel('Last name').fill('Boudreau');
  await expect(page.getByRole('heading', { name: 'What Nadia gets' })).toBeVisible();
  await page.getByLabel('Email').fill('nadia.boudreau@harbour.example');
  await page.getByRole('combobox', { name: 'Groups' }).fill('fin');
  await page.getByRole('option', { name: 'Finance Committee' }).click();
  await page.getByRole('checkbox', { name: 'Finance Committee' }).press('Space');
  const votes = page.getByRole('radiogroup', { name: 'Votes?' });
  await expect(votes.getByRole('radio', { name: 'Yes' })).toBeChecked();
  await page.getByLabel('Office held').fill('Staff');
  await expect(votes.getByRole('radio', { name: 'No' })).toBeChecked();
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByText('Nadia Boudreau is invited.')).toBeVisible();
  await expect(page.getByLabel('First name')).toHaveValue('');
  const [belonging] = await installation.sql(
    `select is_group_admin, (select count(*)::int from non_voters n where n.member_id = members.id) as silent_in
     from group_members join members on members.id = member_id where slug = 'nadia-boudreau'`,
  );
  expect(belonging).toEqual({ is_group_admin: true, silent_in: 2 });
  await installation.mailed('nadia.boudreau@harbour.example', /\/inv\/[\w-]+/);
});

test('pasted lines are checked, and sent after a confirmation', async ({ page, installation }) => {
  await page.goto('/people/create/several');
  await checkScreen(page, `New Person | ${boardTitle} | Dais`);
  await expect(page.getByRole('button', { name: 'Invite', exact: true })).toBeDisabled();
  await paste(page).fill(
    [
      'Owen Clarke <owen.clarke@harbour.example>',
      `Elena Kowalczyk; ${installation.admin.email}`,
      'Lena Hofmann, lena.hofmann@harbour',
      'Samuel\tAdeyemi\tsamuel.adeyemi@harbour.example',
      'Owen Clarke, owen.clarke@harbour.example',
      'nobody.named@harbour.example',
    ].join('\n'),
  );
  await expect(lines(page)).toHaveCount(6);
  const messages = [
    'Ready to invite',
    'Already a member, left out',
    'This field must be in email format',
    'Ready to invite',
    'This field cannot be a duplicate',
    'Enter a first name or a last name',
  ];
  for (const [index, message] of messages.entries()) {
    await expect(lines(page).nth(index).getByText(message, { exact: true })).toBeVisible();
  }
  await expect(page.getByText('2 ready of 6 lines')).toBeVisible();
  // The second click of a double click does not dismiss the question.
  await page.getByRole('button', { name: 'Invite 2 people' }).dblclick();
  const asking = page.getByRole('alertdialog', { name: 'Invite 2 people?' });
  await expect(asking.getByText(/4 other lines are left out/)).toBeVisible();
  await checkOpen(page);
  await asking.getByRole('button', { name: 'Cancel' }).click();
  await expect(asking).toBeHidden();
  expect(await isPending(installation, 'owen-clarke')).toBe(false);
  await page.getByRole('button', { name: 'Invite 2 people' }).click();
  await asking.getByRole('button', { name: 'Invite 2 people' }).click();
  await expect(page.getByText('2 people are invited.')).toBeVisible();
  // Faulty lines stay, so that they can be corrected.
  await expect(paste(page)).toHaveValue(/^Lena Hofmann, lena\.hofmann@harbour\nOwen Clarke, .*\nnobody\.named@.*$/);
  await paste(page).fill('');
  await page.goto('/people/invitations');
  await expect(rowOf(page, 'Samuel Adeyemi')).toBeVisible();
  await checkScreen(page, `Pending invitations | ${boardTitle} | Dais`);
});
