import type { Locator, Page } from '@playwright/test';
import type { Signed } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { dropFile } from '#tests/support/page-acts.ts';
import { pdfPaper } from '#tests/support/papers.ts';
import { marksOf, openedWords } from '#tests/support/pdf-text.ts';

let director: Signed;
test.beforeAll(async ({ installation }) => {
  director = await installation.join('Nell', 'Harding');
});

const more = (page: Page, title: string): Locator => page.getByRole('button', { name: `More actions for ${title}` });
const row = (page: Page, title: string): Locator =>
  page.getByRole('main').getByRole('link', { name: new RegExp(`^${title}`) });
const pdf = async (name: string, pages: number) => ({ name: `${name}.pdf`, bytes: await pdfPaper(pages) });

test('a reader with an open paper is offered the file that replaces the paper', async ({
  page,
  browser,
  signIn,
  installation,
}) => {
  const meeting = await installation.meeting({ title: 'Corrected papers', inDays: 9, items: ['Finance report'] });
  const paper = await installation.paper(meeting, await pdf('Budget', 2));
  const reader = await browser.newPage({ baseURL: installation.server.url });
  await signIn(director, reader);
  await reader.goto(`/meetings/${meeting.id}?document=${paper}`);
  await (await openedWords(reader)).selectText();
  await reader.keyboard.press('h');
  const read = async (of = '') => (await director.client.call('GET', `/ajax/documents/${paper}${of}`)).json.data;
  await expect.poll(async () => (await read()).annotations.xfdf ?? '').toContain('<highlight');
  await expect(more(reader, 'Budget')).toHaveCount(0);
  const viewer = reader.getByRole('dialog').first();
  await viewer.getByRole('button', { name: 'Minimize' }).click();
  await installation.sql(
    `update invitees set last_visited_at = now() - interval '1 day', previous_visited_at = now() - interval '1 day'`,
  );

  await signIn(installation.admin);
  await page.goto(`/meetings/${meeting.id}`);
  await expect(more(page, 'Budget.pdf')).toBeVisible();
  await dropFile(row(page, 'Budget'), { name: 'Budget.exe', bytes: Buffer.from('MZ') });
  await expect(page.getByRole('alert')).toContainText('This type of file cannot be uploaded here.');
  await page.getByRole('button', { name: 'Remove Budget.exe' }).click();
  await dropFile(row(page, 'Budget'), await pdf('Budget corrected', 3));
  await expect(page.getByText('Budget.pdf has a new version')).toBeVisible();
  await page.getByRole('button', { name: 'Tell members' }).click();
  const telling = page.getByRole('dialog', { name: 'Tell members what changed' });
  await expect(telling.getByText('Added: Budget.pdf, under 1 Finance report')).toBeVisible();
  await telling.getByRole('button', { name: 'Cancel' }).click();

  await reader.getByRole('button', { name: /^Restore/ }).click();
  await expect(viewer.getByText('This document has a new version.')).toBeVisible();
  // The server carries marks over once it has read the texts of both versions.
  await expect.poll(async () => (await read('/find?words=page')).is_read, { timeout: 30_000 }).toBe(true);
  await viewer.getByRole('button', { name: 'Open it' }).click();
  await expect(viewer.getByText('of 3', { exact: true })).toBeVisible();
  await expect(marksOf(reader, 'Highlight')).toHaveCount(1);
  await expect(viewer.getByText(/1 mark on the earlier version/)).toBeVisible();
  await reader.goto(`/meetings/${meeting.id}`);
  await expect(row(reader, 'Budget.pdf New')).toBeVisible();
  await reader.close();
});
