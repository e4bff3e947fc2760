import type { Locator, Page } from '@playwright/test';
import { expect } from './browser.ts';

const stopsMax = 90;

export async function tabTo(page: Page, target: Locator, way: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  const isThere = (): Promise<boolean> => target.evaluate((element) => element === document.activeElement);
  for (let stops = 0; stops < stopsMax; stops += 1) {
    if (await isThere()) return;
    await page.keyboard.press(way);
  }
  await expect(target, `reached by ${way}`).toBeFocused();
}
