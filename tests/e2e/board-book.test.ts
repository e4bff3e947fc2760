import { expect, test } from '#tests/support/installed-browser.ts';
import { downloadBy } from '#tests/support/page-acts.ts';
import { pdfPaper } from '#tests/support/papers.ts';
import { checkOpen } from '#tests/support/screen-check.ts';

test('a member creates and downloads the board book of a meeting', async ({ page, signIn, installation }) => {
  test.setTimeout(150_000);
  const meeting = await installation.meeting({ title: 'Meeting with a book' });
  await installation.paper(meeting, { name: 'Agenda notes.pdf', bytes: await pdfPaper(2) });
  const report = await installation.paper(meeting, { name: 'Report.pdf', bytes: await pdfPaper(3) }, 1);
  await installation.paper(meeting, { name: 'Figures.csv', bytes: Buffer.from('a,b\n') }, 1);
  const member = await installation.join('Sunita', 'Gill');
  const { version_id } = (await installation.call('GET', `/ajax/documents/${report}`)).document;
  const annotations =
    '<xfdf xmlns="http://ns.adobe.com/xfdf/" xml:space="preserve"><annots>' +
    '<text name="n" page="0" rect="300,200,320,220"><contents>Ask again</contents></text></annots></xfdf>';
  const marks = { annotations, version_id, base_revision: 0 };
  await installation.call('POST', `/ajax/documents/${report}/annotations`, marks, member);
  await signIn(member);
  await page.goto(`/meetings/${meeting.id}`);
  await page.getByRole('button', { name: 'Board book' }).click();
  const dialog = page.getByRole('dialog', { name: 'Board book' });
  await expect(dialog.getByText('3 papers to include.')).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'With my own marks' }).press('Space');
  await dialog.getByRole('button', { name: 'Create board book' }).click();
  await expect(dialog.getByRole('button', { name: 'Download' })).toBeVisible({ timeout: 60_000 });
  await expect(dialog.getByText(/^7 pages, /)).toBeVisible();
  await expect(dialog.getByText('Figures.csv: files of this type have no pages')).toBeVisible();
  await checkOpen(page);
  const download = await downloadBy(dialog.getByRole('button', { name: 'Download' }));
  expect(download.suggestedFilename()).toBe('Meeting with a book (board book with marks).pdf');
  await dialog.getByRole('checkbox', { name: 'With my own marks' }).press('Space');
  await expect(dialog.getByText('3 papers to include.')).toBeVisible();
  await installation.paper(meeting, { name: 'Late.pdf', bytes: await pdfPaper(1) });
  await expect(dialog.getByText('4 papers to include.')).toBeVisible();
});
