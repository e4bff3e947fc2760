import type { Browser, Locator, Page } from '@playwright/test';
import type { Installation, Signed } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { pdfPaper } from '#tests/support/papers.ts';
import { marksOf, openedWords } from '#tests/support/pdf-text.ts';
import { checkLook, expectNoSidewaysScroll } from '#tests/support/screen-check.ts';

/** Papers of a meeting and an announcement get another file, another name and their properties where they stand. */

let director: Signed;
test.beforeAll(async ({ installation }) => {
  director = await installation.join('Nell', 'Harding');
});

const msMax = 20_000;
const more = (page: Page, title: string): Locator => page.getByRole('button', { name: `More for ${title}` });
const newBadge = (page: Page, title: string): Locator =>
  page.getByRole('main').getByRole('link', { name: new RegExp(`^${title} New`) });

/** Drops a file on the row of a document, as from the desktop. */
async function dropOn(row: Locator, name: string, bytes: Buffer): Promise<void> {
  await row.evaluate(
    (target, given) => {
      const transfer = new DataTransfer();
      const content = Uint8Array.from(atob(given.text), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([content], given.name));
      for (const type of ['dragenter', 'dragover', 'drop'])
        target.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
    },
    { name, text: bytes.toString('base64') },
  );
}

async function choose(page: Page, title: string, item: string): Promise<void> {
  await more(page, title).click();
  await page.getByRole('menuitem', { name: item }).click();
}

async function replaceByMenu(page: Page, title: string, file: { readonly name: string; readonly bytes: Buffer }) {
  await more(page, title).click();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('menuitem', { name: 'Replace file…' }).click(),
  ]);
  await chooser.setFiles([{ name: file.name, mimeType: 'application/pdf', buffer: file.bytes }]);
}

async function directorsPage(browser: Browser, url: string, signIn: (who: Signed, page: Page) => Promise<void>) {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await signIn(director, page);
  return page;
}

/** Visits that are a while apart: what has changed between them is new. */
const letTimePass = (installation: Installation, table: 'invitees' | 'announcement_readers') =>
  installation.sql(
    table === 'invitees'
      ? `update invitees set last_visited_at = now() - interval '1 day', previous_visited_at = now() - interval '1 day'`
      : `update announcement_readers set last_visited_at = now() - interval '1 day', previous_visited_at = now() - interval '1 day'`,
  );

test('M10 S4.10 a file dropped on a paper’s row of a published meeting takes its place: the reader is told, keeps the marks, and gets the mail', async ({
  page,
  browser,
  signIn,
  installation,
}) => {
  test.setTimeout(180_000);
  const meeting = await installation.draft({ title: 'Corrected papers', inDays: 9, items: ['Finance report'] });
  const paper = await installation.paper(meeting, { name: 'Budget.pdf', bytes: await pdfPaper(2) });
  await installation.admin.client.call('POST', `/ajax/meetings/${meeting.id}/publish`, {});
  const reader = await directorsPage(browser, installation.server.url, signIn);
  await reader.goto(`/meetings/${meeting.id}?document=${paper}`);
  await (await openedWords(reader)).selectText();
  await reader.keyboard.press('h');
  await expect(marksOf(reader, 'Highlight')).toHaveCount(1);
  const marks = async () =>
    (await director.client.call('GET', `/ajax/documents/${paper}`)).json.data.annotations.xfdf ?? '';
  await expect.poll(marks, { timeout: msMax }).toContain('<highlight');
  // A reader has nothing to change.
  await expect(more(reader, 'Budget')).toHaveCount(0);
  await letTimePass(installation, 'invitees');

  await signIn(installation.admin);
  await page.goto(`/meetings/${meeting.id}`);
  await expect(more(page, 'Budget.pdf')).toBeVisible({ timeout: msMax });
  await dropOn(page.getByRole('link', { name: /^Budget/ }), 'Budget.exe', Buffer.from('MZ'));
  await expect(page.getByRole('alert')).toContainText('This type of file cannot be uploaded here.');
  await page.getByRole('button', { name: 'Remove Budget.exe' }).click();
  await dropOn(page.getByRole('link', { name: /^Budget/ }), 'Budget corrected.pdf', await pdfPaper(3));
  await expect(page.getByText('Budget.pdf has a new version')).toBeVisible({ timeout: msMax });

  const viewer = reader.getByRole('dialog').first();
  await expect(viewer.getByText('This document has a new version.')).toBeVisible({ timeout: msMax });
  // Both texts must be read before marks come along.
  await expect
    .poll(async () => {
      const [row] = await installation.sql(
        'select count(*) as read from document_versions where document_id = $1 and text_complete_at is not null',
        [paper],
      );
      return Number(row?.read);
    })
    .toBe(2);
  await viewer.getByRole('button', { name: 'Open it' }).click();
  await expect(viewer.getByText('of 3', { exact: true })).toBeVisible({ timeout: msMax });
  await expect(marksOf(reader, 'Highlight')).toHaveCount(1);
  await expect(viewer.getByText(/1 mark on the earlier version/)).toBeVisible();
  await reader.goto(`/meetings/${meeting.id}`);
  await expect(newBadge(reader, 'Budget.pdf')).toBeVisible();

  await page.getByRole('button', { name: 'Meeting actions' }).click();
  await page.getByRole('menuitem', { name: 'Tell members what changed' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tell members what changed' });
  await expect(dialog.getByRole('listitem')).toHaveText(['Replaced: Budget.pdf, under 1 Finance report']);
  await dialog.getByRole('button', { name: 'Send' }).click();
  const mail = await installation.server.mailbox?.waitFor(
    ({ email, recipients }) =>
      recipients.includes(director.email) && email.subject?.startsWith('What changed: Corrected papers') === true,
    msMax,
  );
  expect(mail?.email.text).toContain('Replaced: Budget.pdf, under 1 Finance report');
  await reader.context().close();
});

test('M10 on a phone the row’s menu replaces, renames and sets properties, by the words of the library; versions are listed', async ({
  page,
  signIn,
  installation,
}) => {
  test.setTimeout(180_000);
  const made = await installation.meeting({ title: 'On a phone', inDays: 10, items: ['Finance report'] });
  await installation.paper(made, { name: 'Forecast.pdf', bytes: await pdfPaper(1) });
  await installation.paper({ meeting: made.id }, { name: 'Bylaws.pdf', bytes: await pdfPaper(1) });
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(installation.admin);
  await page.goto(`/meetings/${made.id}`);
  for (const title of ['Forecast.pdf', 'Bylaws.pdf']) {
    await replaceByMenu(page, title, { name: `New ${title}`, bytes: await pdfPaper(2) });
    await expect(page.getByText(`${title} has a new version`)).toBeVisible({ timeout: msMax });
  }
  await choose(page, 'Forecast.pdf', 'Rename…');
  await page.getByRole('textbox', { name: 'New name' }).fill('Forecast 2027');
  await page.keyboard.press('Enter');
  await expect(more(page, 'Forecast 2027')).toBeFocused();
  await checkLook(page);
  await expectNoSidewaysScroll(page, 390);
  await choose(page, 'Forecast 2027', 'Properties…');
  const dialog = page.getByRole('dialog', { name: 'Forecast 2027' });
  await dialog.getByRole('switch', { name: 'Printing disabled' }).press('Space');
  await expect(dialog.getByRole('switch', { name: 'Printing disabled' })).toBeChecked();
  // What only the library does.
  await expect(dialog.getByRole('switch')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await choose(page, 'Forecast 2027', 'Versions…');
  await expect(dialog.getByText('Current: New Forecast.pdf')).toBeVisible();
  await expect(dialog.getByText('Version 1: Forecast.pdf')).toBeVisible();
  await dialog.getByRole('button', { name: 'Open version 1' }).click();
  await expect(page.getByRole('dialog', { name: /\(earlier version\)/ })).toBeVisible({ timeout: msMax });
});

test('M10 a replacement that fails says so at its row and is tried again; in the editor a single file replaces, by keys too', async ({
  page,
  signIn,
  installation,
  expectConsoleError,
}) => {
  test.setTimeout(180_000);
  expectConsoleError(/status of 500/);
  const made = await installation.meeting({ title: 'Being edited', inDays: 11, items: ['Finance report'] });
  const paper = await installation.paper(made, { name: 'Rent roll.pdf', bytes: await pdfPaper(1) });
  await signIn(installation.admin);
  await page.goto(`/meetings/${made.id}`);
  await page.route(`**/ajax/documents/${paper}/versions`, (route) => route.fulfill({ status: 500, json: {} }), {
    times: 1,
  });
  await replaceByMenu(page, 'Rent roll.pdf', { name: 'Second.pdf', bytes: await pdfPaper(2) });
  await expect(page.getByRole('alert')).toContainText('Something went wrong', { timeout: msMax });
  // It belongs to no page.
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Rent roll.pdf has a new version')).toBeVisible({ timeout: msMax });
  await expect(page.getByRole('alert')).toHaveCount(0);
  const row = page.locator(`[data-document-row="${paper}"]`);
  await dropOn(row, 'Third.pdf', await pdfPaper(3));
  await expect(async () => {
    const { versions } = (await installation.admin.client.call('GET', `/ajax/documents/${paper}/versions`)).json.data;
    expect(versions.map(({ filename }: { filename: string }) => filename)).toEqual([
      'Third.pdf',
      'Second.pdf',
      'Rent roll.pdf',
    ]);
  }).toPass({ timeout: msMax });
  await expect(page.locator('[data-document-row]')).toHaveCount(1);
  await more(page, 'Rent roll.pdf').focus();
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

test('M10 a file chosen while another is being saved comes after it, whether that one succeeds or fails', async ({
  page,
  signIn,
  installation,
  expectConsoleError,
}) => {
  test.setTimeout(90_000);
  expectConsoleError(/status of 500/);
  const made = await installation.meeting({ title: 'Twice in a row', inDays: 12, items: ['Finance report'] });
  const paper = await installation.paper(made, { name: 'Lease.pdf', bytes: await pdfPaper(1) });
  const filenames = async (): Promise<readonly string[]> => {
    const { versions } = (await installation.admin.client.call('GET', `/ajax/documents/${paper}/versions`)).json.data;
    return versions.map(({ filename }: { filename: string }) => filename);
  };
  await signIn(installation.admin);
  await page.goto(`/meetings/${made.id}`);
  await expect(more(page, 'Lease.pdf')).toBeVisible({ timeout: msMax });
  const row = page.getByRole('main').getByRole('link', { name: /^Lease/ });
  /** Holds what saves the next replacement; answers how to let it go on. */
  const holdSaving = async () => {
    let release = (_isToFail: boolean): void => undefined;
    const released = new Promise<boolean>((resolve) => {
      release = resolve;
    });
    const held = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith(`/${paper}/versions`),
    );
    await page.route(
      `**/ajax/documents/${paper}/versions`,
      async (route) => ((await released) ? route.fulfill({ status: 500, json: {} }) : route.continue()),
      { times: 1 },
    );
    return { held, release };
  };

  const first = await holdSaving();
  await dropOn(row, 'Second.pdf', await pdfPaper(2));
  await first.held;
  await dropOn(row, 'Third.pdf', await pdfPaper(3));
  await expect(page.getByText('Saving')).toHaveCount(2);
  first.release(false);
  await expect.poll(filenames, { timeout: msMax }).toEqual(['Third.pdf', 'Second.pdf', 'Lease.pdf']);
  await expect(page.getByText('Saving')).toHaveCount(0);

  const next = await holdSaving();
  await dropOn(row, 'Fourth.pdf', await pdfPaper(4));
  await next.held;
  await dropOn(row, 'Fifth.pdf', await pdfPaper(5));
  await expect(page.getByText('Saving')).toHaveCount(2);
  next.release(true);
  await expect.poll(filenames, { timeout: msMax }).toEqual(['Fifth.pdf', 'Third.pdf', 'Second.pdf', 'Lease.pdf']);
  // What failed is given up for the one after it: tried again it would take its place.
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
});

test('M10 papers and links of an announcement are changed on it and in its editor; who has read it sees what is new', async ({
  page,
  browser,
  signIn,
  installation,
}) => {
  test.setTimeout(180_000);
  const { client } = installation.admin;
  const call = async (method: string, path: string, body: object) => (await client.call(method, path, body)).json.data;
  const audience = { whole_board: true, group_ids: [], member_ids: [] };
  const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Read this.' }] }] };
  const { announcement } = await call('POST', '/ajax/announcements', { title: 'Site visit', body, audience });
  const place = { kind: 'announcement', id: announcement.id };
  await call('POST', '/ajax/library/links', { home: place, title: 'Route', url: 'https://example.org/' });
  const address = `/announcements/${announcement.id}`;

  await signIn(installation.admin);
  await page.goto(`/announcements/edit/${announcement.id}`);
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByText('choose files').click()]);
  await chooser.setFiles([{ name: 'Plan.pdf', mimeType: 'application/pdf', buffer: await pdfPaper(1) }]);
  await expect(more(page, 'Plan')).toBeVisible({ timeout: msMax });
  await call('POST', `/ajax/announcements/${announcement.id}/publish`, { publish_on: null });
  const reader = await directorsPage(browser, installation.server.url, signIn);
  await reader.goto(address);
  await expect(reader.getByRole('link', { name: /^Plan/ })).toBeVisible();
  await expect(newBadge(reader, 'Plan')).toHaveCount(0);
  await letTimePass(installation, 'announcement_readers');

  await replaceByMenu(page, 'Plan', { name: 'Plan B.pdf', bytes: await pdfPaper(2) });
  await expect(page.getByText('Plan has a new version')).toBeVisible({ timeout: msMax });
  await page.goto(address);
  await expect(more(page, 'Plan')).toBeVisible({ timeout: msMax });
  await dropOn(page.getByRole('link', { name: /^Plan/ }), 'Plan C.pdf', await pdfPaper(3));
  await expect(page.getByText('Plan has a new version')).toBeVisible({ timeout: msMax });
  await choose(page, 'Plan', 'Versions…');
  await expect(page.getByRole('dialog', { name: 'Plan' }).getByRole('listitem')).toHaveCount(3);
  await page.keyboard.press('Escape');
  await choose(page, 'Route', 'Edit link…');
  const dialog = page.getByRole('dialog', { name: 'Edit link' });
  await expect(dialog.getByLabel('Address')).toHaveValue('https://example.org/');
  await dialog.getByLabel('Address').fill('http://10.0.0.1/');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('This field must be in url format')).toBeVisible();
  await dialog.getByLabel('Address').fill('https://vimeo.com/76979871');
  await dialog.getByLabel('Title').fill('The way there');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('link', { name: /^The way there/ })).toContainText('Video');

  await expect(newBadge(reader, 'Plan')).toBeVisible({ timeout: msMax });
  await expect(reader.getByRole('link', { name: /^The way there/ })).toBeVisible();
  await expect(more(reader, 'Plan')).toHaveCount(0);
  await reader.context().close();
});
