import { expect, test } from '#tests/support/installed-browser.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('a closed modal fades for 300 ms before it is removed', async ({ asAdmin: page }) => {
  await page.goto('/home');
  await page.getByRole('button', { name: /Harbour Street Housing Trust/ }).click();
  await page.getByRole('menuitem', { name: 'Add new board' }).click();
  await expect(page.getByRole('dialog', { name: 'Add new board' })).toBeVisible();
  // Measures the time in the page, so that the test's own delays do not matter.
  await page.evaluate(() => {
    const fading = new Promise<number>((resolve) => {
      let begun = Number.POSITIVE_INFINITY;
      const begin = () => {
        begun = performance.now();
      };
      window.addEventListener('keydown', begin, { capture: true, once: true });
      new MutationObserver(() => {
        if (document.querySelector('[role="dialog"]') === null) resolve(performance.now() - begun);
      }).observe(document.body, { childList: true, subtree: true });
    });
    Object.assign(window, { fading });
  });
  await page.keyboard.press('Escape');
  const fading = page.evaluate(() => (window as unknown as { readonly fading: Promise<number> }).fading);
  expect(await fading).toBeGreaterThanOrEqual(295);
});

test('a tooltip appears after the pointer has rested for one second', async ({ asAdmin: page }) => {
  await page.clock.install();
  await page.goto('/announcements/create');
  const link = page.getByRole('button', { name: 'Link', exact: true });
  await expect(link).toBeEnabled();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  // The browser fires no hover events until the pointer has moved once.
  await page.mouse.move(5, 5);
  await link.hover();
  await page.clock.runFor(990);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await page.clock.runFor(20);
  await expect(page.getByRole('tooltip')).toHaveText('Link');
});
