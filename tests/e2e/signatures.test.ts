import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { type Installation, type Signed, titled } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { dialog, downloadBy, signWithPassword, submitLogin } from '#tests/support/page-acts.ts';
import { pdfPaper } from '#tests/support/papers.ts';
import { checkOpen, checkScreen } from '#tests/support/screen-check.ts';

const words = 'The rent is 12 crowns.';
let ingrid: Signed;
let tomas: Signed;
test.beforeAll(async ({ installation }) => {
  ingrid = await installation.join('Ingrid', 'Solberg');
  tomas = await installation.join('Tomas', 'Berg');
});

async function filed(installation: Installation, title: string): Promise<string> {
  const category = await installation.category(title);
  return installation.paper({ category }, { name: `${title}.pdf`, bytes: await pdfPaper(2, words) });
}

async function request(page: Page, id: string): Promise<void> {
  await page.goto(`/signatures/document/${id}`);
  await page.getByRole('button', { name: 'Request signatures' }).press('Enter');
  for (const name of ['Ingrid Solberg', 'Tomas Berg']) {
    await dialog(page).getByRole('combobox', { name: 'Signers' }).fill(name);
    await page.getByRole('option', { name }).click();
  }
  await dialog(page).getByRole('textbox', { name: 'Ingrid Solberg signs as' }).fill('Chair');
  await checkOpen(page);
  await dialog(page).getByRole('button', { name: 'Request', exact: true }).press('Enter');
  await expect(page.getByText('0 of 2', { exact: true })).toBeVisible();
}

test('two members sign a document, and anybody can verify the sealed file', {
  tag: '@everyday',
}, async ({ asAdmin: page, installation, openAs, openNew }) => {
  const id = await filed(installation, 'Lease');
  await request(page, id);
  await checkScreen(page, titled('Sign, Lease.pdf'));
  const second = await openAs(tomas);
  await second.goto('/waiting');
  await second.getByRole('link', { name: /^Read and sign: Sign: Lease/ }).press('Enter');
  await second.getByRole('button', { name: 'Sign with password' }).press('Enter');
  await expect(second.getByText('First confirm that you have read the document.')).toBeVisible();
  await signWithPassword(second, tomas, words);
  const phone = await openNew(390);
  await phone.goto(await installation.mailed(ingrid.email, /https?:\/\/\S+\/sign\/\S+/));
  await submitLogin(phone, ingrid);
  await checkScreen(phone, titled('Sign, Lease.pdf'));
  await signWithPassword(phone, ingrid, words);
  const signed = page.getByRole('link', { name: 'Signed PDF' });
  await expect(signed).toBeVisible({ timeout: 30_000 });
  const bytes = await readFile(await (await downloadBy(signed)).path());

  const stranger = await openNew();
  await stranger.goto('/verify');
  const verify = (buffer: Buffer) =>
    stranger.locator('input[type="file"]').setInputFiles({ name: 'lease.pdf', mimeType: 'application/pdf', buffer });
  const sent: string[] = [];
  stranger.on('request', (each) => void sent.push(each.postData() ?? ''));
  await verify(bytes);
  await expect(stranger.getByText(/^This is the file that Harbour Street Housing Trust sealed on /)).toBeVisible();
  await expect(stranger.getByText('Ingrid Solberg, Chair')).toBeVisible();
  expect(sent.filter(Boolean)).toEqual([expect.stringContaining(createHash('sha256').update(bytes).digest('hex'))]);
  await checkScreen(stranger, 'Verify a document | Dais');
  await verify(Buffer.concat([bytes, Buffer.from('\n')]));
  await expect(stranger.getByText(/^This is not the file that was sealed under this number\./)).toBeVisible();
  await verify(await pdfPaper(1));
  await expect(stranger.getByText('Dais does not know this file.')).toBeVisible();
});

test('a signature request can be declined or voided with a reason', async ({ asAdmin: page, installation, openAs }) => {
  const id = await filed(installation, 'Loan');
  await request(page, id);
  const signer = await openAs(tomas, 390);
  await signer.goto(new URL(page.url()).pathname);
  await signer.getByRole('button', { name: 'Decline' }).press('Enter');
  await dialog(signer).getByRole('textbox', { name: 'Reason' }).fill('Clause two is outdated.');
  await dialog(signer).getByRole('button', { name: 'Decline' }).press('Enter');
  await expect(signer.getByText(/^Tomas Berg declined to sign\./)).toBeInViewport();
  await expect(page.getByText('Tomas Berg declined to sign. “Clause two is outdated.”')).toBeVisible();
  await request(page, id);
  await page.getByRole('button', { name: 'Remind' }).press('Enter');
  await expect(page.getByText('2 members reminded')).toBeVisible();
  await page.getByRole('button', { name: 'Void' }).press('Enter');
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('The wrong file.');
  await dialog(page).getByRole('button', { name: 'Void' }).press('Enter');
  await expect(page.getByText(/voided the request\. “The wrong file\.”$/)).toBeVisible();
  await page.goto(`/signatures/document/${id}`);
  await expect(page.getByText('Declined')).toBeVisible();
  await checkScreen(page, titled('Signatures, Loan.pdf'));
});
