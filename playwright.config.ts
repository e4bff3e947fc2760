import { readdirSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { findBrowser } from './tests/support/find-browser.ts';
import { keepTemporaryFilesInMemory } from './tools/test/temporary-files.ts';

keepTemporaryFilesInMemory();
const testDir = 'tests/e2e';

export default defineConfig({
  testDir,
  globalSetup: './tests/support/prepared-folder.ts',
  // A project for each file: workers are not shared between projects, so every journey begins on an installation of its own
  // and counts only the people whom it made.
  projects: readdirSync(testDir)
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => ({ name: file.replace('.test.ts', ''), testMatch: file })),
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: false,
  // What passes only at the second try is named at the end, and too many of them fail the run (tools/test/counts.ts).
  retries: 1,
  forbidOnly: process.env.CI !== undefined,
  // Far above what a test takes: a machine that is slow for a moment is not a failure.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    // Requests that a service worker makes pass by the tests' own routes; the journey of the offline page allows it.
    serviceWorkers: 'block',
    trace: 'off',
    video: 'off',
    screenshot: 'only-on-failure',
    locale: 'en-US',
    timezoneId: 'UTC',
    viewport: { width: 1440, height: 900 },
    // Frames of animations cost more than what is tested of them (tests/e2e/timings.test.ts).
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: findBrowser(),
      // The sandbox cannot be had as root, nor in many containers; the tests look at their own pages only.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // No test reaches another machine, with a network or without.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
      ],
    },
  },
});
