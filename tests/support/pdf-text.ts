import type { Locator, Page } from '@playwright/test';
import { expect } from './browser.ts';
import { sentence } from './papers.ts';

/** Waits until the first page's words can be marked. */
export async function openedWords(page: Page): Promise<Locator> {
  const words = page.getByRole('dialog').getByText(sentence);
  await expect(words).toBeVisible({ timeout: 20_000 });
  return words;
}

/** Finds the reader's annotations of a kind, such as 'Highlight', by the annotation layer's labels. */
export const marksOf = (page: Page, kind: string): Locator =>
  page.getByRole('dialog').getByRole('button', { name: new RegExp(`^${kind} on page`) });
