import type { Page } from '@playwright/test';
import type { Installation, Signed } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { checkScreen } from '#tests/support/screen-check.ts';

let member: Signed;
test.beforeAll(async ({ installation }) => {
  member = await installation.join('Ingrid', 'Solberg');
  await installation.invite('Pavel', 'Novak');
});
test.beforeEach(({ installation, signIn }) => signIn(installation.admin));

/** A meeting that begins in ten minutes. */
async function startingMeeting(installation: Installation, title: string): Promise<string> {
  const { id } = await installation.meeting({ title, inDays: 10 / (24 * 60) });
  return id;
}
const marks = (page: Page, name: string) => page.getByRole('radiogroup', { name });
const mark = (page: Page, name: string, label: string) =>
  marks(page, name).getByRole('radio', { name: label, exact: true });
const choose = (page: Page, name: string, label: string) => marks(page, name).getByText(label, { exact: true }).click();
const saved = (page: Page) => page.getByRole('status').filter({ hasText: 'Saved' });
const checked = (page: Page) => page.getByRole('radio', { checked: true });

test('nobody is marked in advance; each mark is saved, counted, and shown to another admin at once', {
  tag: '@everyday',
}, async ({ page, browser, installation, signIn }) => {
  const id = await startingMeeting(installation, 'Roll call');
  const other = await browser.newPage({ baseURL: installation.server.url });
  await signIn(await installation.signInAgain(installation.admin), other);
  await page.goto(`/meetings/${id}`);
  await page.getByRole('button', { name: 'Take attendance' }).click();
  await expect(page.getByRole('heading', { name: 'Take attendance' })).toBeVisible();
  await other.goto(`/meetings/${id}?attendance=1`);
  for (const each of [page, other]) {
    await expect(each.getByText('0 in attendance, 3 to mark')).toBeVisible();
    await expect(checked(each)).toHaveCount(0);
  }
  await choose(page, 'Ingrid Solberg', 'In Attendance');
  await expect(mark(page, 'Ingrid Solberg', 'In Attendance')).toBeChecked();
  await expect(saved(page)).toBeVisible();
  await expect(mark(other, 'Ingrid Solberg', 'In Attendance')).toBeChecked();
  await choose(other, 'Pavel Novak', 'Not In Attendance');
  await expect(mark(page, 'Pavel Novak', 'Not In Attendance')).toBeChecked();
  await expect(page.getByText('1 in attendance, 1 to mark')).toBeVisible();
  await expect(page.getByText('1 of 3')).toBeVisible();
  await other.close();
});

test('marks are made, changed and removed by the pointer and by the keyboard', async ({ page, installation }) => {
  const id = await startingMeeting(installation, 'Unmarked');
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().endsWith('/attendance'))
      sent.push(request.postDataJSON().attendance);
  });
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
  await expect.poll(() => sent).toEqual([true, null, true, false, null]);
  await expect(checked(page)).toHaveCount(0);
  await expect(saved(page)).toBeVisible();
  await checkScreen(page, 'Attendance, Unmarked | Harbour Street Housing Trust | Dais');
});

test('a mark that cannot be saved is removed and reported', async ({ page, installation, expectConsoleError }) => {
  expectConsoleError(/status of 503/);
  const id = await startingMeeting(installation, 'Not saved');
  await page.goto(`/meetings/${id}?attendance=1`);
  await expect(page.getByText(/0 in attendance/)).toBeVisible();
  await page.route('**/attendance', (route) =>
    route.fulfill({ status: 503, contentType: 'application/json', body: '{"status":"error","msg":""}' }),
  );
  await choose(page, 'Ingrid Solberg', 'In Attendance');
  await expect(page.getByText('Something went wrong. Please refresh and try again.')).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(checked(page)).toHaveCount(0);
});

test('guests are added, changed and removed, and the removal is undone', async ({ page, installation }) => {
  const id = await startingMeeting(installation, 'With guests');
  await page.goto(`/meetings/${id}?attendance=1`);
  const add = page.getByRole('form', { name: 'Add guest' });
  await add.getByLabel('Name').fill('Hannah Reid');
  await add.getByLabel('Role').fill('Executive Director');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Executive Director')).toBeVisible();
  await expect(add.getByLabel('Name')).toHaveValue('');
  await page.getByRole('button', { name: 'Edit Hannah Reid' }).click();
  const edit = page.getByRole('form', { name: 'Edit Hannah Reid' });
  await edit.getByLabel('Role').fill('Auditor');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Auditor')).toBeVisible();
  await page.getByRole('button', { name: 'Remove Hannah Reid' }).click();
  await expect(page.getByText('Hannah Reid was removed')).toBeVisible();
  await expect(page.getByText('Auditor')).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Auditor')).toBeVisible();
});

test('before attendance opens, only apologies are noted', async ({ page, installation, signIn }) => {
  const { id } = await installation.meeting({ title: 'Not yet', inDays: 9 });
  await page.goto(`/meetings/${id}`);
  await page.getByRole('button', { name: 'Meeting actions' }).click();
  const item = page.getByRole('menuitem', { name: 'Note apologies' });
  await expect(item).toContainText('Attendance opens 30 minutes before the start.');
  await expect(page.getByRole('menuitem', { name: 'Take attendance' })).toHaveCount(0);
  await item.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Note apologies' })).toBeVisible();
  await expect(page.getByText(/Attendance opens 30 minutes before the start\. Apologies can be noted/)).toBeVisible();
  await expect(mark(page, 'Ingrid Solberg', 'In Attendance')).toBeDisabled();
  await choose(page, 'Ingrid Solberg', 'Apologies');
  await expect(mark(page, 'Ingrid Solberg', 'Apologies')).toBeChecked();
  await expect(page.getByRole('region', { name: 'Apologies' })).toContainText(/1 of \d/);
  await expect(saved(page)).toBeVisible();
  await page.getByRole('link', { name: 'Done' }).click();
  // An apology is not a reply.
  const attendees = page.getByRole('region', { name: 'Attendees' });
  await expect(attendees.getByRole('heading', { name: /^No Reply \d$/ })).toBeVisible();
  const excused = attendees.getByRole('listitem').filter({ hasText: 'Apologies' });
  await expect(excused).toHaveText(/Ingrid Solberg/);
  await signIn(member);
  await page.goto(`/meetings/${id}?attendance=1`);
  await expect(page.getByRole('heading', { name: 'Not yet' })).toBeVisible();
  await expect(page.getByRole('radiogroup')).toHaveCount(0);
});
