import { readFile } from 'node:fs/promises';
import type { Download, Locator } from '@playwright/test';
import { readPdf } from '#server/integrations/pdf/read-pdf.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { downloadBy } from '#tests/support/page-acts.ts';
import { pdfPaper, signedPaper } from '#tests/support/papers.ts';
import { checkOpen } from '#tests/support/screen-check.ts';

const downloadedBy = (dialog: Locator) => downloadBy(dialog.getByRole('button', { name: 'Download' }));

const textsOf = async (download: Download) => (await readPdf(await download.path()))?.texts ?? [];

test('a paper is watermarked with the reader’s name, but a signed PDF is downloaded unchanged', async ({
  page,
  signIn,
  installation,
}) => {
  test.setTimeout(180_000);
  const meeting = await installation.meeting({ title: 'Meeting with a watermark' });
  const report = await installation.paper(meeting, { name: 'Report.pdf', bytes: await pdfPaper(2) });
  const signed = await installation.paper(meeting, { name: 'Signed.pdf', bytes: signedPaper() });
  const member = await installation.join('Sunita', 'Gill');
  await signIn(installation.admin);
  await page.goto('/admin/setup');
  await expect(page.getByText('it does not prevent copying from the viewer')).toBeVisible();
  await page.getByRole('radio', { name: 'On downloads and board books' }).press('Space');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Setup saved')).toBeVisible();

  await signIn(member);
  const openDialog = async (): Promise<Locator> => {
    await page.getByRole('button', { name: 'Download', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Without marks' }).click();
    return page.getByRole('dialog', { name: 'Download a copy' });
  };
  await test.step('a paper, in the viewer', async () => {
    await page.goto(`/meetings/${meeting.id}?document=${report}`);
    const dialog = await openDialog();
    await dialog.getByRole('button', { name: 'Create copy' }).click();
    await expect(dialog.getByText(/^2 pages, /)).toBeVisible({ timeout: 60_000 });
    await checkOpen(page);
    const copy = await downloadedBy(dialog);
    expect(copy.suggestedFilename()).toBe('Report.pdf');
    for (const text of await textsOf(copy)) expect(text).toContain('Sunita Gill');
  });
  await test.step('a signed PDF', async () => {
    await page.goto(`/meetings/${meeting.id}?document=${signed}`);
    const dialog = await openDialog();
    await dialog.getByRole('button', { name: 'Create copy' }).click();
    await expect(dialog.getByText('This PDF is signed. It is downloaded unchanged')).toBeVisible({ timeout: 60_000 });
    const copy = await downloadedBy(dialog);
    expect(await readFile(await copy.path())).toEqual(signedPaper());
  });
});
