import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { boardTitle } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';

const password = (page: Page) => page.getByLabel('Password', { exact: true });
const retype = (page: Page) => page.getByLabel('Retype password');
const create = (page: Page) => page.getByRole('button', { name: 'Create Account' });

async function fillNew(page: Page, both = 'a harbour at night'): Promise<void> {
  await password(page).fill(both);
  await retype(page).fill(both);
}

test('an invited person joins and sets up a profile', { tag: '@everyday' }, async ({ page, installation }) => {
  const link = await installation.invite('Marta', 'Oyelaran');
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Marta!' })).toBeVisible();
  for (const text of [boardTitle, 'H']) await expect(page.getByText(text, { exact: true })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Create a New Account' })).toBeChecked();
  await expect(page.getByLabel('Email')).toHaveValue('marta.oyelaran@harbour.example');
  await expect(page.getByLabel('Email')).toBeDisabled();
  await expect(page.getByRole('link', { name: 'terms of use' })).toHaveAttribute('href', /\/terms$/);
  await expect(page.getByRole('link', { name: 'privacy policy' })).toHaveAttribute('href', /\/privacy$/);
  await fillNew(page);
  await create(page).click();
  await expect(page).toHaveURL(/\/people\/edit\/marta-oyelaran\?profileSetup=1$/);
  await expect(page).toHaveTitle(`Invitation Profile Setup | ${boardTitle} | Dais`);
  await expect(page.getByRole('heading', { level: 1, name: 'Invitation Profile Setup' })).toBeVisible();
  const photo = sharp({ create: { width: 600, height: 600, channels: 3, background: '#1f4e8c' } }).jpeg();
  const file = { name: 'me.jpg', mimeType: 'image/jpeg', buffer: await photo.toBuffer() };
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByRole('group', { name: /^Picture: drag it/ })).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page).toHaveURL(/\/home$/);
  await page.goto('/people/edit/marta-oyelaran');
  await expect(page.getByRole('button', { name: 'Replace' })).toBeVisible();
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This invitation has been used' })).toBeVisible();
});
