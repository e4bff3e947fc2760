import type { Page, Route } from '@playwright/test';
import { streamEvents } from '#contract/events.ts';
import type { Signed } from '#tests/support/installation.ts';
import { dropCookies, expect, test } from '#tests/support/installed-browser.ts';
import { startOidcProvider } from '#tests/support/oidc-provider.ts';
import { logIn, submitLogin } from '#tests/support/page-acts.ts';
import { checkOpen, checkScreen } from '#tests/support/screen-check.ts';

const password = (page: Page) => page.getByLabel('Password', { exact: true });
const harbour = 'Harbour Street Housing Trust';
const wrong = { email: 'elena.kowalczyk@harbour.example', password: 'not the right one' };

async function answerLogin(page: Page, answer: (route: Route) => Promise<void>): Promise<void> {
  await page.route('**/login', (route) => (route.request().method() === 'POST' ? answer(route) : route.continue()));
}

test('a member can sign in and log out', async ({ page, installation }) => {
  await page.goto('/meetings');
  await expect(page.getByRole('heading', { level: 1, name: 'Dais Login' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email');
  await expect(page.getByRole('checkbox', { name: 'Remember Me' })).not.toBeChecked();
  await expect(page.getByRole('link', { name: 'Forgot password' })).toHaveAttribute('href', /\/forgot-password$/);
  await submitLogin(page, wrong);
  await expect(page.getByText('Invalid credentials.', { exact: true })).toBeVisible();
  await page.getByLabel('Email').fill(installation.admin.email);
  await password(page).fill(installation.admin.password);
  await expect(password(page)).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password(page)).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(password(page)).toHaveAttribute('type', 'password');
  await password(page).press('Enter');
  await expect(page).toHaveURL(/\/meetings$/);
  await page.getByRole('button', { name: /your menu/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await test.step('the login page shows the board of the last visit', async () => {
    await expect(page.getByText(harbour)).toBeVisible();
    await expect(page.getByText('H', { exact: true })).toBeVisible();
  });
  await page.goBack();
  await expect(page).toHaveURL(/\/login\?next=/);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await page.goto('/home');
  await expect(page).toHaveURL(/\/login\?next=/);
});

test('wrong credentials show an error for 5 seconds and clear the password', async ({ page }) => {
  await page.clock.install();
  await page.goto('/login');
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await submitLogin(page, wrong);
  const error = page.getByText('Invalid credentials.', { exact: true });
  await expect(error).toBeVisible();
  await expect(password(page)).toHaveValue('');
  await expect(password(page)).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveValue(wrong.email);
  await page.clock.runFor(4_900);
  await expect(error).toBeVisible();
  await page.clock.runFor(200);
  await expect(error).toBeHidden();
});

test('an empty login form is not sent, and a form submitted twice is sent once', async ({ page }) => {
  let sent = 0;
  const release = Promise.withResolvers<void>();
  await answerLogin(page, async (route) => {
    sent += 1;
    await release.promise;
    await route.fulfill({ status: 422, json: { status: 'error', msg: '' } });
  });
  await page.goto('/login');
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByLabel('Email')).toBeFocused();
  expect(sent).toBe(0);
  await page.getByLabel('Email').fill(wrong.email);
  await password(page).fill(wrong.password);
  await password(page).press('Enter');
  await password(page).press('Enter');
  await page.getByLabel('Email').press('Enter');
  release.resolve();
  await expect(page.getByText('Invalid credentials.')).toBeVisible();
  expect(sent).toBe(1);
  await checkOpen(page);
});

test('an expired session shows a message, and logging in returns to the requested page', async ({
  page,
  installation,
  signIn,
}) => {
  await signIn(await installation.signInAgain(installation.admin));
  // Without this wait, the event stream may open without the cookie and end the session before the click.
  const stream = page.waitForResponse((response) => new URL(response.url()).pathname === streamEvents.path);
  await page.goto('/people');
  await expect(page.getByRole('heading', { name: 'People' })).toBeVisible();
  await stream;
  await page.context().clearCookies({ name: 'dais_session' });
  await page.getByRole('link', { name: 'Meetings' }).first().click();
  const modal = page.getByRole('alertdialog');
  await expect(modal.getByText('Session expired, please login.')).toBeVisible();
  await modal.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page).toHaveURL(/\/login\?next=%2Fmeetings$/);
  await submitLogin(page, installation.admin);
  await expect(page).toHaveURL(/\/meetings$/);
});

test('a site admin adds a sign-in provider, and a member signs in with it', async ({ page, installation, signIn }) => {
  test.slow();
  const provider = await startOidcProvider(['ines', 'admin'], { path: '/realms/board' });
  const { admin } = installation;
  const member = await installation.join('Ines', 'Duarte');
  const confirm = async (who: Signed) => {
    // Selects the input, because a section of the account screen has the same label.
    await password(page).and(page.locator('input')).fill(who.password);
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  };

  const byPassword = async (who: Signed, next: string) => {
    await dropCookies(page);
    await logIn(page, who, `/login?next=${encodeURIComponent(next)}`);
  };
  const byProvider = async (press: string, account: string) => {
    await page.getByRole('button', { name: press, exact: true }).click();
    await page.getByRole('link', { name: account }).click();
  };

  await test.step('the site admin registers the redirect address, tests the provider, and adds it', async () => {
    await signIn(admin);
    await page.goto('/admin/site/sign-in');
    await expect(page.getByText('No providers yet')).toBeVisible();
    await checkScreen(page, `Sign-in | ${harbour} | Dais`);
    await page.getByRole('button', { name: 'Add provider' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a sign-in provider' });
    const address = await dialog.getByText('/sign-in/provider/').textContent();
    await dialog.getByRole('button', { name: /Provider/ }).click();
    await page.getByRole('option', { name: 'Keycloak' }).click();
    await dialog.getByLabel('Name on the button').fill('Harbour ID');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(dialog.getByLabel('Client ID')).toHaveAccessibleDescription(/This field is required\./);
    await dialog.getByLabel('Realm').fill('board');
    await dialog.getByLabel('Keycloak address').fill(provider.issuer.replace('/realms/board', ''));
    await dialog.getByLabel('Client ID').fill(provider.clientId);
    await dialog.getByLabel('Client secret', { exact: true }).fill('not the secret');
    await dialog.getByRole('button', { name: 'Test', exact: true }).click();
    await confirm(admin);
    await expect(dialog.getByText('The provider rejects the client ID or the secret.')).toBeVisible();
    await expect(dialog.getByText(/^The provider rejects the redirect address/)).toBeVisible();
    await checkOpen(page);
    provider.register(address ?? '');
    await dialog.getByLabel('Client secret', { exact: true }).fill(provider.clientSecret);
    await dialog.getByRole('button', { name: 'Test', exact: true }).click();
    await expect(dialog.getByText('The provider accepts the client ID and the secret.')).toBeVisible();
    await expect(dialog.getByText('The provider accepts the redirect address.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByRole('row', { name: /Harbour ID Keycloak/ })).toBeVisible();
  });

  await test.step('the site admin tests a complete sign-in', async () => {
    await page.getByRole('button', { name: 'More actions for Harbour ID' }).click();
    await page.getByRole('menuitem', { name: 'Edit or test' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Harbour ID' });
    await dialog.getByRole('button', { name: 'Test', exact: true }).click();
    await expect(dialog.getByText('The provider accepts the scope.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Test a complete sign-in' }).click();
    await page.getByRole('link', { name: 'ines' }).click();
    await expect(page.getByRole('alert')).toHaveText(
      'The test sign-in with Harbour ID worked. The provider identified you as ines@harbour.example.',
    );
    await checkScreen(page, `Sign-in | ${harbour} | Dais`);
  });

  await test.step('the login rejects an unconnected account even if its email matches', async () => {
    await dropCookies(page);
    await page.goto('/login');
    await byProvider('Sign in with Harbour ID', 'ines');
    await expect(page).toHaveURL(/\/login\?provider=/);
    await expect(page.getByRole('alert')).toHaveText(
      'This sign-in is not connected to an account yet. Sign in another way, then connect it in your account. The provider identified you as ines@harbour.example.',
    );
    await checkScreen(page, 'Login | Dais');
  });

  await test.step('the member connects the provider', async () => {
    await dropCookies(page);
    await signIn(member);
    await page.goto('/account?view=security');
    await page.getByRole('button', { name: 'Connect Harbour ID', exact: true }).click();
    await confirm(member);
    await page.getByRole('link', { name: 'ines' }).click();
    await expect(page.getByText('Harbour ID: ines@harbour.example')).toBeVisible();
  });

  await test.step('the member signs in with the provider and continues to the requested page', async () => {
    await dropCookies(page);
    await page.goto('/meetings');
    await expect(page).toHaveURL(/\/login\?next=/);
    await byProvider('Sign in with Harbour ID', 'ines');
    await expect(page).toHaveURL(/\/meetings$/);
  });

  await test.step('an admin who signed in with the provider makes the board require it', async () => {
    await byPassword(admin, '/account?view=security');
    await page.getByRole('button', { name: 'Connect Harbour ID', exact: true }).click();
    await confirm(admin);
    await page.getByRole('link', { name: 'admin' }).click();
    await expect(page.getByText('Harbour ID: admin@harbour.example')).toBeVisible();
    await dropCookies(page);
    await page.goto('/login?next=/admin/setup');
    await byProvider('Sign in with Harbour ID', 'admin');
    await page.getByRole('button', { name: 'Change sign-in provider' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign-in provider for this board' });
    await dialog.getByRole('button', { name: /Provider/ }).click();
    await page.getByRole('option', { name: 'Harbour ID' }).click();
    await dialog.getByText('Require it', { exact: true }).click();
    await checkOpen(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(/^Members must sign in with Harbour ID\./).first()).toBeVisible();
  });

  await test.step('a member who signed in another way is led to the provider and back', async () => {
    await dropCookies(page);
    const own = page.getByRole('button', { name: 'Sign in with Harbour ID' });
    await page.goto('/login?board=harbour&next=%2Fmeetings');
    await expect(page.getByText('Harbour Street Housing Trust requires you to sign in with Harbour ID.')).toBeVisible();
    await expect(own).toHaveCount(1);
    const [first, form] = [await own.boundingBox(), await page.getByLabel('Email').boundingBox()];
    expect(first?.y ?? 0).toBeLessThan(form?.y ?? 0);
    await checkScreen(page, `Login | ${harbour} | Dais`);
    await byPassword(member, '/meetings');
    const heading = page.getByRole('heading', {
      name: 'Harbour Street Housing Trust requires you to sign in with Harbour ID.',
    });
    await expect(heading).toBeVisible();
    await checkScreen(page, `Sign in | ${harbour} | Dais`);
    await byProvider('Sign in with Harbour ID', 'ines');
    await expect(page).toHaveURL(/\/meetings$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Meetings' })).toBeVisible();
  });

  await installation.sql('update boards set provider_id = null, provider_required = false', []);
  await provider.stop();
});
