import type { Locator, Page } from '@playwright/test';
import type { Installation, Signed } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { chooseFiles, dropFile } from '#tests/support/page-acts.ts';
import { pdfPaper } from '#tests/support/papers.ts';
import { marksOf, openedWords } from '#tests/support/pdf-text.ts';

let director: Signed;
test.beforeAll(async ({ installation }) => {
  director = await installation.join('Nell', 'Harding');
});

const more = (page: Page, title: string): Locator => page.getByRole('button', { name: `More for ${title}` });
const row = (page: Page, title: string): Locator =>
  page.getByRole('main').getByRole('link', { name: new RegExp(`^${title}`) });
const pdf = async (name: string, pages: number) => ({ name: `${name}.pdf`, bytes: await pdfPaper(pages) });

async function replaceByMenu(page: Page, title: string, name: string, pages: number): Promise<void> {
  await more(page, title).click();
  await chooseFiles(page, page.getByRole('menuitem', { name: 'Replace file…' }), await pdf(name, pages));
}

/** The names of a document's files, newest first. */
const filenames = async ({ admin }: Installation, paper: string): Promise<readonly string[]> =>
  (await admin.client.call('GET', `/ajax/documents/${paper}/versions`)).json.data.versions.map(
    ({ filename }: { filename: string }) => filename,
  );

/** Moves the visits to yesterday, so that what changes from now on is new to the readers. */
const letTimePass = (installation: Installation, table: 'invitees' | 'announcement_readers') =>
  installation.sql(
    `update ${table} set last_visited_at = now() - interval '1 day', previous_visited_at = now() - interval '1 day'`,
  );

test('an open reader is offered the file that replaces a paper', async ({ page, browser, signIn, installation }) => {
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
  await letTimePass(installation, 'invitees');

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

test('replacements are retried and saved in order', async ({ page, signIn, installation, expectConsoleError }) => {
  expectConsoleError(/status of 500/);
  const made = await installation.meeting({ title: 'Being edited', inDays: 11, items: ['Finance report'] });
  const paper = await installation.paper(made, await pdf('Lease', 1));
  const versions = `**/ajax/documents/${paper}/versions`;
  await signIn(installation.admin);
  await page.goto(`/meetings/${made.id}`);
  await page.route(versions, (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
  await replaceByMenu(page, 'Lease.pdf', 'Second', 2);
  await expect(page.getByRole('alert')).toContainText('Something went wrong');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Lease.pdf has a new version')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);

  const edited = page.locator(`[data-document-row="${paper}"]`);
  /** Holds the next call that saves a replacement until it is released, as a failure or not. */
  const holdSaving = async () => {
    const released = Promise.withResolvers<'fail' | 'save'>();
    const held = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/versions'));
    await page.route(
      versions,
      async (route) =>
        (await released.promise) === 'fail' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
      { times: 1 },
    );
    return { held, release: released.resolve };
  };
  for (const [end, held, next, expected] of [
    ['save', 'Third', 'Fourth', ['Fourth.pdf', 'Third.pdf', 'Second.pdf', 'Lease.pdf']],
    ['fail', 'Fifth', 'Sixth', ['Sixth.pdf', 'Fourth.pdf', 'Third.pdf', 'Second.pdf', 'Lease.pdf']],
  ] as const) {
    const saving = await holdSaving();
    await dropFile(edited, await pdf(held, 3));
    await saving.held;
    await dropFile(edited, await pdf(next, 4));
    await expect(page.getByText('Saving')).toHaveCount(2);
    saving.release(end);
    await expect.poll(() => filenames(installation, paper)).toEqual(expected);
    await expect(page.getByText('Saving')).toHaveCount(0);
  }
  // A retry would replace the newer file, so the failed one is given up.
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await expect(page.locator('[data-document-row]')).toHaveCount(1);

  await more(page, 'Lease.pdf').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu').and(page.locator(':focus-within'))).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const field = page.getByRole('textbox', { name: 'New name' });
  await expect(field).toBeFocused();
  await field.fill('Rents');
  await page.keyboard.press('Enter');
  await expect(more(page, 'Rents')).toBeFocused();
});
