import type { Page } from '@playwright/test';
import { expect, test } from '#tests/support/installed-browser.ts';

/** The maximum number of requests that a page makes with an empty cache, including pictures and fonts. */
const requestsMax = { start: 20, meeting: 25, login: 20 } as const;
/** Milliseconds, longer than the 1.5 seconds after which a page sends unsent annotations. */
const quietMs = 2_500;

interface Requests {
  readonly paths: readonly string[];
  settle(): Promise<void>;
}

function requestsOf(page: Page): Requests {
  const paths: string[] = [];
  let last = Date.now();
  page.on('request', (request) => {
    const { protocol, pathname } = new URL(request.url());
    if (!protocol.startsWith('http')) return;
    paths.push(pathname);
    last = Date.now();
  });
  return { paths, settle: () => expect.poll(() => Date.now() - last).toBeGreaterThan(quietMs) };
}

const filesOf = (paths: readonly string[]): readonly string[] =>
  paths.filter((path) => /^\/assets\/.*\.(js|css)$/.test(path));
const dashboard = (page: Page) => page.getByRole('heading', { level: 1, name: 'Dashboard' });

test('the start page makes few requests, and its assets are cached', async ({ page, installation, signIn }) => {
  await installation.join('Pia', 'Ende');
  await signIn(installation.admin);
  const { paths, settle } = requestsOf(page);
  const answer = await page.goto('/home');
  await expect(dashboard(page)).toBeVisible();
  await settle();
  expect(paths.length, paths.join('\n')).toBeLessThanOrEqual(requestsMax.start);
  expect(await answer?.text()).toMatch(/<link rel="modulepreload" crossorigin href="\/assets\/dashboard-[\w-]+\.js">/);
  const ofOthers = /\/(person|people|common|forms|schemas|inputs|editing|viewer|document)/;
  expect(filesOf(paths).filter((path) => ofOthers.test(path))).toEqual([]);
  await page.getByRole('navigation').getByRole('link', { name: 'People' }).first().click();
  await page.getByRole('list', { name: 'People' }).getByRole('link').first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(paths.some((path) => /^\/assets\/person-/.test(path))).toBe(true);
  await page.goto('/home');
  await expect(dashboard(page)).toBeVisible();
  const fetched = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry): entry is PerformanceResourceTiming => entry instanceof PerformanceResourceTiming)
      .filter(({ name, transferSize }) => name.includes('/assets/') && transferSize > 0)
      .map(({ name }) => name),
  );
  expect(fetched).toEqual([]);
});

test('the login page makes few requests and loads no files of other pages', async ({ page }) => {
  const { paths, settle } = requestsOf(page);
  const answer = await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible();
  await settle();
  expect(paths.length, paths.join('\n')).toBeLessThanOrEqual(requestsMax.login);
  const ofOthers = /(common|schemas|dashboard|documents|editing)/;
  expect(filesOf(paths).filter((path) => ofOthers.test(path))).toEqual([]);
  expect(await answer?.text()).toMatch(/<link rel="modulepreload" crossorigin href="\/assets\/forms-[\w-]+\.js">/);
});

test('a meeting page makes few requests, and its HTML lists every script and stylesheet it loads', async ({
  page,
  installation,
  signIn,
}) => {
  const member = await installation.join('Nora', 'Bell');
  const meeting = await installation.meeting({ title: 'Spring meeting' });
  await signIn(member);
  const { paths, settle } = requestsOf(page);
  const answer = await page.goto(`/meetings/${meeting.id}`);
  await expect(page.getByRole('button', { name: 'Going remote' })).toBeVisible();
  const text = (await answer?.text()) ?? '';
  expect(filesOf(paths).filter((path) => !text.includes(path))).toEqual([]);
  await settle();
  expect(paths.length, paths.join('\n')).toBeLessThanOrEqual(requestsMax.meeting);
});
