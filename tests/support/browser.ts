import { test as base, type ConsoleMessage, type Page } from '@playwright/test';
import { record, timed } from '#tools/test/times.ts';
import { copyPreparedFolder } from './prepared-folder.ts';
import { type RunningServer, startRunningServer } from './running-server.ts';

export { expect } from '@playwright/test';

interface TestFixtures {
  readonly expectConsoleError: (pattern: RegExp) => void;
  readonly consoleErrors: ConsoleErrors;
  readonly times: undefined;
}

interface WorkerFixtures {
  readonly server: RunningServer;
}

interface ConsoleErrors {
  readonly found: string[];
  readonly expected: RegExp[];
}

/** Resolves addresses relative to `server.url`. An unexpected console error fails the test. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures from the pattern.
    async ({}, use) => {
      // The tests' sign-in providers run on this machine.
      const server = await startRunningServer({ OIDC_PRIVATE_HOSTS: '127.0.0.1' }, copyPreparedFolder);
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  consoleErrors: [
    async ({ context }, use) => {
      const errors: ConsoleErrors = { found: [], expected: [] };
      context.on('console', (message) => {
        if (message.type() === 'error' && !isPlainRefusal(message)) errors.found.push(message.text());
      });
      context.on('weberror', (error) => errors.found.push(String(error.error())));
      await use(errors);
      const unexpected = errors.found.filter((text) => !errors.expected.some((pattern) => pattern.test(text)));
      if (unexpected.length > 0) throw new Error(`The console says:\n${unexpected.join('\n')}`);
    },
    { auto: true },
  ],
  /** Records page loads and the time of each test for `tools/test/slowest.ts`. */
  times: [
    async ({ page }, use, { titlePath }) => {
      const began = performance.now();
      const goto = page.goto.bind(page);
      page.goto = (url, options) => timed('page load', url, () => goto(url, options));
      await use(undefined);
      record({ kind: 'file', name: titlePath.join(' › '), wall: (performance.now() - began) / 1_000 });
    },
    { auto: true },
  ],
  expectConsoleError: async ({ consoleErrors }, use) => {
    await use((pattern) => {
      consoleErrors.expected.push(pattern);
    });
  },
});

/**
 * Chromium logs every 4xx response as an error. A 4xx is a normal response to a call, but not to a request for a file
 * of the build.
 */
function isPlainRefusal(message: ConsoleMessage): boolean {
  if (!/^Failed to load resource: the server responded with a status of 4\d\d/.test(message.text())) return false;
  const { pathname } = new URL(message.location().url);
  return !/^\/(assets|pdfjs)\//.test(pathname);
}

/** Waits for the script that shows toasts and errors, which the page loads after its initial bundle. */
export async function openWhole(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/assets\/overlays-[^/]*\.js$/.test(name)),
  );
}

/** Leaves the page first, because a call in progress would fail and show an error. */
export async function dropCookies(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies();
}
