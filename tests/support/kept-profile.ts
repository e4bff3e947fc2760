import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, LaunchOptions, Page, PlaywrightWorkerArgs } from '@playwright/test';
import { expect } from './browser.ts';
import type { Signed } from './installation.ts';
import { test as base } from './installed-browser.ts';
import { logIn } from './page-acts.ts';

export const test = base.extend<{ readonly profile: ReturnType<typeof keptProfile> }>({
  profile: async ({ playwright, launchOptions, server }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'dais-test-profile-'));
    const profile = keptProfile({ playwright, launchOptions, folder, url: server.url });
    await use(profile);
    await profile.close();
    await rm(folder, { recursive: true });
  },
});

function keptProfile(of: {
  readonly playwright: PlaywrightWorkerArgs['playwright'];
  readonly launchOptions: LaunchOptions;
  readonly folder: string;
  readonly url: string;
}) {
  let context: BrowserContext | undefined;
  const close = async (): Promise<void> => {
    await context?.close();
    context = undefined;
  };
  return {
    close,
    /** Excludes the browser's own history and caches. */
    async stored() {
      const site = ['IndexedDB', 'Local Storage', 'Service Worker', 'blob_storage'].map((name) => `Default/${name}`);
      const files = site.flatMap((name) => globSync(`${name}/**`, { cwd: of.folder, withFileTypes: true }));
      return Buffer.concat(
        files.filter((file) => file.isFile()).map((file) => readFileSync(join(file.parentPath, file.name))),
      );
    },
    async open({ offline = false } = {}): Promise<Page> {
      await close();
      context = await of.playwright.chromium.launchPersistentContext(of.folder, {
        ...of.launchOptions,
        baseURL: of.url,
        offline,
        reducedMotion: 'reduce',
        serviceWorkers: 'allow',
        locale: 'en-US',
        timezoneId: 'UTC',
        viewport: { width: 820, height: 900 },
      });
      return context.pages()[0] ?? context.newPage();
    },
  };
}

export async function keepMeeting(
  page: Page,
  who: Signed,
  kept: { readonly meeting: string; readonly papers: number; readonly passcode: string },
): Promise<void> {
  await logIn(page, who, `/login?next=${encodeURIComponent(`/meetings/${kept.meeting}`)}`);
  await page.getByRole('button', { name: 'Keep on this device' }).click();
  const dialog = page.getByRole('dialog', { name: 'Papers for offline reading' });
  await dialog.getByText('Keep this meeting and its papers on this device').click();
  await dialog.getByLabel('Passcode').fill(kept.passcode);
  await dialog.getByRole('button', { name: 'Set passcode and continue' }).click();
  await expect(dialog.getByText(`On this device: ${kept.papers} paper`)).toBeVisible({ timeout: 30_000 });
  const hasShell = () =>
    page.evaluate(async () => (await caches.match('/offline', { cacheName: 'dais-shell' })) !== undefined);
  await expect.poll(hasShell, { timeout: 30_000 }).toBe(true);
}

export async function unlock(page: Page, passcode: string): Promise<void> {
  await page.getByLabel('Passcode', { exact: true }).fill(passcode);
  await page.keyboard.press('Enter');
}
