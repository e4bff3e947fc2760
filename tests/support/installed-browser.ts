import type { BrowserContext, Page } from '@playwright/test';
import { test as base, dropCookies } from './browser.ts';
import { type Installation, openInstallation, type Signed } from './installation.ts';

export { dropCookies, expect, openWhole } from './browser.ts';

interface TestFixtures {
  /** The page, signed in as the board's first admin. */
  readonly asAdmin: Page;
  readonly signIn: (who: Pick<Signed, 'client'>, page?: Page) => Promise<void>;
  /** `width` is in pixels. */
  readonly openAs: (who: Pick<Signed, 'client'>, width?: number) => Promise<Page>;
}

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
  asAdmin: async ({ page, installation, signIn }, use) => {
    await signIn(installation.admin);
    await use(page);
  },
  openAs: async ({ browser, server, signIn }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (who, width = 1280) => {
      const context = await browser.newContext({ baseURL: server.url, viewport: { width, height: 844 } });
      contexts.push(context);
      const page = await context.newPage();
      await signIn(who, page);
      return page;
    });
    for (const context of contexts) await context.close();
  },
});
