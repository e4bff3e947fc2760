import type { Locator, Page } from '@playwright/test';
import type { Installation } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { asFile, boxOf, dragAlong, editMeeting, press } from '#tests/support/page-acts.ts';
import { pdfPaper } from '#tests/support/papers.ts';
import { checkLook, expectAccessible, expectNoSidewaysScroll } from '#tests/support/screen-check.ts';

test.beforeEach(({ installation, signIn }) => signIn(installation.admin));

const rows = (page: Page) => page.locator('[data-agenda-item]');
const papersOf = (page: Page, nth: number) => rows(page).nth(nth).locator('[data-document-row]');
const title = (page: Page, number: string) =>
  page.getByRole('textbox', { name: `Title of item ${number}`, exact: true });
const presenter = (page: Page, number: string) =>
  page.getByRole('combobox', { name: `Presenter of item ${number}`, exact: true });
const save = (page: Page) => page.getByRole('button', { name: /^Save/ }).first();
const meetingFiles = (page: Page) => page.getByLabel('Meeting documents', { exact: true }).and(page.locator('input'));
/** Returns the agenda's titles, with a dash per level, for example 'Welcome' and '- Reforecast'. */
const outline = (page: Page): Promise<string[]> =>
  rows(page).evaluateAll((items) =>
    items.map((row) => `${'- '.repeat(Number(row.getAttribute('data-depth')))}${row.querySelector('textarea')?.value}`),
  );

async function editDraft(page: Page, installation: Installation, ...items: readonly string[]): Promise<void> {
  await editMeeting(page, (await installation.draft({ title: 'Agenda', items })).id);
}

async function saved(page: Page): Promise<void> {
  await save(page).click();
  await expect(page.getByText(/^(Draft|Changes) saved$/).last()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit' })).toBeVisible();
}

async function dragTo(page: Page, handle: Locator, y: number): Promise<void> {
  const from = await boxOf(handle);
  const x = from.x + from.width / 2;
  await dragAlong(page, [x, from.y + from.height / 2], [x + 8, y - 8], [x + 8, y]);
}

test('an agenda can be built using only the keyboard', async ({ page, installation }) => {
  await editDraft(page, installation, 'Welcome');
  await title(page, '1').press('End');
  await press(page, 'Enter');
  await expect(title(page, '2')).toBeFocused();
  await page.keyboard.type('Finance');
  await press(page, 'Enter');
  await page.keyboard.type('Reforecast');
  await press(page, 'Control+]');
  await expect(title(page, '2.1')).toBeFocused();
  await press(page, 'Enter');
  await page.keyboard.type('Close');
  await press(page, 'Control+[');
  await expect.poll(() => outline(page)).toEqual(['Welcome', 'Finance', '- Reforecast', 'Close']);
  await title(page, '2').focus();
  await press(page, 'Tab');
  await page.keyboard.type('kowal');
  await expect(page.getByRole('option', { name: 'Elena Kowalczyk' })).toBeVisible();
  await press(page, 'ArrowDown', 'Enter');
  await expect(presenter(page, '2')).toHaveValue('Elena Kowalczyk');
  await press(page, 'Tab');
  await page.keyboard.type('30');
  await press(page, 'Tab', 'Enter');
  // The menu ignores keys until it has the focus.
  await expect(page.getByRole('menuitemradio').first()).toBeFocused();
  await press(page, 'ArrowDown', 'ArrowDown', 'Enter');
  await expect(rows(page).nth(1).getByText('For decision')).toBeVisible();
  await title(page, '2').focus();
  await press(page, 'Alt+Shift+ArrowUp');
  await expect.poll(() => outline(page)).toEqual(['Finance', '- Reforecast', 'Welcome', 'Close']);
  await saved(page);
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Finance', 'Reforecast', 'Welcome', 'Close']);
  const finance = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Finance' }).first();
  await expect(finance).toContainText('For decision');
  await expect(page.getByRole('link', { name: 'Elena Kowalczyk' })).toHaveAttribute('href', /\/people\//);
  await expect(page.getByText('1.1', { exact: true })).toBeVisible();
});

test('agenda items can be dragged, and removed together with their sub-items', async ({ page, installation }) => {
  await editDraft(page, installation, 'One', 'Two', 'Three');
  const handle = (name: string) => page.getByRole('button', { name: `Move ${name}`, exact: true });
  await handle('Two').press('Enter');
  await press(page, 'ArrowRight', 'Enter');
  await expect.poll(() => outline(page)).toEqual(['One', '- Two', 'Three']);
  await checkLook(page);
  await page.getByRole('button', { name: 'Add item' }).scrollIntoViewIfNeeded();
  const last = await boxOf(rows(page).nth(2));
  await dragTo(page, handle('One'), last.y + last.height - 4);
  await expect.poll(() => outline(page)).toEqual(['Three', 'One', '- Two']);
  await handle('One').press('Enter');
  await press(page, 'ArrowUp');
  await expect.poll(() => outline(page)).toEqual(['One', '- Two', 'Three']);
  await press(page, 'Escape');
  await expect.poll(() => outline(page)).toEqual(['Three', 'One', '- Two']);
  await page.getByRole('button', { name: 'More actions for item 2', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Remove item' }).click();
  await expect(page.getByText('One and 1 sub-item removed')).toBeVisible();
  await expect.poll(() => outline(page)).toEqual(['Three']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => outline(page)).toEqual(['Three', 'One', '- Two']);
  await page.setViewportSize({ width: 1440, height: 420 });
  await handle('Two').scrollIntoViewIfNeeded();
  const grip = await boxOf(handle('Two'));
  await page.mouse.move(grip.x + 4, grip.y + 4);
  await page.mouse.down();
  await page.mouse.move(grip.x + 4, 2, { steps: 4 });
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  await expect.poll(() => page.evaluate(() => window.scrollY), 'at the edge the page scrolls').toBe(0);
  await page.mouse.up();
});

test('a document can be moved to another agenda item by keyboard and by pointer', async ({ page, installation }) => {
  const made = await installation.draft({ title: 'Papers', items: ['First', 'Second'] });
  for (const name of ['Alpha.pdf', 'Beta.pdf']) await installation.paper(made, { name, bytes: await pdfPaper(1) });
  await editMeeting(page, made.id);
  await expect(papersOf(page, 0)).toHaveCount(2);
  const alpha = page.getByRole('button', { name: 'Move document Alpha.pdf' });
  await alpha.press('Enter');
  await press(page, 'ArrowDown', 'ArrowDown', 'Enter');
  await expect(papersOf(page, 1)).toHaveCount(1);
  await expect(alpha).toBeFocused();
  const second = await boxOf(rows(page).nth(1));
  await dragTo(page, page.getByRole('button', { name: 'Move document Beta.pdf' }), second.y + 20);
  await expect(papersOf(page, 1)).toHaveText([/Beta/, /Alpha/]);
  const reported = page.getByRole('alertdialog').filter({ hasText: 'Beta.pdf moved to 2 Second, position 1' });
  await reported.getByRole('button', { name: 'Undo' }).click();
  await expect(papersOf(page, 0)).toHaveText([/Beta/]);
});

test('uploaded files are matched to agenda items, and attached only after confirmation', async ({
  page,
  installation,
}) => {
  const made = await installation.draft({ title: 'A pack', items: ['Minutes of the last meeting', 'Budget 2027'] });
  const bytes = await pdfPaper(1);
  await installation.paper(made, { name: 'Finance report.pdf', bytes }, 1);
  await editMeeting(page, made.id);
  // The files must differ, because the page asks before it adds the same file twice.
  const files = ['Minutes 2026-10-12', 'Item 2 figures', 'Finance report', 'Harbour photo'].map((name) =>
    asFile({ name: `${name}.pdf`, bytes: Buffer.concat([bytes, Buffer.from(`\n% ${name}`)]) }),
  );
  await meetingFiles(page).setInputFiles(files);
  const waiting = page.getByRole('region', { name: 'Files without an item' });
  await expect(waiting).toContainText(
    '4 files are waiting, 3 with a proposed item. A file is attached only when you confirm its item.',
  );
  const choice = (name: string) => waiting.getByRole('button', { name: new RegExp(`Item for ${name}`) });
  await expect(choice('Minutes')).toContainText('1 Minutes of the last meeting');
  await expect(choice('Item 2 figures')).toContainText('2 Budget 2027');
  await expect(choice('Finance report')).toContainText('New version of Finance report');
  await expect(choice('Harbour photo')).toContainText('Choose an item');
  await expect(waiting.getByText('Uploaded', { exact: true })).toHaveCount(4);
  await expect(page.locator('[data-document-row]')).toHaveCount(1);
  await expectAccessible(page, 'files that wait for their items');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page, 390);
  await page.setViewportSize({ width: 1440, height: 900 });
  await waiting.getByRole('button', { name: 'Attach 3 files' }).click();
  await expect(papersOf(page, 0)).toContainText(['Minutes']);
  await expect(papersOf(page, 1)).toContainText(['Finance report', 'figures'], { timeout: 30_000 });
  await expect(page.getByText('Finance report.pdf has a new version')).toBeVisible();
  await expect(waiting).toContainText('1 file is waiting. A file is attached only when you confirm its item.');
  await expect(choice('Harbour photo')).toBeFocused();
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Publish' }).first().click();
  await expect(dialog).toContainText('1 paper will be missing. Not attached to an item: Harbour photo.pdf.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  const question = page.getByRole('alertdialog', { name: 'You have unsaved changes' });
  await page.getByRole('button', { name: 'Done' }).first().click();
  await expect(question).toContainText('1 file is not attached to an agenda item and will be lost.');
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(question).toBeHidden();
  await page.getByLabel('Title', { exact: true }).fill('Given up');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  const discarding = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  await expect(discarding).toContainText('1 file is not attached to an agenda item and will be lost.');
  await discarding.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByRole('button', { name: 'Done' }).first()).toBeVisible();
  await expect(waiting).toBeHidden();
});

test('two editors of an agenda see each other’s changes and resolve conflicts', async ({
  page,
  installation,
  openAs,
}) => {
  const { id } = await installation.draft({ title: 'Shared', items: ['Budget', 'Close'] });
  const other = await openAs(await installation.signInAgain(installation.admin), 1440);
  await editMeeting(page, id);
  await editMeeting(other, id);
  await title(page, '1').fill('Budget, mine');
  await title(other, '2').fill('Close, theirs');
  await saved(other);
  await expect(title(page, '2')).toHaveValue('Close, theirs');
  await expect(title(page, '1')).toHaveValue('Budget, mine');
  await expect(title(page, '1')).toBeFocused();
  const changes = async (number: string, words: string) => {
    await other.getByRole('button', { name: 'Edit' }).click();
    await title(other, number).fill(words);
    await saved(other);
  };
  const alert = (nth: number) => rows(page).nth(nth).getByRole('alert');
  await changes('1', 'Budget, theirs');
  await save(page).click();
  await expect(alert(0)).toContainText('Elena Kowalczyk changed the title on');
  await expect(alert(0)).toContainText('“Budget, theirs”');
  await expect(title(page, '1')).toHaveValue('Budget, mine');
  await rows(page).first().getByRole('button', { name: 'Keep mine' }).click();
  await saved(page);
  await expect(page.getByRole('heading', { level: 3, name: 'Budget, mine' })).toBeVisible();

  await page.getByRole('button', { name: 'Edit' }).click();
  await expect(other.getByRole('heading', { level: 3, name: 'Budget, mine' })).toBeVisible();
  await title(page, '1').fill('Budget, once more');
  await changes('1', 'Budget, the last word');
  await save(page).click();
  await rows(page).first().getByRole('button', { name: 'Use theirs' }).click();
  await expect(title(page, '1')).toHaveValue('Budget, the last word');
});

test('an agenda shows web addresses as links and is printed without controls', async ({ page, installation }) => {
  const made = await installation.meeting({ title: 'Printed', items: ['Welcome', 'Finance'] });
  await installation.paper(made, { name: 'Accounts.pdf', bytes: await pdfPaper(1) }, 1);
  const body = { revision: 1, description: 'See https://example.org/budget. javascript:alert(1)' };
  await installation.admin.client.call('PATCH', `/ajax/agenda-items/${made.itemIds[0]}`, body);
  await page.goto(`/meetings/${made.id}`);
  const link = page.getByRole('link', { name: 'https://example.org/budget' });
  await expect(link).toHaveAttribute('href', 'https://example.org/budget');
  await expect(link).toHaveAttribute('rel', /noopener/);
  await expect(page.getByRole('link', { name: /javascript/ })).toHaveCount(0);
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await page.getByRole('button', { name: 'Print agenda' }).click();
  await expect(page.locator('body[data-printed]')).toBeAttached();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Accounts.pdf')).toBeVisible();
  await expect(page.getByText('Thomas McKenna').first()).toBeVisible();
  for (const role of ['navigation', 'complementary', 'button'] as const)
    await expect(page.getByRole(role).filter({ visible: true })).toHaveCount(0);
});
