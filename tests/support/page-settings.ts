import type { Page } from '@playwright/test';

/**
 * Pages that are opened from now on start with other settings, as an installation that is configured so would send
 * them: the start data comes with the page itself. Names are those of the contract.
 */
export async function startWith(
  page: Page,
  settings: Readonly<Record<string, string | number | boolean>>,
): Promise<void> {
  await page.route(
    () => true,
    async (route) => {
      if (!route.request().isNavigationRequest()) return route.fallback();
      const response = await route.fetch();
      let body = await response.text();
      for (const [name, value] of Object.entries(settings)) {
        body = body.replace(
          new RegExp(`"${name}":(null|true|false|\\d+|"[^"]*")`),
          `"${name}":${JSON.stringify(value)}`,
        );
      }
      await route.fulfill({ response, body });
    },
  );
}
