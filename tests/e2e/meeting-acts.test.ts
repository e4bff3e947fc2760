import type { Page } from '@playwright/test';
import type { Signed } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import type { Mailbox, ReceivedMail } from '#tests/support/mailbox.ts';
import { pdfPaper } from '#tests/support/papers.ts';
import { checkOpen, checkScreen } from '#tests/support/screen-check.ts';

/** What one does with a meeting beyond its agenda; mail is read from the real receiver. */

let member: Signed;
test.beforeAll(async ({ installation }) => {
  member = await installation.join('Ingrid', 'Solberg');
});

const mailMsMax = 20_000;
const open = async (page: Page, item: string) => {
  await page.getByRole('button', { name: 'Meeting actions' }).click();
  await page.getByRole('menuitem', { name: item }).click();
};
/** A menu that fades out is a dialog to assistive technology as well. */
const dialog = (page: Page) => page.locator('section:is([role="dialog"], [role="alertdialog"])');
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click();

function mailOf(mailbox: Mailbox | null, what: string): Promise<ReceivedMail> {
  if (mailbox === null) throw new Error('There is no mailbox.');
  return mailbox.waitFor(
    ({ email, recipients }) => recipients.includes(member.email) && email.subject?.startsWith(what) === true,
    mailMsMax,
  );
}
const calendarOf = ({ email }: ReceivedMail): string => {
  const content = email.attachments.find((each) => each.filename === 'meeting.ics')?.content;
  return typeof content === 'string' ? content : new TextDecoder().decode(content);
};

/** Types digits into the segments of a date or time field. */
async function typeInto(page: Page, label: string, keys: readonly string[]): Promise<void> {
  const segments = page.getByRole('group', { name: label, exact: true }).getByRole('spinbutton');
  for (const [nth, key] of keys.entries()) await segments.nth(nth).pressSequentially(key);
}

test('M13 S2.6 a meeting is rescheduled: the dialog says how many replies go, everybody hears of it with a word, the rest stays', async ({
  page,
  installation,
  signIn,
}) => {
  const { id } = await installation.meeting({ title: 'To be moved', inDays: 20 });
  await member.client.call('POST', `/attendance/${id}/r`, {});
  await signIn(installation.admin);
  await page.goto(`/meetings/${id}`);
  await open(page, 'Reschedule');
  await expect(page).toHaveURL(new RegExp(`/meetings/edit/${id}$`));
  await expect(page.getByRole('heading', { name: 'Reschedule meeting' })).toBeVisible();
  const save = page.getByRole('button', { name: 'Reschedule' });
  await expect(save).toBeDisabled();
  await checkScreen(page, 'Reschedule Meeting | Harbour Street Housing Trust | Dais');
  await page.getByRole('radio', { name: 'Remote' }).check({ force: true });
  await typeInto(page, 'Start', ['10', '30', 'AM']);
  await typeInto(page, 'End', ['9', '30', 'AM']);
  await save.click();
  await expect(page.getByText('The meeting cannot end before it begins')).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await typeInto(page, 'End', ['11', '45', 'AM']);
  await save.click();
  await expect(dialog(page)).toContainText('1 reply is reset, and 2 members get a message that asks to reply again.');
  await dialog(page).getByRole('textbox', { name: 'A word to members' }).fill('The hall is taken that morning.');
  await checkOpen(page);
  await press(page, 'Reschedule');
  await expect(page).toHaveURL(new RegExp(`/meetings/${id}$`));
  await expect(page.getByText(/10:30 AM – 11:45 AM/).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: /^No Reply 2$/ })).toBeVisible();
  await expect(page.getByText('Finance report')).toBeVisible();
  const mail = await mailOf(installation.server.mailbox, 'Rescheduled: To be moved');
  expect(mail.email.text).toContain('10:30 AM – 11:45 AM');
  expect(mail.email.text).toContain('The hall is taken that morning.');
  expect(calendarOf(mail)).toContain('SEQUENCE:1');
});

test('leaving a changed form asks first, and the address stays until the question is answered', async ({
  page,
  installation,
  signIn,
}) => {
  const { id } = await installation.meeting({ title: 'Half moved', inDays: 21 });
  await signIn(installation.admin);
  await page.goto('/meetings');
  await page.goto(`/meetings/${id}`);
  await open(page, 'Reschedule');
  await typeInto(page, 'Start', ['7', '05', 'AM']);
  await expect(page.getByText('You have unsaved changes').first()).toBeVisible();
  await page.goBack();
  await expect(dialog(page)).toContainText('What you have changed here will be lost.');
  await expect(page).toHaveURL(new RegExp(`/meetings/edit/${id}$`));
  await press(page, 'Stay');
  await expect(page.getByRole('group', { name: 'Start', exact: true })).toContainText('7');
  await page.goBack();
  await press(page, 'Leave without saving');
  await expect(page).toHaveURL(new RegExp(`/meetings/${id}$`));
  await expect(page.getByRole('heading', { name: 'Half moved' })).toBeVisible();
});

test('M13 a meeting is cancelled with a word to members, its page stays marked, and it is restored', async ({
  page,
  installation,
  signIn,
}) => {
  const { id } = await installation.meeting({ title: 'Called off', inDays: 22 });
  await member.client.call('POST', `/attendance/${id}/p`, {});
  await signIn(installation.admin);
  await page.goto(`/meetings/${id}`);
  await page.getByRole('button', { name: 'Meeting actions' }).click();
  const remove = page.getByRole('menuitem', { name: 'Delete meeting' });
  await expect(remove).toBeDisabled();
  await expect(remove).toContainText('Cancel this meeting before you delete it, so that everybody hears of it.');
  await page.keyboard.press('Escape');
  await open(page, 'Cancel meeting');
  await expect(dialog(page)).toContainText('2 members get a message and a cancelled calendar entry.');
  await dialog(page).getByRole('textbox', { name: 'A word to members' }).fill('There is no quorum.');
  await press(page, 'Cancel meeting');
  await expect(page.getByText('This meeting is cancelled.')).toBeVisible();
  const cancelled = await mailOf(installation.server.mailbox, 'Cancelled: Called off');
  expect(calendarOf(cancelled)).toContain('STATUS:CANCELLED');
  expect(cancelled.email.text).toContain('There is no quorum.');
  await signIn(member);
  await page.goto(`/meetings/${id}`);
  await expect(page.getByText('This meeting is cancelled.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change' })).toHaveCount(0);
  await signIn(installation.admin);
  await page.goto(`/meetings/${id}`);
  await open(page, 'Restore meeting');
  await press(page, 'Restore meeting');
  await expect(page.getByText('This meeting is cancelled.')).toBeHidden();
  await expect(page.getByRole('heading', { name: /^Going in-person 1$/ })).toBeVisible();
  const restored = await mailOf(installation.server.mailbox, 'Takes place after all: Called off');
  expect(calendarOf(restored)).toContain('STATUS:CONFIRMED');
});

test('a deleted meeting is brought back from Recently deleted', async ({ page, installation, signIn }) => {
  const { id } = await installation.draft({ title: 'Thrown away', inDays: 23 });
  await signIn(installation.admin);
  await page.goto(`/meetings/${id}`);
  await open(page, 'Delete draft');
  await press(page, 'Delete');
  const deleted = page.getByRole('region', { name: 'Recently deleted' });
  await expect(deleted.getByText('Thrown away')).toBeVisible();
  await checkScreen(page, 'Meetings | Harbour Street Housing Trust | Dais');
  await deleted.getByRole('button', { name: 'Restore Thrown away' }).click();
  await expect(page.getByRole('region', { name: 'Drafts' }).getByText('Thrown away')).toBeVisible();
  await expect(deleted).toBeHidden();
  await page.goto(`/meetings/${id}`);
  await expect(page.getByText('Finance report')).toBeVisible();
});

test('M15 a deleted paper is brought back from the list of its meeting; a copy is a draft without the papers, and keeps the times', async ({
  page,
  installation,
  signIn,
}) => {
  const made = await installation.meeting({ title: 'The original', inDays: 24 });
  const paper = await installation.paper(made, { name: 'note.pdf', bytes: await pdfPaper(1) });
  await signIn(installation.admin);
  await page.goto(`/meetings/${made.id}`);
  await open(page, 'Deleted documents');
  await expect(dialog(page)).toContainText('No document of this meeting was deleted in the last 30 days.');
  await press(page, 'Close');
  await installation.admin.client.call('DELETE', `/ajax/documents/${paper}`);
  await expect(page.getByRole('link', { name: 'note' })).toHaveCount(0);
  await open(page, 'Deleted documents');
  await expect(dialog(page).getByRole('listitem')).toHaveText(/^.*note\.pdf.*, deleted on .* by /);
  await checkOpen(page);
  await press(page, 'Restore note.pdf');
  await expect(dialog(page)).toContainText('No document of this meeting was deleted in the last 30 days.');
  await press(page, 'Close');
  await expect(page.getByRole('link', { name: 'note' })).toBeVisible();
  await open(page, 'Duplicate');
  await expect(page).not.toHaveURL(new RegExp(made.id));
  await expect(page.getByRole('heading', { name: 'Edit draft' })).toBeVisible();
  await expect(page.getByText('Copied as a draft, without the documents.')).toBeVisible();
  // It has no date, and its title is there to be typed over.
  await expect(page.getByRole('group', { name: 'Date' }).getByRole('spinbutton').first()).toHaveText('mm');
  await expect(page.getByLabel('Title', { exact: true })).toBeFocused();
  await page.keyboard.type('The copy');
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('The copy');
  await typeInto(page, 'Date', ['01', '20', '2031']);
  for (const name of ['Start', 'End'])
    await expect(page.getByRole('group', { name }).getByRole('spinbutton').first()).toHaveText(/^\d+$/);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Draft saved')).toBeVisible();
  await page.goto('/meetings');
  await expect(page.getByRole('region', { name: 'Drafts' }).getByText('The copy')).toBeVisible();
});

test('members are told what changed, once, in one message that lists it', async ({ page, installation, signIn }) => {
  const made = await installation.meeting({ title: 'Much changed', inDays: 25 });
  await signIn(installation.admin);
  await page.goto(`/meetings/${made.id}`);
  await open(page, 'Tell members what changed');
  await expect(dialog(page)).toContainText('Nothing has changed since members were last told.');
  await press(page, 'Done');
  await installation.paper(made, { name: 'note.pdf', bytes: await pdfPaper(1) });
  await installation.admin.client.call('PATCH', `/ajax/meetings/${made.id}`, { location: 'Room 4' });
  await open(page, 'Tell members what changed');
  await expect(dialog(page)).toContainText('2 changes since members were last told. 2 members get a message');
  await expect(dialog(page).getByRole('listitem').filter({ hasText: 'The place is now Room 4' })).toBeVisible();
  await dialog(page).getByLabel('A word to members').fill('Please read before Monday.');
  await checkOpen(page);
  await press(page, 'Send');
  await expect(page.getByText('2 messages are on their way')).toBeVisible();
  const mail = await mailOf(installation.server.mailbox, 'What changed: Much changed');
  expect(mail.email.text).toContain('Please read before Monday.');
  expect(mail.email.text).toContain('The place is now Room 4');
  expect(mail.email.text).toMatch(/Added: .*note/i);
  await open(page, 'Tell members what changed');
  await expect(dialog(page)).toContainText('Nothing has changed since members were last told.');
});

test('those who have not replied are reminded, by number', async ({ page, installation, signIn }) => {
  const { id } = await installation.meeting({ title: 'Still silent', inDays: 26 });
  await installation.admin.client.call('POST', `/attendance/${id}/p`, {});
  await signIn(installation.admin);
  await page.goto(`/meetings/${id}`);
  await open(page, 'Remind those who have not replied');
  await expect(dialog(page)).toContainText('1 member has not replied and gets one message.');
  await press(page, 'Send reminders');
  await expect(page.getByText('1 reminder is on its way')).toBeVisible();
  const mail = await mailOf(installation.server.mailbox, 'Please reply: Still silent');
  expect(mail.email.text).toMatch(/Going remote:\s+http:\S+\/attendance\/m-b[a-z2-7]+\/r/);
  await open(page, 'Remind those who have not replied');
  await press(page, 'Send reminders');
  await expect(page.getByText('Those who have not replied were reminded less than an hour ago.')).toBeVisible();
});

test('a meeting that became read-only says so, and a board admin reopens it', async ({
  page,
  installation,
  signIn,
}) => {
  const { id } = await installation.meeting({ title: 'Long over', inDays: -30 });
  await signIn(member);
  await page.goto(`/meetings/${id}`);
  await expect(page.getByText(/^This meeting became read-only on/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reopen' })).toHaveCount(0);
  await signIn(installation.admin);
  await page.goto(`/meetings/${id}`);
  await page.getByRole('button', { name: 'Reopen' }).click();
  await expect(page.getByText(/^This meeting was reopened/)).toBeVisible();
  await expect(page.getByText('Will you attend?')).toBeVisible();
  await page.getByRole('button', { name: 'Close again' }).click();
  await expect(page.getByText(/^This meeting became read-only on/)).toBeVisible();
});

test('a reader in another time zone sees the board’s times, with their zone named', async ({
  browser,
  installation,
  signIn,
}) => {
  const { id } = await installation.draft({ title: 'Far away', inDays: 27 });
  await installation.admin.client.call('PATCH', `/ajax/meetings/${id}`, {
    ...{ start: '2027-01-12T13:30:00Z', end: '2027-01-12T15:00:00Z' },
  });
  const context = await browser.newContext({ baseURL: installation.server.url, timezoneId: 'Asia/Tokyo' });
  const page = await context.newPage();
  await signIn(installation.admin, page);
  await page.goto(`/meetings/${id}`);
  await expect(page.getByText('9:30 AM – 11:00 AM AST')).toBeVisible();
  await expect(page.getByText('Tuesday').first()).toBeVisible();
  await context.close();
});

test('a new meeting begins with the board’s default, and nothing of it counts as typed', async ({
  page,
  installation,
  signIn,
}) => {
  const { client } = installation.admin;
  await client.call('POST', '/ajax/default-meeting', {
    ...{ type: 'remote', length_minutes: 90, location: '', join_url: 'https://meet.harbour-trust.org/board' },
    agenda_items: [{ title: 'Welcome and apologies', minutes: 5 }],
  });
  await signIn(installation.admin);
  await page.goto('/meetings/create');
  await expect(page.getByLabel('Join link')).toHaveValue('https://meet.harbour-trust.org/board');
  await expect(page.getByRole('radio', { name: 'Remote' })).toBeChecked();
  await expect(page.getByText('Welcome and apologies')).toBeVisible();
  await expect(page.getByText('You have unsaved changes')).toHaveCount(0);
  await typeInto(page, 'Start', ['9', '30', 'AM']);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('group', { name: 'End', exact: true })).toContainText('11');
  await expect(page.getByText('You have unsaved changes').first()).toBeVisible();
});
