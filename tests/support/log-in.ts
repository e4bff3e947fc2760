import type { Page } from '@playwright/test';
import type { Signed } from './installation.ts';

export async function logIn(page: Page, who: Pick<Signed, 'email' | 'password'>, path = '/login'): Promise<void> {
  await page.goto(path);
  await submitLogin(page, who);
}

export async function submitLogin(page: Page, { email, password }: Pick<Signed, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log In' }).click();
}
