import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/installed-browser.ts';
import { startingMeeting } from '#tests/support/live-room.ts';
import { checkScreen } from '#tests/support/screen-check.ts';

test.beforeAll(async ({ installation }) => {
  await installation.join('Ingrid', 'Solberg');
  await installation.invite('Pavel', 'Novak');
});
test.beforeEach(({ installation, signIn }) => signIn(installation.admin));

const marks = (page: Page, name: string) => page.getByRole('radiogroup', { name });
const mark = (page: Page, name: string, label: string) =>
  marks(page, name).getByRole('radio', { name: label, exact: true });
const choose = (page: Page, name: string, label: string) => marks(page, name).getByText(label, { exact: true }).click();
const saved = (page: Page) => page.getByRole('status').filter({ hasText: 'Saved' });
const checked = (page: Page) => page.getByRole('radio', { checked: true });

test('attendance can be marked, changed and removed by pointer and by keyboard', async ({ page, installation }) => {
  const { id } = await startingMeeting(installation, 'Unmarked');
  await page.goto(`/meetings/${id}?attendance=1`);
  await choose(page, 'Ingrid Solberg', 'In Attendance');
  await expect(page.getByText('1 in attendance')).toBeVisible();
  await choose(page, 'Ingrid Solberg', 'In Attendance');
  await expect(checked(page)).toHaveCount(0);
  await expect(page.getByText('0 in attendance')).toBeVisible();
  const present = mark(page, 'Pavel Novak', 'In Attendance');
  const absent = mark(page, 'Pavel Novak', 'Not In Attendance');
  await present.focus();
  await page.keyboard.press('Space');
  await expect(present).toBeChecked();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await expect(absent).toBeChecked();
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect(absent).toBeChecked();
  await absent.focus();
  await page.keyboard.press('Space');
  await expect(checked(page)).toHaveCount(0);
  await expect(saved(page)).toBeVisible();
  await checkScreen(page, 'Attendance, Unmarked | Harbour Street Housing Trust | Dais');
});
