import type { Page } from '@playwright/test';
import type { Signed } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { checkOpen } from '#tests/support/screen-check.ts';

let member: Signed;
test.beforeAll(async ({ installation }) => {
  member = await installation.join('Zoe', 'Avila');
  await installation.meeting({ title: 'Harvest dinner' });
});

const menu = (page: Page) => page.getByRole('dialog', { name: 'Go anywhere' });
const options = (page: Page) => menu(page).getByRole('option');
const level1 = (page: Page) => page.getByRole('heading', { level: 1 });

test('Ctrl K leads to any screen, board, person or meeting, by the keyboard alone', async ({
  page,
  signIn,
  installation,
}) => {
  await installation.board('Second Board', 'second');
  await signIn(installation.admin);
  await page.goto('/home');
  await expect(level1(page)).toBeVisible();
  // The keys are known once the shell's dialogs are there, right after the first screen.
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(menu(page)).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(options(page).filter({ hasText: 'Profile Fields' })).toBeVisible();
  await checkOpen(page);
  await page.keyboard.type('libr');
  await expect(options(page)).toHaveText(['Library']);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/library$/);
  await expect(menu(page)).toBeHidden();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('harvest');
  await expect(options(page)).toHaveText(['Harvest dinner']);
  await page.keyboard.press('Enter');
  await expect(level1(page)).toHaveText('Harvest dinner');
  // While it fades out, the keys are still the dialog's.
  await expect(menu(page)).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('zoe');
  await expect(options(page)).toHaveText(['Zoe Avila']);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Zoe Avila' })).toBeVisible();
  // Under a dialog the keys are the dialog's.
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('second');
  await expect(options(page).first()).toHaveText('Second Board');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Second Board, switch board' })).toBeVisible();
});

/** Holds back what the menu is made of; returns what lets it go. */
async function holdMenu(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(/\/search-[^/]*\.js$/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/people');
  await expect(level1(page)).toBeVisible();
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(async () => {
    await page.keyboard.press('?');
    await expect(sheet).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  return held.resolve;
}

test('what is typed while the menu is on its way is typed into it, and nothing else receives it', async ({
  page,
  signIn,
  installation,
}) => {
  await signIn(installation.admin);
  await page.setViewportSize({ width: 1440, height: 300 });
  const letGo = await holdMenu(page);
  await page.keyboard.press('Control+k');
  // A key of the page's own, two that scroll, and slips.
  await page.keyboard.type('/li bx');
  await page.keyboard.press('PageDown');
  for (let nth = 0; nth < 3; nth += 1) await page.keyboard.press('Backspace');
  await page.keyboard.type('b');
  await expect(page.getByRole('combobox', { name: 'Search' })).not.toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  letGo();
  const goTo = menu(page).getByRole('combobox', { name: 'Go to' });
  await expect(goTo).toBeFocused();
  await expect(goTo).toHaveValue('/lib');
  await page.keyboard.type('x');
  await expect(goTo).toHaveValue('/libx');
});

test('Escape gives up a menu that is on its way, and the keys are the page’s again', async ({
  page,
  signIn,
  installation,
}) => {
  await signIn(installation.admin);
  const letGo = await holdMenu(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('lib');
  await page.keyboard.press('Escape');
  await page.keyboard.press('/');
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused();
  await page.keyboard.type('har');
  await expect(page.getByRole('combobox', { name: 'Search' })).toHaveValue('har');
  const arrived = page.waitForResponse(/\/search-[^/]*\.js$/);
  letGo();
  await arrived;
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
  await expect(menu(page)).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(menu(page).getByRole('combobox', { name: 'Go to' })).toHaveValue('');
});

test('a member is offered what is theirs; ? shows the keys, / goes to the search, and neither while one types', async ({
  page,
  signIn,
}) => {
  await signIn(member);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/meetings');
  await expect(level1(page)).toBeVisible();
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(async () => {
    await page.keyboard.press('?');
    await expect(sheet).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(sheet.getByText('Go anywhere')).toBeVisible();
  await checkOpen(page);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await page.keyboard.press('Control+k');
  await expect(options(page).filter({ hasText: 'Library' })).toBeVisible();
  await expect(options(page).filter({ hasText: /Setup|Reports|New meeting/ })).toHaveCount(0);
  await checkOpen(page);
  await page.keyboard.type('qqqq?');
  await expect(menu(page).getByText('Nothing matches.')).toBeVisible();
  await expect(sheet).toBeHidden();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(menu(page)).toBeHidden();
  await page.keyboard.press('/');
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused();
});
