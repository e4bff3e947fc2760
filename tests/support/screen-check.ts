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
const colourRules: Rules = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

export async function checkScreen(page: Page, title: string): Promise<void> {
  await expect(page).toHaveTitle(title);
  await expect(page.locator('h1')).toHaveCount(1);
  await checkLook(page);
}

/** When this function ends, the page has the light theme and the largest width. */
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

export async function checkWidths(page: Page): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height });
    await expectNoSidewaysScroll(page, width);
  }
}

export async function checkOpen(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await expectAccessible(page, 'dark');
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expectAccessible(page, 'light', colourRules);
  await expectNoSidewaysScroll(page, page.viewportSize()?.width ?? 0);
}

export async function expectNoSidewaysScroll(page: Page, width: number): Promise<void> {
  const scrolled = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(scrolled, { message: `Scrolls sideways at ${width}` }).toBeLessThanOrEqual(0);
}

/** Sets the browser's text size in pixels. Media queries in `em` follow this size. */
export async function setTextSize(page: Page, standard: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard, fixed: (standard * 13) / 16 } });
  await session.detach();
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).fontSize))
    .toBe(`${standard}px`);
}

/** Enlarges text with a style, as some browser extensions do. Media queries do not follow this size. */
export async function styleTextSize(page: Page, percent: number): Promise<void> {
  await page.evaluate((size) => {
    document.documentElement.style.fontSize = `${size}%`;
  }, percent);
}

export async function expectWordsWhole(page: Page, where: string): Promise<void> {
  await expect.poll(() => page.evaluate(findBroken), { message: `Broken words, ${where}` }).toEqual([]);
}

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

/** Scrolling areas may be wider than the window. */
export async function expectNothingCutOff(page: Page, where: string): Promise<void> {
  await expect.poll(() => page.evaluate(findCutOff), { message: `Cut off, ${where}` }).toEqual([]);
}

function findCutOff(): readonly string[] {
  const isIn = (element: Element, selector: string): boolean => element.closest(selector) !== null;
  const scrolls = (element: Element | null): boolean =>
    element !== null && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
  return [...document.querySelectorAll<HTMLElement>('button, a, h1, h2, h3, label, input, p')].flatMap((element) => {
    const { left, right, width } = element.getBoundingClientRect();
    // Skips elements that are hidden, or shortened with an ellipsis on purpose.
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

/** A theme change takes several frames even with reduced motion. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let still = 0, frames = 0; still < 3 && frames < 120; frames += 1) {
      await new Promise(requestAnimationFrame);
      const isStill = document.getAnimations().length === 0 && document.querySelector('[data-exiting]') === null;
      still = isStill ? still + 1 : 0;
    }
  });
}

export async function expectAccessible(page: Page, where: string, rules = standards): Promise<void> {
  await settled(page);
  await readAxe(page);
  const found = await page.evaluate(findFaults, { rules, within: null });
  expect(found, `axe, ${where}`).toEqual([]);
}

/** When this function ends, the page has the opposite theme. */
export async function expectOverlayAccessible(page: Page, part: Locator, where: string): Promise<void> {
  await readAxe(page);
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  // Begins with the current theme, because changing the theme is slow.
  for (const [nth, colorScheme] of (isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)).entries()) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await settled(page);
    const asked = { rules: nth === 0 ? standards : colourRules, within: await part.elementHandle() };
    expect(await page.evaluate(findFaults, asked), `axe, ${where}, ${colorScheme}`).toEqual([]);
  }
}

/** Loads axe once per document, because loading the script takes longer than a check. */
async function readAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
}

interface Rules {
  readonly type: 'tag' | 'rule';
  readonly values: readonly string[];
}

interface Asked {
  readonly rules: Rules;
  /** If null, the whole page is checked. */
  readonly within: Node | null;
}

async function findFaults({ rules, within }: Asked): Promise<string[]> {
  const { violations } = await window.axe.run(
    { ...(within === null ? {} : { include: [within] }), exclude: ['[data-live-announcer]'] },
    { runOnly: { type: rules.type, values: [...rules.values] }, resultTypes: ['violations'] },
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id} at ${html.slice(0, 200)}: ${failureSummary}`),
  );
}
