import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/installed-browser.ts';
import { checkOpen } from '#tests/support/screen-check.ts';

const menu = (page: Page) => page.getByRole('dialog', { name: 'Go to anything' });
const options = (page: Page) => menu(page).getByRole('option');
const shortcuts = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' });
const level1 = (page: Page) => page.getByRole('heading', { level: 1 });

/** Presses Ctrl+/ until the shortcuts open, because the page may not have loaded its keyboard shortcuts yet. */
async function openShortcuts(page: Page): Promise<void> {
  await expect(level1(page)).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('Control+/');
    await expect(shortcuts(page)).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

async function find(page: Page, words: string, found: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(words);
  await expect(options(page).first()).toHaveText(found);
}

test('the command menu opens screens, meetings, people and boards', async ({ asAdmin: page, installation }) => {
  await installation.join('Zoe', 'Avila');
  await installation.meeting({ title: 'Harvest dinner' });
  await installation.board('Second Board', 'second');
  await page.goto('/home');
  await openShortcuts(page);
  await page.keyboard.press('Escape');
  await expect(shortcuts(page)).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(options(page).filter({ hasText: 'Profile Fields' })).toBeVisible();
  await page.keyboard.type('libr');
  await expect(options(page)).toHaveText(['Library']);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/library$/);
  await expect(menu(page)).toHaveCount(0);
  await find(page, 'harvest', 'Harvest dinner');
  await page.keyboard.press('Enter');
  await expect(level1(page)).toHaveText('Harvest dinner');
  // The menu still receives keys while it fades out.
  await expect(menu(page)).toHaveCount(0);
  await find(page, 'zoe', 'Zoe Avila');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Zoe Avila' })).toBeVisible();
  // An open dialog receives the keys, so the menu stays closed.
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await find(page, 'second', 'Second Board');
  for (const key of ['ArrowUp', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await expect(page.getByRole('button', { name: 'Second Board, switch board' })).toBeVisible();
});

test('the command menu lists the member’s screens, and Ctrl+/ lists the shortcuts', async ({
  page,
  signIn,
  installation,
}) => {
  await signIn(await installation.join('Nils', 'Berg'));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/meetings');
  await openShortcuts(page);
  await expect(shortcuts(page).getByText('Go to anything')).toBeVisible();
  await checkOpen(page);
  await page.keyboard.press('Escape');
  await expect(shortcuts(page)).toBeHidden();
  await page.keyboard.press('Control+k');
  await expect(options(page).filter({ hasText: 'Library' })).toBeVisible();
  await expect(options(page).filter({ hasText: /Setup|Reports|New meeting/ })).toHaveCount(0);
  await checkOpen(page);
  await page.keyboard.type('qqqq?');
  await expect(menu(page).getByText('No results.')).toBeVisible();
  await expect(shortcuts(page)).toBeHidden();
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(menu(page)).toBeHidden();
});
