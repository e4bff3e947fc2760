import type { Page } from '@playwright/test';
import type { Installation, Signed } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { submitLogin } from '#tests/support/log-in.ts';
import { pdfPaper } from '#tests/support/papers.ts';
import { expectNoSidewaysScroll } from '#tests/support/screen-check.ts';

let member: Signed;
test.beforeAll(async ({ installation }) => {
  member = await installation.join('Oskar', 'Lund');
});

/** Publishes a meeting; returns its id and the member's magic uid. */
async function shared(
  installation: Installation,
  title: string,
  type: 'hybrid' | 'in-person' | 'remote' = 'hybrid',
): Promise<{ readonly id: string; readonly uid: string }> {
  const { id } = await installation.meeting({ title, type, inDays: 20 });
  return { id, uid: await installation.magicUid(member.email, title) };
}

async function answerOf(id: string): Promise<string> {
  const { json } = await member.client.call('GET', `/ajax/meetings/${id}`);
  return json.data.meeting.meeting_status.acceptance;
}

test('opening the links of a mail changes nothing', async ({ page, installation }) => {
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

/** The letters in the mail of a meeting of each type. Change posts `m`, which means no answer. */
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

test('on a phone each letter of a mail asks, and one press posts the answer', async ({ page, installation }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const posted = () => page.waitForRequest((request) => request.method() === 'POST');
  for (const type of ['hybrid', 'remote', 'in-person'] as const) {
    const title = `Letters, ${type}`;
    const { id, uid } = await shared(installation, title, type);
    const mails = installation.server.mailbox?.messages() ?? [];
    const mail = mails.find(
      ({ recipients, email }) => recipients.includes(member.email) && email.subject?.includes(title),
    );
    const linked = [...(mail?.email.text ?? '').matchAll(/\/attendance\/(\S+)\/([a-z])\b/g)];
    expect(linked.map(([, to, letter]) => [to, letter])).toEqual(letters[type].map(([letter]) => [uid, letter]));
    for (const [letter, label, acceptance] of letters[type]) {
      await page.goto(`/attendance/${uid}/${letter}`);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
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

test('a visitor answers, reads the papers without a frame, and comes back to the meeting after logging in', {
  tag: '@everyday',
}, async ({ page, installation }) => {
  const made = await installation.meeting({ title: 'Shared with papers', inDays: 21 });
  await installation.paper(made, { name: 'Budget.pdf', bytes: await pdfPaper(2) });
  const uid = await installation.magicUid(member.email, 'Shared with papers');
  await page.goto(`/attendance/${uid}/r`);
  await page.getByRole('button', { name: 'Confirm: Going remote' }).click();
  await expect(page.getByText('Thank you, Oskar. Your reply is recorded.')).toBeVisible();
  expect(await answerOf(made.id)).toBe('accepted-remote');
  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByRole('link', { name: 'View Meeting' }).click();
  await expect(page.getByText('Oskar, will you attend?')).toBeVisible();
  await expectNoFrame(page);
  await page.getByRole('link', { name: /Budget.pdf/ }).click();
  await expect(page.getByRole('dialog').getByText('The half-year closes')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('dialog').getByRole('toolbar', { name: 'Annotate' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Going remote' }).click();
  await expect(page.getByRole('button', { name: 'Change' })).toBeVisible();
  await expect.poll(() => answerOf(made.id)).toBe('accepted-remote');
  await page.goto('/home');
  await expect(page).toHaveURL(/\/login/);
  await page.goto(`/meeting/${uid}`);
  await page.getByRole('link', { name: 'Log In', exact: true }).click();
  await submitLogin(page, member);
  await expect(page).toHaveURL(new RegExp(`/meetings/${made.id}$`));
});

async function expectNoFrame(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /your menu/ })).toHaveCount(0);
  await expect(page.getByRole('combobox', { name: 'Search' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Search/ })).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Log In', exact: true })).toBeVisible();
}
