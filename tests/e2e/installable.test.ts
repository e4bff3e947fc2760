import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { boardTitle } from '#tests/support/installation.ts';
import { test as base, expect } from '#tests/support/installed-browser.ts';
import { pdfPaper } from '#tests/support/papers.ts';
import { openedWords } from '#tests/support/pdf-text.ts';
import { copyPreparedFolder } from '#tests/support/prepared-folder.ts';
import { startRunningServer } from '#tests/support/running-server.ts';
import { expectNoSidewaysScroll } from '#tests/support/screen-check.ts';

const test = base.extend<object, { readonly chat: string }>({
  chat: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures from the pattern.
    async ({}, use) => {
      const script = `
        const read = (work) => { try { return String(work()); } catch (error) { return error.name; } };
        document.body.append(
          'The chat runs, ' + origin + ', ' + read(() => document.cookie) + ', ' + read(() => parent.document.title));`;
      const server = createServer((_request, response) =>
        response.setHeader('content-type', 'text/javascript').end(script),
      );
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
      await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/chat.js`);
      server.close();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ chat }, use) => {
      const settings = {
        SUPPORT_CHAT_SRC: chat,
        PLANS_URL: 'https://plans.example/pricing',
        CONTACT_URL: 'https://contact.example/',
        HELP_URL: 'https://help.example/',
      };
      const server = await startRunningServer(settings, copyPreparedFolder);
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

test.use({ serviceWorkers: 'allow' });

test('board admins get help, plans and an isolated support chat', async ({ page, installation, signIn }) => {
  test.slow();
  await signIn(installation.admin);
  const begun = Date.now();
  await page.goto('/home');
  const frame = page.locator('iframe[title="Support chat"]');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open support chat' })).toBeVisible({ timeout: 20_000 });
  expect(Date.now() - begun).toBeGreaterThanOrEqual(2_000);
  await page.getByRole('button', { name: 'Open support chat' }).click();
  // The frame has no origin, no cookies and no access to the page.
  await expect(frame.contentFrame().getByText('The chat runs, null, SecurityError, SecurityError')).toBeVisible();
  await expectNoSidewaysScroll(page, 1440);
  await page.getByRole('button', { name: 'Close support chat' }).click();
  await expect(frame).toBeHidden();
  await page.getByRole('button', { name: /your menu/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Help' })).toHaveAttribute('href', 'https://help.example/');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /switch board/ }).click();
  await page.getByRole('menuitem', { name: 'Add new board' }).click();
  for (const [name, href] of [
    ['Plans and pricing', 'https://plans.example/pricing'],
    ['Contact us', 'https://contact.example/'],
  ] as const) {
    await expect(page.getByRole('dialog').getByRole('link', { name })).toHaveAttribute('href', href);
  }

  await signIn(await installation.join('Daniel', 'Tremblay'));
  await page.clock.install();
  await page.goto('/home');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.clock.runFor(10_000);
  await expect(frame).toHaveCount(0);
});

test('the app can be installed, and shows no data of a board offline', async ({
  page,
  context,
  installation,
  signIn,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_INTERNET_DISCONNECTED|Failed to fetch|Failed to load resource/);
  await installation.meeting({ title: 'Closed session on the Wharf Road sale', inDays: 3 });
  // A session of its own, because it is logged out below.
  await signIn(await installation.signInAgain(installation.admin));
  await page.goto('/home');
  const manifest = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]');
    const answer = await fetch(link?.href ?? '');
    return { manifest: await answer.json(), type: answer.headers.get('content-type') };
  });
  expect(manifest.type).toContain('application/manifest+json');
  expect(manifest.manifest).toMatchObject({ name: 'Dais', start_url: '/home', display: 'standalone' });
  for (const { src } of manifest.manifest.icons)
    expect((await page.request.get(src)).headers()['content-type']).toBe('image/png');

  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  // The service worker passes navigations to the server.
  await page.goto('/document/00000000-0000-4000-8000-000000000000');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await page.goto('/meetings');
  await page.getByRole('link', { name: 'Closed session on the Wharf Road sale' }).first().click();
  await expect(page.getByRole('heading', { name: 'Closed session on the Wharf Road sale' })).toBeVisible();
  const keptOf = () =>
    page.evaluate(async () => {
      const found: { url: string; text: string }[] = [];
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
          const answer = await cache.match(request);
          found.push({ url: new URL(request.url).pathname, text: (await answer?.text()) ?? '' });
        }
      }
      return found;
    });
  const kept = await keptOf();
  expect(kept.map(({ url }) => url).toSorted()).toEqual([
    '/favicon.svg',
    '/offline.html',
    '/offline.js',
    '/plain-page.css',
  ]);
  for (const { url, text } of kept) {
    expect(text, url).not.toMatch(new RegExp(`Wharf Road|${boardTitle}`));
  }

  await page.getByRole('button', { name: /your menu/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.goto('/document/00000000-0000-4000-8000-000000000000');
  await expect(page).toHaveURL(/\/login\?next=/);
  await context.setOffline(true);
  for (const path of ['/home', '/meetings']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
    expect(await page.content()).not.toMatch(new RegExp(`Wharf Road|${boardTitle}`));
  }
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(stored).not.toMatch(new RegExp(`Wharf Road|${boardTitle}`));
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible();
});

test('a paper reloaded offline opens later where it was left', async ({
  page,
  context,
  installation,
  signIn,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_INTERNET_DISCONNECTED|Failed to fetch|Failed to load resource/);
  const meeting = await installation.meeting({ title: 'Read on the train', inDays: 3 });
  const document = await installation.paper(meeting, { name: 'Long.pdf', bytes: await pdfPaper(8) });
  await signIn(installation.admin);
  const address = `/meetings/${meeting.id}?document=${document}`;
  await page.goto(address);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await openedWords(page);
  const current = page.getByRole('dialog').getByRole('textbox', { name: 'Page' });
  await context.setOffline(true);
  const notSaved = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/page'));
  await current.fill('5');
  await current.press('Enter');
  await notSaved;
  await page.reload();
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  await context.setOffline(false);
  await expect(page).toHaveURL(address);
  await expect(current).toHaveValue('5', { timeout: 30_000 });
});
