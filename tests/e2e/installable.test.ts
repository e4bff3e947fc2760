import { boardTitle } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { openedWords } from '#tests/support/page-acts.ts';
import { pdfPaper } from '#tests/support/papers.ts';

test.use({ serviceWorkers: 'allow' });

test('the app can be installed, and shows no board data offline', async ({
  page,
  context,
  installation,
  signIn,
  expectConsoleError,
}) => {
  expectConsoleError(/ERR_INTERNET_DISCONNECTED|Failed to fetch|Failed to load resource/);
  await installation.meeting({ title: 'Closed session on the Wharf Road sale', inDays: 3 });
  // This test logs out, so it needs a separate session.
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

test('after a reload offline, an open paper returns to the last page read once the connection is restored', async ({
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
