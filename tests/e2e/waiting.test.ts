import { expect, test } from '#tests/support/installed-browser.ts';
import { checkOpen, checkScreen } from '#tests/support/screen-check.ts';

test('what waits on all boards is counted and leads to its board', async ({ page, installation, signIn }) => {
  await installation.meeting({ title: 'December Board', inDays: 9 });
  const dueOn = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10);
  const citadel = await installation.board('Citadel Hospice Society', 'citadel');
  await installation.sql(
    `insert into action_items (board_id, body_id, owner_id, title, due_on, created_at, reminders_from)
     select board_id, board_id, id, 'Table the hardship fund', $2, now(), now() from members where board_id = $1`,
    [citadel, dueOn],
  );
  await installation.sql("update boards set time_zone = 'America/Vancouver' where id = $1", [citadel]);
  const closed = await installation.board('North End Credit Union', 'north-end');
  await installation.sql('update boards set suspended_at = now() where id = $1', [closed]);
  await signIn(installation.admin);
  await page.goto('/home');
  const button = page.getByRole('button', { name: /your menu 2 waiting for you/ });
  await expect(button).toBeVisible();
  await button.click();
  await expect(page.getByRole('menuitem', { name: /^Waiting for you/ })).toHaveAttribute('href', '/waiting');
  await page.keyboard.press('Escape');
  await page.getByRole('main').getByRole('link', { name: 'Waiting for you 2' }).click();
  await expect(page).toHaveURL(/\/waiting$/);
  await expect(page.getByText('2 things on 2 boards')).toBeVisible();
  // A time and its zone must not be broken over two lines.
  const time = page.getByText(/^\w+, \d+:\d\d [AP]M \S+$/);
  expect((await time.boundingBox())?.height).toBeLessThan(25);
  await expect(page.getByRole('main').getByRole('listitem')).toHaveText([
    /December Board: will you attend\?.*Harbour Street Housing TrustReply/,
    /Table the hardship fund.*Citadel Hospice SocietyUpdate/,
    /North End Credit UnionSuspended\. What waits there is not shown\./,
  ]);
  await checkScreen(page, 'Waiting for you | Harbour Street Housing Trust | Dais');

  await page.getByRole('link', { name: 'Reply: December Board: will you attend?' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'December Board' })).toBeVisible();
  await page.getByRole('button', { name: 'Going remote' }).click();
  await page.goBack();
  await expect(page.getByText('1 thing on 1 board')).toBeVisible();

  await page.getByRole('link', { name: /^Update: Table the hardship fund/ }).click();
  await expect(page).toHaveTitle('Actions | Citadel Hospice Society | Dais');
  const dialog = page.locator('section[role="dialog"]');
  await expect(dialog).toContainText('Table the hardship fund');
  await checkOpen(page);
  await dialog.getByRole('button', { name: /State/ }).click();
  await page.getByRole('option', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: /your menu$/ })).toBeVisible();
});
