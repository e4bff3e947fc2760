import { readdirSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { findBrowser } from './tests/support/find-browser.ts';
import { keepTemporaryFilesInMemory } from './tools/test/temporary-files.ts';

keepTemporaryFilesInMemory();
const testDir = 'tests/e2e';

export default defineConfig({
  testDir,
  globalSetup: './tests/support/prepared-folder.ts',
  // Projects do not share workers, so one project per file gives every file its own installation.
  projects: readdirSync(testDir)
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => ({ name: file.replace('.test.ts', ''), testMatch: file })),
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: false,
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  // Far longer than a test takes, so that a slow machine does not cause failures.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    // Requests from a service worker would bypass the routes that tests define.
    serviceWorkers: 'block',
    trace: 'off',
    video: 'off',
    screenshot: 'only-on-failure',
    locale: 'en-US',
    timezoneId: 'UTC',
    viewport: { width: 1440, height: 900 },
    // Animations would slow down the tests.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: findBrowser(),
      // The sandbox does not work as root or in many containers, and the tests open only their own pages.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // Tests must not reach another machine.
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
      ],
    },
  },
});
