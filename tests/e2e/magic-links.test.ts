import type { Signed } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { submitLogin } from '#tests/support/page-acts.ts';
import { pdfPaper } from '#tests/support/papers.ts';

let member: Signed;
test.beforeAll(async ({ installation }) => {
  member = await installation.join('Oskar', 'Lund');
});

async function answerOf(id: string): Promise<string> {
  const { json } = await member.client.call('GET', `/ajax/meetings/${id}`);
  return json.data.meeting.meeting_status.acceptance;
}

test('a visitor with a magic link replies, reads a paper, and returns to the meeting after logging in', async ({
  page,
  installation,
}) => {
  const made = await installation.meeting({ title: 'Shared with papers', inDays: 21 });
  await installation.paper(made, { name: 'Budget.pdf', bytes: await pdfPaper(2) });
  const uid = await installation.magicUid(member.email, 'Shared with papers');
  await page.goto(`/attendance/${uid}/r`);
  await page.getByRole('button', { name: 'Confirm: Going remote' }).click();
  await expect(page.getByText('Thank you, Oskar. Your reply has been recorded.')).toBeVisible();
  expect(await answerOf(made.id)).toBe('accepted-remote');
  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByRole('link', { name: 'View Meeting' }).click();
  await expect(page.getByText('Oskar, will you attend?')).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
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
