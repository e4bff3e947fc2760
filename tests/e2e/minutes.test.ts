import type { Page } from '@playwright/test';
import { type Installation, type MadeMeeting, type Signed, titled } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { openVote, putMotion, startSession } from '#tests/support/live-room.ts';
import { signWithPassword } from '#tests/support/page-acts.ts';
import { checkLook, checkOpen, checkScreen, checkWidths } from '#tests/support/screen-check.ts';

let ruth: Signed;
let oskar: Signed;
test.beforeAll(async ({ installation }) => {
  ruth = await installation.join('Ruth', 'Okafor');
  oskar = await installation.join('Oskar', 'Lund');
  await installation.sql('update deciding_settings set confirmed_at = now(), seconder = false');
  await installation.sql('update bodies set chair_id = $1, secretary_id = $2', [
    await installation.memberId(installation.admin),
    await installation.memberId(ruth),
  ]);
});

const everybody = (installation: Installation): readonly Signed[] => [installation.admin, ruth, oskar];

async function carry(installation: Installation, voteId: string): Promise<void> {
  for (const who of everybody(installation)) {
    const given = { choice: 'for', key: crypto.randomUUID(), named: who === oskar };
    await installation.call('PUT', `/ajax/votes/${voteId}/ballot`, given, who);
  }
  await installation.call('POST', `/ajax/votes/${voteId}/close`, {});
}

const standing = ['Declarations of interest', 'Action items', 'Written resolutions'];

async function held(installation: Installation, name: string): Promise<MadeMeeting> {
  const items = [...standing, 'Wharf Road'];
  const meeting = await installation.meeting({ title: name, items, inDays: 10 / (24 * 60) });
  await startSession(installation, meeting, everybody(installation));
  const text = 'That the land at Wharf Road be bought.';
  const itemIds = meeting.itemIds.slice(-1);
  const motionId = await putMotion(installation, { ...meeting, itemIds }, { text, mover: installation.admin });
  await carry(installation, await openVote(installation, motionId));
  await installation.call('POST', `/ajax/meetings/${meeting.id}/room/phase`, { to: 'adjourned' });
  return meeting;
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const status = (page: Page, words: string) => page.getByRole('banner').getByRole('status').filter({ hasText: words });
const saved = (page: Page) => expect(status(page, 'Saved')).toBeVisible({ timeout: 60_000 });

async function write(page: Page, name: string, words: string): Promise<void> {
  const field = section(page, name).getByRole('textbox', { name: /^Notes on / });
  if ((await field.count()) === 0) {
    await section(page, name)
      .getByRole('button', { name: /^(Write notes|Edit notes) on/ })
      .press('Enter');
  } else {
    await field.focus();
    await page.keyboard.press('ControlOrMeta+End');
  }
  await page.keyboard.type(words);
}

async function toLastSection(page: Page): Promise<void> {
  for (let nth = 2; nth <= 5; nth += 1) {
    await page.getByRole('button', { name: 'Section after' }).press('Enter');
    await expect(page.getByText(`${nth} of 5`)).toBeVisible();
    await expect(page.getByRole('heading', { level: 2 }).and(page.locator(':focus'))).toBeVisible();
  }
}

async function comment(director: Page, words: string): Promise<void> {
  await section(director, 'Wharf Road').getByRole('button', { name: 'Comment' }).press('Enter');
  await expect(director.getByText('Item 4', { exact: true }).filter({ visible: true })).toBeVisible();
  await director.getByRole('textbox', { name: 'Comment on item 4' }).fill(words);
  await director.getByRole('button', { name: 'Comment', exact: true }).press('Enter');
}

async function circulate(secretary: Page): Promise<void> {
  await secretary.getByRole('button', { name: 'Circulate' }).click();
  const dialog = secretary.getByRole('dialog', { name: 'Circulate the minutes' });
  await dialog.getByRole('button', { name: 'Circulate' }).press('Enter');
  await expect(secretary.getByText('Circulated, version 1').first()).toBeVisible();
}

test('minutes are edited by two people at once, circulated and commented on', async ({
  page: chair,
  installation,
  signIn,
  openAs,
  expectConsoleError,
}) => {
  test.setTimeout(360_000);
  expectConsoleError(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  const { id } = await held(installation, 'Autumn meeting');
  await signIn(installation.admin);
  const secretary = await openAs(ruth);
  const director = await openAs(oskar, 390);

  await secretary.goto(`/meetings/${id}/room`);
  await secretary.getByRole('link', { name: 'Minutes' }).click();
  const item = section(secretary, 'Wharf Road');
  await expect(item.getByText('That the land at Wharf Road be bought.')).toBeVisible();
  await expect(item.getByText(/^Carried, \d{4}-\d{3}\.$/)).toBeVisible();
  await expect(item.getByText(/Named: .*Oskar Lund, for; Ruth Okafor, for/)).toBeVisible();
  await expect(section(secretary, 'Attendance and quorum').getByText(/Elena Kowalczyk \(chair/)).toBeVisible();

  await write(secretary, 'Wharf Road', 'The price was asked about.');
  await expect(status(secretary, 'Saving…')).toBeVisible();
  await saved(secretary);
  await chair.goto(`/meetings/${id}/minutes`);
  await expect(section(chair, 'Wharf Road').getByText('The price was asked about.')).toBeVisible();
  await expect(section(chair, 'Wharf Road').getByText('Ruth Okafor is writing here')).toBeVisible();
  await checkScreen(secretary, titled('Minutes, Autumn meeting'));
  await secretary.setViewportSize({ width: 1280, height: 844 });

  await chair.context().setOffline(true);
  await write(chair, 'Wharf Road', ' The chair thanked the staff.');
  await expect(status(chair, 'Not saved')).toBeVisible();
  await expect(chair.getByText('Your text is kept on this device', { exact: false })).toBeVisible();
  await write(secretary, 'Wharf Road', ' A survey follows.');
  await saved(secretary);
  await chair.context().setOffline(false);
  const conflict = chair.getByRole('region', { name: /^Two versions of item/ });
  await expect(conflict.getByText('The price was asked about. The chair thanked the staff.')).toBeVisible();
  await expect(conflict.getByText('The price was asked about. A survey follows.')).toBeVisible();
  await checkWidths(chair);
  await chair.setViewportSize({ width: 1280, height: 844 });
  await conflict.getByRole('button', { name: 'Combine both' }).press('Enter');
  await conflict.getByRole('button', { name: 'Save this text' }).press('Enter');
  await saved(chair);
  const both = section(secretary, 'Wharf Road');
  await expect(both.getByText('The chair thanked the staff.', { exact: false })).toBeVisible();
  await expect(both.getByText('A survey follows.', { exact: false })).toBeVisible();

  // The toolbar replaces the tab bar on a phone.
  await secretary.setViewportSize({ width: 390, height: 844 });
  const tools = await secretary.getByRole('toolbar', { name: 'Text style' }).locator('..').boundingBox();
  const bar = await secretary.getByRole('navigation', { name: 'Main screens' }).boundingBox();
  expect(tools?.y).toBeLessThanOrEqual(bar?.y ?? 0);
  const board = await secretary.getByRole('banner').getByText('Harbour Street Housing Trust').boundingBox();
  expect([(board?.y ?? 100) < 40, (board?.width ?? 0) > 36]).toEqual([true, true]);
  await secretary.setViewportSize({ width: 1280, height: 844 });

  await circulate(secretary);
  await director.goto(`/meetings/${id}/minutes`);
  await toLastSection(director);
  await expect(section(director, 'Wharf Road').getByText('A survey follows.', { exact: false })).toBeVisible();
  await expect(director.getByText('Item 4', { exact: true }).filter({ visible: true })).toBeVisible();
  await comment(director, 'The survey is due in March.');
  await expect(director.getByText('The survey is due in March.')).toBeVisible();
  await checkScreen(director, titled('Minutes, Autumn meeting'));
  await director.setViewportSize({ width: 390, height: 844 });
  await secretary.setViewportSize({ width: 1280, height: 300 });
  await secretary
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('button', { name: 'Attendance and quorum' })
    .press('Enter');
  const top = section(secretary, 'Attendance and quorum').getByRole('heading', { name: 'Attendance and quorum' });
  await expect.poll(async () => (await top.boundingBox())?.y).toBeLessThan(110);
  for (const width of [820, 1440]) {
    await secretary.setViewportSize({ width, height: 700 });
    await section(secretary, 'Wharf Road').getByRole('button', { name: 'Comment' }).click();
    const field = secretary.getByRole('textbox', { name: 'Comment on item 4' });
    await expect(field).toBeFocused();
    await expect(section(secretary, 'Wharf Road').getByRole('button', { name: 'Comment' })).toBeInViewport();
    await expect(secretary.getByText('The survey is due in March.')).toBeInViewport();
  }
  await secretary.setViewportSize({ width: 1280, height: 844 });
  await secretary
    .getByRole('button', { name: /^Accept the comment by Oskar Lund on item 4, Wharf Road/ })
    .press('Enter');
  await expect(secretary.getByText('Accepted by Ruth Okafor.')).toBeVisible();
  await write(secretary, 'Wharf Road', ' It is due in March.');
  await saved(secretary);
  await director.reload();
  await toLastSection(director);
  await expect(director.getByText('Circulated, version 1').first()).toBeVisible();
  await expect(section(director, 'Wharf Road')).not.toContainText('It is due in March.');
  await secretary.getByRole('button', { name: 'Circulate again' }).click();
  const again = secretary.getByRole('dialog', { name: 'Circulate version 2' });
  await expect(again.getByText('Item 4, Wharf Road')).toBeVisible();
  await expect(again.locator('ins')).toContainText('It is due in March.');
  await again.getByRole('button', { name: 'Cancel' }).click();
  // Scrolls to the top, because a sticky bar could otherwise cover part of the content.
  await secretary.evaluate(() => window.scrollTo(0, 0));
  await checkScreen(secretary, titled('Minutes, Autumn meeting'));
  await secretary.setViewportSize({ width: 1280, height: 844 });
});

test('the secretary writes and circulates minutes, and a director adds a comment from a phone', {
  tag: '@everyday',
}, async ({ page: secretary, installation, signIn, openAs }) => {
  const { id } = await held(installation, 'Spring meeting');
  await signIn(ruth);
  await secretary.goto(`/meetings/${id}/minutes`);
  await expect(section(secretary, 'Wharf Road').getByText(/^Carried, \d{4}-\d{3}\.$/)).toBeVisible();
  await write(secretary, 'Wharf Road', 'The price was asked about.');
  await saved(secretary);
  await circulate(secretary);
  const director = await openAs(oskar, 390);
  await director.goto(`/meetings/${id}/minutes`);
  await toLastSection(director);
  await expect(section(director, 'Wharf Road').getByText('The price was asked about.')).toBeVisible();
  await comment(director, 'The survey is due in March.');
  await expect(secretary.getByText('The survey is due in March.')).toBeVisible();
});

test('the chair and the secretary approve circulated minutes by signing them', async ({
  page: secretary,
  installation,
  signIn,
  openAs,
}) => {
  await installation.sql(`update deciding_settings set minutes_approval = 'signatures'`);
  const { id } = await held(installation, 'Winter meeting');
  await signIn(ruth);
  await secretary.goto(`/meetings/${id}/minutes`);
  await secretary.getByRole('button', { name: 'Circulate' }).press('Enter');
  const dialog = secretary.getByRole('dialog', { name: 'Circulate the minutes' });
  await expect(dialog.getByRole('textbox', { name: 'Elena Kowalczyk signs as' })).toHaveValue('Chair');
  await expect(dialog.getByRole('textbox', { name: 'Ruth Okafor signs as' })).toHaveValue('Secretary');
  await checkOpen(secretary);
  await dialog.getByRole('button', { name: 'Circulate' }).press('Enter');
  await expect(secretary.getByText('Void the request first.')).toBeVisible({ timeout: 30_000 });
  await checkScreen(secretary, titled('Minutes, Winter meeting'));
  const chair = await openAs(installation.admin);
  for (const [page, who] of [
    [chair, installation.admin],
    [secretary, ruth],
  ] as const) {
    await page.goto('/waiting');
    await page.getByRole('link', { name: /^Read and sign: Sign: Minutes of Winter/ }).press('Enter');
    await signWithPassword(page, who, 'That the land at Wharf Road be bought.');
  }
  await secretary.goto(`/meetings/${id}/minutes`);
  await expect(secretary.getByText('These minutes are final')).toBeVisible();
  await expect(secretary.getByText('Approved by signature', { exact: true })).toBeVisible();

  await secretary.goto('/resolutions');
  const register = secretary.getByRole('listitem').filter({ hasText: 'Winter meeting' });
  await register.getByRole('link', { name: 'Signatures' }).press('Enter');
  await expect(secretary.getByRole('button', { name: 'Request signatures' })).toBeVisible();
  await checkLook(secretary);
});
