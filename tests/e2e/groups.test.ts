import type { Page } from '@playwright/test';
import type { Signed } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { checkScreen } from '#tests/support/screen-check.ts';

/** Committees: who is in them, and what is for them alone. */

let chair: Signed;
let insider: Signed;
let outsider: Signed;
test.beforeAll(async ({ installation }) => {
  chair = await installation.join('Priya', 'Raman');
  insider = await installation.join('Sunita', 'Gill');
  outsider = await installation.join('Thomas', 'McKenna');
});

const nameOf = (who: Signed): string => `${who.first_name} ${who.last_name}`;

/** Puts something into a field of tokens, by keyboard. */
async function choose(page: Page, field: string, option: string): Promise<void> {
  const box = page.getByRole('combobox', { name: field });
  await box.fill(option);
  await page.getByRole('option', { name: new RegExp(`^${option}`) }).click();
  // It covers nothing of what follows.
  await expect(page.getByRole('listbox')).toHaveCount(0);
}

async function openGroup(page: Page, name: string): Promise<void> {
  await page.goto('/admin/groups');
  await page.getByRole('link', { name: `Edit ${name}` }).click();
  await expect(page.getByRole('heading', { name: 'Edit group' })).toBeVisible();
}

test('S2.18 S3.4 a board admin makes committees; the name of one cannot be another’s', async ({
  page,
  signIn,
  installation,
}) => {
  await signIn(installation.admin);
  await page.goto('/admin/groups');
  await expect(page.getByRole('heading', { name: 'No groups yet' })).toBeVisible();
  await page.getByRole('link', { name: 'New group' }).first().click();
  await page.getByRole('button', { name: 'Create group' }).click();
  await expect(page.getByText('This field is required.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Name' }).fill('Finance Committee');
  await page.getByRole('textbox', { name: 'Description' }).fill('Budget, accounts and risk.');
  for (const who of [chair, insider]) await choose(page, 'Members', nameOf(who));
  await page.getByRole('checkbox', { name: nameOf(chair) }).press('Space');
  await page.getByRole('button', { name: 'Create group' }).click();
  const row = page.getByRole('row', { name: /Finance Committee/ });
  await expect(row).toContainText('2 members');
  await checkScreen(page, 'Groups | Harbour Street Housing Trust | Dais');
  await page.goto('/admin/groups/create');
  await page.getByRole('textbox', { name: 'Name' }).fill('FINANCE committee');
  await page.getByRole('button', { name: 'Create group' }).click();
  await expect(page.getByText('This field cannot be a duplicate')).toBeVisible();
});

test('S1.13 S6.8 a group admin publishes a meeting to the committee; nobody else gets mail or sees it', async ({
  page,
  signIn,
  installation,
}) => {
  await signIn(chair);
  await page.goto('/admin/groups');
  await expect(page.getByRole('row', { name: /Finance Committee/ })).toBeVisible();
  await expect(page.getByRole('link', { name: 'New group' })).toHaveCount(0);
  await page.goto('/meetings/create');
  await expect(page.getByRole('button', { name: 'Remove Finance Committee' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Add people or groups' }).click();
  await expect(page.getByRole('option')).toHaveCount(2);

  const audience = { whole_board: false, group_ids: [await groupId()], member_ids: [] };
  const start = new Date(Date.now() + 6 * 86_400_000);
  const fields = { title: 'Budget talk', type: 'remote', location: '', join_url: '', description: '' };
  const times = { start: start.toISOString(), end: new Date(start.getTime() + 3_600_000).toISOString() };
  const made = await chair.client.call('POST', '/ajax/meetings', { ...fields, ...times, audience });
  await page.goto(`/meetings/${made.json.data.meeting.id}`);
  await page.getByRole('button', { name: 'Publish' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish and invite' });
  await expect(dialog).toContainText('The meeting is for Finance Committee');
  await expect(dialog).toContainText('2 members');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await installation.magicUid(insider.email, 'Budget talk');
  const mails = installation.server.mailbox?.messages() ?? [];
  const reached = mails
    .filter((mail) => mail.email.subject?.includes('Budget talk'))
    .flatMap((mail) => mail.recipients);
  expect(reached.every((address) => [chair.email, insider.email].includes(address))).toBe(true);

  await signIn(outsider);
  for (const path of ['/home', '/meetings']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Budget talk')).toHaveCount(0);
  }
});

test('a meeting that is not one’s own is not there, by its address neither', async ({
  page,
  signIn,
  expectConsoleError,
}) => {
  const id = await meetingId();
  await signIn(outsider);
  expectConsoleError(/404/);
  await page.goto(`/meetings/${id}`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

test('late additions get their invitation, removal ends the link; both are said before saving', async ({
  page,
  signIn,
  installation,
}) => {
  await signIn(installation.admin);
  await page.goto(`/meetings/${await meetingId()}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('button', { name: 'Change audience' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change audience' });
  await choose(page, 'Add people or groups', nameOf(outsider));
  await expect(dialog).toContainText('1 member will get the invitation by email now.');
  await dialog.getByRole('button', { name: 'Save audience' }).click();
  await expect(dialog).toHaveCount(0);
  const uid = await installation.magicUid(outsider.email, 'Budget talk');

  await page.getByRole('button', { name: 'Change audience' }).click();
  await dialog.getByRole('button', { name: `Remove ${nameOf(outsider)}` }).click();
  await page.keyboard.press('Escape');
  await expect(dialog).toContainText('1 member will no longer see it. Their link in earlier mail ends.');
  await dialog.getByRole('button', { name: 'Save audience' }).click();
  await expect(dialog).toHaveCount(0);
  expect((await installation.admin.client.call('GET', `/ajax/magic/meetings/${uid}`)).status).toBe(404);
});

test('a group is deleted with a choice of who sees its meetings', async ({ page, signIn, installation }) => {
  await signIn(installation.admin);
  await openGroup(page, 'Finance Committee');
  await expect(page.getByText('This group is invited to a coming meeting.')).toBeVisible();
  await page.getByRole('button', { name: 'Delete group' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete Finance Committee?' });
  await expect(dialog).toContainText('1 meeting is for this group.');
  await expect(dialog.getByRole('radio', { name: 'Its 2 members, one by one' })).toBeChecked();
  await dialog.getByRole('radio', { name: 'The whole board' }).press('Space');
  await expect(dialog).toContainText('Everybody on the board will be able to read it.');
  await dialog.getByRole('radio', { name: 'Its 2 members, one by one' }).press('Space');
  await dialog.getByRole('button', { name: 'Delete group' }).click();
  await expect(page.getByRole('heading', { name: 'No groups yet' })).toBeVisible();
  await page.goto(`/meetings/${await meetingId()}`);
  await expect(page.getByText('2 people', { exact: true }).first()).toBeVisible();
});

async function groupId(): Promise<string> {
  return (await chair.client.call('GET', '/ajax/groups')).json.data.groups[0].id;
}

async function meetingId(): Promise<string> {
  const { upcoming } = (await chair.client.call('GET', '/ajax/meetings')).json.data;
  return upcoming.find((meeting: { readonly title: string }) => meeting.title === 'Budget talk').id;
}
