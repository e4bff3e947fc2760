import type { Browser, Page } from '@playwright/test';
import { expect, test } from '#tests/support/browser.ts';
import { asFile, mailTo, marksOf, openedWords, typeSegments } from '#tests/support/page-acts.ts';
import { pdfPaper } from '#tests/support/papers.ts';

const adminPassword = 'correct horse battery';
const memberPassword = 'a harbour at night';
const memberEmail = 'daniel.tremblay@harbour.example';
const title = 'November Board Meeting';

test('a secretary sets up a board and publishes a meeting, and a member replies by email, signs in and marks a paper', {
  tag: '@everyday',
}, async ({ page: admin, browser, server }) => {
  const fill = async (page: Page, fields: Readonly<Record<string, string>>) => {
    for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
  };
  // A long form repeats its buttons at the end, so this function presses the first one.
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();
  const make = async (kind: string) => {
    await press(admin, 'New');
    await admin.getByRole('menuitem', { name: kind }).click();
  };

  await test.step('the first board is created with the set-up link', async () => {
    await admin.goto(server.setupUrl ?? '');
    await fill(admin, { 'First name': 'Elena', 'Last name': 'Kowalczyk', Email: 'elena.kowalczyk@harbour.example' });
    await fill(admin, { Password: adminPassword, 'Retype password': adminPassword });
    await fill(admin, { Board: 'Harbour Street Housing Trust' });
    await admin.getByRole('combobox', { name: 'Time zone' }).click();
    await admin.getByRole('combobox', { name: 'Time zone' }).fill('Halifax');
    await admin.getByRole('option', { name: 'America/Halifax' }).click();
    await press(admin, 'Create board');
    await expect(admin).toHaveURL(/\/home$/);
  });

  await test.step('a member is invited and creates an account from the mail', async () => {
    await make('Person');
    await fill(admin, { 'First name': 'Daniel', 'Last name': 'Tremblay', Email: memberEmail });
    await press(admin, 'Invite');
    await expect(admin.getByText('Daniel Tremblay was invited.')).toBeVisible();
    const mail = await mailTo(server.mailbox, memberEmail, '');
    const invited = await newVisitor(browser);
    await invited.goto(linkIn(mail.email.text, /http:\/\/\S+\/inv\/[\w-]+/));
    await expect(invited.getByRole('heading', { name: 'Welcome, Daniel!' })).toBeVisible();
    await fill(invited, { Password: memberPassword, 'Retype password': memberPassword });
    await press(invited, 'Create Account');
    await expect(invited).toHaveURL(/\/people\/edit\/daniel-tremblay\?profileSetup=1$/);
    await invited.context().close();
  });

  await test.step('a hybrid meeting with two items and a paper is saved as a draft', async () => {
    await admin.getByRole('link', { name: 'Dashboard' }).click();
    await make('Meeting');
    await fill(admin, {
      Title: title,
      Location: 'Resource Centre',
      'Join link': 'https://meet.harbour-trust.org/board',
    });
    await typeSegments(admin, 'Date', daysAhead(5));
    await typeSegments(admin, 'Start', '0930AM');
    await typeSegments(admin, 'End', '1200PM');
    for (const [nth, item] of ['Welcome', 'Finance report'].entries()) {
      await press(admin, 'Add item');
      await admin.getByLabel(`Title of item ${nth + 1}`).fill(item);
    }
    const paper = asFile({ name: 'Finance report.pdf', bytes: await pdfPaper(3) });
    await admin.getByLabel('Documents for item 2').setInputFiles(paper);
    await expect(admin.getByRole('list', { name: 'Agenda items' }).getByText(/^Uploaded/)).toBeVisible();
    await press(admin, 'Save draft');
    await expect(admin.getByRole('heading', { name: 'Edit draft' })).toBeVisible();
    await expect(admin.getByText('You have unsaved changes')).toBeHidden();
  });

  await test.step('the meeting is published after a dialog that shows how many members are invited', async () => {
    await press(admin, 'Publish');
    const dialog = admin.getByRole('dialog', { name: 'Publish and invite' });
    await expect(dialog.getByText('2 members')).toBeVisible();
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await expect(admin.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(admin).toHaveURL(/\/meetings\/[0-9a-f-]{36}$/);
    // Waits for the page count, because the visitor's page gets no live updates.
    await expect(admin.getByRole('link', { name: /Finance report PDF, 3 pages/ })).toBeVisible();
  });

  await test.step('the links in the mail open the meeting and the reply page, and the reply appears live', async () => {
    const { text } = (await mailTo(server.mailbox, memberEmail, title)).email;
    const visitor = await newVisitor(browser);
    await visitor.goto(linkIn(text, /http:\/\/\S+\/meeting\/m-b[a-z2-7]+/));
    await expect(visitor.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(visitor.getByRole('link', { name: /Finance report PDF, 3 pages/ })).toBeVisible();
    await visitor.goto(linkIn(text, /http:\/\/\S+\/attendance\/m-b[a-z2-7]+\/r/));
    const confirm = visitor.getByRole('button', { name: 'Confirm: Going remote' });
    await expect(confirm).toBeVisible();
    const answer = admin.getByRole('complementary').getByText('Going remote', { exact: true });
    await expect(answer).toBeHidden();
    await confirm.click();
    await expect(visitor.getByText('Going remote').first()).toBeVisible();
    await expect(confirm).toBeHidden();
    await visitor.context().close();
    await expect(answer).toBeVisible();
  });

  await test.step('the member signs in at the meeting and makes a private highlight', async () => {
    const reader = await newVisitor(browser);
    await reader.goto(admin.url());
    await expect(reader).toHaveURL(/\/login\?next=/);
    await fill(reader, { Email: memberEmail, Password: memberPassword });
    await press(reader, 'Log In');
    await expect(reader).toHaveURL(admin.url());
    await reader.getByRole('link', { name: /Finance report PDF/ }).click();
    const sentence = await openedWords(reader);
    await sentence.selectText();
    await reader.keyboard.press('h');
    await expect(reader.getByText('Saved', { exact: true })).toBeVisible();
    await reader.reload();
    await expect(marksOf(reader, 'Highlight')).toHaveCount(1);
    await admin.goto(reader.url());
    await openedWords(admin);
    await expect(marksOf(admin, 'Highlight')).toHaveCount(0);
    await reader.context().close();
  });
});

async function newVisitor(browser: Browser): Promise<Page> {
  return (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
}

function daysAhead(days: number): string {
  const [year, month, day] = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10).split('-');
  return `${month}${day}${year}`;
}

function linkIn(text: string | undefined, pattern: RegExp): string {
  const [link] = pattern.exec(text ?? '') ?? [];
  if (link === undefined) throw new Error(`The mail has no ${pattern}.`);
  return link;
}
