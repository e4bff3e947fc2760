import { boardTitle, type Signed } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { asFile } from '#tests/support/page-acts.ts';
import { checkScreen } from '#tests/support/screen-check.ts';

let member: Signed;
test.beforeAll(async ({ installation }) => {
  member = await installation.join('Oskar', 'Lund');
});
test.beforeEach(({ installation, signIn }) => signIn(installation.admin));

test('an announcement is written with a list and a poll, published, and read by a member', {
  tag: '@everyday',
}, async ({ page, signIn }) => {
  await page.goto('/announcements/create');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByText('This field is required.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Title' }).fill('Site visit');
  await expect(page.getByText('This field is required.')).toBeHidden();
  await page.getByRole('textbox', { name: 'Text' }).click();
  await page.keyboard.type('Please bring:');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await page.keyboard.type('sturdy shoes');
  await page.getByRole('button', { name: 'Add a poll' }).click();
  const poll = page.getByRole('dialog', { name: 'New poll' });
  await poll.getByRole('textbox', { name: 'Question' }).fill('Will you come by bus?');
  for (const [nth, answer] of ['Yes', 'No'].entries())
    await poll.getByRole('textbox', { name: `Answer ${nth + 1}` }).fill(answer);
  await poll.getByRole('button', { name: 'Add poll' }).click();
  await expect(page.getByText('Will you come by bus?').first()).toBeVisible();
  await page.locator('input[type=file]').setInputFiles(asFile({ name: 'Programme.exe', bytes: Buffer.from('MZ') }));
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish announcement' });
  await expect(dialog.getByText('2 members')).toBeVisible();
  await expect(dialog).toContainText('1 paper will be missing. Not uploaded: Programme.exe.');
  await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Site visit', level: 2 })).toBeVisible();

  await signIn(member);
  await page.goto('/announcements');
  await expect(page.getByRole('heading', { name: 'Site visit', level: 2 })).toBeVisible();
  const listed = page.getByRole('article').getByRole('listitem').filter({ hasText: 'sturdy shoes' });
  await expect(listed).toBeVisible();
  await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0);
});

test('text pasted from Word keeps its headings, and the cells of its tables apart', async ({ page }) => {
  await page.goto('/announcements/create');
  const text = page.getByRole('textbox', { name: 'Text' });
  await text.click();
  await text.evaluate((editor) => {
    const data = new DataTransfer();
    data.setData(
      'text/html',
      '<h1>Budget</h1><h4>Detail</h4><table><tr><td><p>Cell A</p></td><td>Cell B</td></tr><tr><td>One</td></tr></table>',
    );
    editor.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await expect(text.getByRole('heading', { level: 2, name: 'Budget' })).toBeVisible();
  await expect(text.getByRole('heading', { level: 3, name: 'Detail' })).toBeVisible();
  await expect(text.getByText('Cell A, Cell B', { exact: true })).toBeVisible();
  await expect(text.getByText('One', { exact: true })).toBeVisible();
  await checkScreen(page, `New Announcement | ${boardTitle} | Dais`);
});
