import { expect, test } from '#tests/support/installed-browser.ts';
import { checkOpen } from '#tests/support/screen-check.ts';

test('a double click on the invite button does not dismiss the confirmation', async ({
  page,
  installation,
  signIn,
}) => {
  await signIn(installation.admin);
  await page.goto('/people/create/several');
  const paste = page.getByLabel('One person per line');
  await paste.fill('Owen Clarke <owen.clarke@harbour.example>\nLena Hofmann, lena.hofmann@harbour');
  await page.getByRole('button', { name: 'Invite 1 person' }).dblclick();
  const asking = page.getByRole('alertdialog', { name: 'Invite 1 person?' });
  await expect(asking).toBeVisible();
  await checkOpen(page);
  await asking.getByRole('button', { name: 'Invite 1 person' }).click();
  await expect(page.getByText('1 person was invited.')).toBeVisible();
  await expect(paste).toHaveValue('Lena Hofmann, lena.hofmann@harbour');
});
