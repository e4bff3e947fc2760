// `npm run bench:browser` measures how long the application takes to open in Chromium. Needs a build (`npm run build`).
// `-- --line none` turns off the simulated connection of 50 Mbit/s and 20 ms, and `-- --runs 3` is for a quick run.
import { parseArgs } from 'node:util';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { findBrowser } from '#tests/support/find-browser.ts';
import { openInstallation } from '#tests/support/installation.ts';
import { startRunningServer } from '#tests/support/running-server.ts';
import { openKeptScan } from './browser/kept-papers.ts';
import { startPlainPages } from './browser/plain-pages.ts';
import { markdown } from './tables.ts';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '7' }, line: { type: 'string', default: '50' } },
});
const runs = Number(values.runs);
const title = 'Spring meeting';
const bytesPerSecond = (Number(values.line) * 1_000_000) / 8;
const line = { offline: false, latency: 20, downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond };

interface Opening {
  readonly usableMs: number;
  readonly scriptKb: number;
  readonly requests: number;
}

// Runs no jobs, because sending the meeting's mail would take processor time.
const server = await startRunningServer({ WORKERS: '0' });
const plain = await startPlainPages();
const browser = await chromium.launch({ executablePath: findBrowser() });
try {
  const installation = await openInstallation(server);
  const meeting = await installation.meeting({ title });
  const cookies = [...installation.admin.client.cookies()].map(([name, value]) => ({ name, value, url: server.url }));
  const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();
  const meetingLink = (page: Page) => page.locator('#main').getByRole('link', { name: title }).first();
  const pages = [
    { name: 'floor: an empty page', url: plain.empty, ready: (page: Page) => heading(page, 'Empty') },
    { name: 'floor: the smallest React page', url: plain.react, ready: (page: Page) => heading(page, 'React') },
    { name: 'start page', url: `${server.url}/home`, ready: (page: Page) => meetingLink(page).waitFor() },
    {
      name: 'meeting',
      url: `${server.url}/meetings/${meeting.id}`,
      ready: (page: Page) => page.getByRole('button', { name: 'Going remote' }).waitFor(),
    },
  ] as const;
  const opened = new Map(pages.map(({ name }) => [name, { cold: [] as Opening[], warm: [] as Opening[] }]));
  const [first, again]: [number[], number[]] = [[], []];
  for (let run = 0; run < runs; run += 1) {
    for (const { name, url, ready } of pages) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      await context.addCookies(cookies);
      opened.get(name)?.cold.push(await open(context, url, ready));
      opened.get(name)?.warm.push(await open(context, url, ready));
      await context.close();
    }
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addCookies(cookies);
    const page = await context.newPage();
    await page.goto(`${server.url}/home`);
    first.push(await pressed(page, meetingLink(page)));
    await page.goBack();
    again.push(await pressed(page, meetingLink(page)));
    await context.close();
  }
  const medianOf = (all: readonly Opening[]): number => median(all.map(({ usableMs }) => usableMs));
  const floors = opened.get('floor: the smallest React page');
  const rowOf = (name: string, cache: 'empty' | 'filled', all: readonly Opening[]) => [
    name,
    cache,
    medianOf(all),
    Math.round(Math.max(...all.map(({ usableMs }) => usableMs))),
    (medianOf(all) / medianOf((cache === 'empty' ? floors?.cold : floors?.warm) ?? [])).toFixed(2),
    median(all.map(({ scriptKb }) => scriptKb)),
    median(all.map(({ requests }) => requests)),
  ];
  console.log(`\nMedians of ${runs}.\n`);
  console.log(
    markdown(
      ['', 'cache', 'usable after, ms', 'worst', 'of the React page', 'script and styles, KB as sent', 'requests'],
      [...opened].flatMap(([name, { cold, warm }]) => [rowOf(name, 'empty', cold), rowOf(name, 'filled', warm)]),
    ),
  );
  console.log(
    `\n${markdown(
      ['from a press on the meeting’s name to its heading', 'median ms', 'worst'],
      [
        ['the first time', median(first), Math.round(Math.max(...first))],
        ['again, from the cache', median(again), Math.round(Math.max(...again))],
      ],
    )}`,
  );
} finally {
  await browser.close();
  plain.stop();
  await server.stop();
}

const kept = await openKeptScan(runs);
console.log(
  `\n${markdown(
    ['papers on the device, without a connection', 'median ms', 'worst', 'aim'],
    [
      ['from the passcode to the list', median(kept.unlock), Math.round(Math.max(...kept.unlock)), 2_000],
      [
        'from a press to the first page of a scan of 100 MB',
        median(kept.firstPage),
        Math.round(Math.max(...kept.firstPage)),
        1_000,
      ],
    ],
  )}`,
);

async function open(context: BrowserContext, url: string, ready: (page: Page) => Promise<void>): Promise<Opening> {
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  if (values.line !== 'none') await cdp.send('Network.emulateNetworkConditions', line);
  const scripts = new Set<string>();
  let [bytes, requests] = [0, 0];
  cdp.on('Network.requestWillBeSent', () => {
    requests += 1;
  });
  cdp.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script' || type === 'Stylesheet') scripts.add(requestId);
  });
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  const begun = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  await ready(page);
  const opening = { usableMs: performance.now() - begun, scriptKb: bytes / 1_000, requests };
  await page.close();
  return opening;
}

/** Returns the milliseconds from the click until the page has painted the meeting's heading. */
async function pressed(page: Page, link: ReturnType<Page['locator']>): Promise<number> {
  await link.waitFor();
  const drawn = page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        document.addEventListener(
          'click',
          ({ timeStamp }) => {
            const look = (): void => {
              if (document.querySelector('h1')?.textContent === wanted) resolve(performance.now() - timeStamp);
              else requestAnimationFrame(look);
            };
            requestAnimationFrame(look);
          },
          { capture: true, once: true },
        );
      }),
    title,
  );
  await link.click();
  return drawn;
}

function median(all: readonly number[]): number {
  const sorted = all.toSorted((one, other) => one - other);
  return Math.round(sorted[sorted.length >> 1] ?? Number.NaN);
}
