import type { Page } from '@playwright/test';
import type { Signed } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';

/** The reader's own reply, and an admin's for others (specification, section 4). */

let member: Signed;
test.beforeAll(async ({ installation }) => {
  member = await installation.join('Ingrid', 'Solberg');
  await installation.invite('Pavel', 'Novak');
});

const attendees = (page: Page) => page.getByRole('region', { name: 'Attendees' });
const change = (page: Page) => page.getByRole('button', { name: 'Change' });
const options = (page: Page) =>
  page.getByRole('main').getByRole('group').filter({ hasText: 'Going' }).getByRole('button');

const replies: readonly (readonly [
  keys: string,
  type: 'hybrid' | 'in-person' | 'remote',
  offered: readonly string[],
])[] = [
  ['S4.15', 'hybrid', ['Going in-person', 'Going remote', 'Not Going']],
  ['S4.14', 'in-person', ['Going in-person', 'Not Going']],
  ['S4.14', 'remote', ['Going remote', 'Not Going']],
];
for (const [keys, type, offered] of replies) {
  test(`S4.13 ${keys} S4.16 S4.17 a member answers a meeting that is ${type}, and changes the answer`, async ({
    page,
    installation,
    signIn,
  }) => {
    const { id } = await installation.meeting({ title: `Reply ${type}`, type, inDays: 15 });
    await signIn(member);
    await page.goto(`/meetings/${id}`);
    await expect(page.getByText('Will you attend?')).toBeVisible();
    await expect(options(page)).toHaveText([...offered]);
    for (const label of offered) {
      await options(page).filter({ hasText: label }).click();
      await expect(change(page)).toBeFocused();
      await expect(page.getByRole('status').filter({ hasText: label })).toBeVisible();
      await expect(attendees(page).getByRole('heading', { name: new RegExp(`^${label} 1$`) })).toBeVisible();
      await change(page).click();
      await expect(page.getByText('Will you attend?')).toBeVisible();
      await expect(attendees(page).getByRole('heading', { name: new RegExp(`^${label}`) })).toBeHidden();
    }
    await expect(attendees(page).getByText('Ingrid Solberg')).toBeVisible();
  });
}

test('the reply goes by the keyboard alone, and the focus stays with it', async ({ page, installation, signIn }) => {
  const { id } = await installation.meeting({ title: 'By keyboard', inDays: 16 });
  await signIn(member);
  await page.goto(`/meetings/${id}`);
  await expect(page.getByText('Will you attend?')).toBeVisible();
  const going = page.getByRole('button', { name: 'Going remote' });
  for (let presses = 0; presses < 60; presses += 1) {
    if (await going.evaluate((button) => button === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(going).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(change(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Going in-person' })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.getByRole('status').filter({ hasText: 'Going in-person' })).toBeVisible();
});

test('counts of an open page follow the answers of others, and never take back an answer under way', async ({
  page,
  browser,
  installation,
  signIn,
}) => {
  const { id } = await installation.meeting({ title: 'Two pages', inDays: 18 });
  const other = await (await browser.newContext()).newPage();
  await signIn(installation.admin, other);
  await signIn(member);
  for (const each of [page, other]) await each.goto(`${installation.server.url}/meetings/${id}`);
  await expect(other.getByText('Will you attend?')).toBeVisible();
  await options(page).filter({ hasText: 'Going remote' }).click();
  await expect(attendees(other).getByRole('heading', { name: /^Going remote 1$/ })).toBeVisible();

  // The answer is taken back, and is on its way for as long as it likes; meanwhile somebody else answers.
  const held = Promise.withResolvers<void>();
  await page.route('**/attendance/**', async (route) => {
    await held.promise;
    await route.continue();
  });
  await change(page).click();
  await expect(page.getByText('Will you attend?')).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await options(other).filter({ hasText: 'Not Going' }).click();
  await expect(attendees(other).getByRole('heading', { name: /^Not Going 1$/ })).toBeVisible();
  await expect(page.getByText('Will you attend?')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Going in-person' })).toBeFocused();
  expect(asked.filter((path) => path === `/ajax/meetings/${id}`)).toEqual([]);
  held.resolve();
  await expect(attendees(page).getByRole('heading', { name: /^Not Going 1$/ })).toBeVisible();
  await expect(attendees(other).getByRole('heading', { name: /^Going remote/ })).toBeHidden();
  await other.context().close();
});

test('a meeting long past takes no reply', async ({ page, installation, signIn }) => {
  const { id } = await installation.meeting({ title: 'Long past', inDays: -60 });
  await signIn(member);
  await page.goto(`/meetings/${id}`);
  await expect(page.getByText('No Reply. Replies to this meeting are closed.')).toBeVisible();
  await expect(options(page)).toHaveCount(0);
});

test('S4.18 S4.19 S6.4 an admin answers for who is pending, sees that they get no notifications, and resets a reply', async ({
  page,
  installation,
  signIn,
}) => {
  const { id } = await installation.meeting({ title: 'Answered for others', inDays: 17 });
  await member.client.call('POST', `/attendance/${id}/r`, {});
  await signIn(installation.admin);
  await page.goto(`/meetings/${id}`);
  await expect(attendees(page).getByText(/no notifications/)).toBeVisible();
  await page.getByRole('button', { name: 'Reply for Pavel Novak' }).click();
  await page.getByRole('menuitem', { name: 'Not Going' }).click();
  await expect(attendees(page).getByRole('heading', { name: /^Not Going 1$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Reply of Ingrid Solberg' }).click();
  await page.getByRole('menuitem', { name: 'Reset to No Reply' }).click();
  await expect(attendees(page).getByRole('heading', { name: /^Going remote/ })).toBeHidden();
  await signIn(member);
  await page.goto(`/meetings/${id}`);
  await expect(page.getByText('Will you attend?')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Reply (for|of)/ })).toHaveCount(0);
});
