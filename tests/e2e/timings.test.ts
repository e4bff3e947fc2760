import { expect, test } from '../support/installed-browser.ts';
import { pdfPaper } from '../support/papers.ts';

/** Behaviour that the specification gives in time (section 9). Each wait has room on both sides. */

test.beforeEach(async ({ page, installation, signIn }) => {
  await signIn(installation.admin);
  await page.goto('/home');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
});

test('S9.12 a closed modal fades for 300 ms and is gone', async ({ page }) => {
  await page.getByRole('button', { name: /Harbour Street Housing Trust/ }).click();
  await page.getByRole('menuitem', { name: 'Add new board' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add new board' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  // Still there while it fades, gone afterwards.
  expect(await dialog.evaluate((element) => element.isConnected)).toBe(true);
  await expect(dialog).toHaveCount(0, { timeout: 2_000 });
});

test('S9.13 the Admin group slides open in 0.3 seconds', async ({ page }) => {
  const group = page.getByRole('button', { name: 'Admin', exact: true });
  await group.click();
  const groups = page.getByRole('link', { name: 'Groups' });
  await expect(groups).toBeVisible();
  const durations = await groups.evaluate((link) => {
    const found: string[] = [];
    for (let element: Element | null = link; element; element = element.parentElement) {
      const { transitionProperty, transitionDuration } = getComputedStyle(element);
      if (transitionProperty.includes('grid-template-rows')) found.push(transitionDuration.split(',')[0] ?? '');
    }
    return found;
  });
  expect(durations).toEqual(['0.3s']);
});

test('S9.11 a tooltip comes after one second of rest, not before', async ({ page, installation }) => {
  const meeting = await installation.meeting({ title: 'Tooltips' });
  const paper = await installation.paper(meeting, { name: 'Paper.pdf', bytes: await pdfPaper(2) });
  await page.goto(`/meetings/${meeting.id}?document=${paper}`);
  const zoomIn = page.getByRole('button', { name: 'Zoom in' });
  await expect(zoomIn).toBeEnabled({ timeout: 20_000 });
  // A hand comes from somewhere; a pointer that was never moved has no hover.
  await page.mouse.move(5, 5);
  await zoomIn.hover();
  const tooltip = page.getByRole('tooltip', { name: /Zoom in/ });
  await page.waitForTimeout(600);
  await expect(tooltip).toHaveCount(0);
  await expect(tooltip).toBeVisible({ timeout: 3_000 });
});
