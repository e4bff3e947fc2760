import type { Page } from '@playwright/test';
import type { Signed } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';

let member: Signed;
let boardAdmin: Signed;
test.beforeAll(async ({ installation }) => {
  member = await installation.join('Tomas', 'Berg');
  boardAdmin = await installation.join('Amara', 'Nwosu');
  await installation.sql(
    `update members set is_board_admin = true where user_id = (select id from users where email = $1)`,
    [boardAdmin.email],
  );
});

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main', exact: true });
const entries = (page: Page) => sidebar(page).getByRole('link');
const group = (page: Page, name: string) => sidebar(page).getByRole('button', { name, exact: true });

test('the frame offers what the role of a person may do', async ({ page, signIn }) => {
  const members = ['Dashboard', 'Meetings', 'Announcements', 'Library', 'Resolutions', 'Actions', 'People'];
  await signIn(member);
  await page.goto('/home');
  await expect(entries(page)).toHaveText(members);
  for (const name of ['Admin', 'Site Admin']) await expect(group(page, name)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'New', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: /Tomas Berg, Member, your menu/ }).click();
  for (const name of ['My Account & Profile', 'Logout']) {
    await expect(page.getByRole('menuitem', { name })).toBeVisible();
  }
  await page.goto('/library');
  await expect(page.getByRole('button', { name: 'Search in Documents' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0);

  await signIn(boardAdmin);
  await page.goto('/library');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Done', exact: true })).toBeVisible();
  await expect(group(page, 'Site Admin')).toHaveCount(0);
  await expect(group(page, 'Admin')).toHaveAttribute('aria-expanded', 'false');
  await group(page, 'Admin').click();
  for (const name of ['Groups', 'Reports', 'Profile Fields', 'Setup']) {
    await expect(sidebar(page).getByRole('link', { name })).toBeVisible();
  }
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Meeting', 'Announcement', 'Person']);
  await page.goto('/admin/reports');
  await expect(group(page, 'Admin')).toHaveAttribute('aria-expanded', 'true');
  await expect(sidebar(page).getByRole('link', { name: 'Reports' })).toHaveAttribute('aria-current', 'page');
});

test('the switcher changes to another board, and names a suspended board', async ({ page, installation, signIn }) => {
  await installation.board('Choir', 'choir');
  await installation.board('Old Mill', 'old-mill');
  await installation.sql(`update boards set suspended_at = now() where shortname = 'old-mill'`);
  await signIn(await installation.signInAgain(installation.admin));
  await page.goto('/meetings');
  const switcher = page.getByRole('button', { name: /switch board/ });
  await switcher.click();
  await page.getByRole('menuitem', { name: 'Choir' }).click();
  await expect(page).toHaveURL(/\/home$/);
  await expect(page).toHaveTitle('Dashboard | Choir | Dais');
  await switcher.click();
  await page.getByRole('menuitem', { name: /Old Mill/ }).click();
  await expect(page.getByRole('heading', { name: 'This board is suspended' })).toBeVisible();
  await expect(page).toHaveTitle('Suspended | Old Mill | Dais');
  await page.getByRole('button', { name: 'Switch board' }).click();
  await page.getByRole('menuitem', { name: 'Choir' }).click();
  await expect(page).toHaveURL(/\/home$/);
});
