import type { CDPSession, Page } from '@playwright/test';
import type { Installation, Signed } from '#tests/support/installation.ts';
import { dropCookies, expect, test } from '#tests/support/installed-browser.ts';
import { logIn } from '#tests/support/page-acts.ts';
import { checkLook } from '#tests/support/screen-check.ts';

const withPasskey = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' });
const rows = (page: Page) => page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');

interface Device {
  readonly cdp: CDPSession;
  readonly id: string;
}

async function device(page: Page, { isOffered = false } = {}): Promise<Device> {
  // Turns off passkey autofill, because the browser would accept an offered passkey before the test can click anything.
  if (!isOffered) {
    await page.addInitScript(() => {
      if (isSecureContext) PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
    });
  }
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId: id } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, id };
}

async function openSecurity(page: Page): Promise<void> {
  await page.goto('/account?view=security');
  await expect(page.getByRole('heading', { level: 2, name: 'Passkeys' })).toBeVisible();
}

async function create(page: Page, { password }: Pick<Signed, 'password'>, press: string): Promise<void> {
  await page.getByRole('button', { name: press }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click();
  const confirm = page.getByRole('dialog', { name: 'Confirm Your Password to Proceed' });
  const added = page.getByText('Passkey created');
  await expect(confirm.or(added).first()).toBeVisible();
  if (!(await confirm.isVisible())) return;
  await confirm.getByLabel('Password', { exact: true }).fill(password);
  await confirm.getByRole('button', { name: 'Confirm', exact: true }).click();
}

async function withOne(
  page: Page,
  { installation, signIn }: { readonly installation: Installation; readonly signIn: (who: Signed) => Promise<void> },
  { first, isOffered = false }: { readonly first: string; readonly isOffered?: boolean },
) {
  const who = await installation.join(first, 'Lindqvist');
  const own = await device(page, { isOffered });
  await signIn(who);
  await openSecurity(page);
  await create(page, who, 'Create a passkey');
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(rows(page)).toHaveCount(1);
  return { who, own };
}

test('a new passkey can be used to sign in', async ({ page, installation, signIn }) => {
  const who = await installation.join('Ines', 'Moreau');
  await device(page);
  await signIn(who);
  await openSecurity(page);
  await expect(page.getByText('No passkeys yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await expect(page.getByLabel('Name')).toHaveValue(/ on /);
  await expect(
    page.getByText('After you enter your password, you will be asked for this passkey from now on.'),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await create(page, who, 'Create a passkey');
  await expect(page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(rows(page)).toHaveCount(1);

  await dropCookies(page);
  await page.goto('/login?next=%2Fmeetings');
  await page.getByText('Remember Me').click();
  await withPasskey(page).click();
  await expect(page).toHaveURL(/\/meetings$/);
  const session = (await page.context().cookies()).find(({ name }) => name === 'dais_session');
  expect(session?.expires).toBeGreaterThan(Date.now() / 1000 + 29 * 86_400);
  await openSecurity(page);
  await expect(rows(page)).toContainText('used on');
});

test('a passkey that the email field suggests can be used to sign in', async ({ page, installation, signIn }) => {
  await withOne(page, { installation, signIn }, { first: 'Noa', isOffered: true });
  await dropCookies(page);
  await page.goto('/login?next=%2Flibrary');
  await expect(page).toHaveURL(/\/library$/);
  await expect(page.getByRole('button', { name: /^Noa Lindqvist/ })).toBeVisible();
});

test('a passkey can be used as the second factor', async ({ page, installation, signIn }) => {
  const { who } = await withOne(page, { installation, signIn }, { first: 'Kofi' });
  await dropCookies(page);
  const answered = Promise.withResolvers<void>();
  await page.route('**/ajax/two-factor/challenge', async (route) => {
    await answered.promise;
    await route.continue();
  });
  await logIn(page, who);
  await expect(page).toHaveURL(/\/two-factor-challenge$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Digit 1' })).toBeHidden();
  answered.resolve();
  await expect(page.getByRole('button', { name: 'Use a recovery code' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Digit 1' })).toBeHidden();
  await checkLook(page);
  await page.getByRole('button', { name: 'Continue with a passkey' }).click();
  await expect(page).toHaveURL(/\/home$/);
});

test('passkeys are not offered in a browser that does not support them', async ({ page, installation, signIn }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'PublicKeyCredential', { value: undefined });
  });
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible();
  await expect(withPasskey(page)).toBeHidden();
  await signIn(installation.admin);
  await page.goto('/account?view=security');
  await expect(page.getByRole('heading', { level: 2, name: 'Devices', exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Passkeys' })).toBeHidden();
});
