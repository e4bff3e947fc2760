import type { CDPSession, Locator, Page } from '@playwright/test';
import { expect, test } from '#tests/support/installed-browser.ts';
import { boxOf } from '#tests/support/page-acts.ts';
import { pdfPaper } from '#tests/support/papers.ts';
import { marksOf, openedWords } from '#tests/support/pdf-text.ts';
import { expectNoSidewaysScroll } from '#tests/support/screen-check.ts';

const pageCount = 500;

const viewer = (page: Page): Locator => page.getByRole('dialog').first();
const pageField = (page: Page): Locator => viewer(page).getByLabel('Page', { exact: true });
const wordsOf = (page: Page, number: number): Locator =>
  viewer(page).getByText(number === 1 ? /surplus of 557/ : `This is page ${number}.`, { exact: true });
const saved = (page: Page): Locator => page.getByText('Saved', { exact: true });

test('500 pages are read and marked by keys and fingers', async ({ page, browser, installation, signIn, server }) => {
  const meeting = await installation.meeting({ title: 'The long paper', inDays: 6 });
  const document = await installation.paper(meeting, { name: 'Long.pdf', bytes: await pdfPaper(pageCount) });
  const address = `/meetings/${meeting.id}?document=${document}`;
  /** Resolves when the server has stored the page, at which another device continues. */
  const pageKept = async (of: Page, number: number): Promise<void> => {
    const request = await of.waitForRequest(
      (each) => each.url().endsWith(`/ajax/documents/${document}/page`) && each.postDataJSON().page === number,
    );
    expect((await request.response())?.status()).toBe(200);
  };
  const stored = async (): Promise<string> =>
    (await installation.admin.client.call('GET', `/ajax/documents/${document}`)).json.data.annotations.xfdf ?? '';

  await test.step('a long paper is read on a computer with the keyboard only', async () => {
    await signIn(installation.admin);
    await page.goto(address);
    await openedWords(page);
    await expect(viewer(page).getByText(`of ${pageCount}`, { exact: true })).toBeVisible();
    await page.keyboard.press('End');
    await expect(pageField(page)).toHaveValue(String(pageCount));
    await expect(wordsOf(page, pageCount)).toBeVisible();
    // A page is nearly two screens high.
    for (let times = 0; times < 2; times += 1) await page.keyboard.press('PageUp');
    await expect(pageField(page)).toHaveValue(String(pageCount - 1));
    await page.keyboard.press('Home');
    // The browser scrolls smoothly, and would override the next jump.
    const pages = viewer(page).locator('.pdf-container');
    await expect.poll(() => pages.evaluate((place) => place.scrollTop)).toBe(0);
    await expect(wordsOf(page, 1)).toBeVisible();
    await pageField(page).fill('250');
    await page.keyboard.press('Enter');
    await expect(wordsOf(page, 250)).toBeVisible();
    await page.keyboard.press('n');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Half way');
    await page.keyboard.press('Escape');
    const kept = pageKept(page, 480);
    await page.keyboard.press('Control+f');
    await page.keyboard.type('page 480');
    await expect(viewer(page).getByText('1 of 1', { exact: true })).toBeVisible();
    await expect(wordsOf(page, 480)).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('h');
    await expect(marksOf(page, 'Highlight')).toHaveCount(1);
    await expect(saved(page)).toBeVisible();
    await kept;
    expect(await stored()).toMatch(/<highlight [^>]*page="479"/);
    // Pages outside the window release their canvases.
    await expect.poll(() => viewer(page).locator('.canvasWrapper').count()).toBeLessThan(15);
  });

  await test.step('a long paper is marked on a tablet with a finger, from its last page and through the list of marks', async () => {
    const tablet = await open({ width: 820, height: 1180 });
    await expect(wordsOf(tablet.page, 480)).toBeVisible();
    await expect(viewer(tablet.page).getByRole('toolbar', { name: 'Annotate' })).toBeVisible();
    await viewer(tablet.page).getByRole('button', { name: 'Ink', exact: true }).tap();
    await stroke(tablet, 480);
    await expect(marksOf(tablet.page, 'Ink')).toHaveCount(1);
    const highlight = viewer(tablet.page).getByRole('button', { name: 'Highlight', exact: true });
    await highlight.tap();
    await expect(highlight).toHaveAttribute('aria-pressed', 'true');
    const line = await boxOf(wordsOf(tablet.page, 480));
    const middle = line.y + line.height / 2;
    await touch(tablet, [{ from: [line.x + 2, middle], to: [line.x + line.width - 2, middle] }]);
    await expect(marksOf(tablet.page, 'Highlight')).toHaveCount(2);
    await expect(pageField(tablet.page)).toHaveValue('480');
    await viewer(tablet.page).getByRole('button', { name: 'Select' }).tap();
    await viewer(tablet.page).getByRole('button', { name: 'Pages, outline and marks' }).tap();
    await viewer(tablet.page).getByText('Marks', { exact: true }).tap();
    const list = viewer(tablet.page).getByRole('navigation', { name: 'Marks' });
    const on480 = /, page 480/;
    await expect(list.getByRole('button')).toHaveText([/Note, page 250.*Half way/, on480, on480, on480]);
    const kept = pageKept(tablet.page, 250);
    await list.getByRole('button', { name: /page 250/ }).tap();
    await expect(wordsOf(tablet.page, 250)).toBeVisible();
    await expect(marksOf(tablet.page, 'Note')).toBeVisible();
    await expectNoSidewaysScroll(tablet.page, 820);
    await expect(saved(tablet.page)).toBeAttached();
    expect(await stored()).toMatch(/<ink [^>]*page="479"/);
    await kept;
    await tablet.close();
  });

  await test.step('a long paper is read on a phone by swiping and pinching, and a mark is made and undone', async () => {
    const phone = await open({ width: 390, height: 844 });
    await expect(wordsOf(phone.page, 250)).toBeVisible();
    await swipe(phone, 250);
    await expect(pageField(phone.page)).toHaveValue('251');
    const sheet = sheetOf(phone.page, 251);
    const before = await boxOf(sheet);
    await viewer(phone.page).getByRole('button', { name: 'Annotate' }).tap();
    await viewer(phone.page).getByRole('button', { name: 'Shape', exact: true }).tap();
    await phone.page.getByRole('menuitem', { name: 'Rectangle' }).tap();
    await stroke(phone, 251);
    await expect(marksOf(phone.page, 'Rectangle')).toHaveAccessibleName(/on page 251/);
    await viewer(phone.page).getByRole('button', { name: 'Undo' }).tap();
    await expect(marksOf(phone.page, 'Rectangle')).toHaveCount(0);
    await viewer(phone.page).getByRole('button', { name: 'Annotate' }).tap();
    await pinch(phone, 251);
    await expect.poll(async () => (await boxOf(sheet)).width).toBeGreaterThan(before.width * 1.3);
    await expectNoSidewaysScroll(phone.page, 390);
    await expect(saved(phone.page)).toBeAttached();
    expect(await stored()).not.toContain('<square');
    await phone.close();
  });

  async function open(viewport: { readonly width: number; readonly height: number }): Promise<Device> {
    const touch = { hasTouch: true, isMobile: true, reducedMotion: 'reduce' } as const;
    const context = await browser.newContext({ baseURL: server.url, viewport, ...touch });
    const opened = await context.newPage();
    await signIn(installation.admin, opened);
    await opened.goto(address);
    return { page: opened, fingers: await context.newCDPSession(opened), close: () => context.close() };
  }
});

interface Device {
  readonly page: Page;
  readonly fingers: CDPSession;
  close(): Promise<void>;
}

type Place = readonly [x: number, y: number];
interface Way {
  readonly from: Place;
  readonly to: Place;
}

const sheetOf = (page: Page, number: number): Locator => viewer(page).locator(`[data-page-number="${number}"]`);

async function touch({ fingers }: Device, ways: readonly Way[]): Promise<void> {
  const steps = 6;
  const at = (part: number) =>
    ways.map(({ from, to }, id) => ({
      x: from[0] + part * (to[0] - from[0]),
      y: from[1] + part * (to[1] - from[1]),
      id,
    }));
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
  for (let step = 1; step <= steps; step += 1) {
    await fingers.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(step / steps) });
  }
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** Draws across the upper part of a page, below its words. */
async function stroke(device: Device, number: number): Promise<void> {
  const { x, y, width } = await boxOf(sheetOf(device.page, number));
  await touch(device, [{ from: [x + 0.2 * width, y + 0.4 * width], to: [x + 0.7 * width, y + 0.5 * width] }]);
}

/** The margins of a page are beyond the edges of a phone, so the finger stays within the window. */
async function swipe(device: Device, number: number): Promise<void> {
  const { y, width } = await boxOf(sheetOf(device.page, number));
  const window = device.page.viewportSize()?.width ?? width;
  await touch(device, [{ from: [0.8 * window, y + 0.6 * width], to: [0.2 * window, y + 0.6 * width] }]);
}

async function pinch(device: Device, number: number): Promise<void> {
  const { x, y, width } = await boxOf(sheetOf(device.page, number));
  const [middle, down] = [x + width / 2, y + 0.5 * width];
  await touch(device, [
    { from: [middle - 40, down], to: [middle - 120, down] },
    { from: [middle + 40, down], to: [middle + 120, down] },
  ]);
}
