import type { Page } from '@playwright/test';
import { boardTitle } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';

/** /inv/{uuid}: a new account or one that exists (specification, sections 2, 4, 5 and 8). */

const password = (page: Page) => page.getByLabel('Password', { exact: true });
const retype = (page: Page) => page.getByLabel('Retype password');
const create = (page: Page) => page.getByRole('button', { name: 'Create Account' });
const haveAccount = (page: Page) => page.getByText('I Already Have an Account');
const createNew = (page: Page) => page.getByText('Create a New Account');

let link: string;
test.beforeAll(async ({ installation }) => {
  link = await installation.invite('Marta', 'Oyelaran');
});

async function fillNew(page: Page, both = 'a harbour at night'): Promise<void> {
  await password(page).fill(both);
  await retype(page).fill(both);
}

test('S2.47 S2.48 S2.49 S2.50 S2.51 a new member is welcomed by name and board, and may create an account', async ({
  page,
}) => {
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Marta!' })).toBeVisible();
  await expect(page.getByText(boardTitle, { exact: true })).toBeVisible();
  await expect(page.getByText('H', { exact: true })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Create a New Account' })).toBeChecked();
  await expect(page.getByLabel('Email')).toHaveValue('marta.oyelaran@harbour.example');
  await expect(page.getByLabel('Email')).toBeDisabled();
  await expect(page.getByRole('link', { name: 'terms of use' })).toHaveAttribute('href', /\/terms$/);
  await expect(page.getByRole('link', { name: 'privacy policy' })).toHaveAttribute('href', /\/privacy$/);
  await expect(create(page)).toBeVisible();
  await haveAccount(page).click();
  await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible();
  await expect(retype(page)).toBeHidden();
  await expect(page.getByRole('link', { name: 'terms of use' })).toBeHidden();
});

test('S4.21 switching the mode clears passwords and errors', async ({ page }) => {
  await page.goto(link);
  await fillNew(page, 'short');
  await create(page).click();
  await expect(page.getByText('Password must be at least 10 characters long')).toBeVisible();
  await haveAccount(page).click();
  await expect(page.getByText('Password must be at least 10 characters long')).toBeHidden();
  await expect(password(page)).toHaveValue('');
  await password(page).fill('typed again');
  await createNew(page).click();
  await expect(password(page)).toHaveValue('');
  await expect(retype(page)).toHaveValue('');
});

test('S5.13 S5.14 S5.15 the rules of a new password are told under its fields, and nothing is sent', async ({
  page,
}) => {
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/ajax/confirmAccount')) sent += 1;
  });
  await page.goto(link);
  await password(page).fill('nine char');
  await create(page).click();
  await expect(page.getByText('Password must be at least 10 characters long', { exact: true })).toBeVisible();
  await expect(page.getByText('This field is required.', { exact: true })).toBeVisible();
  await password(page).fill('a harbour at night');
  await retype(page).fill('a harbour at noon');
  await create(page).click();
  await expect(page.getByText('The passwords need to match', { exact: true })).toBeVisible();
  expect(sent).toBe(0);
});

test('S5.20 in login mode email and password are required', async ({ page }) => {
  await page.goto(link);
  await haveAccount(page).click();
  await page.getByLabel('Email').fill('');
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByText('This field is required.', { exact: true })).toHaveCount(2);
});

const answers: readonly (readonly [key: string, status: number, message: string])[] = [
  ['S8.17', 419, 'Session expired. Please refresh your page and try again.'],
  ['S8.19', 500, 'Something went wrong. Please refresh your page and try again.'],
  ['S8.18', 403, 'Access Denied, check your persmissions'],
];
for (const [key, status, message] of answers) {
  test(`${key} HTTP ${status}: “${message}” under the credentials`, async ({ page, expectConsoleError }) => {
    expectConsoleError(/status of 500/);
    await page.route('**/ajax/confirmAccount', (route) => route.fulfill({ status, json: {} }));
    await page.goto(link);
    await fillNew(page);
    await create(page).click();
    await expect(page.getByText(message, { exact: true })).toBeVisible();
    await expect(page.getByRole('alertdialog')).toBeHidden();
  });
}

test('S8.20 what the server says of a refusal stands under the credentials', async ({ page, installation }) => {
  const spent = await installation.invite('Rosa', 'Iturbe');
  await page.goto(spent);
  await fillNew(page);
  await installation.redeem(spent, 'rosa.iturbe@harbour.example', 'Rosa was faster');
  await create(page).click();
  await expect(
    page.getByText('This invitation has been used, withdrawn or has expired. Ask for a new one.', { exact: true }),
  ).toBeVisible();
  await expect(page.getByRole('alertdialog')).toBeHidden();
});

test('S4.23 submitting twice while it is under way sends once', async ({ page }) => {
  let sent = 0;
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/ajax/confirmAccount', async (route) => {
    sent += 1;
    await held;
    await route.fulfill({ json: { status: 'error', msg: 'Not now.' } });
  });
  await page.goto(link);
  await fillNew(page);
  await retype(page).press('Enter');
  await retype(page).press('Enter');
  await password(page).press('Enter');
  release();
  await expect(page.getByText('Not now.')).toBeVisible();
  expect(sent).toBe(1);
});

test('S1.10 a new account leads to the set-up of the profile, and the link is spent', async ({
  page,
  installation,
}) => {
  await page.goto(await installation.invite('Yusuf', 'Haddad'));
  const address = page.url();
  await fillNew(page);
  await create(page).click();
  await expect(page).toHaveURL(/\/people\/edit\/yusuf-haddad\?profileSetup=1$/);
  await expect(page).toHaveTitle(`Invitation Profile Setup | ${boardTitle} | Dais`);
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'This invitation has been used' })).toBeVisible();
});

test('S1.10 S4.22 who has an account logs in with it, and then belongs to both boards', async ({
  page,
  installation,
}) => {
  const member = await installation.join('Noor', 'Lindqvist');
  const boardId = await installation.board('Rowing Club', 'rowing');
  const rower = await installation.signInAgain(installation.admin);
  await rower.client.call('POST', '/ajax/session/board', { board_id: boardId });
  await page.goto(await installation.invite('Noor', 'Lindqvist', rower));
  await expect(page.getByRole('radio', { name: 'I Already Have an Account' })).toBeChecked();
  await expect(page.getByLabel('Email')).toHaveValue(member.email);
  await password(page).fill('not the right one');
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await password(page).fill(member.password);
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page).not.toHaveURL(/\/inv\//);
  await page.goto('/home');
  await page.getByRole('button', { name: /switch board/ }).click();
  await expect(page.getByRole('menuitem', { name: /Rowing Club/ })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: new RegExp(boardTitle) })).toBeVisible();
});
