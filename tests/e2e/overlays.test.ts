import type { Locator, Page } from '@playwright/test';
import { boardTitle, type Installation, type MadeMeeting } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { checkOverlay } from '#tests/support/overlay-check.ts';
import { pdfPaper } from '#tests/support/papers.ts';

/**
 * What opens over a page: menus, dialogs, lists, the drawer, the command menu. Each is opened and closed by keys, as somebody meets it who
 * sees nothing: a name, the focus inside and back again, no two buttons that sound alike, nothing that axe finds in either theme.
 * One page load for each group.
 */

let made: {
  readonly meeting: MadeMeeting;
  readonly paper: string;
  readonly announcement: string;
  readonly category: string;
};

test.beforeAll(async ({ installation }) => {
  made = await fill(installation);
});

// Each act is one press; what does not answer is not waited for until the test is over.
test.use({ actionTimeout: 15_000 });

test.beforeEach(async ({ page, installation, signIn }) => {
  test.setTimeout(120_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(installation.admin);
});

const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });

/** Overlays that items of one menu open; the focus comes back to the button of the menu. */
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

test('over a meeting: what is done with it, its polls, its items', async ({ page }) => {
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
  await button(page, 'Edit').press('Enter');
  await checkOverlay(page, { opener: button(page, 'More for item 2'), role: 'menu', name: 'More for item 2' });
  await checkOverlay(page, { opener: button(page, 'Change audience'), role: 'dialog', name: /./ });
});

test('M10 over the papers of a meeting: the row’s menu, properties, versions', async ({ page }) => {
  await page.goto(`/meetings/${made.meeting.id}`);
  const more = page
    .getByRole('main')
    .getByRole('button', { name: /^More for / })
    .first();
  await checkOverlay(page, { opener: more, role: 'menu', name: /^More for / });
  await checkItems(page, more, [
    ['Properties…', 'dialog', /./],
    ['Versions…', 'dialog', /./],
  ]);
});

test('over a document: pages, shapes, colours, copies, print', async ({ page }) => {
  await page.goto(`/meetings/${made.meeting.id}?document=${made.paper}`);
  await expect(page.getByRole('dialog').getByText('of 2', { exact: true })).toBeVisible({ timeout: 20_000 });
  await checkOverlay(page, { opener: button(page, 'Download'), role: 'menu', name: 'Download' });
  await checkOverlay(page, { opener: button(page, 'Print'), role: 'dialog', name: 'Print' });
  await checkOverlay(page, { opener: button(page, /^Shape/), role: 'menu', name: /./ });
  await checkOverlay(page, { opener: button(page, /^View, now/), role: 'menu', name: /./ });
  await checkOverlay(page, { opener: button(page, /^Colour/), role: 'dialog', name: /^(?!Finance)/ });
});

test('over the library, being edited', async ({ page }) => {
  await page.goto(`/library/section/${made.category}`);
  await checkOverlay(page, { opener: button(page, /^Sort: /), role: 'menu', name: /^Sort/ });
  await button(page, 'Edit').press('Enter');
  const place = button(page, 'More for this place');
  for (const name of ['Rename', 'New folder', 'Add link']) {
    await checkOverlay(page, { opener: button(page, name), role: 'dialog', name: /./ });
  }
  await checkOverlay(page, { opener: place, role: 'menu', name: 'More for this place' });
  await checkItems(page, place, [
    ['Who may read it', 'dialog', 'Edit category'],
    ['Recently deleted', 'dialog', 'Recently deleted'],
  ]);
  await checkOverlay(page, { opener: button(page, 'More for Guide'), role: 'menu', name: 'More for Guide' });
  await checkItems(page, button(page, 'More for Guide'), [['Edit link…', 'dialog', 'Edit link']]);
  await checkItems(page, button(page, 'More for Minutes'), [['Who may read it', 'dialog', /./]]);
  await checkOverlay(page, { opener: button(page, 'Move Guide to…'), role: 'dialog', name: 'Move' });
});

test('over people, groups, announcements and the own account', async ({ page }) => {
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
  const group = button(page, 'More for Finance Committee');
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
  // The name of a tool is shown beside it, and nowhere once the focus has gone on.
  await expect(page.getByRole('tooltip')).toHaveText('Link');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await page.goto('/account?view=security');
  await checkOverlay(page, { opener: button(page, 'Change password'), role: 'dialog', name: 'Change your password' });
});

test('over fields, and over a form that is left', async ({ page }) => {
  await page.goto('/meetings/create');
  await checkOverlay(page, { opener: button(page, /^Open calendar/), role: 'dialog', name: /./ });
  await page.goto('/admin/setup');
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  // Before anything that scrolls the page: a list that hangs on a field closes then.
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

test('over every page: menus, the command menu, the shortcuts, the drawer; site administration', async ({ page }) => {
  await page.goto('/admin/site/users');
  await expect(page.getByRole('row', { name: /Tomas Berg/ })).toBeVisible();
  const more = button(page, 'More for Tomas Berg');
  // Each button of the table is a stop of Tab.
  for (let stops = 0; stops < 60 && !(await hasFocus(more)); stops++) await page.keyboard.press('Tab');
  await expect(more).toBeFocused();
  await checkOverlay(page, { opener: more, role: 'menu', name: /Tomas Berg/ });
  await checkItems(page, more, [['Disable', 'alertdialog', 'Disable Tomas Berg?']]);
  await page.goto('/admin/site/boards');
  await checkOverlay(page, { opener: button(page, 'New board'), role: 'dialog', name: 'New board' });
  await page.goto('/home');
  for (const name of [/switch board/, /your menu/, 'New', /^Search in/, /^Show:/]) {
    await checkOverlay(page, { opener: button(page, name), role: 'menu', name: /./ });
  }
  const dashboard = page.getByRole('link', { name: 'Dashboard' });
  for (const [keys, name] of [
    ['Control+k', 'Go anywhere'],
    ['?', 'Keyboard shortcuts'],
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

const hasFocus = (of: Locator): Promise<boolean> => of.evaluate((element) => element === document.activeElement);

async function fill(installation: Installation): Promise<typeof made> {
  const { admin } = installation;
  const call = async (path: string, body: object) => {
    const { json } = await admin.client.call('POST', path, body);
    if (json?.status !== 'success') throw new Error(`${path}: ${JSON.stringify(json)}`);
    return json.data;
  };
  await installation.join('Tomas', 'Berg');
  await installation.invite('Aylin', 'Demir');
  await call('/ajax/groups', { name: 'Finance Committee', description: '', members: [] });
  const meeting = await installation.meeting({ title: 'November Board Meeting' });
  const paper = await installation.paper(meeting, { name: 'Finance report.pdf', bytes: await pdfPaper(2) }, 1);
  const rules = { choice: 'single', is_anonymous: false, results: 'always', closes_at: null };
  const poll = { question: 'Lunch?', options: ['Noon', 'One'], ...rules };
  await call(`/ajax/meetings/${meeting.id}/polls`, poll);
  const audience = { whole_board: true, group_ids: [], member_ids: [] };
  const words = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Bring shoes.' }] }] };
  const { announcement } = await call('/ajax/announcements', { title: 'Site visit', body: words, audience });
  await call(`/ajax/announcements/${announcement.id}/publish`, { publish_on: null });
  const category = await call('/ajax/library/categories', { name: 'Bylaws', description: boardTitle, audience });
  const place = { kind: 'category', id: category.id };
  await call('/ajax/library/folders', { home: place, name: 'Minutes' });
  await call('/ajax/library/links', { home: place, title: 'Guide', url: 'https://example.org/' });
  return { meeting, paper, announcement: announcement.id, category: category.id };
}
