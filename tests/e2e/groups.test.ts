import type { Page } from '@playwright/test';
import type { Signed } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { checkScreen } from '#tests/support/screen-check.ts';

let chair: Signed;
let insider: Signed;
let outsider: Signed;
test.beforeAll(async ({ installation }) => {
  chair = await installation.join('Priya', 'Raman');
  insider = await installation.join('Sunita', 'Gill');
  outsider = await installation.join('Thomas', 'McKenna');
});

const nameOf = (who: Signed): string => `${who.first_name} ${who.last_name}`;

async function choose(page: Page, field: string, option: string): Promise<void> {
  const box = page.getByRole('combobox', { name: field });
  await box.fill(option);
  await page.getByRole('option', { name: new RegExp(`^${option}`) }).click();
  // The open list would cover what follows.
  await expect(page.getByRole('listbox')).toHaveCount(0);
}

test('a committee is made, gets a meeting, changes and is deleted', async ({ page, signIn, installation }) => {
  const { admin } = installation;
  await signIn(admin);
  await page.goto('/admin/groups');
  await expect(page.getByRole('heading', { name: 'No groups yet' })).toBeVisible();
  await page.getByRole('link', { name: 'New group' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Finance Committee');
  await page.getByRole('textbox', { name: 'Description' }).fill('Budget, accounts and risk.');
  for (const who of [chair, insider]) await choose(page, 'Members', nameOf(who));
  await page.getByRole('checkbox', { name: nameOf(chair) }).press('Space');
  await page.getByRole('button', { name: 'Create group' }).click();
  const row = page.getByRole('row', { name: /Finance Committee/ });
  await expect(row).toContainText('2 members');
  await checkScreen(page, 'Groups | Harbour Street Housing Trust | Dais');

  await signIn(chair);
  await page.goto('/meetings/create');
  await expect(page.getByRole('button', { name: 'Remove Finance Committee' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Add people or groups' }).click();
  await expect(page.getByRole('option')).toHaveCount(2);
  const { groups } = await installation.call('GET', '/ajax/groups', undefined, chair);
  const audience = { whole_board: false, group_ids: [groups[0].id], member_ids: [] };
  const fields = { title: 'Budget talk', type: 'remote', location: '', join_url: '', description: '' };
  const start = Date.now() + 6 * 86_400_000;
  const times = { start: new Date(start).toISOString(), end: new Date(start + 3_600_000).toISOString() };
  const { meeting } = await installation.call('POST', '/ajax/meetings', { ...fields, ...times, audience }, chair);
  const address = `/meetings/${meeting.id}`;
  await page.goto(address);
  await page.getByRole('button', { name: 'Publish' }).click();
  const publishing = page.getByRole('dialog', { name: 'Publish and invite' });
  await expect(publishing).toContainText('The meeting is for Finance Committee');
  await expect(publishing).toContainText('2 members');
  await publishing.getByRole('button', { name: 'Publish' }).click();
  await expect(publishing).toHaveCount(0);

  // People who join get the invitation and people who leave lose their link; the dialog says so before saving.
  await signIn(admin);
  await page.goto(address);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Change audience' });
  await page.getByRole('button', { name: 'Change audience' }).click();
  await choose(page, 'Add people or groups', nameOf(outsider));
  await expect(dialog).toContainText('1 member will get the invitation by email now.');
  await dialog.getByRole('button', { name: 'Save audience' }).click();
  await expect(dialog).toHaveCount(0);

  await page.goto('/admin/groups');
  await page.getByRole('link', { name: 'Edit Finance Committee' }).click();
  await expect(page.getByText('This group is invited to a coming meeting.')).toBeVisible();
  await page.getByRole('button', { name: 'Delete group' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete Finance Committee?' });
  await expect(question).toContainText('1 meeting is for this group.');
  await question.getByRole('radio', { name: 'The whole board' }).press('Space');
  await expect(question).toContainText('Everybody on the board will be able to read it.');
  await question.getByRole('button', { name: 'Delete group' }).click();
  await expect(page.getByRole('heading', { name: 'No groups yet' })).toBeVisible();
});
