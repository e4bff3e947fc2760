import type { CDPSession, Page } from '@playwright/test';
import type { Signed } from '#tests/support/installation.ts';
import { dropCookies, expect, test } from '#tests/support/installed-browser.ts';
import { checkLook } from '#tests/support/screen-check.ts';

/** The way back in, with an authenticator that the browser makes believe and the clock moved in the database. */

async function device(page: Page): Promise<CDPSession> {
  await page.addInitScript(() => {
    // A blank page has no passkeys; an offer would be taken before anything can be pressed.
    if (isSecureContext) PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  return cdp;
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

async function lookOnPhone(page: Page): Promise<void> {
  await checkLook(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await checkLook(page);
  await page.setViewportSize({ width: 1280, height: 800 });
}

test('where a board has too few officers, the page says what to do, and leads back', async ({
  page,
  installation,
  server,
}) => {
  const who = await installation.join('Vera', 'Holm');
  await page.goto('/recover');
  await page.getByLabel('Email').fill(who.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  const mail = await server.mailbox?.waitFor(
    ({ recipients, email }) => recipients.includes(who.email) && email.text?.includes('/recover/') === true,
    20_000,
  );
  await page.goto(/http:\/\/\S+\/recover\/[\w-]+(?=\s)/.exec(mail?.email.text ?? '')?.[0] ?? '');
  await page.getByRole('button', { name: /^Ask the officers of/ }).click();
  await expect(page.getByText(/ has too few officers\. Ask whoever runs this portal\.$/)).toBeVisible();
  await expect(page.getByText('Once they are, ask for a new link.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to the login' })).toBeVisible();
  await lookOnPhone(page);
  await page.getByRole('link', { name: 'Ask for a new link' }).click();
  await expect(page).toHaveURL(/\/recover$/);
});

test('from Lost your way in? to the dashboard: mail, code, two officers, a passkey, twelve hours', async ({
  page,
  browser,
  installation,
  server,
  signIn,
}) => {
  test.setTimeout(120_000);
  const who = await installation.join('Lena', 'Fors');
  const officers: readonly Signed[] = [installation.admin, await installation.join('Omar', 'Haddad')];
  await installation.sql(
    `update members set is_officer = true where user_id = (select id from users where email = $1)`,
    [officers[1]?.email],
  );
  await installation.sql(
    'update sessions set strength = 2 where user_id = any (select id from users where email = any ($1))',
    [officers.map(({ email }) => email)],
  );
  await device(page);
  await page.goto('/login');
  await page.getByRole('link', { name: 'Lost your way in?' }).click();
  await expect(heading(page, 'Lost your way in?')).toBeVisible();
  await lookOnPhone(page);
  await page.getByLabel('Email').fill(who.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText(/has an account here, a message with a link is on its way/)).toBeVisible();
  const mail = await server.mailbox?.waitFor(
    ({ recipients, email }) => recipients.includes(who.email) && email.text?.includes('/recover/') === true,
    20_000,
  );
  const link = /http:\/\/\S+\/recover\/[\w-]+(?=\s)/.exec(mail?.email.text ?? '')?.[0] ?? '';
  await page.goto(link);
  await expect(heading(page, 'Who vouches for you?')).toBeVisible();
  await lookOnPhone(page);
  await page.getByRole('button', { name: /^Ask the officers of/ }).click();
  await expect(heading(page, 'Tell this code to two officers')).toBeVisible();
  await expect(page.getByText('They have been written to')).toBeVisible();
  await lookOnPhone(page);
  const code = ((await page.getByText(/^\d{4} \d{4}$/).textContent()) ?? '').replaceAll(' ', '');

  const own = await (await browser.newContext()).newPage();
  await signIn(who, own);
  await own.goto(`${server.url}/home`);
  await expect(own.getByText('Somebody has begun a way back into your account.')).toBeVisible();
  await own.getByRole('link', { name: 'Look, or stop it' }).click();
  await expect(own.getByRole('button', { name: 'This was not me' })).toBeVisible();
  await lookOnPhone(own);
  const address = own.url();
  await own.context().close();

  const other = await (await browser.newContext()).newPage();
  for (const [nth, officer] of officers.entries()) {
    await dropCookies(other);
    await signIn(officer, other);
    await other.goto(address);
    await expect(heading(other, 'Vouch for Lena Fors?')).toBeVisible();
    await other.getByLabel('Code of eight digits').fill(code === '00000000' ? '11111111' : '00000000');
    await other.keyboard.press('Enter');
    await expect(other.getByText('That is not the code. 2 tries left.')).toBeVisible();
    if (nth === 0) await lookOnPhone(other);
    await other.getByLabel('Code of eight digits').fill(code);
    await other.keyboard.press('Enter');
    await expect(other.getByText('You have vouched.')).toBeVisible();
  }
  await other.context().close();

  await page.reload();
  await expect(heading(page, 'Two officers have vouched for you')).toBeVisible();
  await lookOnPhone(page);
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await expect(heading(page, 'Your passkey opens later')).toBeVisible();
  await lookOnPhone(page);
  await installation.sql("update recoveries set opens_at = opens_at - interval '12 hours'");
  await page.reload();
  await expect(heading(page, 'Your passkey opens now')).toBeVisible();
  await lookOnPhone(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).toHaveURL(/\/home$/);
  await expect(heading(page, 'Dashboard')).toBeVisible();
  await page.goto(link);
  await expect(heading(page, 'This request has ended.')).toBeVisible();
  await lookOnPhone(page);
});

test('This was not me, from the mail: asked first, then stopped', async ({
  page,
  installation,
  server,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 404/);
  const who = await installation.join('Nora', 'Vance');
  await page.goto('/recover');
  await page.getByLabel('Email').fill(who.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  const mail = await server.mailbox?.waitFor(
    ({ recipients, email }) => recipients.includes(who.email) && email.text?.includes('/recover/') === true,
    20_000,
  );
  const stop = /http:\/\/\S+\/recover\/[\w-]+\.[\w-]+/.exec(mail?.email.text ?? '')?.[0] ?? '';
  await page.clock.install();
  await page.goto(stop);
  await expect(heading(page, 'Was this not you?')).toBeVisible();
  await lookOnPhone(page);
  await page.getByRole('button', { name: 'This was not me' }).click();
  await expect(heading(page, 'The request is stopped')).toBeVisible();
  await page.clock.runFor(20_000);
  await expect(heading(page, 'The request is stopped')).toBeVisible();
  await page.goto(stop);
  await expect(heading(page, 'This request has ended.')).toBeVisible();
});

test('A further board, vouched for while its page is open: its own words, and on to the dashboard', async ({
  page,
  installation,
  signIn,
}) => {
  const who = await installation.join('Ines', 'Falk');
  await signIn(who, page);
  const ofUser = `user_id = (select id from users where email = $1)`;
  await installation.sql(`update members set unvouched_since = now() where ${ofUser}`, [who.email]);
  await installation.sql(
    `insert into recoveries (kind, user_id, board_id, begun_at, expires_at, state)
     select 'board', user_id, board_id, now(), now() + interval '48 hours', 'half-vouched' from members where ${ofUser}`,
    [who.email],
  );
  const [request] = await installation.sql(`select id from recoveries where ${ofUser}`, [who.email]);
  await page.clock.install();
  await page.goto(`/recoveries/${request?.id}`);
  await expect(heading(page, /^Two officers of .+ vouch for you$/)).toBeVisible();
  await installation.sql(`update members set unvouched_since = null where ${ofUser}`, [who.email]);
  await installation.sql(`update recoveries set state = 'used', ended_at = now() where ${ofUser}`, [who.email]);
  await page.clock.runFor(16_000);
  await expect(heading(page, /is open to you again\.$/)).toBeVisible();
  await lookOnPhone(page);
  await page.getByRole('button', { name: 'Go to the dashboard' }).click();
  await expect(heading(page, 'Dashboard')).toBeVisible();
});
