import type { Page } from '@playwright/test';
import { test as base, dropCookies } from './browser.ts';
import { type Installation, openInstallation, type Signed } from './installation.ts';

export { dropCookies, expect, openWhole } from './browser.ts';

interface TestFixtures {
  /** The browser goes on with somebody's session, in the place of whose it had. */
  readonly signIn: (who: Pick<Signed, 'client'>, page?: Page) => Promise<void>;
}

/** Browser tests on an installation that is set up; all tests of a file share it. */
export const test = base.extend<TestFixtures, { readonly installation: Installation }>({
  installation: [
    async ({ server }, use) => {
      await use(await openInstallation(server));
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  signIn: async ({ page: own, server }, use) => {
    await use(async (who, page = own) => {
      await dropCookies(page);
      const cookies = [...who.client.cookies()].map(([name, value]) => ({ name, value, url: server.url }));
      await page.context().addCookies(cookies);
    });
  },
});
