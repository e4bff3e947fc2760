import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findBrowser } from './find-browser.ts';

/** The widths in pixels of a phone and of a desktop mail program's reading pane. */
const widths = [390, 640] as const;

/** Some mail programs remove the styles in the head of a message. */
const readers = [
  { name: 'light', colorScheme: 'light', isStripped: false },
  { name: 'dark', colorScheme: 'dark', isStripped: false },
  { name: 'stripped', colorScheme: 'light', isStripped: true },
] as const;

export interface DrawnMail {
  readonly name: string;
  /** The number of pixels by which the message is wider than the window. */
  readonly sideways: number;
}

/** Stores the pictures if `folder` is given. */
export async function drawMail(
  messages: ReadonlyMap<string, { readonly html: string }>,
  folder: string | undefined,
): Promise<readonly DrawnMail[]> {
  if (folder !== undefined) await mkdir(folder, { recursive: true });
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
  try {
    const drawn: DrawnMail[] = [];
    const page = await browser.newPage({ javaScriptEnabled: false });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      for (const { name: reader, colorScheme, isStripped } of readers) {
        await page.emulateMedia({ colorScheme });
        for (const [kind, { html }] of messages) {
          await page.setContent(isStripped ? html.replace(/<style[^>]*>.*?<\/style>/gs, '') : html);
          const name = `${kind}-${width}-${reader}`;
          const wide = await page.locator('html').evaluate((root) => root.scrollWidth);
          drawn.push({ name, sideways: wide - width });
          if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
        }
      }
    }
    return drawn;
  } finally {
    await browser.close();
  }
}
