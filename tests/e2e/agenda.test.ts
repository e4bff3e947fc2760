import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/installed-browser.ts';
import { pdfPaper } from '#tests/support/papers.ts';
import { expectAccessible } from '#tests/support/screen-check.ts';

/** An agenda as a document: written, ordered, shared by two editors, printed. */

test.beforeEach(({ installation, signIn }) => signIn(installation.admin));

const title = (page: Page, number: string) =>
  page.getByRole('textbox', { name: `Title of item ${number}`, exact: true });
const save = (page: Page) => page.getByRole('button', { name: /^Save/ });
/** 'Welcome', '- Reforecast': each title with a dash per level. */
const outline = (page: Page): Promise<string[]> =>
  page
    .locator('[data-agenda-item]')
    .evaluateAll((rows) =>
      rows.map(
        (row) => `${'- '.repeat(Number(row.getAttribute('data-depth')))}${row.querySelector('textarea')?.value}`,
      ),
    );

async function edit(page: Page, id: string): Promise<void> {
  await page.goto(`/meetings/${id}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByRole('heading', { name: 'Agenda' })).toBeVisible();
}

async function saved(page: Page): Promise<void> {
  await save(page).click();
  await expect(page.getByText(/^(Draft|Changes) saved$/).last()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit' })).toBeVisible();
}

test('an agenda is built by the keyboard alone', async ({ page, installation }) => {
  const { id } = await installation.draft({ title: 'By keyboard', items: ['Welcome'] });
  await edit(page, id);
  await title(page, '1').press('End');
  await page.keyboard.press('Enter');
  await expect(title(page, '2')).toBeFocused();
  await page.keyboard.type('Finance');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Reforecast');
  await page.keyboard.press('Control+]');
  await expect(title(page, '2.1')).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Close');
  await page.keyboard.press('Control+[');
  await expect.poll(() => outline(page)).toEqual(['Welcome', 'Finance', '- Reforecast', 'Close']);
  // The presenter is a combobox of the board's people that takes any words.
  await title(page, '2').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.type('kowal');
  await expect(page.getByRole('option', { name: 'Elena Kowalczyk' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Presenter of item 2', exact: true })).toHaveValue('Elena Kowalczyk');
  await page.keyboard.press('Tab');
  await page.keyboard.type('30');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  // The menu is fetched when it opens, and has the keys once it has the focus.
  await expect(page.getByRole('menuitemradio').first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-agenda-item]').nth(1).getByText('For decision')).toBeVisible();
  // Moved with what is below it.
  await title(page, '2').focus();
  await page.keyboard.press('Alt+Shift+ArrowUp');
  await expect.poll(() => outline(page)).toEqual(['Finance', '- Reforecast', 'Welcome', 'Close']);
  await saved(page);
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Finance', 'Reforecast', 'Welcome', 'Close']);
  await expect(rows.filter({ hasText: 'Finance' }).first()).toContainText('For decision');
  await expect(page.getByRole('link', { name: 'Elena Kowalczyk' })).toHaveAttribute('href', /\/people\//);
  await expect(page.getByText('1.1', { exact: true })).toBeVisible();
});

test('pasted lines become items, and one press takes them back', async ({ page, installation }) => {
  const { id } = await installation.draft({ title: 'Pasted', items: ['Welcome'] });
  await edit(page, id);
  await title(page, '1').press('Enter');
  await expect(title(page, '2')).toBeFocused();
  const lines = '1. Finance (30 min) – Elena Kowalczyk\n1.1 Reforecast\n  • Risks\n2) Close (10)';
  await title(page, '2').evaluate((field, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, lines);
  await expect.poll(() => outline(page)).toEqual(['Welcome', 'Finance', '- Reforecast', '- Risks', 'Close']);
  await expect(page.getByRole('textbox', { name: 'Minutes of item 2', exact: true })).toHaveValue('30');
  await expect(page.getByRole('combobox', { name: 'Presenter of item 2', exact: true })).toHaveValue('Elena Kowalczyk');
  await expect(page.getByRole('textbox', { name: 'Minutes of item 3', exact: true })).toHaveValue('10');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('combobox', { name: 'Presenter of item 2', exact: true })).toHaveValue('');
  await expect
    .poll(() => outline(page))
    .toEqual(['Welcome', '1. Finance (30 min) – Elena Kowalczyk 1.1 Reforecast • Risks 2) Close (10)']);
});

test('rows go in and out and take their sub-items along, by the handle', async ({ page, installation }) => {
  const { id } = await installation.draft({ title: 'By handle', items: ['One', 'Two', 'Three'] });
  await edit(page, id);
  const handle = page.getByRole('button', { name: 'Move Two', exact: true });
  await handle.press('Enter');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('Now a sub-item, level 2')).toBeAttached();
  await page.keyboard.press('Enter');
  await expect.poll(() => outline(page)).toEqual(['One', '- Two', 'Three']);
  await page.getByRole('button', { name: 'Add item' }).scrollIntoViewIfNeeded();
  const one = await page.getByRole('button', { name: 'Move One', exact: true }).boundingBox();
  const last = await page.locator('[data-agenda-item]').nth(2).boundingBox();
  if (one === null || last === null) throw new Error('The agenda has no place.');
  await page.mouse.move(one.x + one.width / 2, one.y + one.height / 2);
  await page.mouse.down();
  await page.mouse.move(one.x + one.width / 2, last.y + 10, { steps: 4 });
  await page.mouse.move(one.x + one.width / 2, last.y + last.height - 4, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => outline(page)).toEqual(['Three', 'One', '- Two']);
  // Removed with its sub-item, and brought back with it.
  await page.getByRole('button', { name: 'More for item 2', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Remove item' }).click();
  await expect(page.getByText('One and 1 sub-item removed')).toBeVisible();
  await expect.poll(() => outline(page)).toEqual(['Three']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => outline(page)).toEqual(['Three', 'One', '- Two']);
});

test('a document is moved to another item, by keyboard and by pointer', async ({ page, installation }) => {
  const made = await installation.draft({ title: 'Papers', items: ['First', 'Second'] });
  await installation.paper(made, { name: 'Alpha.pdf', bytes: await pdfPaper(1) });
  await installation.paper(made, { name: 'Beta.pdf', bytes: await pdfPaper(1) });
  await edit(page, made.id);
  const rows = page.locator('[data-agenda-item]');
  const papers = (nth: number) => rows.nth(nth).locator('[data-document-row]');
  await expect(papers(0)).toHaveCount(2);
  await page.getByRole('button', { name: 'Move document Alpha.pdf' }).press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(papers(1)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Move document Alpha.pdf' })).toBeFocused();
  const beta = await page.getByRole('button', { name: 'Move document Beta.pdf' }).boundingBox();
  const second = await rows.nth(1).boundingBox();
  if (beta === null || second === null) throw new Error('The document has no place.');
  await page.mouse.move(beta.x + 6, beta.y + beta.height / 2);
  await page.mouse.down();
  await page.mouse.move(beta.x + 20, second.y + 20, { steps: 5 });
  await page.mouse.up();
  await expect(papers(1)).toHaveText([/Beta/, /Alpha/]);
  await expect(papers(0)).toHaveCount(0);
  const reported = page.getByRole('alertdialog').filter({ hasText: 'Beta.pdf moved to 2 Second, place 1' });
  await reported.getByRole('button', { name: 'Undo' }).click();
  await expect(papers(0)).toHaveText([/Beta/]);
  await expect(papers(1)).toHaveText([/Alpha/]);
});

test('uploaded papers that are moved under their items leave no row behind', async ({ page }) => {
  await page.goto('/meetings/create');
  await page.getByLabel('Title', { exact: true }).fill('Papers first');
  await page.getByRole('button', { name: 'Add item' }).click();
  await title(page, '1').fill('Survey');
  const names = ['Lighthouse survey', 'Budget'];
  const files = names.map(async (name, nth) => ({
    name: `${name}.pdf`,
    mimeType: 'application/pdf',
    buffer: await pdfPaper(nth + 1),
  }));
  await page
    .getByLabel('Meeting documents', { exact: true })
    .and(page.locator('input'))
    .setInputFiles(await Promise.all(files));
  for (const name of names) {
    await page.getByRole('button', { name: new RegExp(`Item for ${name}`) }).click();
    await page.getByRole('option', { name: 'The meeting, under no item' }).click();
  }
  await page.getByRole('button', { name: 'Attach 2 files' }).click();
  const own = page.getByRole('region', { name: 'Meeting documents' });
  const papers = page.locator('[data-agenda-item]').first().locator('[data-document-row]');
  for (const name of names) {
    await page.getByRole('button', { name: `Move document ${name}`, exact: true }).press('Enter');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(papers.filter({ hasText: name })).toBeVisible();
    await expect(own.getByText(name)).toHaveCount(0);
    await expect(page.getByRole('button', { name: `Move document ${name}`, exact: true })).toBeFocused();
  }
  await expect(own).toBeHidden();
  await save(page).click();
  await expect(page.getByRole('heading', { name: 'Edit draft' })).toBeVisible();
  await expect(papers).toHaveCount(2);
  await expect(own).toBeHidden();
  // What is removed under its item does not come back either.
  await papers
    .first()
    .getByRole('button', { name: /^Remove / })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(papers).toHaveCount(1);
  await expect(own).toBeHidden();
});

test('M11 files chosen for the agenda propose their items, nothing is attached unseen, and publishing says what is left', async ({
  page,
  installation,
}) => {
  const made = await installation.draft({ title: 'A pack', items: ['Minutes of the last meeting', 'Budget 2027'] });
  const bytes = await pdfPaper(1);
  await installation.paper(made, { name: 'Finance report.pdf', bytes }, 1);
  await edit(page, made.id);
  const files = ['Minutes 2026-10-12', 'Item 2 figures', 'Finance report', 'Harbour photo'];
  await page
    .getByLabel('Meeting documents', { exact: true })
    .and(page.locator('input'))
    .setInputFiles(
      files.map((name) => {
        // Files of the same bytes would be asked about.
        const buffer = Buffer.concat([bytes, Buffer.from(`\n% ${name}`)]);
        return { name: `${name}.pdf`, mimeType: 'application/pdf', buffer };
      }),
    );
  const waiting = page.getByRole('region', { name: 'Files without an item' });
  await expect(waiting).toContainText('4 files wait, 3 with an item proposed. Nothing is attached until you say so.');
  const choice = (name: string) => waiting.getByRole('button', { name: new RegExp(`Item for ${name}`) });
  await expect(choice('Minutes')).toContainText('1 Minutes of the last meeting');
  await expect(choice('Item 2 figures')).toContainText('2 Budget 2027');
  await expect(choice('Finance report')).toContainText('New version of Finance report');
  await expect(choice('Harbour photo')).toContainText('Choose an item');
  await expect(waiting.getByText('Uploaded', { exact: true })).toHaveCount(4);
  await expect(page.locator('[data-document-row]')).toHaveCount(1);
  await expectAccessible(page, 'files that wait for their items');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1440, height: 900 });
  await waiting.getByRole('button', { name: 'Attach 3 files' }).click();
  const papers = (nth: number) => page.locator('[data-agenda-item]').nth(nth).locator('[data-document-row]');
  await expect(papers(0)).toContainText(['Minutes 2026-10-12']);
  await expect(papers(1)).toContainText(['Finance report', 'Item 2 figures'], { timeout: 30_000 });
  await expect(page.getByText('Finance report.pdf has a new version')).toBeVisible();
  await expect(waiting).toContainText('1 file waits. Nothing is attached until you say so.');
  // The button that was pressed is gone; the next file has the focus.
  await expect(choice('Harbour photo')).toBeFocused();
  await page.getByRole('button', { name: 'Publish' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('1 paper will be missing. Without an item yet: Harbour photo.pdf.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  // Nothing is typed, but leaving would lose the file.
  await expect(page.getByText('You have unsaved changes')).toBeVisible();
  const question = page.getByRole('alertdialog', { name: 'You have unsaved changes' });
  const people = page.getByRole('link', { name: 'People' }).first();
  for (const way of [page.getByRole('button', { name: 'Done' }), people]) {
    await way.click();
    await expect(question).toContainText('1 file waits for an item and will be lost.');
    await expect(question).not.toContainText('typed');
    await expect(question.getByRole('button', { name: 'Save' })).toBeHidden();
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(question).toBeHidden();
  }
  await page.getByLabel('Title', { exact: true }).fill('A whole pack');
  await people.click();
  await expect(question).toContainText('What you have changed here will be lost unless you save it.');
  await question.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Draft saved. 1 file still waits for an item.')).toBeVisible();
  await expect(waiting).toBeVisible();
  await choice('Harbour photo').click();
  await page.getByRole('option', { name: 'The meeting, under no item' }).click();
  await waiting.getByRole('button', { name: 'Attach Harbour photo.pdf' }).click();
  const own = page.getByRole('region', { name: 'Meeting documents' });
  await expect(own.locator('[data-document-row]')).toContainText(['Harbour photo']);
  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(dialog).toContainText('1 paper is not under an item: Harbour photo.');
  await expect(dialog).not.toContainText('will be missing');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  // By its menu a paper goes to an item without being dragged.
  await own.getByRole('button', { name: 'More for Harbour photo' }).click();
  await page.getByRole('menuitem', { name: 'Move to item…' }).click();
  await dialog.getByText('1 Minutes of the last meeting').click();
  await dialog.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(papers(0)).toContainText(['Minutes 2026-10-12', 'Harbour photo']);
  await expect(own).toBeHidden();
  // A row held at the edge scrolls the page without being moved on.
  await page.setViewportSize({ width: 1440, height: 420 });
  await page.evaluate(() => window.scrollTo(0, 0));
  const handle = page.getByRole('button', { name: 'Move Budget 2027', exact: true });
  await handle.scrollIntoViewIfNeeded();
  const grip = await handle.boundingBox();
  if (grip === null) throw new Error('The item has no handle.');
  await page.mouse.move(grip.x + 4, grip.y + 4);
  await page.mouse.down();
  await page.mouse.move(grip.x + 4, 2, { steps: 4 });
  const heldAt = await page.evaluate(() => window.scrollY);
  expect(heldAt).toBeGreaterThan(0);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.mouse.up();
  await page
    .getByLabel('Meeting documents', { exact: true })
    .and(page.locator('input'))
    .setInputFiles({ name: 'Left behind.pdf', mimeType: 'application/pdf', buffer: bytes });
  await expect(waiting).toContainText('1 file waits');
  // The row that was held has moved.
  await page.getByRole('button', { name: 'Discard changes' }).click();
  const discarding = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  await expect(discarding).toContainText('1 file waits for an item and will be lost.');
  await discarding.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByRole('button', { name: 'Done' })).toBeVisible();
  await expect(waiting).toBeHidden();
  await expect(page.getByText('You have unsaved changes')).toBeHidden();
});

test('M12 the agenda says when it is too long for its meeting, takes the first presenter by Enter, and a guest as such', async ({
  page,
  installation,
}) => {
  const { id } = await installation.draft({ title: 'Too long', items: ['Welcome', 'Finance', 'Close'] });
  await edit(page, id);
  const presenter = (number: string) =>
    page.getByRole('combobox', { name: `Presenter of item ${number}`, exact: true });
  await presenter('1').fill('');
  await presenter('1').pressSequentially('kowal');
  await expect(page.getByRole('option')).toHaveText(['Elena Kowalczyk', 'kowal, a guest']);
  await page.keyboard.press('Enter');
  await expect(presenter('1')).toHaveValue('Elena Kowalczyk');
  await presenter('2').fill('');
  await presenter('2').pressSequentially('Elena');
  await page.getByRole('option', { name: 'Elena, a guest' }).click();
  await expect(presenter('2')).toHaveValue('Elena');
  await expect(page.getByRole('option')).toHaveCount(0);
  const ends = page.getByRole('group', { name: 'End', exact: true });
  const end = await ends.textContent();
  await page.getByRole('textbox', { name: 'Minutes of item 1' }).fill('');
  await page.getByRole('textbox', { name: 'Minutes of item 2' }).fill('600');
  const over = page.getByRole('button', { name: / over: end at / });
  await expect(over).toBeVisible();
  const said = /^(.*) over: end at/.exec((await over.textContent()) ?? '')?.[1] ?? 'nothing';
  await expect(page.getByRole('region', { name: 'Agenda' })).toContainText(`3 items, 10 h 15 min, ${said} over`);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const publishing = page.getByRole('dialog', { name: 'Publish and invite' });
  await expect(publishing).toContainText(`${said} over. The agenda is longer than its meeting.`);
  await expect(publishing.getByRole('button', { name: 'Publish', exact: true })).toBeEnabled();
  await publishing.getByRole('button', { name: 'Cancel' }).click();
  await expect(publishing).toHaveCount(0);
  await expectAccessible(page, 'an agenda that is too long');
  await over.press('Enter');
  await expect(over).toHaveCount(0);
  await expect(ends.getByRole('spinbutton').first()).toBeFocused();
  expect(await ends.textContent()).not.toBe(end);
  // What an Undo would change goes with the editor, and so does the Undo.
  await page.getByRole('button', { name: 'More for item 3' }).click();
  await page.getByRole('menuitem', { name: 'Remove item' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await saved(page);
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await expect(page.getByText('Close at the earliest')).toBeVisible();
  await expect(page.getByText('10 h, and 1 item without minutes')).toBeVisible();
  // Enter takes the first of the audience that matches.
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Change audience' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Add people or groups' }).pressSequentially('kowal');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Remove Elena Kowalczyk' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  // One Escape closes a dialog, though a tooltip shows.
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.keyboard.press('Shift+Tab');
  await dialog.getByRole('button', { name: 'Close' }).focus();
  await expect(page.getByRole('tooltip')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('papers stand in the order in which they were chosen', async ({ page, installation }) => {
  const { id } = await installation.draft({ title: 'Chosen', items: ['Papers'] });
  await edit(page, id);
  const small = await pdfPaper(1);
  const large = Buffer.concat([small, Buffer.alloc(6_000_000, 32)]);
  await page.getByLabel('Documents for item 1', { exact: true }).setInputFiles([
    { name: 'Large first.pdf', mimeType: 'application/pdf', buffer: large },
    { name: 'Small second.pdf', mimeType: 'application/pdf', buffer: small },
    { name: 'Small third.pdf', mimeType: 'application/pdf', buffer: await pdfPaper(2) },
  ]);
  const papers = page.locator('[data-agenda-item]').first().locator('[data-document-row]');
  await expect(papers).toHaveText([/Large first/, /Small second/, /Small third/], { timeout: 30_000 });
});

test('two editors: other items come in as they are, the same field is offered both ways', async ({
  page,
  browser,
  installation,
  signIn,
}) => {
  const { id } = await installation.draft({ title: 'Shared', items: ['Budget', 'Close'] });
  const other = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await signIn(await installation.signInAgain(installation.admin), other);
  await edit(page, id);
  await edit(other, id);
  // Somebody is typing here while the other saves another item: the words and the focus stay.
  await title(page, '1').fill('Budget, mine');
  await title(other, '2').fill('Close, theirs');
  await saved(other);
  await expect(title(page, '2')).toHaveValue('Close, theirs', { timeout: 15_000 });
  await expect(title(page, '1')).toHaveValue('Budget, mine');
  await expect(title(page, '1')).toBeFocused();
  await other.getByRole('button', { name: 'Edit' }).click();
  await title(other, '1').fill('Budget, theirs');
  await saved(other);
  await save(page).click();
  const row = page.locator('[data-agenda-item]').first();
  await expect(row.getByRole('alert')).toContainText('Elena Kowalczyk changed the title on');
  await expect(row.getByRole('alert')).toContainText('“Budget, theirs”');
  await expect(title(page, '1')).toHaveValue('Budget, mine');
  await row.getByRole('button', { name: 'Keep mine' }).click();
  await saved(page);
  await expect(page.getByRole('heading', { level: 3, name: 'Budget, mine' })).toBeVisible();
  // The other way round.
  await page.getByRole('button', { name: 'Edit' }).click();
  await other.getByRole('button', { name: 'Edit' }).click();
  await expect(title(other, '1')).toHaveValue('Budget, mine', { timeout: 15_000 });
  await title(page, '1').fill('Budget, once more');
  await title(other, '1').fill('Budget, the last word');
  await saved(other);
  await save(page).click();
  await row.getByRole('button', { name: 'Take theirs' }).click();
  await expect(title(page, '1')).toHaveValue('Budget, the last word');
  // What was removed here comes back when the other has changed it meanwhile.
  await page.getByRole('button', { name: 'More for item 2' }).click();
  await page.getByRole('menuitem', { name: 'Remove item' }).click();
  await other.getByRole('button', { name: 'Edit' }).click();
  await title(other, '2').fill('Close at noon');
  await saved(other);
  await save(page).click();
  const back = page.locator('[data-agenda-item]').nth(1);
  await expect(back.getByRole('alert')).toContainText('Elena Kowalczyk changed this item on');
  await expect(title(page, '2')).toHaveValue('Close at noon');
  await back.getByRole('button', { name: 'Remove anyway' }).click();
  await saved(page);
  await expect(page.getByRole('heading', { level: 3, name: 'Close at noon' })).toBeHidden();
  await other.context().close();
});

test('an item that somebody else removed stays with what was typed', async ({ page, installation }) => {
  const { id, itemIds } = await installation.draft({ title: 'Removed', items: ['Budget', 'Close'] });
  await edit(page, id);
  await title(page, '1').fill('Budget, rewritten');
  await installation.admin.client.call('DELETE', `/ajax/agenda-items/${itemIds[0]}?revision=1`);
  await expect(page.getByText(/was removed by somebody else/)).toBeVisible({ timeout: 15_000 });
  await expect.poll(() => outline(page)).toEqual(['Budget, rewritten', 'Close']);
  await saved(page);
  await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Budget, rewritten', 'Close']);
});

test('on paper the agenda stands alone: board, meeting, items, papers', async ({ page, installation }) => {
  const made = await installation.meeting({ title: 'Printed', items: ['Welcome', 'Finance'] });
  await installation.paper(made, { name: 'Accounts.pdf', bytes: await pdfPaper(1) }, 1);
  await page.goto(`/meetings/${made.id}`);
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await page.getByRole('button', { name: 'Print agenda' }).click();
  await expect(page.locator('body[data-printed]')).toBeAttached();
  await page.emulateMedia({ media: 'print' });
  await expect(
    page.getByText('Harbour Street Housing Trust', { exact: true }).and(page.locator('main p')),
  ).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Printed' })).toBeVisible();
  await expect(page.getByText('Accounts.pdf')).toBeVisible();
  await expect(page.getByText('Thomas McKenna').first()).toBeVisible();
  for (const gone of [page.getByRole('navigation'), page.getByRole('complementary'), page.getByRole('button')]) {
    await expect(gone.filter({ visible: true })).toHaveCount(0);
  }
});

test('addresses in descriptions are links to be followed, and nothing else is', async ({ page, installation }) => {
  const made = await installation.draft({ title: 'Linked', items: ['Budget'] });
  const description = 'See https://example.org/budget. javascript:alert(1)';
  const body = { revision: 1, description };
  await installation.admin.client.call('PATCH', `/ajax/agenda-items/${made.itemIds[0]}`, body);
  await page.goto(`/meetings/${made.id}`);
  const link = page.getByRole('link', { name: 'https://example.org/budget' });
  await expect(link).toHaveAttribute('href', 'https://example.org/budget');
  await expect(link).toHaveAttribute('rel', /noopener/);
  await expect(page.getByRole('link', { name: /javascript/ })).toHaveCount(0);
});

test('once the time for edits is over the agenda is read-only, and says so', async ({ page, installation }) => {
  const { id } = await installation.meeting({ title: 'Long over', inDays: -20, items: ['Budget'] });
  await page.goto(`/meetings/${id}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  await expect(
    page.getByText('This meeting is over and has become read-only. Documents can still be added and replaced.'),
  ).toBeVisible();
  await expect(page.getByRole('textbox', { name: /^Title of item/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Upload documents' }).first()).toBeVisible();
});

for (const width of [390, 820, 1440]) {
  test(`the editor is right at ${width} px`, async ({ page, installation }) => {
    const made = await installation.draft({ title: 'Looked at', items: ['Welcome', 'Finance report', 'Close'] });
    await installation.paper(made, { name: 'Accounts.pdf', bytes: await pdfPaper(1) }, 1);
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/meetings/${made.id}`);
    if (width < 640) {
      await page.getByRole('button', { name: 'Meeting actions' }).click();
      await page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
    } else await page.getByRole('button', { name: 'Edit' }).click();
    await title(page, '3').focus();
    await page.keyboard.press('Control+]');
    await expect(title(page, '2.1')).toBeFocused();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await expectAccessible(page, `the editor at ${width}`);
  });
}

/** Last: from here on meetings of this installation have items that fill themselves. */
test('a paper that is attached first leaves a new agenda as it was written, beside the items that fill themselves', async ({
  page,
  installation,
}) => {
  await installation.sql('update deciding_settings set confirmed_at = now()');
  const written = ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon'];
  const filled = ['Declarations of interest', 'Action items', 'Written resolutions'];
  await page.goto('/meetings/create');
  await page.getByLabel('Title', { exact: true }).fill('Papers first, saved after');
  await page.getByRole('button', { name: 'Add item' }).click();
  for (const [index, words] of written.entries()) {
    if (index > 0) await page.keyboard.press('Enter');
    await title(page, String(index + 1)).pressSequentially(words);
  }
  await page
    .getByLabel('Documents for item 2', { exact: true })
    .setInputFiles({ name: 'Survey.pdf', mimeType: 'application/pdf', buffer: await pdfPaper(1) });
  await expect(page.locator('[data-document-row]').filter({ hasText: 'Survey' })).toBeVisible();
  await expect.poll(() => outline(page)).toEqual([...filled, ...written]);
  await save(page).click();
  await expect(page.getByRole('heading', { name: 'Edit draft' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 3 })).toHaveText([...filled, ...written]);
  await expect(
    page.getByRole('main').getByRole('listitem').filter({ hasText: 'Beta' }).first().getByText('Survey'),
  ).toBeVisible();
  const kinds = await installation.sql(
    `select title, kind from agenda_items where meeting_id = $1 and kind is not null order by position`,
    [page.url().split('/').at(-1)],
  );
  expect(kinds.map(({ title: words }) => words)).toEqual(filled);
});
