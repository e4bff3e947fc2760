import type { Page } from '@playwright/test';
import { boardTitle, type Installation } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import type { Mailbox } from '#tests/support/mailbox.ts';
import { checkOpen, checkScreen } from '#tests/support/screen-check.ts';

const mailMsMax = 20_000;

test.beforeEach(async ({ installation, signIn }) => {
  await signIn(installation.admin);
});

const lines = (page: Page) => page.getByRole('list', { name: 'Lines' }).getByRole('listitem');
const paste = (page: Page) => page.getByLabel('One person on each line');
const rowOf = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Pending invitations' }).getByRole('listitem').filter({ hasText: name });

function mailboxOf({ server }: Installation): Mailbox {
  if (server.mailbox === null) throw new Error('The server has no mailbox.');
  return server.mailbox;
}

async function isPending({ sql }: Installation, slug: string): Promise<boolean> {
  const found = await sql(`select id from members where slug = $1 and status = 'invited'`, [slug]);
  return found.length > 0;
}

/** Waits for `count` messages to an address and returns the link in the newest. */
async function linkTo(installation: Installation, email: string, count = 1): Promise<string> {
  const to = () =>
    mailboxOf(installation)
      .messages()
      .filter((mail) => mail.recipients.includes(email));
  await expect.poll(() => to().length, { timeout: mailMsMax }).toBe(count);
  const link = /http:\/\/\S+\/inv\/[\w-]+/.exec(to().at(-1)?.email.text ?? '')?.[0];
  if (link === undefined) throw new Error(`No link came to ${email}.`);
  return link;
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
  expect(await linkTo(installation, 'nadia.boudreau@harbour.example')).toContain('/inv/');
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
  await expect(paste(page)).toHaveValue(
    [
      'Lena Hofmann, lena.hofmann@harbour',
      'Owen Clarke, owen.clarke@harbour.example',
      'nobody.named@harbour.example',
    ].join('\n'),
  );
  await expect(lines(page).first().getByText('This field must be in email format', { exact: true })).toBeVisible();
  await paste(page).fill('');
  await page.goto('/people/invitations');
  await expect(rowOf(page, 'Owen Clarke').getByText('Email sent')).toBeVisible({ timeout: mailMsMax });
  await expect(rowOf(page, 'Samuel Adeyemi')).toBeVisible();
  await checkScreen(page, `Pending invitations | ${boardTitle} | Dais`);
});

test('sending an invitation again or revoking it ends its link', async ({ page, installation, browser }) => {
  const email = 'tomas.vance@harbour.example';
  const old = await installation.invite('Tomas', 'Vance');
  await page.goto('/people');
  await page.getByRole('link', { name: 'Pending invitations' }).click();
  const row = rowOf(page, 'Tomas Vance');
  await row.getByRole('button', { name: 'Resend' }).click();
  const refused = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await expect(refused.getByText('This invitation was sent less than a minute ago.')).toBeVisible();
  await refused.getByRole('button', { name: 'Dismiss' }).click();
  await installation.sql(`update invitations set sent_at = sent_at - interval '2 minutes' where email = $1`, [email]);
  await row.getByRole('button', { name: 'Resend' }).click();
  await expect(page.getByText(`Sent again to ${email}. The link before opens nothing now.`)).toBeVisible();
  const renewed = await linkTo(installation, email, 2);
  const other = await browser.newPage();
  await other.goto(old);
  await expect(other.getByRole('heading', { name: 'This invitation is no longer open' })).toBeVisible();
  await other.goto(renewed);
  await expect(other.getByRole('heading', { name: 'Welcome, Tomas!' })).toBeVisible();
  await row.getByRole('button', { name: 'Revoke' }).click();
  const asking = page.getByRole('alertdialog', { name: 'Revoke the invitation of Tomas Vance?' });
  await asking.getByRole('button', { name: 'Revoke' }).click();
  await expect(row).toBeHidden();
  await other.goto(renewed);
  await expect(other.getByRole('heading', { name: 'This invitation has been withdrawn' })).toBeVisible();
  await other.close();
});
