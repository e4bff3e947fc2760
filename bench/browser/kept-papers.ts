import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { findBrowser } from '#tests/support/find-browser.ts';
import { openInstallation } from '#tests/support/installation.ts';
import { keepMeeting, unlock } from '#tests/support/kept-profile.ts';
import { startRunningServer } from '#tests/support/running-server.ts';
import { scannedPaper } from '../viewer/papers.ts';

export interface KeptTimes {
  /** Milliseconds from entering the passcode to the list of papers. */
  readonly unlock: readonly number[];
  /** Milliseconds from the click on a stored scan of 100 MB until its first page is shown. */
  readonly firstPage: readonly number[];
}

const passcode = 'lamp river stone window';

export async function openKeptScan(runs: number): Promise<KeptTimes> {
  const server = await startRunningServer();
  const folder = await mkdtemp(join(tmpdir(), 'dais-bench-kept-'));
  const open = async (offline: boolean): Promise<Page> => {
    const context = await chromium.launchPersistentContext(folder, {
      executablePath: findBrowser(),
      args: ['--no-sandbox', '--disable-gpu'],
      baseURL: server.url,
      offline,
    });
    return context.pages()[0] ?? context.newPage();
  };
  try {
    const installation = await openInstallation(server);
    const meeting = await installation.meeting({ title: 'Scanned papers', inDays: 3 });
    await installation.paper(meeting, { name: 'Scan.pdf', bytes: await scannedPaper(false) });
    const reader = await installation.join('Ida', 'Train');
    const online = await open(false);
    await keepMeeting(online, reader, { meeting: meeting.id, papers: 1, passcode });
    await online.context().close();
    const page = await open(true);
    await page.goto('/offline');
    const times = { unlock: [] as number[], firstPage: [] as number[] };
    for (let run = 0; run < runs; run += 1) {
      await page.getByLabel('Passcode', { exact: true }).waitFor();
      const began = performance.now();
      await unlock(page, passcode);
      await page.getByRole('heading', { name: 'Scanned papers' }).waitFor();
      times.unlock.push(performance.now() - began);
      const pressed = performance.now();
      await page.getByRole('link', { name: /^Scan/ }).click();
      await page.locator('.page[data-page-number="1"][data-loaded] canvas').waitFor();
      times.firstPage.push(performance.now() - pressed);
      await page.getByRole('button', { name: 'Close', exact: true }).click();
      await page.getByRole('button', { name: 'Lock' }).click();
    }
    await page.context().close();
    return times;
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
