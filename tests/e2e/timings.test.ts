import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/installed-browser.ts';
import { pdfPaper } from '#tests/support/papers.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test.beforeEach(async ({ page, installation, signIn }) => {
  await signIn(installation.admin);
  await page.goto('/home');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
});

interface Span {
  readonly from: 'keydown' | 'pointerover';
  /** An empty string matches any element. */
  readonly target: string;
  readonly element: string;
  readonly until: 'shown' | 'gone';
}

/** Measures the time in the page, so that the test's own delays do not matter. */
async function measure(page: Page, span: Span, act: () => Promise<void>): Promise<number> {
  await page.evaluate(({ from, target, element, until }) => {
    const measured = new Promise<number>((resolve) => {
      let begun = 0;
      const start = ({ target: at }: Event): void => {
        const isIt = target === '' || (at instanceof Element && at.closest(target) !== null);
        if (isIt && begun === 0) begun = performance.now();
      };
      window.addEventListener(from, start, { capture: true });
      const observer = new MutationObserver(() => {
        if ((document.querySelector(element) !== null) !== (until === 'shown')) return;
        observer.disconnect();
        resolve(performance.now() - begun);
      });
      observer.observe(document.body, { childList: true, subtree: true });
    });
    Object.assign(window, { measured });
  }, span);
  await act();
  return page.evaluate(() => (window as unknown as { measured: Promise<number> }).measured);
}

test('a closed modal fades for 300 ms before it is removed', async ({ page }) => {
  await page.getByRole('button', { name: /Harbour Street Housing Trust/ }).click();
  await page.getByRole('menuitem', { name: 'Add new board' }).click();
  await expect(page.getByRole('dialog', { name: 'Add new board' })).toBeVisible();
  const span = { from: 'keydown', target: '', element: '[role="dialog"]', until: 'gone' } as const;
  expect(await measure(page, span, () => page.keyboard.press('Escape'))).toBeGreaterThanOrEqual(295);
});

test('a tooltip appears after the pointer has rested for one second', async ({ page, installation }) => {
  const meeting = await installation.meeting({ title: 'Tooltips' });
  const paper = await installation.paper(meeting, { name: 'Paper.pdf', bytes: await pdfPaper(2) });
  await page.goto(`/meetings/${meeting.id}?document=${paper}`);
  const zoomIn = page.getByRole('button', { name: 'Zoom in' });
  await expect(zoomIn).toBeEnabled({ timeout: 20_000 });
  // The browser fires no hover events until the pointer has moved once.
  await page.mouse.move(5, 5);
  const target = '[aria-label="Zoom in"]';
  const span = { from: 'pointerover', target, element: '[role="tooltip"]', until: 'shown' } as const;
  expect(await measure(page, span, () => zoomIn.hover())).toBeGreaterThanOrEqual(995);
});
