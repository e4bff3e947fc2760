import { readFile } from 'node:fs/promises';
import type { Page, Route } from '@playwright/test';
import type { Installation, Signed } from '#tests/support/installation.ts';
import { dropCookies, expect, test } from '#tests/support/installed-browser.ts';
import { downloadBy, logIn } from '#tests/support/page-acts.ts';
import { checkScreen } from '#tests/support/screen-check.ts';
import { appCode } from '#tests/support/two-factor.ts';

const password = (page: Page) => page.getByLabel('Password', { exact: true });
const digit = (page: Page, nth: number) => page.getByRole('textbox', { name: `Digit ${nth}` });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const invalid = 'Code was invalid. Try again.';
/** Returns the code of the next time step, which the server already accepts. The current code has been used. */
const nextCode = (key: string): string => appCode(key, new Date(Date.now() + 30_000));

interface Guarded extends Signed {
  readonly key: string;
  readonly codes: readonly string[];
}

async function guarded(installation: Installation, first: string, last: string): Promise<Guarded> {
  const who = await installation.join(first, last);
  await who.client.call('POST', '/user/confirm-password', { password: who.password });
  const { key } = await installation.call('POST', '/ajax/two-factor/setup', {}, who);
  const code = appCode(key, new Date());
  const { recovery_codes } = await installation.call('POST', '/ajax/two-factor', { code }, who);
  return { ...who, key, codes: recovery_codes };
}

async function toChallenge(page: Page, who: Guarded, path?: string): Promise<void> {
  await dropCookies(page);
  await logIn(page, who, path);
  await expect(page).toHaveURL(/\/two-factor-challenge$/);
  await expect(heading(page, '2-Factor Authentication')).toBeVisible();
}

const typed = async (page: Page): Promise<string[]> =>
  Promise.all([1, 2, 3, 4, 5, 6].map((nth) => digit(page, nth).inputValue()));

async function answer(page: Page, path: string, reply: (route: Route) => Promise<void>): Promise<void> {
  await page.route(`**${path}`, (route) => (route.request().method() === 'POST' ? reply(route) : route.continue()));
}

test('signing in requires a code once two-factor authentication is set up', { tag: '@everyday' }, async ({
  page,
  installation,
  signIn,
}) => {
  const who = await installation.join('Noor', 'Haddad');
  await signIn(who);
  await page.goto('/user/two-factor?next=%2Fmeetings');
  await page.getByRole('link', { name: 'Set up' }).click();
  await expect(heading(page, 'Confirm Your Password to Proceed')).toBeVisible();
  await expect(password(page)).toBeFocused();
  await page.keyboard.type(who.password);
  await page.keyboard.press('Enter');

  const picture = page.getByRole('img', { name: 'QR code for your authenticator app' });
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(true);
  const key = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await digit(page, 1).focus();
  await page.keyboard.type('000000');
  await expect(page.getByText(invalid)).toBeVisible();
  await expect(digit(page, 1)).toBeFocused();
  await page.keyboard.type(appCode(key, new Date()));

  await expect(heading(page, 'Save your recovery codes')).toBeVisible();
  const codes = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allTextContents();
  expect(codes).toHaveLength(10);
  const file = await downloadBy(page.getByRole('button', { name: 'Download' }));
  expect(file.suggestedFilename()).toBe('Dais recovery codes.txt');
  const text = await readFile(await file.path(), 'utf8');
  for (const code of codes) expect(text).toContain(code);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'));
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page).toHaveURL(/\/meetings$/);

  const withCodes = { ...who, key, codes };
  await toChallenge(page, withCodes, '/login?next=%2Fpeople');
  await page.goto('/home');
  await expect(page, 'a sign-in that waits for its code opens nothing').toHaveURL(/\/login/);
  await page.goto('/two-factor-challenge');
  await expect(digit(page, 1)).toBeFocused();
  await page.keyboard.type(nextCode(key));
  await expect(page).toHaveURL(/\/people$/);

  await toChallenge(page, withCodes);
  await page.getByText('Use a recovery code').click();
  await expect(page.getByLabel('Recovery code')).toBeFocused();
  await page.keyboard.type(codes[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/home$/);

  await page.goto('/user/two-factor');
  await expect(page.getByText('9 recovery codes left.')).toBeVisible();
});

test.describe('two-factor codes can be entered at sign-in', () => {
  let who: Guarded;
  test.beforeAll(async ({ installation }) => {
    who = await guarded(installation, 'Vera', 'Lindqvist');
  });

  test('a two-factor code can be typed or pasted, and a wrong code clears the fields', async ({ page }) => {
    const sent: unknown[] = [];
    await answer(page, '/two-factor-challenge', async (route) => {
      sent.push(route.request().postDataJSON());
      await route.fulfill({ status: 422, json: { status: 'error', msg: '' } });
    });
    await toChallenge(page, who);
    await expect(digit(page, 1)).toHaveAttribute('autocomplete', 'one-time-code');
    await expect(digit(page, 1)).toHaveAttribute('inputmode', 'numeric');
    await page.keyboard.type('a4 b0');
    expect(await typed(page)).toEqual(['4', '0', '', '', '', '']);
    await expect(digit(page, 3)).toBeFocused();
    await page.keyboard.press('Backspace');
    await expect(digit(page, 2)).toBeFocused();
    expect(await typed(page)).toEqual(['4', '', '', '', '', '']);
    await page.keyboard.type('0');
    for (let pressed = 0; pressed < 3; pressed += 1) await page.keyboard.press('ArrowLeft');
    await expect(digit(page, 1)).toBeFocused();
    await page.keyboard.type('7');
    expect(await typed(page)).toEqual(['7', '0', '', '', '', '']);
    await page.keyboard.press('End');
    await expect(digit(page, 6)).toBeFocused();
    await page.keyboard.press('Home');
    await expect(digit(page, 1)).toBeFocused();
    await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled();
    expect(sent).toEqual([]);

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(() => navigator.clipboard.writeText(' 408 153\n'));
    await digit(page, 4).focus();
    await page.keyboard.press('ControlOrMeta+v');
    await expect(page.getByText(invalid, { exact: true })).toBeVisible();
    expect(sent).toEqual([{ code: '408153' }]);
    expect(await typed(page)).toEqual(['', '', '', '', '', '']);
    await expect(digit(page, 1)).toBeFocused();

    await page.getByText('Use a recovery code').click();
    await expect(digit(page, 1)).toBeHidden();
    await page.getByText('Use a code from your app').click();
    await expect(digit(page, 1)).toBeFocused();
    await page.unrouteAll();
    await page.context().clearCookies({ name: 'dais_pending' });
    await page.keyboard.type('123456');
    await expect(page, 'a sign-in that waits no longer').toHaveURL(/\/login$/);
  });
});

test('confirming the password redirects only to paths within the application', async ({
  page,
  installation,
  signIn,
}) => {
  const who = await installation.join('Sofia', 'Berg');
  await signIn(who);
  for (const [next, end] of [
    ['/people', /\/people$/],
    ['//evil.example/', /\/home$/],
  ] as const) {
    await page.goto(`/user/confirm-password?next=${encodeURIComponent(next)}`);
    await password(page).fill(who.password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(end);
  }
});

test('members must set up two-factor authentication to open a board that requires it', async ({
  page,
  installation,
  signIn,
}) => {
  const boardId = await installation.board('Sailing Club', 'sailing');
  await installation.sql('update sessions set strength = 2');
  const member = await installation.signInAgain(installation.admin);
  await installation.sql('update boards set two_factor_required = true where id = $1', [boardId]);
  await signIn(member);
  await page.goto('/meetings?board=sailing');
  await expect(page).toHaveURL(/\/user\/two-factor\?next=/);
  await expect(
    page.getByText('Sailing Club is open only to members who have set up two-factor authentication.'),
  ).toBeVisible();
  await checkScreen(page, 'Two-factor authentication | Sailing Club | Dais');
  await page.getByRole('link', { name: 'Set up' }).click();
  await password(page).fill(member.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await checkScreen(page, 'Two-factor authentication | Sailing Club | Dais');
  const key = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await digit(page, 1).focus();
  await page.keyboard.type(appCode(key, new Date()));
  await expect(heading(page, 'Save your recovery codes')).toBeVisible();
  await checkScreen(page, 'Two-factor authentication | Sailing Club | Dais');
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page).toHaveURL(/\/meetings\?board=sailing$/);
  await expect(heading(page, 'Meetings')).toBeVisible();
});
