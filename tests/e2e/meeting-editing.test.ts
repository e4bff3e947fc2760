import type { Locator, Page } from '@playwright/test';
import { expect, test } from '#tests/support/installed-browser.ts';
import { startWith } from '#tests/support/page-settings.ts';
import { pdfPaper } from '#tests/support/papers.ts';
import { checkOpen, checkScreen } from '#tests/support/screen-check.ts';

/** Writing a meeting: agenda, documents on their way, what is unsaved and what is lost by nothing. */

test.beforeEach(({ installation, signIn }) => signIn(installation.admin));

const items = (page: Page): Locator => page.getByRole('list', { name: 'Agenda items' }).locator(':scope > li');
const titles = (page: Page): Promise<string[]> =>
  page
    .getByRole('textbox', { name: /^Title of item/ })
    .evaluateAll((boxes) => boxes.map((box) => (box as HTMLTextAreaElement).value));
const save = (page: Page) => page.getByRole('button', { name: /^Save/ });
const badge = (page: Page) => page.getByText('You have unsaved changes', { exact: true });

async function edit(page: Page, id: string): Promise<void> {
  await page.goto(`/meetings/${id}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByRole('heading', { name: 'Agenda' })).toBeVisible();
}

async function choose(page: Page, item: number, name: string, bytes: Buffer): Promise<void> {
  const file = { name, mimeType: 'application/octet-stream', buffer: bytes };
  await page.getByLabel(`Documents for item ${item}`).setInputFiles(file);
}

test('items change places by the pointer and by the keyboard, and stay there', async ({ page, installation }) => {
  const { id } = await installation.draft({ title: 'Reordered', items: ['First', 'Second', 'Third'] });
  await edit(page, id);
  const handle = await page.getByRole('button', { name: 'Move First', exact: true }).boundingBox();
  const last = await items(page).nth(2).boundingBox();
  if (handle === null || last === null) throw new Error('The agenda has no place.');
  await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
  await page.mouse.down();
  await page.mouse.move(handle.x + 8, handle.y + 40, { steps: 4 });
  await page.mouse.move(handle.x + 8, last.y + last.height - 4, { steps: 6 });
  await page.mouse.up();
  await expect.poll(() => titles(page)).toEqual(['Second', 'Third', 'First']);
  await expect(badge(page)).toBeVisible();
  await page.getByRole('button', { name: 'Move Third', exact: true }).press('Enter');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText('Third is now 1 of 3')).toBeAttached();
  await page.keyboard.press('Enter');
  await expect.poll(() => titles(page)).toEqual(['Third', 'Second', 'First']);
  // Escape puts it back.
  await page.getByRole('button', { name: 'Move First', exact: true }).press('Enter');
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => titles(page)).toEqual(['Third', 'First', 'Second']);
  await page.keyboard.press('Escape');
  await expect.poll(() => titles(page)).toEqual(['Third', 'Second', 'First']);
  await save(page).click();
  await expect(page.getByText('Draft saved')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 3 })).toHaveText([/Third/, /Second/, /First/]);
});

test('a text that somebody else has changed meanwhile is shown at its field, and replaced by saving again', async ({
  page,
  installation,
}) => {
  const { id } = await installation.draft({ title: 'Two editors', items: ['First'] });
  const { client } = installation.admin;
  await edit(page, id);
  const title = page.getByRole('textbox', { name: 'Title', exact: true });
  await title.fill('By me');
  await client.call('PATCH', `/ajax/meetings/${id}`, { title: 'By the other' });
  await save(page).click();
  await expect(title).toHaveAccessibleDescription(
    'Somebody else has changed this meanwhile: “By the other”. Save again to replace it by yours.',
  );
  await expect(title).toHaveValue('By me');
  const read = () => client.call('GET', `/ajax/meetings/${id}`);
  expect((await read()).json.data.meeting.title).toBe('By the other');
  await save(page).click();
  await expect(page.getByText('Draft saved')).toBeVisible();
  expect((await read()).json.data.meeting.title).toBe('By me');
});

test('S2.40 M15 what is unsaved is said, and leaving asks first and offers to save', async ({ page, installation }) => {
  const { id } = await installation.draft({ title: 'Left' });
  await edit(page, id);
  await expect(badge(page)).toBeHidden();
  await page.getByLabel('Title', { exact: true }).fill('Left and changed');
  await expect(badge(page)).toBeVisible();
  await page.getByRole('link', { name: 'People' }).first().click();
  const question = page.getByRole('alertdialog', { name: 'You have unsaved changes' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Left and changed');
  await page.getByRole('link', { name: 'People' }).first().click();
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page).toHaveURL(/\/people$/);
  await expect(badge(page)).toBeHidden();
  await page.goto(`/meetings/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Left', exact: true })).toBeVisible();
  await edit(page, id);
  await page.getByLabel('Title', { exact: true }).fill('Saved on leaving');
  await expect(badge(page)).toBeVisible();
  await page.getByRole('link', { name: 'People' }).first().click();
  await question.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page).toHaveURL(/\/people$/);
  await page.goto(`/meetings/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Saved on leaving' })).toBeVisible();
});

test('M14 the invitation is read before it goes out, goes to its editor, and takes a word along', async ({
  page,
  installation,
}) => {
  const { id } = await installation.draft({ title: 'Read before' });
  await page.goto(`/meetings/${id}`);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish and invite' });
  await dialog.getByLabel('A word to members').fill('Please read the budget first.');
  await dialog.getByRole('button', { name: 'Preview the message' }).click();
  const preview = dialog.getByRole('region', { name: 'Preview of the message' });
  await expect(preview).toContainText('Please read the budget first.');
  await expect(preview).toContainText('Will you attend?');
  await checkOpen(page);
  await dialog.getByRole('button', { name: 'Send it to me' }).click();
  const toast = page.getByRole('alertdialog').filter({ hasText: 'The preview is on its way to you' });
  // While it has the focus it stays: on a slow machine its six seconds do not last for four widths.
  await toast.focus();
  for (const [width, height] of [
    [390, 844],
    [820, 1180],
    [1180, 820],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(async () => {
      const [sheet, over] = [await dialog.boundingBox(), await toast.boundingBox()];
      if (sheet === null || over === null) throw new Error('Dialog or toast is gone.');
      // Where there is room it stays in its corner.
      const isBeside = width >= 1100 ? over.x >= sheet.x + sheet.width : over.y + over.height <= sheet.y;
      const isInside = over.x >= 0 && over.y >= 0 && over.x + over.width <= width && over.y + over.height <= height;
      expect({ width, isBeside, isInside }).toEqual({ width, isBeside: true, isInside: true });
    }).toPass();
  }
  await dialog.getByRole('button', { name: 'Send it to me' }).focus();
  // The preview of what is published by now would be refused, in an error box over the success.
  const asked: string[] = [];
  page.on('request', (request) => {
    const isPublishing = request.method() === 'POST' && request.url().endsWith('/publish');
    if (request.url().includes(`${id}/publish`) && !isPublishing) asked.push(request.url());
  });
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Meeting published, invitations are on their way')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('This meeting has been published already.')).toBeHidden();
  expect(asked).toEqual([]);
});

test('M14 a meeting that one may join from afar says before it is published that it has no link, and leads to it', async ({
  page,
  installation,
}) => {
  const warning = 'No link to join yet: remote members would not know where to go.';
  const { id } = await installation.draft({ title: 'From afar', type: 'hybrid', joinUrl: '' });
  await page.goto(`/meetings/${id}`);
  const publish = page.getByRole('button', { name: 'Publish', exact: true }).first();
  const dialog = page.getByRole('dialog', { name: 'Publish and invite' });
  const link = page.getByLabel('Join link');
  await publish.click();
  await expect(dialog.getByText(warning)).toBeVisible();
  await dialog.getByRole('button', { name: 'Add the link' }).click();
  await expect(link).toBeFocused();
  // The same from where it is edited.
  await publish.click();
  await dialog.getByRole('button', { name: 'Add the link' }).click();
  await expect(link).toBeFocused();
  await expect(dialog).toBeHidden();
  await link.fill('https://meet.example.org/board');
  await publish.click();
  await expect(dialog.getByText('one invitation by email')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Preview the message' })).toBeVisible();
  await expect(dialog.getByText(warning)).toBeHidden();
});

test('a failed save says why and loses nothing that was typed', async ({ page, installation, expectConsoleError }) => {
  expectConsoleError(/status of 500/);
  const { id } = await installation.draft({ title: 'Kept', items: ['One', 'Two'] });
  await edit(page, id);
  let refusals = 0;
  await page.route('**/ajax/agenda-items/**', async (route) => {
    refusals += 1;
    await (refusals === 1 ? route.fulfill({ status: 500, json: {} }) : route.continue());
  });
  await page.getByLabel('Title', { exact: true }).fill('Kept whole');
  await page.getByLabel('Title of item 1').fill('One, rewritten');
  await page.getByLabel('Title of item 2').fill('Two, rewritten');
  await save(page).click();
  const modal = page.getByRole('alertdialog');
  await expect(modal.getByText('Something went wrong. Please refresh and try again.')).toBeVisible();
  await modal.getByRole('button', { name: 'Dismiss' }).click();
  expect(await titles(page)).toEqual(['One, rewritten', 'Two, rewritten']);
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Kept whole');
  await expect(badge(page)).toBeVisible();
  await save(page).click();
  await expect(page.getByText('Draft saved')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Kept whole' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 3 })).toHaveText([/One, rewritten/, /Two, rewritten/]);
});

test('a published meeting changes its title and place; its answers stay', async ({ page, installation }) => {
  const { id } = await installation.meeting({ title: 'Published', inDays: 12 });
  await installation.admin.client.call('POST', `/attendance/${id}/r`, {});
  await edit(page, id);
  await expect(page.getByText('A published meeting keeps its date, times and type.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Reschedule' })).toHaveAttribute('href', `/meetings/edit/${id}`);
  await page.getByLabel('Title', { exact: true }).fill('Published, renamed');
  await page.getByLabel('Location').fill('Town Hall');
  await save(page).click();
  await expect(page.getByText('Changes saved')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Published, renamed' })).toBeVisible();
  await expect(page.getByText('Town Hall')).toBeVisible();
  await expect(page.getByRole('complementary').getByText('Going remote')).toBeVisible();
});

test('a draft is deleted after a question', async ({ page, installation }) => {
  const { id } = await installation.draft({ title: 'Deleted draft' });
  await page.goto(`/meetings/${id}`);
  const ask = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Meeting actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete draft' }).click();
  };
  const question = page.getByRole('alertdialog', { name: 'Delete this draft?' });
  await ask();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await ask();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/\/meetings$/);
  await expect(page.getByText('Draft deleted')).toBeVisible();
  await expect(page.getByRole('link', { name: /Deleted draft/ })).toBeHidden();
  await page.goto(`/meetings/${id}`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

test('S5.4 S5.5 S5.6 publishing needs a date and times, and no meeting ends before it begins', async ({ page }) => {
  await page.goto('/meetings/create');
  await page.getByLabel('Join link').fill('nowhere');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  // Everything at once.
  await expect(page.getByText('This field must be in url format')).toBeVisible();
  await page.getByLabel('Join link').fill('');
  await expect(page.getByText('This field is required.', { exact: true })).toBeVisible();
  await expect(page.getByText('This field cannot be empty', { exact: true })).toBeVisible();
  await expect(page.getByText('Cannot be empty', { exact: true })).toHaveCount(2);
  await typeSegments(page, 'Date', '01202031');
  await typeSegments(page, 'Start', '1200PM');
  await typeSegments(page, 'End', '0930AM');
  await page.getByLabel('Title', { exact: true }).fill('Backwards');
  // As it is answered, not when the field is left.
  await expect(page.getByText('This field is required.', { exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('The meeting cannot end before it begins', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/meetings\/create$/);
});

test('a draft is saved without a date; its files are checked at once, and publishing asks for the date', async ({
  page,
}) => {
  await page.goto('/meetings/create');
  await page.getByLabel('Title', { exact: true }).fill('Some day');
  await page.getByRole('button', { name: 'Add item' }).click();
  await items(page).first().getByLabel('Title of item 1').fill('Only item');
  await choose(page, 1, 'Picture.pdf', Buffer.from('this is no PDF'));
  await expect(page.getByText('The content of this file does not match its name.')).toBeVisible();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByRole('heading', { name: 'Edit draft' })).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('No date yet')).toBeVisible();
  await checkScreen(page, 'Some day | Harbour Street Housing Trust | Dais');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('Set the date and times of this meeting before you publish it.')).toBeVisible();
  await expect(page.getByText('This field cannot be empty', { exact: true })).toBeVisible();
  await page.goto('/meetings');
  const drafts = page.getByRole('region', { name: 'Drafts' });
  await expect(drafts.getByRole('listitem').filter({ hasText: 'Some day' })).toContainText('No date');
});

test('M15 a new meeting begins in its title; once a file has saved it as a draft, a reload leads to the draft', async ({
  page,
}) => {
  await page.goto('/meetings/create');
  await expect(page.getByLabel('Title', { exact: true })).toBeFocused();
  await page.getByLabel('Title', { exact: true }).fill('Saved by its papers');
  await page.getByRole('button', { name: 'Add item' }).click();
  await items(page).first().getByLabel('Title of item 1').fill('Only item');
  await choose(page, 1, 'Minutes.pdf', await pdfPaper(1));
  await expect(page).toHaveURL(/\/meetings\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1, name: 'New meeting' })).toBeVisible();
  await expect(
    items(page)
      .first()
      .getByText(/^Uploaded, /),
  ).toBeVisible();
  // What is typed after that is neither lost nor taken for saved.
  const location = page.getByLabel('Location');
  await location.fill('Boathouse');
  await expect(badge(page)).toBeVisible();
  await page.getByRole('link', { name: 'People' }).first().click();
  const question = page.getByRole('alertdialog', { name: 'You have unsaved changes' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(question).toBeHidden();
  await expect(location).toHaveValue('Boathouse');
  const address = page.url();
  await save(page).click();
  await expect(page.getByRole('heading', { name: 'Edit draft' })).toBeVisible();
  await expect(page).toHaveURL(address);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Saved by its papers' })).toBeVisible();
  await expect(page.getByText('Boathouse')).toBeVisible();
  await page.goto('/meetings/create');
  await page.getByLabel('Title', { exact: true }).fill('Reloaded');
  await page.getByRole('button', { name: 'Add item' }).click();
  await items(page).first().getByLabel('Title of item 1').fill('Only item');
  await choose(page, 1, 'Minutes.pdf', await pdfPaper(1));
  await expect(page).toHaveURL(/\/meetings\/[0-9a-f-]{36}$/);
  await expect(
    items(page)
      .first()
      .getByText(/^Uploaded, /),
  ).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Reloaded' })).toBeVisible();
  await expect(page.getByText('Only item')).toBeVisible();
});

test('M11 M15 files that wait are asked about on leaving a new meeting; who comes back to it finds the draft', async ({
  page,
}) => {
  await page.goto('/meetings/create');
  await page.getByLabel('Title', { exact: true }).fill('Left and come back to');
  await typeSegments(page, 'Date', '01202031');
  await typeSegments(page, 'Start', '0900AM');
  await typeSegments(page, 'End', '1030AM');
  await page.getByRole('button', { name: 'Add item' }).click();
  await items(page).first().getByLabel('Title of item 1').fill('Only item');
  const buffer = await pdfPaper(1);
  await page
    .getByLabel('Meeting documents', { exact: true })
    .and(page.locator('input'))
    .setInputFiles({ name: 'Photo.pdf', mimeType: 'application/pdf', buffer });
  await expect(page.getByRole('region', { name: 'Files without an item' })).toContainText('1 file waits');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish and invite' });
  await expect(dialog).toContainText('1 paper will be missing');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/meetings\/[0-9a-f-]{36}$/);
  const address = page.url();
  await expect(badge(page)).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  const question = page.getByRole('alertdialog', { name: 'You have unsaved changes' });
  await expect(question).toContainText('1 file waits for an item and will be lost.');
  await question.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page).toHaveURL(/\/home$/);
  await expect(page).toHaveTitle(/^Dashboard/);
  await expect(page.getByRole('heading', { name: 'Recent documents' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(address);
  await expect(page.getByRole('heading', { level: 1, name: 'Left and come back to' })).toBeVisible();
  await page.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByLabel('Title of item 1')).toHaveValue('Only item');
  await expect(page.getByRole('region', { name: 'Files without an item' })).toBeHidden();
});

test('S4.10 the status of each file: on its way, uploaded, and refused by type, size or content', async ({
  page,
  installation,
}) => {
  const { id } = await installation.draft({ title: 'Files' });
  // As small as here, a test can hold a file that is larger.
  await startWith(page, { upload_bytes_max: 200_000 });
  await edit(page, id);
  const row = items(page).first();
  await choose(page, 1, 'Program.exe', Buffer.from('MZ'));
  await expect(row.getByText(/^This type of file cannot be uploaded here\./)).toBeVisible();
  await choose(page, 1, 'Large.pdf', Buffer.alloc(200_001));
  await expect(row.getByText('The document you are trying to upload is too large!', { exact: true })).toBeVisible();
  await choose(page, 1, 'Empty.pdf', Buffer.alloc(0));
  await expect(row.getByText('This file is empty.')).toBeVisible();
  await choose(page, 1, 'Picture.pdf', Buffer.from('this is no PDF'));
  await expect(row.getByText('The content of this file does not match its name.')).toBeVisible();
  await expect(row.getByRole('button', { name: 'Try again' })).toBeHidden();
  await choose(page, 1, 'Minutes.pdf', await pdfPaper(1));
  await expect(row.getByText(/^Uploaded, /)).toBeVisible();
  // Each row keeps its own status, and what failed can be taken away.
  await expect(row.getByText('Empty.pdf')).toBeVisible();
  await row.getByRole('button', { name: 'Remove Empty.pdf' }).click();
  await expect(row.getByText('Empty.pdf')).toBeHidden();
  // Publishing says what will be missing.
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText(
    '3 papers will be missing. Not uploaded: Program.exe, Large.pdf, Picture.pdf.',
  );
});

test('S8.1 a file that the server finds too large says so at its row', async ({ page, installation }) => {
  const { id } = await installation.draft({ title: 'Refused by the server' });
  await page.route('**/ajax/uploads', (route) => route.fulfill({ status: 413, json: { status: 'error', msg: '' } }));
  await edit(page, id);
  await choose(page, 1, 'Minutes.pdf', await pdfPaper(1));
  await expect(
    items(page).first().getByText('The document you are trying to upload is too large!', { exact: true }),
  ).toBeVisible();
  await page.unroute('**/ajax/uploads');
  await items(page).first().getByRole('button', { name: 'Try again' }).click();
  await expect(
    items(page)
      .first()
      .getByText(/^Uploaded, /),
  ).toBeVisible({ timeout: 20_000 });
});

test('an upload that breaks off goes on by itself from where it was', async ({
  page,
  installation,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_FAILED/);
  const { id } = await installation.draft({ title: 'Interrupted' });
  const bytes = Buffer.concat([await pdfPaper(1), Buffer.alloc(12_000_000, 32)]);
  const offsets: number[] = [];
  let broken = 0;
  await page.route('**/ajax/uploads/*', async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    const offset = Number(route.request().headers()['upload-offset']);
    // Twice, since the first further try comes at once.
    if (offset > 0 && broken < 2) {
      broken += 1;
      return route.abort();
    }
    offsets.push(offset);
    return route.continue();
  });
  await edit(page, id);
  await choose(page, 1, 'Scan.pdf', bytes);
  await expect(
    items(page)
      .first()
      .getByText(/^Connection lost at \d+%, trying again$/),
  ).toBeVisible();
  await expect(
    items(page)
      .first()
      .getByText(/^Uploaded, /),
  ).toBeVisible({ timeout: 30_000 });
  expect(broken).toBe(2);
  // The first part went once: afterwards it went on behind it.
  expect(offsets.filter((offset) => offset === 0)).toHaveLength(1);
  expect(offsets.length).toBeGreaterThan(1);
});

test('an item is removed and brought back; Enter in a title begins the next', async ({ page, installation }) => {
  const { id } = await installation.draft({ title: 'Items', items: ['One', 'Two'] });
  await edit(page, id);
  await page.getByLabel('Title of item 1').press('Enter');
  await page.keyboard.type('Between');
  expect(await titles(page)).toEqual(['One', 'Between', 'Two']);
  await page.getByRole('button', { name: 'More for item 2' }).click();
  await page.getByRole('menuitem', { name: 'Remove item' }).click();
  await expect.poll(() => titles(page)).toEqual(['One', 'Two']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => titles(page)).toEqual(['One', 'Between', 'Two']);
});

async function typeSegments(page: Page, name: string, digits: string): Promise<void> {
  await page.getByRole('group', { name }).getByRole('spinbutton').first().click();
  await page.keyboard.type(digits);
}

test('what was typed when the session ended is back after signing in, and waits sealed until then', async ({
  page,
  installation,
  expectConsoleError,
}) => {
  expectConsoleError(/419/);
  const { id } = await installation.meeting({ title: 'Long evening', inDays: 20, items: ['One', 'Two'] });
  await edit(page, id);
  const key = page.waitForResponse('**/ajax/annotations-key');
  await page.getByLabel('Description').fill('Two hours of careful words.');
  await key;
  await page.getByLabel('Title of item 2').fill('Two, at length');
  await page.context().clearCookies({ name: 'dais_session' });
  await save(page).click();
  const expired = page.getByRole('alertdialog', { name: 'Session expired, please login.' });
  await expired.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page).toHaveURL(/\/login/);
  const stored = await page.evaluate(() => JSON.stringify(sessionStorage));
  expect(stored).toContain('sealed');
  expect(stored).not.toContain('careful');
  await page.getByLabel('Email').fill(installation.admin.email);
  await page.getByLabel('Password', { exact: true }).fill(installation.admin.password);
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByLabel('Description')).toHaveValue('Two hours of careful words.');
  await expect(page.getByText('What you had typed is back. It is not saved yet.')).toBeVisible();
  await expect(badge(page)).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('dais-kept-typing'))).toBeNull();
  await save(page).click();
  await expect(page.getByText('Changes saved')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Two, at length' })).toBeVisible();
  await expect(page.getByText('Two hours of careful words.')).toBeVisible();
});
