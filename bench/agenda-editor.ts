// Prints what a key costs in a long agenda. `npm run bench:agenda`; needs a build (`npm run build`). Asserts nothing.
import { chromium, type Page } from '@playwright/test';
import { findBrowser } from '#tests/support/find-browser.ts';
import { openInstallation } from '#tests/support/installation.ts';
import { startRunningServer } from '#tests/support/running-server.ts';
import { longMeeting, makeLongMeeting } from './long-meeting.ts';

const keys = 40;

const server = await startRunningServer();
const browser = await chromium.launch({ executablePath: findBrowser() });
try {
  const installation = await openInstallation(server);
  const { id: meetingId } = await makeLongMeeting(installation);
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  const cookies = [...installation.admin.client.cookies()].map(([name, value]) => ({ name, value, url: server.url }));
  await page.context().addCookies(cookies);
  await page.goto(`${server.url}/meetings/${meetingId}`);
  const opened = performance.now();
  await page.getByRole('button', { name: 'Edit' }).click();
  const title = page.getByRole('textbox', { name: 'Title of item 30', exact: true });
  await title.waitFor();
  const opening = performance.now() - opened;
  await title.focus();
  const inTitle = await typing(page);
  await page.getByLabel('Title', { exact: true }).focus();
  const inMeeting = await typing(page);
  console.table({
    [`editor of ${longMeeting.items} items and ${longMeeting.documents} documents opens, ms`]: {
      median: Math.round(opening),
      worst: Math.round(opening),
    },
    'a key in the title of an item, ms': inTitle,
    'a key in the title of the meeting, ms': inMeeting,
  });
} finally {
  await browser.close();
  await server.stop();
}

/** From each key's event to the end of the drawing that follows it, in milliseconds. */
async function typing(page: Page): Promise<{ readonly median: number; readonly worst: number }> {
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { keyTimes: times });
    document.addEventListener(
      'keydown',
      (event) => {
        const start = event.timeStamp;
        requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - start)));
      },
      { capture: true },
    );
  });
  for (let key = 0; key < keys; key += 1) {
    await page.keyboard.press('x');
    await page.waitForTimeout(30);
  }
  const times = (await page.evaluate(() => Reflect.get(window, 'keyTimes') as number[])).toSorted((a, b) => a - b);
  const rounded = (at: number): number => Math.round((times[at] ?? 0) * 10) / 10;
  return { median: rounded(times.length >> 1), worst: rounded(times.length - 1) };
}
