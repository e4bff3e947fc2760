import type { Page } from '@playwright/test';
import type { Installation, Signed } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { pdfPaper } from '#tests/support/papers.ts';
import { expectNoSidewaysScroll } from '#tests/support/screen-check.ts';

/** What the links of a mail open, without anybody signed in (specification, sections 1, 2, 4 and 6). */

let member: Signed;
test.beforeAll(async ({ installation }) => {
  member = await installation.join('Oskar', 'Lund');
});

/** A published meeting of a type; answers its id and the member's magic uid. */
async function shared(
  installation: Installation,
  title: string,
  type: 'hybrid' | 'in-person' | 'remote' = 'hybrid',
): Promise<{ readonly id: string; readonly uid: string }> {
  const { id } = await installation.meeting({ title, type, inDays: 20 });
  return { id, uid: await installation.magicUid(member.email, title) };
}

/** What the server holds as the member's answer. */
async function answerOf(id: string): Promise<string> {
  const { json } = await member.client.call('GET', `/ajax/meetings/${id}`);
  return json.data.meeting.meeting_status.acceptance;
}

test('opening every link, also again and with its scripts run, changes nothing', async ({ page, installation }) => {
  const { id, uid } = await shared(installation, 'Only opened');
  const changing: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') changing.push(`${request.method()} ${request.url()}`);
  });
  const addresses = ['y', 'p', 'r', 'n', 'm'].map((letter) => `/attendance/${uid}/${letter}`);
  for (const address of [...addresses, `/meeting/${uid}`, `/addtocalendar/${uid}`, ...addresses]) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1, name: 'Only opened' })).toBeVisible();
  }
  expect(changing).toEqual([]);
  expect(await answerOf(id)).toBe('none');
});

/** The letters in the mail of a meeting of each type, with what each means. `m`, no answer, is what Change posts. */
const letters = {
  hybrid: [
    ['p', 'Going in-person', 'accepted-in-person'],
    ['r', 'Going remote', 'accepted-remote'],
    ['n', 'Not Going', 'declined'],
  ],
  remote: [
    ['y', 'Going remote', 'accepted'],
    ['n', 'Not Going', 'declined'],
  ],
  'in-person': [
    ['y', 'Going in-person', 'accepted'],
    ['n', 'Not Going', 'declined'],
  ],
} as const;

test('S2.54 S7.10 on a phone each letter of a mail asks, and one press posts the answer that it means', async ({
  page,
  installation,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const posted = () => page.waitForRequest((request) => request.method() === 'POST');
  for (const type of ['hybrid', 'remote', 'in-person'] as const) {
    const title = `Letters, ${type}`;
    const { id, uid } = await shared(installation, title, type);
    const mail = await installation.server.mailbox?.waitFor(
      ({ recipients, email }) => recipients.includes(member.email) && email.subject?.includes(title) === true,
      20_000,
    );
    const linked = [...(mail?.email.text ?? '').matchAll(/\/attendance\/(\S+)\/([a-z])\b/g)];
    expect(linked.map(([, to, letter]) => [to, letter])).toEqual(letters[type].map(([letter]) => [uid, letter]));
    for (const [letter, label, acceptance] of letters[type]) {
      await page.goto(`/attendance/${uid}/${letter}`);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(page.getByText(/\d{1,2}:\d\d [AP]M A[SD]T/)).toBeVisible();
      await expect(page.getByRole('link', { name: 'View Meeting' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Add to calendar' })).toBeVisible();
      await expectNoSidewaysScroll(page, 390);
      const answering = posted();
      await page.getByRole('button', { name: `Confirm: ${label}` }).click();
      expect(new URL((await answering).url()).pathname).toBe(`/attendance/${uid}/${letter}`);
      await expect(page.getByText('Thank you, Oskar. Your reply is recorded.')).toBeVisible();
      expect(await answerOf(id)).toBe(acceptance);
      const changing = posted();
      await page.getByRole('button', { name: 'Change' }).click();
      expect(new URL((await changing).url()).pathname).toBe(`/attendance/${uid}/m`);
      await expect(page.getByText('No Reply', { exact: true })).toBeVisible();
      await expect.poll(() => answerOf(id)).toBe('none');
    }
  }
});

test('a letter that does not fit the meeting proposes nothing, and the page asks', async ({ page, installation }) => {
  const { uid } = await shared(installation, 'Unfitting letter', 'remote');
  await page.goto(`/attendance/${uid}/p`);
  await expect(page.getByText('Will you attend?')).toBeVisible();
  await expect(page.getByText('The answer in your link does not fit this remote meeting.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Confirm/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Going remote' })).toBeVisible();
});

test('S2.7 S4.12 M22 the visitor reads the meeting and its papers, with no user menu and no search; logging in comes back to it', async ({
  page,
  installation,
}) => {
  const made = await installation.meeting({ title: 'Shared with papers', inDays: 21 });
  await installation.paper(made, { name: 'Budget.pdf', bytes: await pdfPaper(2) });
  const uid = await installation.magicUid(member.email, 'Shared with papers');
  await page.goto(`/meeting/${uid}`);
  await expect(page.getByText('Oskar, will you attend?')).toBeVisible();
  await expectNoFrame(page);
  await page.getByRole('link', { name: /Budget.pdf/ }).click();
  await expect(page.getByRole('dialog').getByText('The half-year closes')).toBeVisible({ timeout: 20_000 });
  // Read only.
  await expect(page.getByRole('dialog').getByRole('toolbar', { name: 'Annotate' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Going remote' }).click();
  await expect(page.getByRole('button', { name: 'Change' })).toBeVisible();
  await expect.poll(() => answerOf(made.id)).toBe('accepted-remote');
  await page.goto('/home');
  await expect(page).toHaveURL(/\/login/);
  await page.goto(`/meeting/${uid}`);
  await page.getByRole('link', { name: 'Log In', exact: true }).click();
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Password', { exact: true }).fill(member.password);
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page).toHaveURL(new RegExp(`/meetings/${made.id}$`));
});

test('S4.30 S5.16 S9.9 a calendar type must be chosen; Copy says Copied for 2 seconds', async ({
  page,
  context,
  installation,
}) => {
  const { uid } = await shared(installation, 'Into the calendar');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.clock.install();
  await page.goto(`/addtocalendar/${uid}`);
  await page.getByRole('button', { name: 'Add this meeting' }).click();
  await expect(page.getByText('You need to select a calendar type first.', { exact: true })).toBeVisible();
  await page.getByText('iCal', { exact: false }).first().click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Add this meeting' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/\.ics$/);
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  const copied = page.getByRole('button', { name: 'Copied' });
  await expect(copied).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`/addtocalendar/${uid}/ical`);
  await page.clock.runFor(1_900);
  await expect(copied).toBeVisible();
  await page.clock.runFor(200);
  await expect(page.getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'View Meeting' }).click();
  await expect(page).toHaveURL(new RegExp(`/meeting/${uid}$`));
});

async function expectNoFrame(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /your menu/ })).toHaveCount(0);
  await expect(page.getByRole('combobox', { name: 'Search' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Search/ })).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Log In', exact: true })).toBeVisible();
}
