import { type Installation, type Signed, titled } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { dialog, downloadBy, submitLogin } from '#tests/support/page-acts.ts';
import { pdfPaper } from '#tests/support/papers.ts';
import { checkOpen, checkScreen } from '#tests/support/screen-check.ts';

let ingrid: Signed;
test.beforeAll(async ({ installation }) => {
  ingrid = await installation.join('Ingrid', 'Solberg');
  await installation.call('POST', '/ajax/deciding', { revision: 0, confirmed: true });
});

async function draft(installation: Installation, title: string): Promise<string> {
  const { bodies } = await installation.call('GET', '/ajax/resolutions');
  const words = { body_id: bodies[0].id, title, text: 'That it be done.' };
  return (await installation.call('POST', '/ajax/written-resolutions', words)).resolution.id;
}

test('a written resolution is circulated by email and passes after a vote on a phone', {
  tag: '@everyday',
}, async ({ asAdmin: page, openNew, installation }) => {
  await page.goto('/resolutions');
  await page.getByRole('link', { name: 'New written resolution' }).press('Enter');
  await page.getByRole('textbox', { name: 'Title' }).fill('Line of credit');
  await page.getByRole('textbox', { name: 'Text of the resolution' }).fill('That the line of credit be renewed.');
  await page.getByRole('button', { name: 'Save draft' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Line of credit' })).toBeVisible();
  await page.getByRole('button', { name: 'Circulate' }).press('Enter');
  await dialog(page).getByRole('button', { name: 'Circulate' }).press('Enter');
  await page.getByRole('button', { name: 'For', exact: true }).press('Space');
  await page.getByRole('button', { name: 'Send ballot: For' }).press('Enter');
  await expect(page.getByText('Your ballot was received.')).toBeVisible();
  const phone = await openNew(390);
  await phone.goto(await installation.mailed(ingrid.email, /https?:\/\/\S+\/resolutions\/\S+/));
  await expect(phone).toHaveURL(/\/login/);
  await submitLogin(phone, ingrid);
  await expect(phone.getByRole('button', { name: 'For', exact: true })).toBeInViewport({ ratio: 1 });
  await expect(phone.getByRole('textbox', { name: 'Reason' })).toBeHidden();
  await phone.getByRole('button', { name: 'For', exact: true }).click();
  await phone.getByRole('textbox', { name: 'Reason' }).fill('A good rate.');
  await phone.getByRole('button', { name: 'Send ballot: For' }).click();
  for (const each of [phone, page])
    await expect(each.getByRole('heading', { name: 'Passed in writing' })).toBeVisible();
  await expect(page.getByText('A good rate.')).toBeVisible();
});

test('a paper can be added to a draft resolution and read on a phone before voting', async ({
  asAdmin: page,
  installation,
  openAs,
}) => {
  const id = await draft(installation, 'Lease');
  await page.goto(`/resolutions/${id}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).press('Enter');
  await checkOpen(page);
  await dialog(page).getByRole('textbox', { name: 'Title' }).fill('Lease of 2027');
  await dialog(page).getByRole('button', { name: 'Save' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Lease of 2027' })).toBeVisible();
  const words = 'The rate is prime plus 0.75 per cent.';
  const papers = page.getByRole('main').locator('input[type="file"]').first();
  await papers.setInputFiles({ name: 'Renewal.pdf', mimeType: 'application/pdf', buffer: await pdfPaper(1, words) });
  await expect(page.getByRole('button', { name: 'More actions for Renewal' })).toBeVisible();
  await checkScreen(page, titled('Lease of 2027'));
  await installation.call('POST', `/ajax/written-resolutions/${id}/circulate`, { revision: 2 });
  await installation.call('PUT', `/ajax/written-resolutions/${id}/ballot`, { choice: 'for' });
  await expect(page.getByText('Your ballot was received.')).toBeVisible();
  await checkScreen(page, titled('Lease of 2027'));

  const voter = await openAs(ingrid, 390);
  await voter.goto(`/resolutions/${id}`);
  await expect(voter.getByRole('button', { name: 'For', exact: true })).toBeVisible();
  await checkScreen(voter, titled('Lease of 2027'));
  await voter.getByRole('link', { name: /Renewal/ }).click();
  await expect(voter.getByText(words)).toBeVisible();
  await voter.getByRole('button', { name: 'Close' }).click();
  await expect(voter).toHaveURL(/\/resolutions\/[^?]+$/);
  await voter.getByRole('button', { name: 'For', exact: true }).click();
  await voter.getByRole('textbox', { name: 'Reason' }).fill('A good rate.');
  await voter.getByRole('button', { name: 'Send ballot: For' }).click();
  for (const each of [voter, page]) {
    await expect(each.getByRole('link', { name: 'PDF', exact: true })).toBeVisible({ timeout: 20_000 });
  }
  await voter.goto('/resolutions');
  const register = voter.getByRole('list', { name: /^Resolutions of / });
  await expect(register).toContainText(/2\d{3}-00\d/);
  await checkScreen(voter, titled('Resolutions'));
  const download = await downloadBy(voter.getByRole('link', { name: 'Register (PDF)' }));
  expect(download.suggestedFilename()).toBe(`Resolutions of ${new Date().getFullYear()}.pdf`);
  await voter.getByRole('searchbox', { name: 'Search resolutions' }).fill('nothing like it');
  await expect(voter.getByRole('heading', { name: 'No results.' })).toBeVisible();
});
