import type { Locator, Page } from '@playwright/test';
import { dropCookies, expect, openWhole, test } from '#tests/support/installed-browser.ts';
import { ballot, openVote, putMotion, startingMeeting } from '#tests/support/live-room.ts';
import { marksOf, openedWords, press, tabTo } from '#tests/support/page-acts.ts';
import { pdfPaper } from '#tests/support/papers.ts';
import { expectSpokenOnce, listen } from '#tests/support/spoken.ts';

test.use({ actionTimeout: 15_000 });

test.beforeEach(async ({ page, installation, signIn }) => {
  await signIn(installation.admin);
  await listen(page);
});

const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });
const isFocusLost = (page: Page): Promise<boolean> => page.evaluate(() => document.activeElement === document.body);

test('a document can be opened, searched, annotated and closed by keyboard', async ({ page, installation }) => {
  const meeting = await installation.meeting({ title: 'Papers' });
  await installation.paper(meeting, { name: 'Accounts.pdf', bytes: await pdfPaper(3) });
  await page.goto(`/meetings/${meeting.id}`);
  const row = page.getByRole('main').getByRole('link', { name: /Accounts/ });
  await tabTo(page, row);
  await press(page, 'Enter');
  await openedWords(page);
  const viewer = page.getByRole('dialog');
  const pageField = viewer.getByLabel('Page', { exact: true });
  await tabTo(page, pageField);
  await press(page, 'ControlOrMeta+a', '2', 'Enter');
  await expect(viewer.getByText('This is page 2.')).toBeVisible();
  const zoomed = viewer.locator('[data-page-number="2"]');
  const width = async (): Promise<number> => (await zoomed.boundingBox())?.width ?? 0;
  const before = await width();
  await press(page, 'ControlOrMeta+=');
  await expect.poll(width).toBeGreaterThan(before * 1.1);
  await expectSpokenOnce(page, /^2 of 3$/, async () => {
    await press(page, 'ControlOrMeta+f');
    await expect(viewer.getByRole('searchbox')).toBeFocused();
    await page.keyboard.type('income is');
  });
  await expectSpokenOnce(page, '3 of 3', () => press(page, 'Enter'));
  await press(page, 'Escape');
  await expect(viewer.getByRole('searchbox')).toBeHidden();
  await expectSpokenOnce(page, /^Note: click or tap the page, or press Enter/, () => press(page, 'n'));
  await press(page, 'Enter');
  await expect(viewer.getByRole('textbox', { name: 'Note' })).toBeFocused();
  await page.keyboard.type('Ask Priya');
  await expectSpokenOnce(page, 'Saved', () => press(page, 'Escape'));
  await expect(marksOf(page, 'Note')).toBeFocused();
  await expectSpokenOnce(page, 'Saved', () => press(page, 'Delete'));
  await expect(marksOf(page, 'Note')).toHaveCount(0);
  expect(await viewer.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await press(page, 'Escape');
  await expect(viewer).toBeHidden();
  await expect(row).toBeFocused();
});

test('a user can sign in, annotate a phrase, publish a meeting and cast a ballot by keyboard', async ({
  page,
  installation,
}) => {
  test.setTimeout(120_000);
  await installation.sql('update deciding_settings set confirmed_at = now(), seconder = false');
  const held = await startingMeeting(installation, 'Keyed session');
  await installation.paper(held, { name: 'Accounts.pdf', bytes: await pdfPaper(3) });
  await dropCookies(page);
  await page.goto(`/meetings/${held.id}`);
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type(installation.admin.email);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(installation.admin.password);
  await press(page, 'Enter');
  const row = page.getByRole('main').getByRole('link', { name: /Accounts/ });
  await tabTo(page, row);
  await press(page, 'Enter');
  await openedWords(page);
  await expect(page).toHaveTitle(/^Accounts\.pdf \|/);
  const [viewer, byWord] = [page.getByRole('dialog'), 'Control+Shift+ArrowRight'];
  await expectSpokenOnce(page, /^Highlight: move with the arrow keys/, () => press(page, 'h'));
  await expectSpokenOnce(page, 'half', () => press(page, 'ArrowUp', 'Control+ArrowRight'));
  await expectSpokenOnce(page, 'closes selected', () => press(page, byWord, byWord, byWord));
  await press(page, 'Enter');
  await expect(marksOf(page, 'Highlight')).toBeFocused();
  await expect(marksOf(page, 'Highlight')).toHaveAccessibleName('Highlight on page 1, “half-year closes”');
  await press(page, 'Enter');
  await expect(viewer.getByRole('textbox', { name: 'Note' })).toBeFocused();
  await page.keyboard.type('Ask Priya');
  await press(page, 'Escape');
  await expect(marksOf(page, 'Highlight')).toHaveAccessibleName(/: Ask Priya$/);
  await tabTo(page, viewer.getByRole('button', { name: 'Zoom out' }), 'Shift+Tab');
  await press(page, 'n');
  await expect(viewer.getByText(/^Note: click or tap the page/)).toHaveCount(0);
  await press(page, 'Escape', 'Escape');
  await expect(viewer).toBeHidden();
  await expect(row).toBeFocused();

  await press(page, 'Control+k');
  await page.keyboard.type('New meeting');
  await press(page, 'Enter');
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toBeFocused();
  await page.keyboard.type('Published by keys');
  for (const [label, keys] of [
    ['Date', '01202031'],
    ['Start', '0930AM'],
    ['End', '1100AM'],
  ] as const) {
    await tabTo(page, page.getByRole('group', { name: label, exact: true }).getByRole('spinbutton').first());
    await page.keyboard.type(keys);
  }
  const audience = page.getByRole('combobox', { name: 'Add people or groups' });
  await tabTo(page, audience);
  await expect(audience).toHaveAttribute('aria-expanded', 'false');
  await press(page, 'ArrowDown');
  await expect(audience).toHaveAttribute('aria-expanded', 'true');
  await press(page, 'Tab');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await tabTo(page, page.getByRole('main').getByRole('button', { name: 'Publish', exact: true }));
  await press(page, 'Enter');
  const publish = page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true });
  await tabTo(page, publish);
  await press(page, 'Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Published by keys' })).toBeVisible();

  await page.goto(`/meetings/${held.id}/room`);
  for (const [name, words] of [
    ['Check in in person', 'You are attending in person.'],
    ['Call to order', 'The meeting was called to order.'],
    ['Next: item 1', /^Now on item 1, /],
  ] as const) {
    await tabTo(page, button(page, name));
    await expectSpokenOnce(page, words, () => press(page, 'Enter'));
    expect(await isFocusLost(page)).toBe(false);
  }
  const motion = await putMotion(installation, held, { text: 'That the quay be repaired.', mover: installation.admin });
  const before = await page.evaluateHandle(() => document.activeElement);
  await expectSpokenOnce(page, 'A vote is open.', async () => void (await openVote(installation, motion)));
  expect(await page.evaluate((element) => element === document.activeElement, before)).toBe(true);
  await tabTo(page, ballot(page).getByRole('button', { name: 'For', exact: true }));
  await expectSpokenOnce(page, 'Your ballot was received.', () => press(page, 'Enter'));
});

test('library items can be named, moved, sorted, deleted and restored by keyboard', async ({ page, installation }) => {
  const place = { kind: 'category', id: await installation.category('By keys') };
  for (const title of ['One', 'Two', 'Three']) {
    const link = { home: place, title, url: `https://example.org/${title}` };
    await installation.call('POST', '/ajax/library/links', link);
  }
  const names = (): Promise<readonly string[]> =>
    page.getByRole('region', { name: 'Folders and documents' }).locator('[data-item] a').allInnerTexts();
  await page.goto(`/library/section/${place.id}`);
  await tabTo(page, button(page, 'Edit'));
  await press(page, 'Enter');
  await tabTo(page, button(page, 'New folder'));
  await press(page, 'Enter');
  await page.keyboard.type('Minute');
  await press(page, 'Enter');
  await expect.poll(names).toEqual(['Minute', 'One', 'Two', 'Three']);
  await expect(button(page, 'New folder')).toBeFocused();
  await tabTo(page, button(page, 'Rename Minute'));
  await press(page, 'Enter');
  await expect(page.getByRole('textbox', { name: 'New name' })).toBeFocused();
  await press(page, 'End');
  await page.keyboard.type('s');
  await press(page, 'Enter');
  await expect(button(page, 'Rename Minutes')).toBeFocused();
  await tabTo(page, button(page, 'Move Three'));
  await expectSpokenOnce(page, /^Three.*picked up/, () => press(page, 'Enter'));
  await press(page, 'ArrowUp', 'ArrowUp', 'Enter');
  await expect.poll(names).toEqual(['Minutes', 'Three', 'One', 'Two']);
  await expect(button(page, 'Move Three')).toBeFocused();
  await tabTo(page, button(page, 'Move One to…'));
  await press(page, 'Enter');
  const dialog = page.getByRole('dialog', { name: 'Move' });
  await expect(dialog).toBeVisible();
  await tabTo(page, dialog.getByRole('row', { name: 'By keys' }));
  await press(page, 'ArrowDown');
  await expect(dialog.getByRole('row', { name: /Minutes/ })).toBeFocused();
  await press(page, 'Enter');
  await tabTo(page, dialog.getByRole('button', { name: /^Move/ }));
  await expectSpokenOnce(page, 'One moved to Minutes', () => press(page, 'Enter'));
  await expect.poll(names).toEqual(['Minutes', 'Three', 'Two']);
  await expect(button(page, 'Move Two to…')).toBeFocused();
  await tabTo(page, button(page, 'Delete Three'), 'Shift+Tab');
  await expectSpokenOnce(page, 'Three deleted', () => press(page, 'Enter'));
  await expect.poll(names).toEqual(['Minutes', 'Two']);
  await expect(button(page, 'Delete Two')).toBeFocused();
  // F6 moves the focus to the landmark that contains the notifications.
  await press(page, 'F6');
  const reported = page.getByRole('alertdialog').filter({ hasText: 'Three deleted' });
  await tabTo(page, reported.getByRole('button', { name: 'Undo' }));
  await expectSpokenOnce(page, 'Three restored', () => press(page, 'Enter'));
  await expect.poll(names).toEqual(['Minutes', 'Three', 'Two']);
  expect(await isFocusLost(page)).toBe(false);
});

test('agenda items can be reordered, removed and saved by keyboard', async ({ page, installation }) => {
  const { id } = await installation.draft({ title: 'Agenda', items: ['Welcome', 'Finance', 'Close'] });
  await page.goto(`/meetings/${id}`);
  const titles = (): Promise<readonly string[]> =>
    page
      .locator('[data-agenda-item] textarea')
      .evaluateAll((fields) => fields.map((field) => (field as HTMLTextAreaElement).value));
  await tabTo(page, button(page, 'Edit'));
  await press(page, 'Enter');
  await tabTo(page, button(page, 'Move Close'));
  await expectSpokenOnce(page, /^Close.*picked up/, () => press(page, 'Enter'));
  await expectSpokenOnce(page, /Close is now/, () => press(page, 'ArrowUp'));
  await press(page, 'Enter');
  await expect.poll(titles).toEqual(['Welcome', 'Close', 'Finance']);
  await expect(button(page, 'Move Close')).toBeFocused();
  await tabTo(page, button(page, 'More actions for item 2'));
  await press(page, 'Enter');
  const remove = page.getByRole('menuitem', { name: 'Remove item' });
  while (!(await remove.evaluate((element) => element === document.activeElement))) await press(page, 'ArrowDown');
  await expectSpokenOnce(page, 'Close removed', () => press(page, 'Enter'));
  await expect.poll(titles).toEqual(['Welcome', 'Finance']);
  const focused = () => page.evaluate(() => document.activeElement?.closest('[data-agenda-item]') !== null);
  await expect.poll(focused, { message: 'the focus stays in the agenda' }).toBe(true);
  await press(page, 'F6');
  await tabTo(page, button(page, 'Undo').last());
  await press(page, 'Enter');
  await expect.poll(titles).toEqual(['Welcome', 'Close', 'Finance']);
  await tabTo(page, button(page, /^Save/).first(), 'Shift+Tab');
  await expectSpokenOnce(page, 'Draft saved', () => press(page, 'Enter'));
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Welcome', 'Close', 'Finance']);
  expect(await isFocusLost(page)).toBe(false);
});

test('replies, votes, uploads and visibility changes are announced once to screen readers', async ({
  page,
  installation,
}) => {
  const meeting = await installation.meeting({ title: 'November Board Meeting' });
  const rules = { choice: 'single', is_anonymous: false, results: 'always', closes_at: null };
  const poll = { question: 'Lunch?', options: ['Noon', 'One'], ...rules };
  await installation.call('POST', `/ajax/meetings/${meeting.id}/polls`, poll);
  await openWhole(page, `/meetings/${meeting.id}`);
  await expect(button(page, 'Vote')).toBeVisible();
  await expectSpokenOnce(page, /^Going remote You replied on/, () => button(page, 'Going remote').press('Enter'));
  await expect(button(page, 'Change')).toBeFocused();
  await page.getByRole('radio', { name: 'Noon' }).press('Space');
  await expectSpokenOnce(page, 'You have answered.', () => button(page, 'Vote').press('Enter'));
  await expect.poll(() => isFocusLost(page)).toBe(false);
  await openWhole(page, `/library/section/${await installation.category('Bylaws')}`);
  await button(page, 'Edit').press('Enter');
  const choose = async (name: string): Promise<void> => {
    const chosen = page.waitForEvent('filechooser');
    await page.getByText('choose files', { exact: true }).press('Enter');
    await (await chosen).setFiles([{ name, mimeType: 'text/plain', buffer: Buffer.from('Plain words.') }]);
  };
  await expectSpokenOnce(page, '1 document uploaded', () => choose('Charter.txt'));
  await expectSpokenOnce(page, /^This type of file cannot be uploaded here/, () => choose('Charter.exe'));
  await expectSpokenOnce(page, 'Charter hidden from everybody except editors', async () => {
    await button(page, 'More actions for Charter').press('Enter');
    await page.getByRole('menuitem', { name: 'Hide' }).press('Enter');
  });
});

test('search results, unsaved changes, saving and copying are announced once to screen readers', async ({ page }) => {
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

test('a rejected sign-in is announced once to screen readers', async ({ page }) => {
  await dropCookies(page);
  await page.goto('/login');
  await page.getByLabel('Email').fill('nobody@harbour.example');
  await page.getByLabel('Password', { exact: true }).fill('not this one');
  await expectSpokenOnce(page, /Invalid credentials\./, () => page.keyboard.press('Enter'));
});
