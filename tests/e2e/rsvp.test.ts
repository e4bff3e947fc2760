import type { Page } from '@playwright/test';
import type { Signed } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';

let member: Signed;
test.beforeAll(async ({ installation }) => {
  member = await installation.join('Ingrid', 'Solberg');
  await installation.invite('Pavel', 'Novak');
});

const attendees = (page: Page) => page.getByRole('region', { name: 'Attendees' });
const group = (page: Page, label: string) => attendees(page).getByRole('heading', { name: new RegExp(`^${label} 1$`) });
const question = (page: Page) => page.getByText('Will you attend?');
const change = (page: Page) => page.getByRole('button', { name: 'Change' });
const options = (page: Page) =>
  page.getByRole('main').getByRole('group').filter({ hasText: 'Going' }).getByRole('button');

test('every reply can be given and changed by keyboard, and only hybrid meetings offer all of them', async ({
  page,
  installation,
  signIn,
}) => {
  const { id } = await installation.meeting({ title: 'Reply hybrid', inDays: 15 });
  const others = await Promise.all([
    installation.meeting({ title: 'Reply in person', type: 'in-person', inDays: 16 }),
    installation.meeting({ title: 'Reply remotely', type: 'remote', inDays: 17 }),
  ]);
  await signIn(member);
  await page.goto(`/meetings/${id}`);
  const offered = ['Going in-person', 'Going remote', 'Not Going'];
  await expect(options(page)).toHaveText(offered);
  const answers = options(page).filter({ hasText: 'Going remote' });
  await answers.focus();
  await page.keyboard.press('Enter');
  await expect(change(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(options(page).first()).toBeFocused();
  for (const label of offered) {
    await options(page).filter({ hasText: label }).press('Space');
    await expect(change(page)).toBeFocused();
    await expect(page.getByRole('status').filter({ hasText: label })).toBeVisible();
    await expect(group(page, label)).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(question(page)).toBeVisible();
    await expect(group(page, label)).toBeHidden();
  }
  await expect(attendees(page).getByText('Ingrid Solberg')).toBeVisible();
  for (const [nth, label] of ['Going in-person', 'Going remote'].entries()) {
    await page.goto(`/meetings/${others[nth]?.id}`);
    await expect(options(page)).toHaveText([label, 'Not Going']);
  }
});
