import type { BrowserContext, Page } from '@playwright/test';
import { test as base, dropCookies } from './browser.ts';
import { type Installation, openInstallation, type Signed } from './installation.ts';

export { dropCookies, expect, openWhole } from './browser.ts';

interface TestFixtures {
  /** The page, signed in as the board's first admin. */
  readonly asAdmin: Page;
  readonly signIn: (who: Pick<Signed, 'client'>, page?: Page) => Promise<void>;
  /** Opens a page in another browser, which nobody is signed in to. `width` is in pixels. */
  readonly openNew: (width?: number) => Promise<Page>;
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
  openNew: async ({ browser, server }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (width = 1280) => {
      const context = await browser.newContext({ baseURL: server.url, viewport: { width, height: 844 } });
      contexts.push(context);
      return context.newPage();
    });
    for (const context of contexts) await context.close();
  },
  openAs: async ({ openNew, signIn }, use) => {
    await use(async (who, width) => {
      const page = await openNew(width);
      await signIn(who, page);
      return page;
    });
  },
});
