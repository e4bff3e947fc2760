import type { Page } from '@playwright/test';
import type { Signed } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { startWith } from '#tests/support/page-settings.ts';

/** What the frame offers to whom (specification, sections 2 and 6). */

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

test('S2.30 S2.31 S6.8 S6.9 a plain member: the screens of members, the user menu, no admin groups and no New', async ({
  page,
  signIn,
}) => {
  await signIn(member);
  await page.goto('/home');
  await expect(entries(page)).toHaveText([
    'Dashboard',
    'Meetings',
    'Announcements',
    'Library',
    'Resolutions',
    'Actions',
    'People',
  ]);
  await expect(group(page, 'Admin')).toHaveCount(0);
  await expect(group(page, 'Site Admin')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'New', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: /Tomas Berg, Member, your menu/ }).click();
  await expect(page.getByRole('menuitem', { name: 'My Account & Profile' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
});

test('a plain member finds no form for a meeting, and no person can be invited', async ({ page, signIn }) => {
  await signIn(member);
  await page.goto('/meetings/create');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await page.goto('/people/create');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

test('S2.32 S2.38 S6.2 S6.8 a board admin: the Admin group, and New with Meeting, Announcement and Person', async ({
  page,
  signIn,
}) => {
  await signIn(boardAdmin);
  await page.goto('/home');
  await expect(group(page, 'Site Admin')).toHaveCount(0);
  await expect(group(page, 'Admin')).toHaveAttribute('aria-expanded', 'false');
  await group(page, 'Admin').click();
  for (const name of ['Groups', 'Reports', 'Profile Fields', 'Setup'])
    await expect(sidebar(page).getByRole('link', { name })).toBeVisible();
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Meeting', 'Announcement', 'Person']);
});

test('S2.32 on large screens the Admin group opens by itself on its routes', async ({ page, signIn }) => {
  await signIn(boardAdmin);
  await page.goto('/admin/reports');
  await expect(group(page, 'Admin')).toHaveAttribute('aria-expanded', 'true');
  await expect(sidebar(page).getByRole('link', { name: 'Reports' })).toHaveAttribute('aria-current', 'page');
});

test('S2.33 S6.7 a site admin: the Site Admin group with Boards and Users', async ({ page, installation, signIn }) => {
  await signIn(installation.admin);
  await page.goto('/home');
  await group(page, 'Site Admin').click();
  await expect(sidebar(page).getByRole('link', { name: 'Boards' })).toBeVisible();
  await expect(sidebar(page).getByRole('link', { name: 'Users' })).toBeVisible();
});

test('S2.39 S6.2 the library offers Edit and Done to a board admin, and nothing to a member', async ({
  page,
  signIn,
}) => {
  await signIn(boardAdmin);
  await page.goto('/library');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Done', exact: true })).toBeVisible();
  await signIn(member);
  await page.goto('/library');
  await expect(page.getByRole('heading', { name: 'Library' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0);
});

test('S2.37 the search begins with the screen it stands on; Library is Documents', async ({ page, signIn }) => {
  await signIn(member);
  for (const [path, type] of [
    ['/home', 'Everything'],
    ['/meetings', 'Meetings'],
    ['/announcements', 'Announcements'],
    ['/people', 'People'],
    ['/library', 'Documents'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('button', { name: `Search in ${type}` })).toBeVisible();
  }
});

test('S5.23 a search is trimmed, its spaces collapse, and an empty one is not run', async ({ page, signIn }) => {
  await signIn(member);
  await page.goto('/meetings');
  const field = page.getByRole('combobox', { name: 'Search' });
  await field.fill('   ');
  await field.press('Enter');
  await expect(page).toHaveURL(/\/meetings$/);
  await field.fill('  annual   budget ');
  await field.press('Enter');
  await expect(page).toHaveURL(/\/search\?itemType=meetings&searchString=annual(\+|%20)budget$/);
});

test.describe('on a board that hides people', () => {
  const hide = (hidden: boolean) => `update boards set people_hidden = ${hidden} where shortname = 'harbour'`;
  test.beforeEach(({ installation }) => installation.sql(hide(true)).then(() => undefined));
  test.afterEach(({ installation }) => installation.sql(hide(false)).then(() => undefined));

  test('S2.31 S6.3 S6.10 People is gone for a member, and stands under Admin for an admin', async ({
    page,
    signIn,
  }) => {
    await signIn(member);
    await page.goto('/home');
    await expect(entries(page)).toHaveText([
      'Dashboard',
      'Meetings',
      'Announcements',
      'Library',
      'Resolutions',
      'Actions',
    ]);
    await page.getByRole('button', { name: /^Search in/ }).click();
    await expect(page.getByRole('menuitemradio', { name: 'People' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.goto('/people');
    await expect(page.getByText('Amara Nwosu')).toHaveCount(0);
    await signIn(boardAdmin);
    await page.goto('/home');
    await group(page, 'Admin').click();
    await expect(sidebar(page).getByRole('link', { name: 'People' })).toBeVisible();
    await page.getByRole('button', { name: /^Search in/ }).click();
    await expect(page.getByRole('menuitemradio', { name: 'People' })).toBeVisible();
  });
});

test('M8 S1.1 S2.35 the switcher lists one’s boards, changes to another, and Add new board says how', async ({
  page,
  installation,
  signIn,
}) => {
  await installation.board('Choir', 'choir');
  await installation.board('Old Mill', 'old-mill');
  await installation.sql(`update boards set suspended_at = now() where shortname = 'old-mill'`);
  await signIn(await installation.signInAgain(installation.admin));
  const [plans, contact] = ['https://dais.example/plans', 'https://dais.example/contact'];
  await startWith(page, { plans_url: plans, contact_url: contact });
  await page.goto('/meetings');
  const switcher = page.getByRole('button', { name: /switch board/ });
  await switcher.click();
  await page.getByRole('menuitem', { name: 'Choir' }).click();
  await expect(page).toHaveURL(/\/home$/);
  await expect(page).toHaveTitle('Dashboard | Choir | Dais');
  await switcher.click();
  await page.getByRole('menuitem', { name: /Old Mill/ }).click();
  await expect(page.getByRole('heading', { name: 'This board is suspended' })).toBeVisible();
  await expect(page, 'M8: of the suspended board, not of the one that was left').toHaveTitle(
    'Suspended | Old Mill | Dais',
  );
  await page.getByRole('button', { name: 'Switch board' }).click();
  await page.getByRole('menuitem', { name: 'Choir' }).click();
  await expect(page).toHaveURL(/\/home$/);
  await switcher.click();
  await page.getByRole('menuitem', { name: 'Add new board' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add new board' });
  await expect(dialog.getByRole('link', { name: 'Plans and pricing' })).toHaveAttribute('href', plans);
  await expect(dialog.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', contact);
});

test('S2.36 the user menu: the account, Help where there is one, and Logout', async ({ page, signIn }) => {
  await signIn(member);
  await startWith(page, { help_url: 'https://help.example/' });
  await page.goto('/home');
  await page.getByRole('button', { name: /your menu/ }).click();
  await expect(page.getByRole('menuitem', { name: 'My Account & Profile' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Help' })).toHaveAttribute('href', 'https://help.example/');
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
});
