import { boardTitle } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { checkOpen, checkScreen } from '#tests/support/screen-check.ts';

test('a site admin opens and suspends a board and manages users', async ({ page, installation, signIn }) => {
  test.slow();
  const { admin, server } = installation;
  const member = await installation.join('Daniel', 'Tremblay');
  await signIn(admin);
  await page.goto('/admin/site/boards');
  await expect(page.getByRole('row', { name: new RegExp(boardTitle) })).toBeVisible();
  await checkScreen(page, `Boards | ${boardTitle} | Dais`);

  await test.step('opening a board invites its first admin', async () => {
    await page.getByRole('button', { name: 'New board' }).click();
    const dialog = page.getByRole('dialog', { name: 'New board' });
    await dialog.getByLabel('Title').fill('Lantern Library');
    await dialog.getByLabel('First name of its admin').fill('Ines');
    await dialog.getByLabel('Last name').fill('Duarte');
    await dialog.getByLabel('Email').fill('ines@lantern.example');
    await checkOpen(page);
    await dialog.getByRole('button', { name: 'Open board' }).click();
    const row = page.getByRole('row', { name: /Lantern Library lantern-library/ });
    await expect(row.getByText('No admin')).toBeVisible();
    const mail = await server.mailbox?.waitFor(({ recipients }) => recipients.includes('ines@lantern.example'), 20_000);
    expect(mail?.email.text).toContain('/inv/');
  });

  await test.step('suspending a board is confirmed by password and closes it for its members', async () => {
    const suspend = async () => {
      await page.getByRole('button', { name: `More for ${boardTitle}` }).click();
      await page.getByRole('menuitem', { name: 'Suspend' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Suspend' }).click();
    };
    await suspend();
    await expect(page).toHaveURL(/confirm-password/);
    await page.getByLabel('Password', { exact: true }).fill(admin.password);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page).toHaveURL(/\/admin\/site\/boards/);
    const row = page.getByRole('row', { name: new RegExp(boardTitle) });
    await expect(row.getByText('Suspended', { exact: true })).toBeVisible();
    expect((await member.client.call('GET', '/ajax/meetings')).status).toBe(404);
    await page.getByRole('button', { name: `More for ${boardTitle}` }).click();
    await page.getByRole('menuitem', { name: 'Resume' }).click();
    await expect(page.getByText(`${boardTitle} is open again.`)).toBeVisible();
    expect((await member.client.call('GET', '/ajax/meetings')).status).toBe(200);
  });

  await test.step('users are found, and disabling one ends every session', async () => {
    await page.getByRole('navigation', { name: 'Site administration' }).getByRole('link', { name: 'Users' }).click();
    await page.getByRole('searchbox', { name: 'Find by name or email' }).fill('tremblay');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/find=tremblay/);
    await expect(page.getByRole('row')).toHaveCount(2);
    await checkScreen(page, `Users | ${boardTitle} | Dais`);
    await page.getByRole('button', { name: 'More for Daniel Tremblay' }).click();
    await page.getByRole('menuitem', { name: 'Disable' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click();
    await expect(page.getByRole('row', { name: /Tremblay/ }).getByText('Disabled', { exact: true })).toBeVisible();
    expect((await member.client.call('GET', '/ajax/meetings')).status).toBe(419);
  });

  await test.step('a test message shows the mail server’s refusal, and jobs are counted', async () => {
    const tabs = page.getByRole('navigation', { name: 'Site administration' });
    await tabs.getByRole('link', { name: 'Mail' }).click();
    server.mailbox?.refuse(admin.email, '5.7.1 Relay access denied');
    await page.getByRole('button', { name: 'Send a test message' }).click();
    await expect(page.getByText(/could not be sent\. The reason given: .*5\.7\.1 Relay access denied/)).toBeVisible();
    await checkScreen(page, `Mail | ${boardTitle} | Dais`);
    await tabs.getByRole('link', { name: 'Jobs' }).click();
    await expect(page.getByText('Previews of office files')).toBeVisible();
    await checkScreen(page, `Jobs | ${boardTitle} | Dais`);
  });
});
