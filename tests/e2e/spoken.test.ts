import type { Locator, Page } from '@playwright/test';
import { expect, openWhole, test } from '#tests/support/installed-browser.ts';
import { expectSpokenOnce, listen } from '#tests/support/spoken.ts';

/** What is announced of an act to those who do not see the page change: said, and said once. */

test.use({ actionTimeout: 15_000 });

const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });
const isOnBody = (page: Page): Promise<boolean> => page.evaluate(() => document.activeElement === document.body);

test('replied, voted, uploaded, refused, hidden', async ({ page, installation, signIn }) => {
  const { client } = installation.admin;
  const meeting = await installation.meeting({ title: 'November Board Meeting' });
  const rules = { choice: 'single', is_anonymous: false, results: 'always', closes_at: null };
  await client.call('POST', `/ajax/meetings/${meeting.id}/polls`, {
    ...{ question: 'Lunch?', options: ['Noon', 'One'], ...rules },
  });
  await signIn(installation.admin);
  await listen(page);
  await openWhole(page, `/meetings/${meeting.id}`);
  await expect(button(page, 'Vote')).toBeVisible();
  await expectSpokenOnce(page, /^Going remote You replied on/, () => button(page, 'Going remote').press('Enter'));
  await expect(button(page, 'Change')).toBeFocused();
  await page.getByRole('radio', { name: 'Noon' }).press('Space');
  await expectSpokenOnce(page, 'You have answered.', () => button(page, 'Vote').press('Enter'));
  // What was pressed is gone; the focus is in the card of the poll.
  await expect.poll(() => isOnBody(page)).toBe(false);
  const audience = { whole_board: true, group_ids: [], member_ids: [] };
  const made = await client.call('POST', '/ajax/library/categories', { name: 'Bylaws', description: '', audience });
  await openWhole(page, `/library/section/${made.json.data.id}`);
  await button(page, 'Edit').press('Enter');
  const choose = async (name: string): Promise<void> => {
    const chosen = page.waitForEvent('filechooser');
    await page.getByText('choose files', { exact: true }).press('Enter');
    await (await chosen).setFiles([{ name, mimeType: 'text/plain', buffer: Buffer.from('Plain words.') }]);
  };
  await expectSpokenOnce(page, '1 document uploaded', () => choose('Charter.txt'));
  await expectSpokenOnce(page, /^This type of file cannot be uploaded here/, () => choose('Charter.exe'));
  await expectSpokenOnce(page, 'Charter hidden from all but editors', async () => {
    await button(page, 'More for Charter').press('Enter');
    await page.getByRole('menuitem', { name: 'Hide' }).press('Enter');
  });
});

test('searched, changed, saved, copied; the focus where something was taken away', async ({
  page,
  installation,
  signIn,
}) => {
  await signIn(installation.admin);
  await listen(page);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openWhole(page, '/admin/setup');
  await expect(button(page, 'Add reminder')).toBeVisible();
  await expectSpokenOnce(page, '0 results', () => page.getByRole('combobox', { name: 'Search' }).fill('xylophone'));
  await expectSpokenOnce(page, 'You have unsaved changes', () =>
    page.getByRole('textbox', { name: 'Custom' }).fill('#1f3a6e'),
  );
  await button(page, 'Remove 1 week before').press('Enter');
  await expect(button(page, 'Remove 1 day before')).toBeFocused();
  await expectSpokenOnce(page, 'Setup saved', () => button(page, 'Save').press('Enter'));
  await openWhole(page, '/account');
  await expectSpokenOnce(page, 'Copied', () => button(page, 'Copy').first().press('Enter'));
});

test('a sign-in that is refused', async ({ page }) => {
  await listen(page);
  await page.goto('/login');
  await page.getByLabel('Email').fill('nobody@harbour.example');
  await page.getByLabel('Password', { exact: true }).fill('not this one');
  await expectSpokenOnce(page, /Invalid credentials\./, () => page.keyboard.press('Enter'));
});
