import { expect, test } from '#tests/support/installed-browser.ts';
import { marksOf, openedWords } from '#tests/support/page-acts.ts';
import { pdfPaper } from '#tests/support/papers.ts';
import { checkOpen } from '#tests/support/screen-check.ts';

test.beforeEach(({ installation, signIn }) => signIn(installation.admin));

test('a board admin sets notes to be destroyed after minutes are approved, and exempts one meeting', async ({
  page,
  installation,
}) => {
  await page.goto('/admin/setup');
  const choice = page.getByRole('button', { name: 'Notes after a meeting' });
  await expect(choice).toContainText('Keep marks');
  await choice.click();
  await page.getByRole('option', { name: 'Destroy notes 60 days after the minutes are approved' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Setup saved')).toBeVisible();
  await page.reload();
  await expect(choice).toContainText('60 days');

  const meeting = await installation.meeting({ title: 'Meeting with a dispute' });
  await page.goto(`/meetings/${meeting.id}`);
  const open = async () => {
    await page.getByRole('button', { name: 'Meeting actions' }).click();
    await page.getByRole('menuitem', { name: 'Keep everything' }).click();
  };
  await open();
  const keeping = page.getByRole('dialog', { name: 'Keep everything of this meeting' });
  await keeping.getByLabel('Reason').fill('The lease is in dispute');
  await checkOpen(page);
  await keeping.getByRole('button', { name: 'Keep everything' }).click();
  await expect(keeping).toBeHidden();
  await open();
  const kept = page.getByRole('alertdialog', { name: 'Everything of this meeting is kept' });
  await expect(kept).toContainText('Reason: The lease is in dispute');
  await checkOpen(page);
  await kept.getByRole('button', { name: 'Stop keeping everything' }).click();
  await expect(kept).toBeHidden();
  await open();
  await expect(keeping).toBeVisible();
});

test('an open viewer removes destroyed marks at its next save', async ({ page, installation }) => {
  const meeting = await installation.meeting({ title: 'Meeting with marks' });
  const id = await installation.paper(meeting, { name: 'Marked.pdf', bytes: await pdfPaper(1) });
  await page.goto(`/meetings/${meeting.id}?document=${id}`);
  const mark = async (key: string) => {
    await (await openedWords(page)).selectText();
    await page.keyboard.press(key);
  };
  await mark('h');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await installation.sql(
    'update document_versions set marks_base = 9, marks_destroyed_at = now() where document_id = $1',
    [id],
  );
  await installation.sql(
    'delete from annotations where version_id in (select id from document_versions where document_id = $1)',
    [id],
  );
  await mark('u');
  await expect(page.getByText('Marks on this paper were destroyed after the minutes were approved.')).toBeVisible();
  await expect(marksOf(page, 'Highlight')).toHaveCount(0);
  // The focused mark is gone, so a click must return the focus to the viewer.
  await (await openedWords(page)).click();
  await mark('u');
  await expect(marksOf(page, 'Underline')).toHaveCount(1);
  const stored = async () => (await installation.call('GET', `/ajax/documents/${id}`)).annotations;
  await expect.poll(async () => (await stored()).revision).toBe(10);
  expect((await stored()).xfdf).not.toContain('<highlight');
});
