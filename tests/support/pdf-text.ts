import type { Locator, Page } from '@playwright/test';
import { expect } from './browser.ts';
import { sentence } from './papers.ts';

export async function openedWords(page: Page): Promise<Locator> {
  const words = page.getByRole('dialog').getByText(sentence);
  await expect(words).toBeVisible({ timeout: 20_000 });
  return words;
}

export const marksOf = (page: Page, kind: string): Locator =>
  page.getByRole('dialog').getByRole('button', { name: new RegExp(`^${kind} on page`) });
