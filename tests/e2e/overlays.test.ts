import type { Locator, Page, Route } from '@playwright/test';
import { getWaiting } from '#contract/waiting.ts';
import type { Installation } from '#tests/support/installation.ts';
import { expect, openWhole, test } from '#tests/support/installed-browser.ts';
import { checkOverlay } from '#tests/support/overlay-check.ts';
import { tabTo } from '#tests/support/page-acts.ts';
import { pdfPaper } from '#tests/support/papers.ts';

let made: Awaited<ReturnType<typeof fill>>;
test.beforeAll(async ({ installation }) => {
  made = await fill(installation);
});

// An action that cannot be performed fails after 15 seconds instead of at the test's timeout.
test.use({ actionTimeout: 15_000 });

test.beforeEach(async ({ installation, signIn }) => {
  test.setTimeout(120_000);
  await signIn(installation.admin);
});

const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });

async function checkItems(
  page: Page,
  opener: Locator,
  items: readonly (readonly [item: string | RegExp, role: 'dialog' | 'alertdialog', name: string | RegExp])[],
): Promise<void> {
  for (const [item, role, name] of items) {
    const open = async (): Promise<void> => {
      await opener.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: item, exact: true }).press('Enter');
    };
    await checkOverlay(page, { opener, role, name, open });
  }
}

test('the menus and dialogs of a meeting can be used by keyboard', async ({ page }) => {
  await page.goto(`/meetings/${made.draft}`);
  await checkItems(page, button(page, 'Meeting actions'), [['Delete draft', 'alertdialog', /./]]);
  await checkOverlay(page, { opener: button(page, 'Publish'), role: 'dialog', name: /./ });
  await page.goto(`/meetings/${made.meeting.id}`);
  const acts = button(page, 'Meeting actions');
  const poll = button(page, /^Actions for the poll/);
  await expect(poll).toBeVisible();
  await checkOverlay(page, { opener: acts, role: 'menu', name: 'Meeting actions' });
  await checkOverlay(page, { opener: button(page, 'Add to calendar'), role: 'dialog', name: 'Add to calendar' });
  await checkItems(page, acts, [
    [/^Remind those who have not replied/, 'alertdialog', /./],
    ['Links', 'dialog', /./],
    ['Deleted documents', 'dialog', 'Deleted documents'],
    ['Cancel meeting', 'alertdialog', /^Cancel /],
  ]);
  await checkOverlay(page, { opener: button(page, 'Board book'), role: 'dialog', name: /./ });
  await checkOverlay(page, { opener: poll, role: 'menu', name: /Lunch/ });
  await checkItems(page, poll, [
    ['Edit', 'dialog', /./],
    ['Change closing time', 'dialog', /./],
    ['Close now', 'alertdialog', 'Close this poll?'],
  ]);
  await checkOverlay(page, { opener: button(page, 'Reply for Aylin Demir'), role: 'menu', name: /Aylin Demir/ });
  const more = page
    .getByRole('main')
    .getByRole('button', { name: /^More actions for / })
    .first();
  await checkOverlay(page, { opener: more, role: 'menu', name: /^More actions for / });
  await checkItems(page, more, [
    ['Properties…', 'dialog', /./],
    ['Versions…', 'dialog', /./],
  ]);
  await button(page, 'Edit').press('Enter');
  await checkOverlay(page, {
    opener: button(page, 'More actions for item 2'),
    role: 'menu',
    name: 'More actions for item 2',
  });
  await checkOverlay(page, { opener: button(page, 'Change audience'), role: 'dialog', name: /./ });
});

test('the menus and dialogs of a document can be used by keyboard', async ({ page }) => {
  await page.goto(`/meetings/${made.meeting.id}?document=${made.paper}`);
  await expect(page.getByRole('dialog').getByText('of 2', { exact: true })).toBeVisible({ timeout: 20_000 });
  await checkOverlay(page, { opener: button(page, 'Download'), role: 'menu', name: 'Download' });
  await checkOverlay(page, { opener: button(page, 'Print'), role: 'dialog', name: 'Print' });
  await checkOverlay(page, { opener: button(page, /^Shape/), role: 'menu', name: /./ });
  await checkOverlay(page, { opener: button(page, /^View, /), role: 'menu', name: /./ });
  await checkOverlay(page, { opener: button(page, /^Colour/), role: 'dialog', name: /^(?!Finance)/ });
});

test('the menus and dialogs of people, groups, announcements and the account can be used by keyboard', async ({
  page,
}) => {
  await page.goto('/people');
  const card = page.getByRole('main').getByRole('link', { name: /Tomas Berg/ });
  await checkOverlay(page, { opener: button(page, /All groups/), role: 'listbox', name: /./ });
  await checkOverlay(page, { opener: card, role: 'dialog', name: 'Tomas Berg' });
  await page.goto('/people/tomas-berg');
  const manage = button(page, 'Manage');
  await checkOverlay(page, { opener: manage, role: 'menu', name: /Manage/ });
  await checkItems(page, manage, [
    ['Make board admin', 'alertdialog', /admin/],
    ['Set groups', 'dialog', /[Gg]roups/],
    ['Make inactive', 'alertdialog', /inactive/],
    ['Remove from the board', 'alertdialog', /^Remove /],
  ]);
  await page.goto('/admin/groups');
  const group = button(page, 'More actions for Finance Committee');
  await checkOverlay(page, { opener: group, role: 'menu', name: /./ });
  await checkItems(page, group, [['Delete group', 'alertdialog', /Finance Committee/]]);
  await page.goto(`/announcements/${made.announcement}`);
  const announcement = button(page, 'Announcement actions');
  await checkOverlay(page, { opener: announcement, role: 'menu', name: 'Announcement actions' });
  await checkItems(page, announcement, [
    ['Unpublish', 'alertdialog', 'Unpublish this announcement?'],
    ['Delete', 'alertdialog', 'Delete this announcement?'],
  ]);
  await checkOverlay(page, { opener: button(page, 'Who has opened it'), role: 'dialog', name: /./ });
  await page.goto('/announcements/create');
  await checkOverlay(page, { opener: button(page, 'Link'), role: 'dialog', name: /./ });
  await expect(page.getByRole('tooltip')).toHaveText('Link');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await page.goto('/account?view=security');
  await checkOverlay(page, { opener: button(page, 'Change password'), role: 'dialog', name: 'Change your password' });
});

test('calendars, list boxes and the warning about unsaved changes can be used by keyboard', async ({ page }) => {
  await page.goto('/meetings/create');
  await checkOverlay(page, { opener: button(page, /^Open calendar/), role: 'dialog', name: /./ });
  await page.goto('/admin/setup');
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  await checkOverlay(page, {
    opener: zone,
    role: 'listbox',
    name: /Time zone/,
    open: () => zone.press('ArrowDown'),
  });
  await checkOverlay(page, { opener: button(page, /^days before/), role: 'listbox', name: /Unit$/ });
  await page.getByRole('textbox', { name: 'Title' }).fill('Another name');
  const elsewhere = page.getByRole('link', { name: 'Groups', exact: true });
  await checkOverlay(page, { opener: elsewhere, role: 'alertdialog', name: /./ });
});

test('the menus and dialogs of the navigation and site administration can be used by keyboard', async ({ page }) => {
  await page.goto('/admin/site/users');
  await expect(page.getByRole('row', { name: /Tomas Berg/ })).toBeVisible();
  const more = button(page, 'More actions for Tomas Berg');
  await tabTo(page, more);
  await checkOverlay(page, { opener: more, role: 'menu', name: /Tomas Berg/ });
  await checkItems(page, more, [['Disable', 'alertdialog', 'Disable Tomas Berg?']]);
  await page.goto('/admin/site/boards');
  await checkOverlay(page, { opener: button(page, 'New board'), role: 'dialog', name: 'New board' });
  await page.goto('/home');
  for (const name of [/switch board/, /your menu/, 'New', /^Search in/, /^Show:/]) {
    await checkOverlay(page, { opener: button(page, name), role: 'menu', name: /./ });
  }
  await checkItems(page, button(page, /switch board/), [['Add new board', 'dialog', 'Add new board']]);
  const dashboard = page.getByRole('link', { name: 'Dashboard' });
  for (const [keys, name] of [
    ['Control+k', 'Go to anything'],
    ['Control+/', 'Keyboard shortcuts'],
  ] as const) {
    const open = async (): Promise<void> => {
      await dashboard.focus();
      await page.keyboard.press(keys);
    };
    await checkOverlay(page, { opener: dashboard, role: 'dialog', name, open });
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await checkOverlay(page, { opener: button(page, 'Menu'), role: 'dialog', name: 'Board' });
});

async function fill(installation: Installation) {
  const { call } = installation;
  await installation.join('Tomas', 'Berg');
  await installation.invite('Aylin', 'Demir');
  await call('POST', '/ajax/groups', { name: 'Finance Committee', description: '', members: [] });
  const draft = await installation.draft({ title: 'January Board Meeting', inDays: 70 });
  const meeting = await installation.meeting({ title: 'November Board Meeting' });
  const paper = await installation.paper(meeting, { name: 'Finance report.pdf', bytes: await pdfPaper(2) }, 1);
  const rules = { choice: 'single', is_anonymous: false, results: 'always', closes_at: null };
  await call('POST', `/ajax/meetings/${meeting.id}/polls`, { question: 'Lunch?', options: ['Noon', 'One'], ...rules });
  const announcement = await installation.announcement('Site visit');
  return { draft: draft.id, meeting, paper, announcement: announcement.id };
}

/** Milliseconds. Longer than an error message takes to appear. */
const errorDelay = 1_000;

test('no error message appears if what waits for the user cannot be counted', async ({
  asAdmin: page,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED/);
  const asked: Route[] = [];
  await page.route(`**${getWaiting.path}`, (route) => void asked.push(route));
  await openWhole(page, '/people');
  await expect.poll(() => asked.length).toBe(1);
  await asked[0]?.abort();
  await expect.poll(() => asked.length).toBe(2);
  // Renders the user menu again between the two attempts, because the part that rendered last decides on the message.
  await page.getByRole('button', { name: /your menu/ }).click();
  await page.getByRole('menuitem', { name: 'Dark theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await asked[1]?.abort();
  await page.waitForTimeout(errorDelay);
  await expect(page.getByRole('alertdialog')).toBeHidden();
});
