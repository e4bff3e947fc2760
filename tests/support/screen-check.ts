import type { Locator, Page } from '@playwright/test';
import axe from 'axe-core';
import { expect } from './browser.ts';

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

const widths = [390, 820, 1440] as const;
const height = 900;
const standards: Rules = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
/** Of them, those that the other theme of a page of the same width may break. */
const ofColours: Rules = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/**
 * What holds of every screen, as it stands now: its title in the browser, one heading of level 1, nothing to scroll
 * sideways at any width, and nothing that axe finds: light at the largest width, dark at the smallest. Leaves the page
 * light, at the largest width.
 */
export async function checkScreen(page: Page, title: string): Promise<void> {
  await expect(page).toHaveTitle(title);
  await expect(page.locator('h1')).toHaveCount(1);
  await checkLook(page);
}

/** The same without the names. */
export async function checkLook(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  for (const width of widths) {
    await page.setViewportSize({ width, height });
    await expectNoSidewaysScroll(page, width);
    if (width === 390) await expectAccessible(page, 'dark, 390');
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expectAccessible(page, 'light, 1440');
}

/** Of it, what scrolls sideways alone. */
export async function checkWidths(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height });
    await expectNoSidewaysScroll(page, width);
  }
}

/** As `checkScreen`, of what is open over a page at one width alone: a menu, a dialog, the drawer; in light its colours alone. */
export async function checkOpen(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expectAccessible(page, 'dark');
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expectAccessible(page, 'light', ofColours);
  await expectNoSidewaysScroll(page, page.viewportSize()?.width ?? 0);
}

export async function expectNoSidewaysScroll(page: Page, width: number): Promise<void> {
  const scrolled = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(scrolled, { message: `Scrolls sideways at ${width}` }).toBeLessThanOrEqual(0);
}

/**
 * Text as large as that in pixels, set in the browser as a reader sets it (16 unless given): what is measured in it and the widths at which the
 * layout changes follow.
 */
export async function setTextSize(page: Page, standard: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard, fixed: (standard * 13) / 16 } });
  await session.detach();
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).fontSize))
    .toBe(`${standard}px`);
}

/** The same by a style of the page, as an extension does: the widths of media queries do not follow. */
export async function styleTextSize(page: Page, percent: number): Promise<void> {
  await page.evaluate((size) => {
    document.documentElement.style.fontSize = `${size}%`;
  }, percent);
}

/** No heading, date or link of the frame is so narrow that a word of it is broken. */
export async function expectWordsWhole(page: Page, where: string): Promise<void> {
  await expect.poll(() => page.evaluate(findBroken), { message: `Broken words, ${where}` }).toEqual([]);
}

/** In the page. */
function findBroken(): readonly string[] {
  const read = document.querySelectorAll<HTMLElement>('h1, h2, h3, [data-ui="date-block"], nav a');
  return [...read].flatMap((element) => {
    if (element.offsetParent === null && getComputedStyle(element).position !== 'fixed') return [];
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const broken: string[] = [];
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[\p{L}\p{N}]+/gu)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) broken.push(`${element.tagName}: ${word}`);
      }
    }
    return broken;
  });
}

/** Nothing that is read or pressed is cut off at the edge of the window, or by its own box; what scrolls by itself may be wider. */
export async function expectNothingCutOff(page: Page, where: string): Promise<void> {
  await expect.poll(() => page.evaluate(findCutOff), { message: `Cut off, ${where}` }).toEqual([]);
}

/** In the page. */
function findCutOff(): readonly string[] {
  const isIn = (element: Element, selector: string): boolean => element.closest(selector) !== null;
  const scrolls = (element: Element | null): boolean =>
    element !== null && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
  return [...document.querySelectorAll<HTMLElement>('button, a, h1, h2, h3, label, input, p')].flatMap((element) => {
    const { left, right, width } = element.getBoundingClientRect();
    // Hidden for the eye, or shortened with an ellipsis on purpose.
    const isLeftOut = isIn(element, '.visually-hidden, .truncate, .skip-link, [aria-hidden="true"], [inert]');
    if (element.offsetParent === null || width < 2 || isLeftOut) return [];
    const name = `${element.tagName} ${(element.getAttribute('aria-label') ?? element.textContent).slice(0, 40)}`;
    if ((right > innerWidth + 1 || left < -1) && !scrolls(element.parentElement)) return [`${name}: outside`];
    const { overflowX, textOverflow } = getComputedStyle(element);
    const isCut =
      overflowX === 'hidden' && textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 1;
    return isCut ? [`${name}: wider than its box`] : [];
  });
}

/**
 * With reduced motion transitions are as short as can be, but a theme still reaches inner elements frame by frame. What is being
 * closed stays for a moment, beside a page that is no longer inert.
 */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let still = 0, frames = 0; still < 3 && frames < 120; frames += 1) {
      await new Promise(requestAnimationFrame);
      const isStill = document.getAnimations().length === 0 && document.querySelector('[data-exiting]') === null;
      still = isStill ? still + 1 : 0;
    }
  });
}

/** That axe finds nothing on the page as it stands; `where` names it in the failure. */
export async function expectAccessible(page: Page, where: string, rules = standards): Promise<void> {
  await settled(page);
  await readAxe(page);
  const found = await page.evaluate(findFaults, { rules, within: null });
  expect(found, `axe, ${where}`).toEqual([]);
}

/** The same of one part of the page, and of its colours in the other theme; leaves the page in the other than it had. */
export async function expectOverlayAccessible(page: Page, part: Locator, where: string): Promise<void> {
  await readAxe(page);
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  // From the one that is shown: to change it costs most of the time.
  for (const [nth, colorScheme] of (isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)).entries()) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await settled(page);
    const asked = { rules: nth === 0 ? standards : ofColours, within: await part.elementHandle() };
    expect(await page.evaluate(findFaults, asked), `axe, ${where}, ${colorScheme}`).toEqual([]);
  }
}

/** Once in each document: the script is large, and reading it again and again cost more than what it does. */
async function readAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
}

interface Rules {
  readonly type: 'tag' | 'rule';
  readonly values: readonly string[];
}

interface Asked {
  readonly rules: Rules;
  /** Null for the whole page. */
  readonly within: Node | null;
}

/** In the page. Its screens have no frames of their own origin. */
async function findFaults({ rules, within }: Asked): Promise<string[]> {
  const { violations } = await window.axe.run(
    // What has been spoken stays there for some seconds, also after the button it names has gone.
    { ...(within === null ? {} : { include: [within] }), exclude: ['[data-live-announcer]'] },
    { runOnly: { type: rules.type, values: [...rules.values] }, resultTypes: ['violations'] },
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id} at ${html.slice(0, 200)}: ${failureSummary}`),
  );
}
