import type { Page } from '@playwright/test';
import type { Signed } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { calendarOf, mailTo, typeSegments } from '#tests/support/page-acts.ts';
import { pdfPaper } from '#tests/support/papers.ts';
import { checkOpen, checkScreen } from '#tests/support/screen-check.ts';

let member: Signed;
test.beforeAll(async ({ installation }) => {
  member = await installation.join('Ingrid', 'Solberg');
});
test.beforeEach(({ installation, signIn }) => signIn(installation.admin));

const actions = (page: Page) => page.getByRole('button', { name: 'Meeting actions' });
const open = async (page: Page, item: string) => {
  await actions(page).click();
  await page.getByRole('menuitem', { name: item }).click();
};
// A menu that fades out also has the role of a dialog, hence the element.
const dialog = (page: Page) => page.locator('section:is([role="dialog"], [role="alertdialog"])');
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click();
const word = (page: Page) => dialog(page).getByRole('textbox', { name: 'A word to members' });

test('a meeting is rescheduled, and everybody is told and asked again', async ({ page, installation }) => {
  const { id } = await installation.meeting({ title: 'To be moved', inDays: 20 });
  await member.client.call('POST', `/attendance/${id}/r`, {});
  await page.goto(`/meetings/${id}`);
  await open(page, 'Reschedule');
  await expect(page.getByRole('heading', { name: 'Reschedule meeting' })).toBeVisible();
  const save = page.getByRole('button', { name: 'Reschedule' });
  await expect(save).toBeDisabled();
  await checkScreen(page, 'Reschedule Meeting | Harbour Street Housing Trust | Dais');
  // Leaving the changed form asks first, and the address stays until the question is answered.
  await typeSegments(page, 'Start', '0705AM');
  await expect(page.getByText('You have unsaved changes').first()).toBeVisible();
  await page.goBack();
  await expect(dialog(page)).toContainText('What you have changed here will be lost.');
  await expect(page).toHaveURL(new RegExp(`/meetings/edit/${id}$`));
  await press(page, 'Stay');
  await expect(page.getByRole('group', { name: 'Start', exact: true })).toContainText('7');
  await page.goBack();
  await press(page, 'Leave without saving');
  await expect(page.getByRole('heading', { name: 'To be moved' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/meetings/${id}$`));

  await open(page, 'Reschedule');
  await page.getByRole('radio', { name: 'Remote' }).check({ force: true });
  await typeSegments(page, 'Start', '1030AM');
  await typeSegments(page, 'End', '0930AM');
  await save.click();
  await expect(page.getByText('The meeting cannot end before it begins')).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await typeSegments(page, 'End', '1145AM');
  await save.click();
  await expect(dialog(page)).toContainText('1 reply is reset, and 2 members get a message that asks to reply again.');
  await word(page).fill('The hall is taken that morning.');
  await checkOpen(page);
  await press(page, 'Reschedule');
  await expect(page).toHaveURL(new RegExp(`/meetings/${id}$`));
  await expect(page.getByText(/10:30 AM – 11:45 AM/).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: /^No Reply 2$/ })).toBeVisible();
  await expect(page.getByText('Finance report')).toBeVisible();
  const mail = await mailTo(installation.server.mailbox, member.email, 'Rescheduled: To be moved');
  expect(mail.email.text).toContain('The hall is taken that morning.');
  expect(calendarOf(mail)).toContain('SEQUENCE:1');
});

test('a meeting is cancelled and restored, and its replies are kept', async ({ page, installation, signIn }) => {
  const { id } = await installation.meeting({ title: 'Called off', inDays: 22 });
  await member.client.call('POST', `/attendance/${id}/p`, {});
  await page.goto(`/meetings/${id}`);
  await actions(page).click();
  const remove = page.getByRole('menuitem', { name: 'Delete meeting' });
  await expect(remove).toBeDisabled();
  await expect(remove).toContainText('Cancel this meeting before you delete it, so that everybody hears of it.');
  await page.keyboard.press('Escape');
  await open(page, 'Cancel meeting');
  await expect(dialog(page)).toContainText('2 members get a message and a cancelled calendar entry.');
  await word(page).fill('There is no quorum.');
  await press(page, 'Cancel meeting');
  const cancelled = page.getByText('This meeting is cancelled.');
  await expect(cancelled).toBeVisible();
  const mail = await mailTo(installation.server.mailbox, member.email, 'Cancelled: Called off');
  expect(mail.email.text).toContain('There is no quorum.');
  await signIn(member);
  await page.goto(`/meetings/${id}`);
  await expect(cancelled).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change' })).toHaveCount(0);
  await signIn(installation.admin);
  await page.goto(`/meetings/${id}`);
  await open(page, 'Restore meeting');
  await press(page, 'Restore meeting');
  await expect(cancelled).toBeHidden();
  await expect(page.getByRole('heading', { name: /^Going in-person 1$/ })).toBeVisible();
});

test('a deleted draft is gone, and is restored from Recently deleted', async ({ page, installation }) => {
  const { id } = await installation.draft({ title: 'Thrown away', inDays: 23 });
  await page.goto(`/meetings/${id}`);
  await open(page, 'Delete draft');
  await press(page, 'Cancel');
  await expect(dialog(page)).toBeHidden();
  await open(page, 'Delete draft');
  await press(page, 'Delete');
  await expect(page.getByText('Draft deleted')).toBeVisible();
  await expect(page).toHaveURL(/\/meetings$/);
  const deleted = page.getByRole('region', { name: 'Recently deleted' });
  await expect(deleted.getByText('Thrown away')).toBeVisible();
  await expect(page.getByRole('link', { name: /Thrown away/ })).toBeHidden();
  await checkScreen(page, 'Meetings | Harbour Street Housing Trust | Dais');
  await deleted.getByRole('button', { name: 'Restore Thrown away' }).click();
  await expect(page.getByRole('region', { name: 'Drafts' }).getByText('Thrown away')).toBeVisible();
  await expect(deleted).toBeHidden();
});

test('deleted papers are restored; a copy is a draft without papers and date', async ({ page, installation }) => {
  const made = await installation.meeting({ title: 'The original', inDays: 24 });
  const paper = await installation.paper(made, { name: 'note.pdf', bytes: await pdfPaper(1) });
  const none = 'No document of this meeting was deleted in the last 30 days.';
  await page.goto(`/meetings/${made.id}`);
  await open(page, 'Deleted documents');
  await expect(dialog(page)).toContainText(none);
  await press(page, 'Close');
  await installation.admin.client.call('DELETE', `/ajax/documents/${paper}`);
  await expect(page.getByRole('link', { name: 'note' })).toHaveCount(0);
  await open(page, 'Deleted documents');
  await expect(dialog(page).getByRole('listitem')).toHaveText(/^.*note\.pdf.*, deleted on .* by /);
  await checkOpen(page);
  await press(page, 'Restore note.pdf');
  await expect(dialog(page)).toContainText(none);
  await press(page, 'Close');
  await expect(page.getByRole('link', { name: 'note' })).toBeVisible();
  await open(page, 'Duplicate');
  await expect(page.getByRole('heading', { name: 'Edit draft' })).toBeVisible();
  await expect(page).not.toHaveURL(new RegExp(made.id));
  await expect(page.getByText('Copied as a draft, without the documents.')).toBeVisible();
  const segment = (name: string) => page.getByRole('group', { name }).getByRole('spinbutton').first();
  await expect(segment('Date')).toHaveText('mm');
  // The title is selected, so that typing replaces it.
  const title = page.getByLabel('Title', { exact: true });
  await expect(title).toBeFocused();
  await page.keyboard.type('The copy');
  await expect(title).toHaveValue('The copy');
  await typeSegments(page, 'Date', '01202031');
  // The times of the original are filled in with the date.
  for (const name of ['Start', 'End']) await expect(segment(name)).toHaveText(/^\d+$/);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Draft saved')).toBeVisible();
});

test('members are told what changed, and those without a reply are reminded', async ({ page, installation }) => {
  const made = await installation.meeting({ title: 'Much changed', inDays: 25 });
  const tell = 'Tell members what changed';
  const nothing = 'Nothing has changed since members were last told.';
  await page.goto(`/meetings/${made.id}`);
  await open(page, tell);
  await expect(dialog(page)).toContainText(nothing);
  await press(page, 'Done');
  await installation.paper(made, { name: 'note.pdf', bytes: await pdfPaper(1) });
  await installation.admin.client.call('PATCH', `/ajax/meetings/${made.id}`, { location: 'Room 4' });
  await open(page, tell);
  await expect(dialog(page)).toContainText('2 changes since members were last told. 2 members get a message');
  await expect(dialog(page).getByRole('listitem').filter({ hasText: 'The place is now Room 4' })).toBeVisible();
  await word(page).fill('Please read before Monday.');
  await checkOpen(page);
  await press(page, 'Send');
  await expect(page.getByText('2 messages are on their way')).toBeVisible();
  const { text } = (await mailTo(installation.server.mailbox, member.email, 'What changed: Much changed')).email;
  for (const part of [/Please read before Monday\./, /The place is now Room 4/, /Added: .*note/i])
    expect(text).toMatch(part);
  await open(page, tell);
  await expect(dialog(page)).toContainText(nothing);
  await press(page, 'Done');

  await installation.admin.client.call('POST', `/attendance/${made.id}/p`, {});
  const remind = 'Remind those who have not replied';
  await open(page, remind);
  await expect(dialog(page)).toContainText('1 member has not replied and gets one message.');
  await press(page, 'Send reminders');
  await expect(page.getByText('1 reminder is on its way')).toBeVisible();
  const reminder = await mailTo(installation.server.mailbox, member.email, 'Please reply: Much changed');
  expect(reminder.email.text).toMatch(/Going remote:\s+http:\S+\/attendance\/m-b[a-z2-7]+\/r/);
  await open(page, remind);
  await press(page, 'Send reminders');
  await expect(page.getByText('Those who have not replied were reminded less than an hour ago.')).toBeVisible();
});

test('a read-only meeting takes only documents until it is reopened', async ({ page, installation, signIn }) => {
  const { id } = await installation.meeting({ title: 'Long over', inDays: -30 });
  const readOnly = page.getByText(/^This meeting became read-only on/);
  const reopen = page.getByRole('button', { name: 'Reopen' });
  await signIn(member);
  await page.goto(`/meetings/${id}`);
  await expect(readOnly).toBeVisible();
  await expect(page.getByText('No Reply. Replies to this meeting are closed.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Not )?Going/ })).toHaveCount(0);
  await expect(reopen).toHaveCount(0);
  await signIn(installation.admin);
  await page.goto(`/meetings/${id}`);
  await reopen.click();
  await expect(page.getByText(/^This meeting was reopened/)).toBeVisible();
  await expect(page.getByText('Will you attend?')).toBeVisible();
  await page.getByRole('button', { name: 'Close again' }).click();
  await expect(readOnly).toBeVisible();
  await page.getByRole('button', { name: 'Edit' }).click();
  await expect(
    page.getByText('This meeting is over and has become read-only. Documents can still be added and replaced.'),
  ).toBeVisible();
  await expect(page.getByRole('textbox', { name: /^Title of item/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Upload documents' }).first()).toBeVisible();
});

test('a new meeting begins with the board’s default, unchanged', async ({ page, installation }) => {
  const join_url = 'https://meet.harbour-trust.org/board';
  const agenda_items = [{ title: 'Welcome and apologies', minutes: 5 }];
  const given = { type: 'remote', length_minutes: 90, location: '', join_url, agenda_items };
  await installation.admin.client.call('POST', '/ajax/default-meeting', given);
  await page.goto('/meetings/create');
  await expect(page.getByLabel('Join link')).toHaveValue(join_url);
  await expect(page.getByRole('radio', { name: 'Remote' })).toBeChecked();
  await expect(page.getByText('Welcome and apologies')).toBeVisible();
  await expect(page.getByText('You have unsaved changes')).toHaveCount(0);
  await typeSegments(page, 'Start', '0930AM');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('group', { name: 'End', exact: true })).toContainText('11');
  await expect(page.getByText('You have unsaved changes').first()).toBeVisible();
});
