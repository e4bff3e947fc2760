import type { Page } from '@playwright/test';
import { boardTitle, type MadeMeeting, type Signed } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { downloadBy } from '#tests/support/page-acts.ts';
import { pdfPaper } from '#tests/support/papers.ts';
import { checkScreen } from '#tests/support/screen-check.ts';

let ruth: Signed;
let finance: string;

test.beforeAll(async ({ installation }) => {
  const { admin, call, sql } = installation;
  ruth = await installation.join('Ruth', 'Okafor');
  const sunita = await installation.join('Sunita', 'Gill');
  await sql(`update invitations set redeemed_at = now() - interval '100 days' where redeemed_at is not null`);
  await sql(`update members set created_at = now() - interval '200 days'`);
  // A spreadsheet would evaluate this name as a formula unless the file escapes it.
  await sql(`update users set first_name = '=SUM(1,2)' where email = $1`, [sunita.email]);
  const members = [{ member_id: await installation.memberId(ruth), is_group_admin: false }];
  finance = (await call('POST', '/ajax/groups', { name: 'Finance Committee', description: '', members })).group.id;
  const board = await installation.meeting({ title: 'Autumn Board Meeting', type: 'in-person', inDays: -4 });
  const committee = await installation.draft({ title: 'Budget Round', type: 'remote', inDays: -3 });
  const audience = { whole_board: false, group_ids: [finance], member_ids: [] };
  await call('PUT', `/ajax/meetings/${committee.id}/audience`, { audience });
  await call('POST', `/ajax/meetings/${committee.id}/publish`, {});
  const mark = async ({ id }: MadeMeeting, who: Signed, attendance: boolean) =>
    call('POST', `/ajax/meetings/${id}/invitees/${await installation.memberId(who)}/attendance`, { attendance });
  await mark(board, admin, true);
  await mark(board, ruth, true);
  await mark(board, sunita, false);
  await mark(committee, ruth, true);
  await ruth.client.call('POST', `/attendance/${board.id}/y`, {});
  await sunita.client.call('POST', `/attendance/${board.id}/n`, {});
  const paper = await installation.paper(board, { name: 'Accounts.pdf', bytes: await pdfPaper(2) });
  await ruth.client.raw('GET', `/document/${paper}`, {});
});
test.beforeEach(({ installation, signIn }) => signIn(installation.admin));

const table = (page: Page, name: string) => page.getByRole('region', { name }).getByRole('table');
const row = (page: Page, of: string, name: string) =>
  table(page, of).getByRole('row', { name: new RegExp(`^${name}`) });

async function choose(page: Page, filter: string, option: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`${filter}$`) }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name });
const addressOf = (report: string) => `/admin/reports?report=${report}`;

test('the attendance report shows members and meetings, and stores its filters in the URL', async ({ page }) => {
  await page.goto('/admin/reports');
  await expect(page.getByText(/^75% attendance over 2 meetings, 1.5 of 2 members on average/)).toBeVisible();
  const seats = row(page, 'Attendance by member', 'Ruth Okafor').getByRole('img');
  await expect(seats).toHaveCount(2);
  await expect(seats.last()).toHaveAccessibleName('In Attendance (remote)');
  await expect(row(page, 'Attendance by member', '=SUM')).toContainText('0%');
  await expect(row(page, 'Attendance by member', 'In attendance')).toContainText('2 of 3');
  await expect(page.getByRole('figure', { name: 'Attendance by meeting' })).toContainText('67%');

  await choose(page, 'Meetings of', 'Finance Committee');
  await expect(page).toHaveURL(`/admin/reports?group=${finance}`);
  await expect(page.getByText(/^100% attendance over 1 meeting/)).toBeVisible();
  await choose(page, 'Member', `${ruth.first_name} ${ruth.last_name}`);
  await page.getByRole('navigation', { name: 'Report' }).getByRole('link', { name: 'Answers' }).click();
  await expect(page).toHaveTitle(`Answers, Reports | ${boardTitle} | Dais`);
  await expect(page).toHaveURL(new RegExp(`report=answers&group=${finance}&member=`));
  await expect(page.getByText(/^0% of 1 invitation answered, across 1 meeting/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^0% of 1 invitation answered, across 1 meeting/)).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(`/admin/reports?group=${finance}`);
  await expect(page.getByText(/^100% attendance over 1 meeting/)).toBeVisible();

  await page.goto('/admin/reports?period=custom&from=2019-01-01&to=2019-12-31');
  await expect(heading(page, 'No meetings to report')).toBeVisible();
  await expect(page.getByRole('group', { name: 'From' })).toBeVisible();
  await choose(page, 'Period', 'All time');
  await expect(page).toHaveURL('/admin/reports?period=all');
  await expect(page.getByText(/^75% attendance/)).toBeVisible();
});

test('the reports on replies, documents, people and sign-ins show figures and are accessible', async ({ page }) => {
  await page.goto('/admin/reports');
  await expect(page.getByText(/^75% attendance/)).toBeVisible();
  await checkScreen(page, `Reports | ${boardTitle} | Dais`);
  await page.goto(addressOf('answers'));
  await expect(page.getByText(/^50% of 4 invitations answered, across 2 meetings/)).toBeVisible();
  await page.getByRole('button', { name: 'Show as table' }).click();
  await expect(page.getByRole('table', { name: 'When replies arrived' }).getByRole('row')).toHaveCount(7);
  await checkScreen(page, `Answers, Reports | ${boardTitle} | Dais`);
  await page.goto(addressOf('documents'));
  await expect(page.getByText(/^1 view of 1 document by 1 member/)).toBeVisible();
  await page.getByRole('button', { name: 'Accounts' }).click();
  const readers = page.getByRole('table', { name: 'Who has opened Accounts' });
  await expect(readers.getByRole('row', { name: /Ruth Okafor/ })).toContainText(/ at \d+:\d\d [AP]M/);
  await checkScreen(page, `Documents opened, Reports | ${boardTitle} | Dais`);

  await page.goto(addressOf('people'));
  await expect(page.getByText(/^3 active members; 3 joined and 0 left in this period/)).toBeVisible();
  await checkScreen(page, `People and terms, Reports | ${boardTitle} | Dais`);

  await page.goto(addressOf('sign-ins'));
  await expect(page.getByText(/^\d+ sign-ins? by \d of 3 active members in this period/)).toBeVisible();
  await checkScreen(page, `Sign-ins, Reports | ${boardTitle} | Dais`);
});

test('a report can be exported as CSV and printed without the navigation', async ({ page }) => {
  await page.goto('/admin/reports');
  const download = await downloadBy(page.getByRole('link', { name: 'Export CSV' }));
  expect(download.suggestedFilename()).toMatch(/^Harbour Street Housing Trust, Attendance, .*\.csv$/);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(new RegExp(`^${boardTitle} · Attendance · `))).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Export CSV' })).toBeHidden();
  await expect(table(page, 'Attendance by member')).toBeVisible();
  const printed = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  // The size of A4 in landscape, in points.
  expect(printed).toMatch(/\/MediaBox \[0 0 84[12][\d.]* 59[45][\d.]*\]/);
});
