import { expect, test } from '#tests/support/installed-browser.ts';
import { checkScreen, expectAccessible } from '#tests/support/screen-check.ts';

test('a board admin chooses a colour, a name, a zone and a default meeting, and saves them together', {
  tag: '@everyday',
}, async ({ page, installation, signIn }) => {
  await signIn(installation.admin);
  await page.goto('/admin/setup');
  await test.step('a colour is previewed in both themes before it is saved, with enough contrast', async () => {
    await page.getByLabel('Custom').fill('F4C9D6');
    await expect(page.getByText(/^Text on this colour is black\. Contrast \d+(\.\d)? to 1\.$/)).toBeVisible();
    for (const theme of ['light', 'dark']) await expect(page.locator(`[data-preview=${theme}]`)).toBeVisible();
    await expectAccessible(page, 'previews of a colour');
    await page.getByLabel('Custom').fill('pink');
    await expect(page.getByText(/Enter a colour as # and six digits/)).toBeVisible();
    await page.getByRole('radio', { name: 'Brick' }).press('Space');
    await expect(page.getByLabel('Custom')).toHaveValue('#7d2a26');
  });

  await test.step('a reserved short name is rejected at its field, and the rest is saved with another one', async () => {
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
    await expect(page.getByText('This shortname is reserved.')).toBeVisible();
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

test('a board admin sets how the board decides, and confirms who votes', async ({ page, installation, signIn }) => {
  test.slow();
  const { admin } = installation;
  await Promise.all(['Ada', 'Carl', 'Emmy'].map((name) => installation.join(name, 'Byron')));
  // Other tests of this file add people and rename the board.
  const [{ title, voters }] = (await installation.sql(
    `select b.title, count(*)::int as voters from boards b join members m on m.board_id = b.id
     where m.status = 'active' and m.removed_at is null group by b.id`,
  )) as readonly [{ readonly title: string; readonly voters: number }];
  await signIn(admin);
  await page.goto('/admin/setup');
  await page.getByRole('link', { name: 'Deciding' }).click();
  const example = page.getByRole('complementary', { name: 'Example' });
  await expect(example.getByText(`of ${voters} in office are needed for a quorum: more than half.`)).toBeVisible();
  await checkScreen(page, `Setup | ${title} | Dais`);

  await test.step('a ready-made set of rules fills the fields, by keyboard', async () => {
    await page.getByRole('button', { name: 'Start from' }).press('Enter');
    await page.getByRole('menuitem', { name: 'UK model articles' }).press('Enter');
    await expect(page.getByLabel('Seats')).toHaveValue('');
    await expect(page.getByLabel('Number', { exact: true })).toHaveValue('2');
    await expect(example.getByText(`of ${voters} in office are needed for a quorum.`)).toBeVisible();
    await expect(example.getByText('Quorum', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: /Chair$/ }).click();
    await page.getByRole('option', { name: 'Ada Byron' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Setup saved')).toBeVisible();
    await expect(page.getByText('You have unsaved changes')).toHaveCount(0);
  });

  await test.step('rarely changed settings are collapsed, and an error expands them', async () => {
    const fold = page.getByText('A voter may ask for a meeting, 168 hours to answer', { exact: false });
    const hours = page.getByLabel('Hours to answer');
    await expect(hours).toBeHidden();
    await fold.press('Enter');
    await hours.fill('0');
    await page.getByText('0 hours to answer', { exact: false }).click();
    await expect(hours).toBeHidden();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(hours).toBeFocused();
    await hours.fill('168');
  });

  await test.step('voting members are switched on and off, saved with the page, and confirmed', async () => {
    const ada = page.getByRole('listitem').filter({ hasText: 'Ada Byron' });
    await expect(ada.getByText('Chair')).toBeVisible();
    await page.getByRole('switch', { name: 'Ada Byron votes' }).press('Space');
    await expect(example.getByText(`of ${voters - 1} in office are needed for a quorum.`)).toBeVisible();
    await expect(page.getByText('You have unsaved changes').first()).toBeVisible();
    await expect(page.getByText('Save first, then confirm')).toBeVisible();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('You have unsaved changes')).toHaveCount(0);
    await page.getByRole('button', { name: 'Confirm who votes' }).click();
    await expect(page.getByText(/^Confirmed /)).toBeVisible();
  });
});
