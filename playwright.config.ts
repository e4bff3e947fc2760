import { readdirSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { findBrowser } from './tests/support/find-browser.ts';
import { keepTemporaryFilesInMemory } from './tools/test/temporary-files.ts';

keepTemporaryFilesInMemory();
const testDir = 'tests/e2e';

export default defineConfig({
  testDir,
  globalSetup: './tests/support/prepared-folder.ts',
  // One project per file: projects do not share workers, so every file gets an installation of its own and counts only the people
  // that it created.
  projects: readdirSync(testDir)
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => ({ name: file.replace('.test.ts', ''), testMatch: file })),
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: false,
  retries: 0,
  forbidOnly: process.env.CI !== undefined,
  // Far longer than a test takes, so that a slow moment of the machine is not a failure.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    // A service worker's requests would bypass the tests' own routes; the test of the offline page allows it.
    serviceWorkers: 'block',
    trace: 'off',
    video: 'off',
    screenshot: 'only-on-failure',
    locale: 'en-US',
    timezoneId: 'UTC',
    viewport: { width: 1440, height: 900 },
    // Animation frames cost more than what is tested of them (tests/e2e/timings.test.ts).
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: findBrowser(),
      // The sandbox does not work as root, nor in many containers. The tests open only their own pages.
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
