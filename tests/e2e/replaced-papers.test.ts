import type { Locator, Page } from '@playwright/test';
import type { Signed } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { dropFile, marksOf, openedWords } from '#tests/support/page-acts.ts';
import { pdfPaper } from '#tests/support/papers.ts';
import { expectAccessible } from '#tests/support/screen-check.ts';

let director: Signed;
test.beforeAll(async ({ installation }) => {
  director = await installation.join('Nell', 'Harding');
});

const more = (page: Page, title: string): Locator => page.getByRole('button', { name: `More actions for ${title}` });
const row = (page: Page, title: string): Locator =>
  page.getByRole('main').getByRole('link', { name: new RegExp(`^${title}`) });
const pdf = async (name: string, pages: number) => ({ name: `${name}.pdf`, bytes: await pdfPaper(pages) });

test('a reader of an open paper is offered its new version', async ({ asAdmin: page, openAs, installation }) => {
  const meeting = await installation.meeting({ title: 'Corrected papers', inDays: 9, items: ['Finance report'] });
  const paper = await installation.paper(meeting, await pdf('Budget', 2));
  const reader = await openAs(director);
  await reader.goto(`/meetings/${meeting.id}?document=${paper}`);
  await (await openedWords(reader)).selectText();
  await reader.keyboard.press('h');
  await expect.poll(() => installation.marksOn(paper, director)).toContain('<highlight');
  await expect(more(reader, 'Budget')).toHaveCount(0);
  const viewer = reader.getByRole('dialog').first();
  await viewer.getByRole('button', { name: 'Minimize' }).click();
  await installation.sql(
    `update invitees set last_visited_at = now() - interval '1 day', previous_visited_at = now() - interval '1 day'`,
  );

  await page.goto(`/meetings/${meeting.id}`);
  await expect(more(page, 'Budget.pdf')).toBeVisible();
  await dropFile(row(page, 'Budget'), await pdf('Budget corrected', 3));
  const asking = page.getByRole('dialog', { name: 'Replace Budget.pdf' });
  await expect(asking.getByRole('radio', { name: 'Yes', exact: true })).toBeChecked();
  await asking.getByRole('button', { name: 'Replace' }).click();
  await expect(page.getByText('Budget.pdf has a new version')).toBeVisible();
  await page.getByRole('button', { name: 'Tell members' }).click();
  const telling = page.getByRole('dialog', { name: 'Tell members what changed' });
  await expect(telling.getByText('Added: Budget.pdf, under 1 Finance report')).toBeVisible();
  await telling.getByRole('button', { name: 'Cancel' }).click();

  await reader.getByRole('button', { name: /^Restore/ }).click();
  await expect(viewer.getByText('This document has a new version.')).toBeVisible();
  // The server copies annotations to the new version after it has read the texts of both versions.
  const find = () => installation.call('GET', `/ajax/documents/${paper}/find?words=page`, undefined, director);
  await expect.poll(async () => (await find()).is_read, { timeout: 30_000 }).toBe(true);
  await reader.context().setOffline(true);
  await viewer.getByRole('button', { name: 'Open it' }).click();
  const failed = reader.getByRole('alertdialog', { name: /^Possible network or browser error/ });
  await failed.getByRole('button', { name: 'Dismiss' }).click();
  await reader.context().setOffline(false);
  await viewer.getByRole('button', { name: 'Open it' }).click();
  await expect(viewer.getByText('of 3', { exact: true })).toBeVisible();
  await expect(marksOf(reader, 'Highlight')).toHaveCount(1);
  await expect(viewer.getByText('1 mark came along.', { exact: true })).toBeVisible();
  await reader.goto(`/meetings/${meeting.id}`);
  await expect(row(reader, 'Budget.pdf New')).toBeVisible();
});

test('readers see the changes in a revised paper, and their marks are carried over', async ({
  asAdmin: page,
  openAs,
  installation,
}) => {
  const meeting = await installation.meeting({ title: 'Revised papers', inDays: 9, items: ['Lease'] });
  const words = 'The annual rent is due in March.';
  const paper = await installation.paper(meeting, { name: 'Lease.pdf', bytes: await pdfPaper(2, words) });
  const other = await installation.join('Omar', 'Reyes');
  const address = `/meetings/${meeting.id}?document=${paper}`;
  const [one, two] = [await openAs(director), await openAs(other)];
  const readers = [one, two];
  for (const reader of readers) {
    await reader.goto(address);
    await expect(reader.getByRole('dialog').getByText(words)).toBeVisible({ timeout: 20_000 });
  }
  const saved = () => installation.marksOn(paper, director);
  await one.getByRole('dialog').getByText(words).selectText();
  await one.keyboard.press('h');
  await expect.poll(saved).toContain('<highlight');
  await one.getByRole('dialog').getByText('This is page 2.').selectText();
  await one.keyboard.press('u');
  await expect.poll(saved).toContain('<underline');
  for (const reader of readers) await reader.goto(`/meetings/${meeting.id}`);

  await page.goto(`/meetings/${meeting.id}`);
  await expect(more(page, 'Lease.pdf')).toBeVisible();
  const replace = async (name: string, text: string, answer: string) => {
    await dropFile(row(page, 'Lease'), { name: `${name}.pdf`, bytes: await pdfPaper(2, text) });
    const asking = page.getByRole('dialog', { name: 'Replace Lease.pdf' });
    await asking.getByText(answer, { exact: true }).click();
    await asking.getByRole('button', { name: 'Replace' }).click();
    await expect(asking).toBeHidden();
  };
  await replace('Second', `From 2027 on: ${words} It rises.`, 'Yes');
  await expect(row(two, 'Lease.pdf').getByText('Changed: 1 page')).toBeVisible({ timeout: 30_000 });

  await two.goto(address);
  const viewer = two.getByRole('dialog').first();
  await expect(viewer.getByText(/^Changed since you read it on .*: page 1$/)).toBeVisible();
  await expect(viewer.locator('[data-change]')).not.toHaveCount(0);
  await viewer.getByRole('button', { name: 'Next change' }).press('Enter');
  await expect(viewer.locator('[data-change][data-current]').first()).toBeAttached();
  await viewer.getByRole('button', { name: 'Compare' }).click();
  const compared = two.getByRole('dialog', { name: 'Lease.pdf' });
  await expect(compared.getByText(/^\d changes?$/)).toBeVisible();
  await expect(compared.locator('[data-change]').first()).toBeAttached();
  await expectAccessible(two, 'two versions');
  await two.setViewportSize({ width: 390, height: 844 });
  const panes = await compared.getByRole('region').all();
  const [upper, lower] = await Promise.all(panes.map((pane) => pane.boundingBox()));
  expect(lower?.y).toBeGreaterThan((upper?.y ?? 0) + 100);
  await two.keyboard.press('Escape');
  await expect(viewer.getByText(/^Changed since/)).toBeVisible();

  await one.goto(address);
  await expect(one.getByText('2 marks came along.', { exact: true })).toBeVisible();
  await expect(marksOf(one, 'Highlight')).toHaveCount(1);
  await replace('Third', 'Something else altogether.', 'No, withdraw it');
  await one.goto(`/meetings/${meeting.id}`);
  await expect(row(one, 'Lease.pdf').getByText('New version')).toBeVisible();
  await one.goto(address);
  await expect(one.getByText('1 mark came along. 1 stayed on the earlier version.')).toBeVisible({ timeout: 30_000 });
  await one.getByRole('button', { name: 'Show them' }).click();
  await expect(one.getByRole('dialog', { name: 'Notes on a withdrawn version' }).getByText('Page 1')).toBeVisible();
  await expect(one.getByText(/^Changed since/)).toBeHidden();
});
