import type { Locator, Page } from '@playwright/test';
import { expect } from './browser.ts';

const stopsMax = 90;

/** Moves the focus there with Tab or Shift and Tab only, like a person without a pointer. */
export async function tabTo(page: Page, target: Locator, way: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  const isThere = (): Promise<boolean> => target.evaluate((element) => element === document.activeElement);
  for (let stops = 0; stops < stopsMax; stops += 1) {
    if (await isThere()) return;
    await page.keyboard.press(way);
  }
  await expect(target, `reached by ${way}`).toBeFocused();
}
