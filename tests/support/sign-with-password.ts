import { expect, type Page } from '@playwright/test';
import type { Signed } from './installation.ts';

export async function signWithPassword(page: Page, { password }: Signed, words: string): Promise<void> {
  await expect(page.getByText(words).first()).toBeVisible();
  await page.getByRole('checkbox', { name: /^I have read this document and sign it/ }).press('Space');
  await page.getByRole('button', { name: 'Sign with password' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Confirm your signature' });
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Sign', exact: true }).press('Enter');
  await expect(page.getByRole('button', { name: 'Sign with password' })).toBeHidden();
  await expect(page.getByText('Signed', { exact: true }).first()).toBeVisible();
}
