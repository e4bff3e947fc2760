import type { Locator, Page } from '@playwright/test';
import { expect } from './browser.ts';
import { soundingAlike } from './reader-check.ts';
import { expectOverlayAccessible } from './screen-check.ts';

type OverlayRole = 'menu' | 'dialog' | 'alertdialog' | 'listbox';

interface Overlay {
  /** Has the focus when the overlay is opened, and again when it is closed. */
  readonly opener: Locator;
  readonly role: OverlayRole;
  readonly name: string | RegExp;
  /** By default the opener is pressed by Enter. */
  readonly open?: () => Promise<void>;
  /** What else is looked at while it stands open. */
  readonly within?: (overlay: Locator) => Promise<void>;
}

/**
 * What holds of whatever opens over a page, by keys alone: it has a name and takes the focus; axe finds nothing in it, and in the other theme nothing of its colours;
 * no two of its buttons sound alike; Escape closes it, and the focus is where it came from.
 */
export async function checkOverlay(page: Page, { opener, role, name, open, within }: Overlay): Promise<void> {
  const overlay = page
    .getByRole(role, { name, ...(typeof name === 'string' ? { exact: true } : {}) })
    // The menu that it was opened from may be fading.
    .and(page.locator(':not([data-exiting])'));
  if (open) await open();
  else {
    await opener.focus();
    await page.keyboard.press('Enter');
  }
  await expect(overlay, `${role} ${name}`).toBeVisible();
  const where = { message: `the focus is in the ${role} ${name}` };
  await expect.poll(() => overlay.evaluate(hasFocus), where).toBe('');
  await expectOverlayAccessible(page, overlay, `${role} ${name}`);
  // The cross at the head and the button at the foot do the same.
  const alike = soundingAlike(await overlay.ariaSnapshot()).filter((found) => found !== '2 × button Close');
  expect(alike, `names in the ${role} ${name}`).toEqual([]);
  await within?.(overlay);
  await page.keyboard.press('Escape');
  await expect(overlay, `${role} ${name} closes`).toBeHidden();
  await expect(opener, `the focus after the ${role} ${name}`).toBeFocused();
}

/** In the page: empty where the overlay has it, also by what a field of it names (aria-activedescendant). */
function hasFocus(overlay: Element): string {
  const { activeElement } = document;
  if (overlay.contains(activeElement)) return '';
  if (activeElement?.getAttribute('aria-controls') === overlay.id) return '';
  return activeElement?.outerHTML.slice(0, 200) ?? 'nothing';
}
