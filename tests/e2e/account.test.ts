import type { Page } from '@playwright/test';
import { dropCookies, expect, test } from '#tests/support/installed-browser.ts';
import { logIn, mailTo } from '#tests/support/page-acts.ts';
import { checkScreen } from '#tests/support/screen-check.ts';

test.describe.configure({ timeout: 120_000 });

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

test('a new email address must be confirmed with a link sent to it', async ({ page, installation, signIn }) => {
  const who = await installation.join('Edda', 'Moore');
  await signIn(who);
  await page.goto('/account');
  const wanted = 'edda.new@harbour.example';
  await page.getByLabel('Email', { exact: true }).fill(wanted);
  await page.getByLabel('Current password').fill('not the password');
  await save(page).click();
  await expect(page.getByText('This is not your current password.')).toBeVisible();
  await page.getByLabel('Current password').fill(who.password);
  await save(page).click();
  await expect(
    page.getByRole('form', { name: 'Name and email' }).getByText(`We have sent a message to ${wanted}.`),
  ).toBeVisible();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(who.email);

  const link = await installation.mailed(wanted, /http:\S+\/confirm-email\/[\w-]+/);
  await dropCookies(page);
  await page.goto(link);
  await expect(page.getByText(`After that, log in with ${wanted}.`)).toBeVisible();
  await checkScreen(page, 'Confirm email | Dais');
  await page.getByRole('button', { name: 'Confirm this address' }).click();
  await expect(page.getByRole('heading', { name: 'Your email address has been changed' })).toBeVisible();
  await logIn(page, { ...who, email: wanted });
  await expect(page).toHaveURL(/\/home$/);
});

test('a forgotten password can be reset with a link that works once', { tag: '@everyday' }, async ({
  page,
  installation,
  server,
}) => {
  const who = await installation.join('Frida', 'Oakes');
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Forgot password' })).toBeVisible();
  const ask = async (email: string) => {
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send the link' }).click();
  };
  await ask('no address');
  await expect(page.getByText('This field must be in email format')).toBeVisible();
  await ask('nobody.at.all@harbour.example');
  const answered = page.getByText(/has an account here, a message with a link is on its way/);
  await expect(answered).toBeVisible();
  await page.getByRole('button', { name: 'Ask again' }).click();
  await ask(who.email);
  await expect(answered).toBeVisible();

  const link = await installation.mailed(who.email, /http:\S+\/reset-password\/[\w-]+/);
  await page.goto(link);
  await expect(page.getByLabel('New password', { exact: true })).toBeVisible();
  await checkScreen(page, 'Reset password | Dais');
  await page.getByLabel('New password', { exact: true }).fill('remembered at last');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('heading', { name: 'Your password has been changed' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to the dashboard' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await mailTo(server.mailbox, who.email, 'Your password was reset');
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await dropCookies(page);
  await logIn(page, who);
  await expect(page.getByText('Invalid credentials.')).toBeVisible();
  await logIn(page, { ...who, password: 'remembered at last' });
  await expect(page).toHaveURL(/\/home$/);
});
