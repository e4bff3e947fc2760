import type { Page } from '@playwright/test';
import { expect } from './browser.ts';

/**
 * Checks what axe does not check: the main landmark, the focus after a navigation, heading levels, and controls with
 * the same name.
 */
export async function checkReading(
  page: Page,
  { heading, isNewPage }: { readonly heading: string; readonly isNewPage: boolean },
): Promise<void> {
  await expect(
    page.getByRole('main', { name: heading, exact: true }),
    'the main part is named by its heading',
  ).toHaveCount(1);
  // After a search on the same page, the focus stays in the field.
  if (isNewPage) {
    const where = { message: 'what has the focus outside of the main part' };
    await expect.poll(() => page.evaluate(focusOutsideMain), where).toBe('');
  }
  const main = page.getByRole('main');
  const levels = await main
    .getByRole('heading')
    .evaluateAll((headings) =>
      headings.map((each) => Number(each.getAttribute('aria-level') ?? each.tagName.slice(1))),
    );
  const gaps = levels.filter((level, nth) => level > (levels[nth - 1] ?? 0) + 1);
  expect(gaps, `levels of headings: ${levels.join(' ')}`).toEqual([]);
  expect(soundingAlike(await main.ariaSnapshot()), 'names of buttons and links').toEqual([]);
}

/** Runs in the page. Returns '' if the focus is in the main landmark, otherwise the focused element. */
const focusOutsideMain = (): string =>
  document.getElementById('main')?.contains(document.activeElement)
    ? ''
    : (document.activeElement?.outerHTML.slice(0, 200) ?? 'nothing');

export function soundingAlike(snapshot: string): readonly string[] {
  const lines = snapshot.split('\n');
  const meanings = new Map<string, string[]>();
  for (const [nth, line] of lines.entries()) {
    const [, role = '', name] =
      /^\s*- '?(button|link|menuitem|textbox|checkbox|combobox|switch|searchbox|spinbutton|tab) "((?:[^"\\]|\\.)*)"/.exec(
        line,
      ) ?? [];
    if (name === undefined) continue;
    const url = /\/url: (.*)$/.exec(lines[nth + 1] ?? '')?.[1] ?? '';
    // Links with the same name may lead to the same place, but buttons with the same name are assumed to differ.
    const meaning = role === 'link' ? url : String(nth);
    const known = meanings.get(`${role} ${name}`) ?? [];
    if (!known.includes(meaning)) meanings.set(`${role} ${name}`, [...known, meaning]);
  }
  return [...meanings].filter(([, known]) => known.length > 1).map(([what, known]) => `${known.length} × ${what}`);
}

const tabsMax = 60;

/** Tabs through the screen and checks that no focused element is fully covered by a sticky bar (WCAG 2.2, 2.4.11). */
export async function checkFocusIsSeen(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.scrollTo(0, 0);
    document.getElementById('main')?.focus({ preventScroll: true });
  });
  for (let count = 0; count < tabsMax; count += 1) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(findCover);
    if (found === null) break;
    if (found.cover === '') continue;
    // The previous field's list may still be closing.
    const covered = async () => (await page.evaluate(findCover))?.cover;
    await expect.poll(covered, { message: `${found.what} has the focus` }).toBe('');
  }
}

/**
 * Runs in the page. Returns null if the focus has left the main landmark. `cover` is the element that hides the focused
 * one, or ''.
 */
function findCover(): { readonly what: string; readonly cover: string } | null {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || !document.getElementById('main')?.contains(active)) return null;
  const { left, top, width, height } = active.getBoundingClientRect();
  const what = `${active.tagName} ${active.getAttribute('aria-label') ?? active.textContent?.trim().slice(0, 60)}`;
  // A visually hidden field cannot be covered, because another element is shown in its place.
  if (width < 2 || height < 2) return { what, cover: '' };
  const places = [0.1, 0.5, 0.9].flatMap((x) =>
    [0.1, 0.5, 0.9].map((y) => [left + width * x, top + height * y] as const),
  );
  const covers = places.map(([x, y]) => {
    const above = document.elementFromPoint(x, y);
    if (above === null) return 'the edge of the window';
    const own =
      above === active || active.contains(above) || above.contains(active) || above.closest('label')?.contains(active);
    return own ? '' : `${above.tagName}.${above.className}`;
  });
  return { what, cover: covers.includes('') ? '' : (covers[0] ?? '') };
}
