import type { Page, Route } from '@playwright/test';
import { streamEvents } from '#contract/events.ts';
import type { Signed } from '#tests/support/installation.ts';
import { dropCookies, expect, test } from '#tests/support/installed-browser.ts';
import { startOidcProvider } from '#tests/support/oidc-provider.ts';
import { checkOpen, checkScreen } from '#tests/support/screen-check.ts';

/** /login, Logout, an expired session and the general error modal (specification, sections 2, 4 and 8). */

const password = (page: Page) => page.getByLabel('Password', { exact: true });
const logIn = (page: Page) => page.getByRole('button', { name: 'Log In' });

async function fill(page: Page, who: Pick<Signed, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Email').fill(who.email);
  await password(page).fill(who.password);
}

/** Answers POST /login by itself; other requests to that address go on. */
async function answerLogin(page: Page, answer: (route: Route) => Promise<void>): Promise<void> {
  await page.route('**/login', (route) => (route.request().method() === 'POST' ? answer(route) : route.continue()));
}

const wrong = { email: 'elena.kowalczyk@harbour.example', password: 'not the right one' };

test('S2.42 S2.43 S2.44 S2.45 the form: email, password with its toggle, Remember Me, Forgot password', async ({
  page,
}) => {
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1, name: 'Dais Login' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email');
  await password(page).fill('a secret');
  await expect(password(page)).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password(page)).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect(password(page)).toHaveAttribute('type', 'password');
  await expect(page.getByRole('checkbox', { name: 'Remember Me' })).not.toBeChecked();
  await expect(page.getByRole('link', { name: 'Forgot password' })).toHaveAttribute('href', /\/forgot-password$/);
});

test('S1.14 after a visit, the login shows the board by its initial and title', async ({
  page,
  installation,
  signIn,
}) => {
  await signIn(installation.admin);
  await page.goto('/home');
  await page.context().clearCookies({ name: 'dais_session' });
  await page.goto('/login');
  await expect(page.getByText('Harbour Street Housing Trust')).toBeVisible();
  await expect(page.getByText('H', { exact: true })).toBeVisible();
});

test('S2.46 Enter in the password submits, and the dashboard is where one lands', async ({ page, installation }) => {
  await page.goto('/login');
  await fill(page, installation.admin);
  await password(page).press('Enter');
  await expect(page).toHaveURL(/\/home$/);
});

test('S2.44 Remember Me keeps the session for 30 days, and without it for as long as the browser is open', async ({
  page,
  installation,
}) => {
  const expiry = async (): Promise<number> =>
    (await page.context().cookies()).find((cookie) => cookie.name === 'dais_session')?.expires ?? 0;
  await page.goto('/login');
  await fill(page, installation.admin);
  await logIn(page).click();
  await expect(page).toHaveURL(/\/home$/);
  expect(await expiry()).toBe(-1);
  await dropCookies(page);
  await page.goto('/login');
  await fill(page, installation.admin);
  await page.getByText('Remember Me').click();
  await expect(page.getByRole('checkbox', { name: 'Remember Me' })).toBeChecked();
  await logIn(page).click();
  await expect(page).toHaveURL(/\/home$/);
  expect((await expiry()) - Date.now() / 1000).toBeGreaterThan(29 * 86_400);
});

test('S4.24 S4.25 S8.13 S8.16 S9.7 wrong credentials: said for 5 seconds, and the password is cleared', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/login');
  await fill(page, wrong);
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await logIn(page).click();
  const said = page.getByText('Invalid credentials.', { exact: true });
  await expect(said).toBeVisible();
  await expect(password(page)).toHaveValue('');
  await expect(password(page)).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveValue(wrong.email);
  await page.clock.runFor(4_900);
  await expect(said).toBeVisible();
  await page.clock.runFor(200);
  await expect(said).toBeHidden();
});

const answers: readonly (readonly [status: number, message: string])[] = [
  [419, 'Something went wrong, try refreshing your browser.'],
  [422, 'Invalid credentials.'],
  [403, 'Access Denied.'],
  [500, 'Something went wrong, HTTP Status code: 500'],
  [429, 'Something went wrong, HTTP Status code: 429'],
];
test('S8.12 S8.13 S8.14 S8.15 S8.16 each refusal of the login has its message, and clears the password', async ({
  page,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 500/);
  let refusal = 0;
  await answerLogin(page, (route) => route.fulfill({ status: refusal, json: { status: 'error', msg: 'never shown' } }));
  await page.goto('/login');
  for (const [status, message] of answers) {
    refusal = status;
    await fill(page, wrong);
    await logIn(page).click();
    await expect(page.getByText(message, { exact: true }), `HTTP ${status}`).toBeVisible();
    await expect(password(page)).toHaveValue('');
    await expect(page.getByRole('alertdialog')).toBeHidden();
  }
});

test('nothing is sent while a field is empty, and no message is shown', async ({ page }) => {
  let sent = 0;
  await answerLogin(page, async (route) => {
    sent += 1;
    await route.abort();
  });
  await page.goto('/login');
  await logIn(page).click();
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.getByLabel('Email').fill(wrong.email);
  await page.keyboard.press('Enter');
  await expect(password(page)).toBeFocused();
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(sent).toBe(0);
});

test('submitting twice sends once', async ({ page }) => {
  let sent = 0;
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await answerLogin(page, async (route) => {
    sent += 1;
    await held;
    await route.fulfill({ status: 422, json: { status: 'error', msg: '' } });
  });
  await page.goto('/login');
  await fill(page, wrong);
  await password(page).press('Enter');
  await password(page).press('Enter');
  await page.getByLabel('Email').press('Enter');
  release();
  await expect(page.getByText('Invalid credentials.')).toBeVisible();
  expect(sent).toBe(1);
});

for (const outcome of ['success', 'failure'] as const) {
  test(`S7.7 Logout goes to /login on ${outcome}`, async ({ page, installation, signIn, expectConsoleError }) => {
    await signIn(await installation.signInAgain(installation.admin));
    await page.goto('/home');
    if (outcome === 'failure') {
      expectConsoleError(/ERR_FAILED/);
      await page.route('**/logout', (route) => route.abort());
    }
    await page.getByRole('button', { name: /your menu/ }).click();
    await expect(page.getByRole('menuitem', { name: 'My Account & Profile' })).toBeVisible();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page).toHaveURL(outcome === 'success' ? /\/login$/ : /\/login\?logout=failed$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Dais Login' })).toBeVisible();
    if (outcome === 'success') {
      await page.goBack();
      await expect(page).toHaveURL(/\/login\?next=/);
      await expect(page.getByRole('navigation')).toHaveCount(0);
      await page.goto('/home');
      await expect(page).toHaveURL(/\/login\?next=/);
    }
  });
}

test('S8.2 S8.10 an expired session is said, leads to /login, and back to the page afterwards', async ({
  page,
  installation,
  signIn,
}) => {
  await signIn(await installation.signInAgain(installation.admin));
  // A stream that opens without the cookie ends the page's session before anybody presses anything.
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
  await fill(page, installation.admin);
  await logIn(page).click();
  await expect(page).toHaveURL(/\/meetings$/);
});

test.describe('the general error modal', () => {
  test.beforeEach(({ installation, signIn }) => signIn(installation.admin));

  const generic = 'Something went wrong. Please refresh and try again.';
  const refusals: readonly (readonly [answer: 'none' | Parameters<Route['fulfill']>[0], message: string])[] = [
    [{ status: 413, json: {} }, 'The document you are trying to upload is too large!'],
    [{ status: 422, json: {} }, 'Validation Error'],
    [{ status: 405, json: {} }, 'Invalid Server URL'],
    [{ status: 403, json: {} }, 'Access Denied, check your persmissions'],
    [{ status: 500, json: {} }, generic],
    [{ status: 418, json: {} }, generic],
    ['none', generic],
    [{ json: { status: 'error', msg: 'A board needs an admin.' } }, 'A board needs an admin.'],
    [{ json: { status: 'error', msg: '' } }, 'Something went wrong!'],
  ];
  test('S2.61 S2.62 S8.1 S8.3 S8.4 S8.5 S8.6 S8.8 S8.9 says what was refused by its status or its msg, and nothing typed is lost', async ({
    page,
    expectConsoleError,
  }) => {
    expectConsoleError(/status of 500|ERR_FAILED/);
    let refusal: (typeof refusals)[number][0] = 'none';
    await page.route('**/ajax/people', (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      return refusal === 'none' ? route.abort() : route.fulfill(refusal);
    });
    await page.goto('/people/create');
    await page.getByLabel('First name').fill('Aylin');
    await page.getByLabel('Last name').fill('Demir');
    await page.getByLabel('Email').fill('aylin@harbour.example');
    const invite = page.getByRole('button', { name: 'Invite' });
    for (const [answer, message] of refusals) {
      await test.step(`${JSON.stringify(answer)}: “${message}”`, async () => {
        refusal = answer;
        await invite.click();
        await expectModal(page, message);
        await expect(page.getByLabel('Email')).toHaveValue('aylin@harbour.example');
      });
    }
    await invite.click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alertdialog')).toBeHidden();
  });

  test('S8.7 no answer to a GET names the connection', async ({ page, expectConsoleError }) => {
    expectConsoleError(/ERR_FAILED|^CallError/);
    await page.route('**/ajax/people', (route) => route.abort());
    await page.goto('/home');
    await page.getByRole('link', { name: 'People' }).first().click();
    await expectModal(page, 'Possible network or browser error. Please check your connection, refresh, and try again.');
  });
});

async function expectModal(page: Page, message: string): Promise<void> {
  const modal = page.getByRole('alertdialog');
  await expect(modal.getByText(message, { exact: true })).toBeVisible();
  await modal.getByRole('button', { name: 'Dismiss' }).click();
  await expect(modal).toBeHidden();
}

test('S18 a site admin adds a provider and tests it; a member connects it and signs in by it', async ({
  page,
  installation,
  signIn,
}) => {
  test.slow();
  const provider = await startOidcProvider(['ines', 'somebody', 'admin', 'noor'], { path: '/realms/board' });
  const { admin } = installation;
  const member = await installation.join('Ines', 'Duarte');
  const unconnected = await installation.join('Noor', 'Jansen');
  const link = await installation.invite('Amara', 'Silva');
  const confirm = async (who: Signed) => {
    // A section of the account is called so, too.
    await password(page).and(page.locator('input')).fill(who.password);
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  };

  // Confirming gave the session of before another token.
  const byPassword = async (who: Signed, next: string) => {
    await dropCookies(page);
    await page.goto(`/login?next=${encodeURIComponent(next)}`);
    await fill(page, who);
    await logIn(page).click();
  };

  await test.step('the site admin registers the redirect address, tests, and adds', async () => {
    await signIn(admin);
    await page.goto('/admin/site/sign-in');
    await expect(page.getByText('No provider yet')).toBeVisible();
    await checkScreen(page, 'Sign-in | Harbour Street Housing Trust | Dais');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Add provider' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a sign-in provider' });
    const address = await dialog.getByText('/sign-in/provider/').textContent();
    await dialog.getByRole('button', { name: /Provider/ }).click();
    await page.getByRole('option', { name: 'Keycloak' }).click();
    await dialog.getByLabel('Name on the button').fill('Harbour ID');
    await page.keyboard.press('Escape');
    const asks = page.getByRole('alertdialog', { name: 'You have unsaved changes' });
    await asks.getByRole('button', { name: 'Stay' }).click();
    await expect(dialog.getByLabel('Name on the button')).toHaveValue('Harbour ID');
    const missing = /This field is required\./;
    const realm = dialog.getByLabel('Realm');
    const host = dialog.getByLabel('Address of Keycloak');
    await dialog.getByRole('button', { name: 'Test' }).click();
    for (const field of [host, realm]) await expect(field).toHaveAccessibleDescription(missing);
    await realm.fill('board');
    await expect(realm).not.toHaveAccessibleDescription(missing);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    for (const field of [host, dialog.getByLabel('Client ID')])
      await expect(field).toHaveAccessibleDescription(missing);
    await host.fill(provider.issuer.replace('/realms/board', ''));
    await dialog.getByLabel('Client ID').fill(provider.clientId);
    await dialog.getByLabel('Client secret', { exact: true }).fill('not the secret');
    await dialog.getByRole('button', { name: 'Test' }).click();
    await confirm(admin);
    await expect(dialog.getByText('It refuses the client id or the secret.')).toBeVisible();
    await expect(dialog.getByText(/^It refuses the redirect address/)).toBeVisible();
    await checkOpen(page);
    provider.register(address ?? '');
    await dialog.getByLabel('Client secret', { exact: true }).fill(provider.clientSecret);
    await dialog.getByRole('button', { name: 'Test' }).click();
    await expect(dialog.getByText('It knows the client and its secret.')).toBeVisible();
    await expect(dialog.getByText('It knows the redirect address.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByRole('row', { name: /Harbour ID Keycloak/ })).toBeVisible();
  });

  await test.step('an account that is not connected is not found by its email', async () => {
    await dropCookies(page);
    await page.goto('/login');
    await page.getByRole('button', { name: 'Sign in with Harbour ID' }).click();
    await page.getByRole('link', { name: 'ines' }).click();
    await expect(page).toHaveURL(/\/login\?provider=/);
    await expect(page.getByRole('alert')).toHaveText(
      'No account is connected with this sign-in. Sign in as usual, then connect it. It said that you are ines@harbour.example.',
    );
    await checkScreen(page, 'Login | Dais');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('the member connects it', async () => {
    await dropCookies(page);
    await signIn(member);
    await page.goto('/account?view=security');
    await page.getByRole('button', { name: 'Connect Harbour ID', exact: true }).click();
    await confirm(member);
    await page.getByRole('link', { name: 'ines' }).click();
    await expect(page.getByText('Harbour ID: ines@harbour.example')).toBeVisible();
  });

  await test.step('and signs in by it, to where they were going', async () => {
    await dropCookies(page);
    await page.goto('/meetings');
    await expect(page).toHaveURL(/\/login\?next=/);
    await page.getByRole('button', { name: 'Sign in with Harbour ID' }).click();
    await page.getByRole('link', { name: 'ines' }).click();
    await expect(page).toHaveURL(/\/meetings$/);
  });

  await test.step('an admin who came by it opens the board by it alone', async () => {
    await byPassword(admin, '/account?view=security');
    await page.getByRole('button', { name: 'Connect Harbour ID', exact: true }).click();
    await confirm(admin);
    await page.getByRole('link', { name: 'admin' }).click();
    await expect(page.getByText('Harbour ID: admin@harbour.example')).toBeVisible();
    await dropCookies(page);
    await page.goto('/login?next=/admin/setup');
    await page.getByRole('button', { name: 'Sign in with Harbour ID' }).click();
    await page.getByRole('link', { name: 'admin' }).click();
    await page.getByRole('button', { name: 'Change sign-in provider' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign-in provider of this board' });
    await dialog.getByRole('button', { name: /Provider/ }).click();
    await page.getByRole('option', { name: 'Harbour ID' }).click();
    await dialog.getByText('Require it', { exact: true }).click();
    await checkOpen(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(/^The board opens by Harbour ID\./).first()).toBeVisible();
  });

  await test.step('whoever came otherwise is led there, and back', async () => {
    await dropCookies(page);
    await page.goto('/login?next=%2Fmeetings');
    const own = page.getByRole('button', { name: 'Sign in with Harbour ID' });
    await expect(page.getByText('Harbour Street Housing Trust opens by Harbour ID.')).toBeHidden();
    const shortname = await installation.sql('select shortname from boards', []);
    await page.goto(`/login?board=${shortname[0]?.shortname}&next=%2Fmeetings`);
    await expect(page.getByText('Harbour Street Housing Trust opens by Harbour ID.')).toBeVisible();
    await expect(own).toHaveCount(1);
    const [first, form] = [await own.boundingBox(), await page.getByLabel('Email').boundingBox()];
    expect(first?.y ?? 0).toBeLessThan(form?.y ?? 0);
    await checkScreen(page, 'Login | Harbour Street Housing Trust | Dais');
    await page.setViewportSize({ width: 1440, height: 900 });
    await byPassword(member, '/meetings');
    const heading = page.getByRole('heading', { name: 'Harbour Street Housing Trust opens by Harbour ID.' });
    await expect(heading).toBeVisible();
    await checkScreen(page, 'Sign in | Harbour Street Housing Trust | Dais');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Sign in with Harbour ID' }).click();
    await page.getByRole('link', { name: 'ines' }).click();
    await expect(page).toHaveURL(/\/meetings$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Meetings' })).toBeVisible();
  });

  await test.step('whoever has not connected it does so there, and goes on', async () => {
    await byPassword(unconnected, '/meetings');
    await expect(page.getByText(/^Your account is not connected with it yet\./)).toBeVisible();
    await checkScreen(page, 'Sign in | Harbour Street Housing Trust | Dais');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Connect Harbour ID' }).click();
    await confirm(unconnected);
    await page.getByRole('link', { name: 'noor' }).click();
    await expect(page).toHaveURL(/\/meetings$/);
    await byPassword(member, '/meetings');
    // The login has a button of that name, too.
    await expect(page.getByText('You signed in otherwise.')).toBeVisible();
    await page.getByRole('button', { name: 'Sign in with Harbour ID' }).click();
    await page.getByRole('link', { name: 'ines' }).click();
    await expect(page).toHaveURL(/\/meetings$/);
  });

  await test.step('disconnecting signs out whoever came by it', async () => {
    await page.goto('/account?view=security');
    await page.getByRole('button', { name: 'Disconnect Harbour ID' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click();
    await confirm(member);
    await expect(page).toHaveURL(/\/login/);
  });

  await test.step('an invitation is redeemed by it, without a password, which then confirms what needs it', async () => {
    await dropCookies(page);
    await page.goto(link);
    await page.getByRole('button', { name: 'Continue with Harbour ID' }).click();
    await page.getByRole('link', { name: 'somebody' }).click();
    await expect(page).toHaveURL(/\/people\/edit\/amara-silva/);
    await page.goto('/account?view=security');
    await expect(page.getByText('None. You sign in otherwise.')).toBeVisible();
    const disconnect = async () => {
      await page.getByRole('button', { name: 'Disconnect Harbour ID' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click();
    };
    await disconnect();
    const confirmation = page.getByRole('dialog', { name: 'Confirm That It Is You' });
    // The provider and Cancel: there is no password to ask for.
    await expect(confirmation.getByRole('button', { name: 'Confirm with Harbour ID' })).toBeVisible();
    await expect(confirmation.locator('input')).toHaveCount(0);
    await checkOpen(page);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Confirm That It Is You' })).toBeVisible();
    await expect(page.locator('input')).toHaveCount(0);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await disconnect();
    await page.getByRole('button', { name: 'Confirm with Harbour ID' }).click();
    await page.getByRole('link', { name: 'somebody' }).click();
    await expect(page).toHaveURL(/\/account\?view=security$/);
    await disconnect();
    await expect(page.getByText('This is your only way to sign in. Add another one first.')).toBeVisible();
  });
  await installation.sql('update boards set provider_id = null, provider_required = false', []);
  await provider.stop();
});
