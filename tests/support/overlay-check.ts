import type { Locator, Page } from '@playwright/test';
import { expect } from './browser.ts';
import { soundingAlike } from './reader-check.ts';
import { expectOverlayAccessible } from './screen-check.ts';

type OverlayRole = 'menu' | 'dialog' | 'alertdialog' | 'listbox';

interface Overlay {
  /** The element that has the focus before the overlay opens and after it closes. */
  readonly opener: Locator;
  readonly role: OverlayRole;
  readonly name: string | RegExp;
  /** Opens the overlay. By default, presses Enter on the opener. */
  readonly open?: () => Promise<void>;
}

export async function checkOverlay(page: Page, { opener, role, name, open }: Overlay): Promise<void> {
  const overlay = page
    .getByRole(role, { name, ...(typeof name === 'string' ? { exact: true } : {}) })
    // The previous menu may still be fading out.
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
  // The icon at the top and the button at the bottom both close the overlay, so both may have this name.
  const alike = soundingAlike(await overlay.ariaSnapshot()).filter((found) => found !== '2 × button Close');
  expect(alike, `names in the ${role} ${name}`).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(overlay, `${role} ${name} closes`).toBeHidden();
  await expect(opener, `the focus after the ${role} ${name}`).toBeFocused();
}

/**
 * Runs in the page. Returns '' if the focus is in the overlay or in a field that controls it, otherwise the focused
 * element.
 */
function hasFocus(overlay: Element): string {
  const { activeElement } = document;
  if (overlay.contains(activeElement)) return '';
  if (activeElement?.getAttribute('aria-controls') === overlay.id) return '';
  return activeElement?.outerHTML.slice(0, 200) ?? 'nothing';
}

/** Expects that a click on the middle of each control reaches the control. */
export async function expectPressable(part: Locator, where: string): Promise<void> {
  await expect.poll(() => part.evaluate(findCovered), { message: `Covered, ${where}` }).toEqual([]);
}

function findCovered(part: Element): readonly string[] {
  const controls = part.querySelectorAll<HTMLElement>('button:not([disabled]), input, textarea, a[href]');
  return [...controls].flatMap((control) => {
    control.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const { left, top, width, height } = control.getBoundingClientRect();
    if (getComputedStyle(control).pointerEvents === 'none') return [];
    if (!control.checkVisibility({ visibilityProperty: true }) || width < 2) return [];
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    const label = control.closest('label');
    if (hit !== null && (control.contains(hit) || label?.contains(hit))) return [];
    const name = (element: Element) =>
      `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`;
    return [`${name(control)} at ${left}, ${top}: ${hit === null ? 'outside' : name(hit).slice(0, 80)}`];
  });
}
