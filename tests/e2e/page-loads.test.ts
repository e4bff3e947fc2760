import type { Page } from '@playwright/test';
import { wholeBoard } from '#domain/audience.ts';
import { expect, test } from '#tests/support/installed-browser.ts';

/** How many requests a page makes with an empty cache until nothing more comes, pictures and fonts included. */
const startRequestsMax = 15;
const meetingRequestsMax = 25;
/** With the calls and the script that offer passkeys and providers. */
const loginRequestsMax = 18;

/** Addresses that a page asks for, without what the browser makes itself. */
function requestsOf(page: Page): readonly string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { protocol, pathname } = new URL(request.url());
    if (protocol.startsWith('http')) asked.push(pathname);
  });
  return asked;
}

/** Longer than what a page does after its first screen: it sends waiting marks 1.5 seconds after it. */
const settlesAfterMs = 3_000;

test('the start page makes few requests, names its files itself and loads nothing for who is not shown', async ({
  page,
  installation,
  signIn,
}) => {
  await installation.join('Pia', 'Ende');
  await signIn(installation.admin);
  const asked = requestsOf(page);
  const answer = await page.goto('/home');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await page.waitForTimeout(settlesAfterMs);
  expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(startRequestsMax);
  const text = (await answer?.text()) ?? '';
  expect(text).toMatch(/<link rel="modulepreload" crossorigin href="\/assets\/dashboard-[\w-]+\.js">/);
  expect(
    asked.filter((path) =>
      /^\/assets\/(person|people|common|forms|schemas|inputs|editing|viewer|document|menus)/.test(path),
    ),
  ).toEqual([]);
  await page.getByRole('button', { name: 'New' }).focus();
  await expect.poll(() => asked.some((path) => /^\/assets\/menus-.*\.js$/.test(path))).toBe(true);

  await page.getByRole('navigation').getByRole('link', { name: 'People' }).first().click();
  await page.getByRole('list', { name: 'People' }).getByRole('link').first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(asked.filter((path) => /^\/assets\/person-/.test(path)).length).toBeGreaterThan(0);
});

test('the login makes few requests, and loads nothing of the pages behind it', async ({ page }) => {
  const asked = requestsOf(page);
  const answer = await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible();
  await page.waitForTimeout(settlesAfterMs);
  expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(loginRequestsMax);
  const files = asked.filter((path) => /^\/assets\/.*\.(js|css)$/.test(path));
  expect(files.filter((path) => /(common|schemas|dashboard|documents|menus|editing)/.test(path))).toEqual([]);
  const text = (await answer?.text()) ?? '';
  expect(text).toMatch(/<link rel="modulepreload" crossorigin href="\/assets\/forms-[\w-]+\.js">/);
});

test('a meeting makes few requests, and every file of its screen is named in its page', async ({
  page,
  installation,
  signIn,
}) => {
  const meeting = await installation.meeting({ title: 'Spring meeting' });
  await signIn(installation.admin);
  const asked = requestsOf(page);
  const answer = await page.goto(`/meetings/${meeting.id}`);
  await expect(page.getByRole('button', { name: 'Going remote' })).toBeVisible();
  const text = (await answer?.text()) ?? '';
  const unnamed = asked.filter((path) => /^\/assets\/.*\.(js|css)$/.test(path) && !text.includes(path));
  expect(unnamed).toEqual([]);
  await page.waitForTimeout(settlesAfterMs);
  expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(meetingRequestsMax);
});

test('what a page shows first comes with it, and no call asks for it', async ({ page, installation, signIn }) => {
  const meeting = await installation.meeting({ title: 'Autumn meeting' });
  await installation.admin.client.call('POST', '/ajax/library/categories', {
    ...{ name: 'Carried', description: 'About what is carried', audience: wholeBoard },
  });
  await signIn(installation.admin);
  const asked = requestsOf(page);
  for (const [path, shown] of [
    ['/home', 'Autumn meeting'],
    ['/meetings', 'Autumn meeting'],
    [`/meetings/${meeting.id}`, 'Finance report'],
    ['/announcements', 'Announcements'],
    ['/library', 'Carried'],
  ] as const) {
    const answer = await page.goto(path);
    const text = (await answer?.text()) ?? '';
    const carried = [...text.matchAll(/ data-answer="([^"?]*)/g)].map(([, address = '']) => address);
    expect(carried, path).not.toEqual([]);
    await expect(page.getByRole('main').getByText(shown).first()).toBeVisible();
    expect(
      asked.filter((address) => carried.includes(address)),
      path,
    ).toEqual([]);
  }
});

test('a page that comes again fetches no built file', async ({ page, installation, signIn }) => {
  await signIn(installation.admin);
  await page.goto('/home');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await page.waitForTimeout(settlesAfterMs);
  const fetched = await page.evaluate(() => performance.getEntriesByType('resource').length);
  expect(fetched).toBeGreaterThan(0);
  await page.goto('/home');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  const again = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry): entry is PerformanceResourceTiming => entry instanceof PerformanceResourceTiming)
      .filter(({ name, transferSize }) => name.includes('/assets/') && transferSize > 0)
      .map(({ name }) => name),
  );
  expect(again).toEqual([]);
});

test('a second tab shows what changed between its own reading and its joining', async ({
  page,
  installation,
  signIn,
}) => {
  const meeting = await installation.meeting({ title: 'Read early' });
  await signIn(installation.admin);
  await page.goto(`/meetings/${meeting.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Read early' })).toBeVisible();
  const second = await page.context().newPage();
  let join = (): void => undefined;
  const joins = new Promise<void>((resolve) => {
    join = resolve;
  });
  await second.route('**/assets/**', async (route) => {
    await joins;
    await route.continue();
  });
  await second.goto(`/meetings/${meeting.id}`, { waitUntil: 'commit' });
  await expect.poll(() => second.content()).toContain('Read early');
  await installation.admin.client.call('PATCH', `/ajax/meetings/${meeting.id}`, { title: 'Changed meanwhile' });
  // The first one has heard of it, before the second listens.
  await expect(page.getByRole('heading', { level: 1, name: 'Changed meanwhile' })).toBeVisible();
  await expect(second.getByRole('heading')).toHaveCount(0);
  join();
  await expect(second.getByRole('heading', { level: 1, name: 'Changed meanwhile' })).toBeVisible();
});
