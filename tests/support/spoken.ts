import type { Page } from '@playwright/test';
import { expect } from './browser.ts';

/**
 * Most screen readers do not announce a polite ARIA live region that is inert, hidden, or inserted together with its
 * text.
 */

interface Announcements {
  readonly spoken: string[];
  /** Texts of ARIA live regions that a screen reader does not announce. */
  readonly silent: string[];
}

declare global {
  interface Window {
    announcements: Announcements;
  }
}

/** Milliseconds to wait for a repeated announcement. Pages announce a text after 100 milliseconds. */
const repetitionMs = 300;

/** Call this function before the first page is opened. */
export async function listen(page: Page): Promise<void> {
  await page.addInitScript(follow);
}

export const takeSpoken = (page: Page): Promise<string[]> => page.evaluate(() => window.announcements.spoken.splice(0));

export async function expectSpokenOnce(page: Page, words: string | RegExp, by: () => Promise<void>): Promise<void> {
  const isIt = (text: string): boolean => (typeof words === 'string' ? text === words : words.test(text));
  await takeSpoken(page);
  await by();
  const spoken: string[] = [];
  const listened = async (): Promise<number> => {
    spoken.push(...(await takeSpoken(page)));
    return spoken.filter(isIt).length;
  };
  await expect
    .poll(listened, { message: `“${words}” is announced` })
    .toBeGreaterThan(0)
    .catch(async (error: unknown) => {
      const silent = await page.evaluate(() => window.announcements.silent);
      throw new Error(
        `“${words}” is not announced. Announced: ${JSON.stringify(spoken)}. Silent: ${JSON.stringify(silent)}.`,
        {
          cause: error,
        },
      );
    });
  // Waits for a possible second announcement, either from another ARIA live region or after the server's response.
  await page.waitForTimeout(repetitionMs);
  expect(await listened(), `how often “${words}” is announced among ${JSON.stringify(spoken)}`).toBe(1);
}

function follow(): void {
  const live = '[role="status"], [role="alert"], [role="log"], [aria-live]:not([aria-live="off"])';
  const announcements: Announcements = { spoken: [], silent: [] };
  window.announcements = announcements;
  const known = new Map<Element, string>();
  const textOf = (node: Node): string => {
    if (!(node instanceof Element)) return node.textContent ?? '';
    if (node.matches('[aria-hidden="true"], svg, [aria-busy="true"]')) return '';
    return [...node.childNodes].map(textOf).join(' ').replace(/\s+/g, ' ').trim();
  };
  const isHeard = (region: Element): boolean =>
    region.closest('[aria-hidden="true"], [inert]') === null && region.getClientRects().length > 0;
  const note = (region: Element, text: string): void => {
    if (text !== '') (isHeard(region) ? announcements.spoken : announcements.silent).push(text);
  };
  const look = (changes: readonly MutationRecord[]): void => {
    for (const region of known.keys()) if (!region.isConnected) known.delete(region);
    for (const { target, addedNodes } of changes) {
      const log = (target instanceof Element ? target : target.parentElement)?.closest('[role="log"]');
      if (!log || !known.has(log)) continue;
      for (const node of addedNodes) note(log, textOf(node));
    }
    for (const region of document.querySelectorAll(live)) {
      if (region.matches('[role="log"]') && known.has(region)) continue;
      const text = textOf(region);
      const before = known.get(region);
      known.set(region, text);
      if (before === text) continue;
      if (before !== undefined) note(region, text);
      else if (region.matches('[role="alert"], [aria-live="assertive"]')) note(region, text);
      else if (text !== '') announcements.silent.push(text);
    }
  };
  new MutationObserver(look).observe(document, {
    childList: true,
    characterData: true,
    subtree: true,
    attributeFilter: ['role', 'aria-live', 'aria-busy'],
  });
}
