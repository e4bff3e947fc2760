import { readFile } from 'node:fs/promises';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { findBrowser } from '#tests/support/find-browser.ts';

const network = { bytesPerSecond: 50_000_000 / 8, latencyMs: 20 } as const;
/** Four pages per second, a typical speed for a reader who is searching. */
const scrollMsPerPage = 250;
/** Milliseconds to wait after the first page is rendered, because fonts may still be loading. */
const settleMs = 2_000;
const drawnMsMax = 120_000;

/** Both viewers render with pdf.js's `PDFViewer`, so the same selectors find their pages. */
export interface Viewer {
  readonly name: string;
  address(paper: string): string;
  readonly cookies: readonly { readonly name: string; readonly value: string; readonly url: string }[];
  isPaper(url: string): boolean;
}

export async function withPage<T>(
  viewer: Viewer,
  act: (page: Page, cdp: CDPSession, browser: Browser) => Promise<T>,
): Promise<T> {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addCookies([...viewer.cookies]);
    const page = await context.newPage();
    return await act(page, await context.newCDPSession(page), browser);
  } finally {
    await browser.close();
  }
}

export interface FirstPage {
  /** Milliseconds from the navigation until the first page is shown. */
  readonly shownMs: number;
  /** Milliseconds from the first request for the document until its first page is shown. */
  readonly ownMs: number;
  readonly fetchedMb: number;
  /** Megabytes received up to two seconds after the first page was shown. */
  readonly fetchedLaterMb: number;
  readonly requests: number;
}

export const firstPage = (viewer: Viewer, paper: string): Promise<FirstPage> =>
  withPage(viewer, async (page, cdp) => {
    let [bytes, requests, asked] = [0, 0, Number.NaN];
    const papers = new Set<string>();
    cdp.on('Network.requestWillBeSent', ({ requestId, request }) => {
      if (!viewer.isPaper(request.url)) return;
      papers.add(requestId);
      requests += 1;
      if (Number.isNaN(asked)) asked = performance.now();
    });
    cdp.on('Network.dataReceived', ({ requestId, dataLength }) => {
      if (papers.has(requestId)) bytes += dataLength;
    });
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: network.latencyMs,
      downloadThroughput: network.bytesPerSecond,
      uploadThroughput: network.bytesPerSecond,
    });
    const begun = performance.now();
    await page.goto(viewer.address(paper));
    await untilDrawn(page, 1);
    const shown = performance.now();
    const [fetched, asks] = [bytes, requests];
    await page.waitForTimeout(2_000);
    const mega = (count: number): number => count / 1_000_000;
    return {
      shownMs: shown - begun,
      ownMs: shown - asked,
      fetchedMb: mega(fetched),
      fetchedLaterMb: mega(bytes),
      requests: asks,
    };
  });

/** A page is rendered once it has a text layer, which pdf.js adds last. */
async function untilDrawn(page: Page, number: number): Promise<void> {
  await page
    .locator(`.page[data-page-number="${number}"] .textLayer`)
    .waitFor({ state: 'attached', timeout: drawnMsMax });
}

export interface Scrolled {
  readonly framesPerSecond: number;
  /** The number of frames that took more than 50 ms. */
  readonly late: number;
  readonly longestMs: number;
  /** The percentage of frames in which the page in the middle of the viewport was not rendered. */
  readonly blank: number;
}

export const scrolling = (viewer: Viewer, paper: string, pages: number): Promise<Scrolled> =>
  withPage(viewer, async (page) => {
    await page.goto(viewer.address(paper));
    await untilDrawn(page, 1);
    await page.waitForTimeout(settleMs);
    return page.evaluate(
      async ({ pages: count, pace }) => {
        const place = document.querySelector('.pdfViewer')?.parentElement as HTMLElement;
        const sheets = [...document.querySelectorAll<HTMLElement>('.page')].slice(0, count + 2);
        const tops = sheets.map((sheet) => sheet.offsetTop);
        const [from = 0, to = 0] = [tops[0], tops[count]];
        const half = place.clientHeight / 2;
        const begun = performance.now();
        const gaps: number[] = [];
        let [last, blank] = [begun, 0];
        for (;;) {
          await new Promise(requestAnimationFrame);
          const now = performance.now();
          gaps.push(now - last);
          last = now;
          const part = (now - begun) / (count * pace);
          if (part >= 1) break;
          // Calculates which page is in the middle, because querying the browser's layout would delay the frame.
          const middle = sheets[tops.findLastIndex((top) => top <= place.scrollTop + half)];
          const canvas = middle?.querySelector<HTMLCanvasElement>('.canvasWrapper canvas');
          if (!canvas || canvas.hidden) blank += 1;
          place.scrollTop = from + part * (to - from);
        }
        const frames = gaps.length;
        return {
          framesPerSecond: (1000 * frames) / (last - begun),
          late: gaps.filter((gap) => gap > 50).length,
          longestMs: Math.max(...gaps),
          blank: (100 * blank) / frames,
        };
      },
      { pages, pace: scrollMsPerPage },
    );
  });

export interface Memory {
  /** The page's heap in megabytes after garbage collection. */
  readonly heapMb: number;
  /** The renderer's proportional memory (Pss) in megabytes. */
  readonly rendererMb: number;
  readonly readSeconds: number;
}

export const readingThrough = (viewer: Viewer, paper: string, pages: number): Promise<Memory> =>
  withPage(viewer, async (page, cdp, browser) => {
    await page.goto(viewer.address(paper));
    await untilDrawn(page, 1);
    const begun = performance.now();
    await page.evaluate(async (count) => {
      const place = document.querySelector('.pdfViewer')?.parentElement as HTMLElement;
      for (let number = 1; number <= count; number += 1) {
        const sheet = document.querySelector(`.page[data-page-number="${number}"]`) as HTMLElement;
        place.scrollTop = sheet.offsetTop;
        while (!sheet.querySelector('.textLayer')) await new Promise(requestAnimationFrame);
      }
    }, pages);
    const readSeconds = (performance.now() - begun) / 1000;
    await cdp.send('HeapProfiler.collectGarbage');
    await page.waitForTimeout(1_000);
    await cdp.send('HeapProfiler.collectGarbage');
    await cdp.send('Performance.enable');
    const { metrics } = await cdp.send('Performance.getMetrics');
    const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? Number.NaN;
    return { heapMb: heap / 1_000_000, rendererMb: await rendererMemory(browser), readSeconds };
  });

/** The browser's largest renderer process belongs to the page. */
async function rendererMemory(browser: Browser): Promise<number> {
  const { processInfo } = await (await browser.newBrowserCDPSession()).send('SystemInfo.getProcessInfo');
  const sizes = await Promise.all(
    processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => proportionalSize(id)),
  );
  return Math.max(...sizes);
}

/** Works only on Linux (proc(5), smaps_rollup). */
async function proportionalSize(id: number): Promise<number> {
  const rollup = await readFile(`/proc/${id}/smaps_rollup`, 'utf8');
  return (Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1]) * 1024) / 1_000_000;
}

export const placeOf = (viewer: Viewer, paper: string): Promise<{ width: number; height: number; scale: number }> =>
  withPage(viewer, async (page) => {
    await page.goto(viewer.address(paper));
    await untilDrawn(page, 1);
    return page.evaluate(() => {
      const pages = document.querySelector('.pdfViewer') as HTMLElement;
      const { clientWidth: width, clientHeight: height } = pages.parentElement as HTMLElement;
      const scale = Number(getComputedStyle(pages).getPropertyValue('--scale-factor'));
      return { width, height, scale };
    });
  });
