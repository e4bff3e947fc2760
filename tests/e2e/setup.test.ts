import { expect, test } from '#tests/support/installed-browser.ts';
import { expectAccessible } from '#tests/support/screen-check.ts';

test('a board admin chooses a colour, a name, a time zone and a default meeting, and saves them together', {
  tag: '@everyday',
}, async ({ asAdmin: page, installation }) => {
  await page.goto('/admin/setup');
  await test.step('a colour is previewed in both themes before saving, with enough contrast', async () => {
    await page.getByLabel('Custom').fill('F4C9D6');
    await expect(page.getByText(/^Text on this colour is black\. Contrast \d+(\.\d)? to 1\.$/)).toBeVisible();
    for (const theme of ['light', 'dark']) await expect(page.locator(`[data-preview=${theme}]`)).toBeVisible();
    await expectAccessible(page, 'previews of a colour');
    await page.getByLabel('Custom').fill('pink');
    await expect(page.getByText(/Enter # followed by six characters/)).toBeVisible();
    await page.getByRole('radio', { name: 'Brick' }).press('Space');
    await expect(page.getByLabel('Custom')).toHaveValue('#7d2a26');
  });

  await test.step('a reserved short name is rejected at its field, and saving with another name succeeds', async () => {
    await page.getByLabel('Title', { exact: true }).fill('Harbour Trust');
    await page.getByLabel('Short name').fill('www');
    await page.getByRole('combobox', { name: 'Time zone' }).fill('Lisbon');
    await page.getByRole('option', { name: 'Europe/Lisbon' }).click();
    await page.getByLabel('Length in minutes').fill('75');
    await page.getByLabel('Agenda', { exact: true }).fill('Welcome (5 min)\nReports\n  Treasurer');
    await page.getByRole('button', { name: 'Remove 1 week before' }).click();
    await page.getByRole('button', { name: 'Add reminder' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: '2 days before' })).toBeVisible();
    await expect(page.getByText('You have unsaved changes')).toBeVisible();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('This short name is reserved.')).toBeVisible();
    await page.getByLabel('Short name').fill('harbour-trust');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Setup saved')).toBeVisible();
    await expect(page).toHaveTitle('Setup | Harbour Trust | Dais');
    await expect
      .poll(() => page.evaluate(() => document.documentElement.style.getPropertyValue('--board')))
      .toBe('#7d2a26');
    const { default_meeting } = await installation.call('GET', '/ajax/default-meeting');
    expect(default_meeting).toMatchObject({
      length_minutes: 75,
      agenda_items: [{ minutes: 5 }, {}, { depth: 1 }],
    });
  });
});
