import type { Browser, BrowserContext, Page } from '@playwright/test';
import ICAL from 'ical.js';
import { expect, test } from '#tests/support/browser.ts';
import { pdfPaper, sentence, wordPaper } from '#tests/support/papers.ts';

const adminPassword = 'correct horse battery';
const memberPassword = 'a harbour at night';
const memberEmail = 'daniel.tremblay@harbour.example';

/**
 * The product's main job from an empty installation, by what a person sees: no account is made behind its back, the mail is
 * read from a real SMTP server.
 */
test('a secretary sets up a board and publishes a meeting; a member answers by mail, signs in and marks a paper', async ({
  page,
  browser,
  server,
}) => {
  test.setTimeout(180_000);
  const admin = page;

  await test.step('the set-up link makes the first board', async () => {
    await admin.goto(server.setupUrl ?? '');
    await admin.getByLabel('First name').fill('Elena');
    await admin.getByLabel('Last name').fill('Kowalczyk');
    await admin.getByLabel('Email').fill('elena.kowalczyk@harbour.example');
    await admin.getByLabel('Password', { exact: true }).fill(adminPassword);
    await admin.getByLabel('Retype password').fill(adminPassword);
    await admin.getByLabel('Board', { exact: true }).fill('Harbour Street Housing Trust');
    await admin.getByRole('combobox', { name: 'Time zone' }).click();
    await admin.getByRole('combobox', { name: 'Time zone' }).fill('Halifax');
    await admin.getByRole('option', { name: 'America/Halifax' }).click();
    await admin.getByRole('button', { name: 'Create board' }).click();
    await expect(admin).toHaveURL(/\/home$/);
  });

  await test.step('the secretary signs out and in again', async () => {
    await admin.getByRole('button', { name: /Elena Kowalczyk/ }).click();
    await admin.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(admin).toHaveURL(/\/login/);
    await admin.getByLabel('Email').fill('elena.kowalczyk@harbour.example');
    await admin.getByLabel('Password', { exact: true }).fill(adminPassword);
    await admin.keyboard.press('Enter');
    await expect(admin.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  });

  await test.step('New, Person sends an invitation', async () => {
    await admin.getByRole('button', { name: 'New', exact: true }).click();
    await admin.getByRole('menuitem', { name: 'Person' }).click();
    await admin.getByLabel('First name').fill('Daniel');
    await admin.getByLabel('Last name').fill('Tremblay');
    await admin.getByLabel('Email').fill(memberEmail);
    await admin.getByRole('button', { name: 'Invite' }).click();
    await expect(admin.getByText('Daniel Tremblay is invited.')).toBeVisible();
  });

  const member = await (await newVisitor(browser)).newPage();
  await test.step('the member reads the mail and creates an account', async () => {
    const mail = await server.mailbox?.waitFor((received) => received.recipients.includes(memberEmail), 20_000);
    const link = /http:\/\/\S+\/inv\/[\w-]+/.exec(mail?.email.text ?? '')?.[0] ?? '';
    await member.goto(link);
    await expect(member.getByRole('heading', { name: 'Welcome, Daniel!' })).toBeVisible();
    await member.getByLabel('Password', { exact: true }).fill(memberPassword);
    await member.getByLabel('Retype password').fill(memberPassword);
    await member.getByRole('button', { name: 'Create Account' }).click();
    await expect(member).toHaveURL(/\/people\/edit\/daniel-tremblay\?profileSetup=1$/);
    await member.context().close();
  });

  let meetingUrl = '';
  await test.step('a hybrid meeting with three items, a PDF of 40 pages and a .docx', async () => {
    await admin.getByRole('link', { name: 'Dashboard' }).click();
    await admin.getByRole('button', { name: 'New', exact: true }).click();
    await admin.getByRole('menuitem', { name: 'Meeting' }).click();
    await expect(admin.getByRole('heading', { name: 'New meeting' })).toBeVisible();
    await admin.getByLabel('Title', { exact: true }).fill('November Board Meeting');
    await admin.getByLabel('Location').fill('Harbour Street Resource Centre');
    await admin.getByLabel('Join link').fill('https://meet.harbour-trust.org/board');
    await typeDate(admin, 'Date', daysAhead(5));
    await typeTime(admin, 'Start', '0930AM');
    await typeTime(admin, 'End', '1200PM');
    for (const [nth, title] of ['Welcome', 'Finance report', 'Minutes of October'].entries()) {
      await admin.getByRole('button', { name: 'Add item' }).click();
      await admin.getByLabel(`Title of item ${nth + 1}`).fill(title);
      await admin
        .getByLabel(`Minutes of item ${nth + 1}`)
        .first()
        .fill('15');
    }
    await admin.getByLabel('Presenter of item 2').first().fill('Thomas McKenna');
    await upload(admin, 2, { name: 'Finance report.pdf', bytes: await pdfPaper(40) });
    await upload(admin, 3, { name: 'Minutes of October.docx', bytes: wordPaper() });
    await admin.getByRole('button', { name: 'Save draft' }).click();
    await expect(admin.getByRole('heading', { name: 'Edit draft' })).toBeVisible();
    await expect(admin.getByText('You have unsaved changes')).toBeHidden();
  });

  await test.step('it is published, after the dialog has said who is invited', async () => {
    await admin.getByRole('button', { name: 'Publish', exact: true }).click();
    const dialog = admin.getByRole('dialog', { name: 'Publish and invite' });
    await expect(dialog.getByText('2 members')).toBeVisible();
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await expect(admin).toHaveURL(/\/meetings\/[0-9a-f-]{36}$/);
    await expect(admin.getByRole('heading', { level: 1, name: 'November Board Meeting' })).toBeVisible();
    meetingUrl = admin.url();
  });

  await test.step('the member’s one message opens the magic link; an answer is asked, not taken', async () => {
    const mail = await server.mailbox?.waitFor(
      (received) =>
        received.recipients.includes(memberEmail) && /November Board Meeting/.test(received.email.subject ?? ''),
      20_000,
    );
    const text = mail?.email.text ?? '';
    const answer = /http:\/\/\S+\/attendance\/m-b[a-z2-7]+\/r/.exec(text)?.[0] ?? '';
    const view = /http:\/\/\S+\/meeting\/m-b[a-z2-7]+/.exec(text)?.[0] ?? '';
    const visitor = await (await newVisitor(browser)).newPage();
    await visitor.goto(view);
    await expect(visitor.getByRole('heading', { level: 1, name: 'November Board Meeting' })).toBeVisible();
    await expect(visitor.getByRole('link', { name: /Finance report PDF, 40 pages/ })).toBeVisible();
    await visitor.goto(answer);
    const confirm = visitor.getByRole('button', { name: 'Confirm: Going remote' });
    await expect(confirm).toBeVisible();
    await expect(inAttendees(admin, 'Going remote')).toBeHidden();
    await confirm.click();
    await expect(visitor.getByText('Going remote').first()).toBeVisible();
    await expect(confirm).toBeHidden();
    await visitor.context().close();
  });

  await test.step('the answer arrives on the secretary’s open page', async () => {
    expect(admin.url()).toBe(meetingUrl);
    await expect(inAttendees(admin, 'Going remote')).toBeVisible({ timeout: 15_000 });
  });

  const reader = await (await newVisitor(browser)).newPage();
  await test.step('the member signs in, opens the PDF and highlights a sentence', async () => {
    await reader.goto(meetingUrl);
    await expect(reader).toHaveURL(/\/login\?next=/);
    await reader.getByLabel('Email').fill(memberEmail);
    await reader.getByLabel('Password', { exact: true }).fill(memberPassword);
    await reader.getByRole('button', { name: 'Log In' }).click();
    await expect(reader).toHaveURL(meetingUrl);
    await reader.getByRole('link', { name: /Finance report PDF/ }).click();
    await expect(reader).toHaveURL(/\?document=/);
    await expect(reader.getByRole('dialog').getByText('of 40')).toBeVisible({ timeout: 20_000 });
    await selectSentence(reader);
    await reader.keyboard.press('h');
    await expect(reader.getByText('Saved', { exact: true })).toBeVisible();
    await expect(highlights(reader)).toHaveCount(1);
  });

  await test.step('after a reload the highlight is there, for its author alone', async () => {
    await reader.reload();
    await expect(highlights(reader)).toHaveCount(1, { timeout: 20_000 });
    await admin.goto(reader.url());
    await expect(admin.getByRole('dialog').getByText('of 40')).toBeVisible({ timeout: 20_000 });
    await expect(highlights(admin)).toHaveCount(0);
  });

  await test.step('S2.5 the .ics is downloaded and read by a calendar library', async () => {
    await reader.goto(meetingUrl);
    const downloading = reader.waitForEvent('download');
    await reader.goto(`${meetingUrl}?downloadIcs`).catch(ignoreDownloadAbort);
    const file = await downloading;
    expect(file.suggestedFilename()).toMatch(/\.ics$/);
    const chunks: Buffer[] = [];
    for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
    const calendar = new ICAL.Component(ICAL.parse(Buffer.concat(chunks).toString('utf8')));
    const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') as ICAL.Component);
    expect(event.summary).toBe('November Board Meeting');
    expect(event.startDate.toString()).toContain('T09:30:00');
    expect(event.startDate.zone.tzid).toBe('America/Halifax');
  });
});

async function newVisitor(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({ viewport: { width: 1440, height: 900 } });
}

function daysAhead(days: number): string {
  const day = new Date(Date.now() + days * 86_400_000);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${two(day.getUTCMonth() + 1)}${two(day.getUTCDate())}${day.getUTCFullYear()}`;
}

/** Types into a date's segments, as a person does: the first takes the focus, the rest follows. */
async function typeDate(page: Page, name: string, digits: string): Promise<void> {
  await page.getByRole('group', { name }).getByRole('spinbutton').first().click();
  await page.keyboard.type(digits);
}

async function typeTime(page: Page, name: string, digits: string): Promise<void> {
  await page.getByRole('group', { name }).getByRole('spinbutton').first().click();
  await page.keyboard.type(digits);
}

async function upload(
  page: Page,
  item: number,
  file: { readonly name: string; readonly bytes: Buffer },
): Promise<void> {
  await page
    .getByLabel(`Documents for item ${item}`)
    .setInputFiles({ name: file.name, mimeType: 'application/octet-stream', buffer: file.bytes });
  const row = page
    .getByRole('list', { name: 'Agenda items' })
    .locator(':scope > li')
    .nth(item - 1);
  await expect(row.getByText(/^Uploaded/)).toBeVisible({ timeout: 20_000 });
}

const inAttendees = (page: Page, heading: string) =>
  page.getByRole('complementary').getByText(heading, { exact: true });

/** Drags over the sentence in the text of the page. */
async function selectSentence(page: Page): Promise<void> {
  const words = page.getByRole('dialog').getByText(sentence);
  await expect(words).toBeVisible({ timeout: 20_000 });
  const box = await words.boundingBox();
  if (!box) throw new Error('The sentence has no place on the page.');
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + 2, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, y, { steps: 5 });
  await page.mouse.move(box.x + box.width - 2, y, { steps: 5 });
  await page.mouse.up();
}

const highlights = (page: Page) => page.getByRole('dialog').getByRole('button', { name: /^Highlight on page 1/ });

/** A navigation that becomes a download is given up by the browser. */
function ignoreDownloadAbort(error: Error): void {
  if (!/ERR_ABORTED|Download is starting/.test(error.message)) throw error;
}
