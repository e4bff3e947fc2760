import type { Page } from '@playwright/test';
import { expect } from './browser.ts';

/**
 * What live regions say, as screen readers hear them: text that changes in a region that was there before, and alerts that come with
 * their text. A polite region that is born with its text is silent in most of them; so is one under what is inert or hidden.
 */

interface Heard {
  readonly spoken: string[];
  /** What stood in a region that could not be heard. */
  readonly silent: string[];
}

declare global {
  interface Window {
    heard: Heard;
  }
}

/** Milliseconds that one listens on, whether the same is said again; regions of the house wait for a tenth of a second. */
const sameBreath = 300;

/** Before the first page is opened; from then on every page is listened to. */
export async function listen(page: Page): Promise<void> {
  await page.addInitScript(follow);
}

/** All that was said since the last time it was asked, in order. */
export const takeSpoken = (page: Page): Promise<string[]> => page.evaluate(() => window.heard.spoken.splice(0));

/** Waits until that is said, then tells how often: everything is to be said once. What else is said meanwhile may be anything. */
export async function expectSpokenOnce(page: Page, words: string | RegExp, by: () => Promise<void>): Promise<void> {
  const isIt = (text: string): boolean => (typeof words === 'string' ? text === words : words.test(text));
  await takeSpoken(page);
  await by();
  const said: string[] = [];
  const listened = async (): Promise<number> => {
    said.push(...(await takeSpoken(page)));
    return said.filter(isIt).length;
  };
  await expect
    .poll(listened, { message: `“${words}” is said` })
    .toBeGreaterThan(0)
    .catch(async (error: unknown) => {
      const silent = await page.evaluate(() => window.heard.silent);
      throw new Error(`“${words}” is not said. Said: ${JSON.stringify(said)}. Silent: ${JSON.stringify(silent)}.`, {
        cause: error,
      });
    });
  // What is said twice is said in the same breath: by another region, or once more by the answer of the server.
  await page.waitForTimeout(sameBreath);
  expect(await listened(), `how often “${words}” is said among ${JSON.stringify(said)}`).toBe(1);
}

/** In the page. */
function follow(): void {
  const live = '[role="status"], [role="alert"], [role="log"], [aria-live]:not([aria-live="off"])';
  const heard: Heard = { spoken: [], silent: [] };
  window.heard = heard;
  /** Each region that stands there, with what it says. */
  const known = new Map<Element, string>();
  const textOf = (node: Node): string => {
    if (!(node instanceof Element)) return node.textContent ?? '';
    if (node.matches('[aria-hidden="true"], svg, [aria-busy="true"]')) return '';
    return [...node.childNodes].map(textOf).join(' ').replace(/\s+/g, ' ').trim();
  };
  const isHeard = (region: Element): boolean =>
    region.closest('[aria-hidden="true"], [inert]') === null && region.getClientRects().length > 0;
  const note = (region: Element, text: string): void => {
    if (text !== '') (isHeard(region) ? heard.spoken : heard.silent).push(text);
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
      else if (text !== '') heard.silent.push(text);
    }
  };
  new MutationObserver(look).observe(document, {
    ...{ childList: true, characterData: true, subtree: true },
    attributeFilter: ['role', 'aria-live', 'aria-busy'],
  });
}
