import { randomBytes } from 'node:crypto';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { expect } from '#tests/support/browser.ts';
import { keepMeeting, test, unlock } from '#tests/support/kept-profile.ts';
import { logIn, openedWords } from '#tests/support/page-acts.ts';
import { pdfPaper } from '#tests/support/papers.ts';

const passcodes = ['lamp river stone window', 'four other words here'] as const;

test('offline papers survive two open tabs, a full disk and an update, and marks survive a forgotten passcode', async ({
  installation,
  profile,
  server,
}) => {
  test.setTimeout(120_000);
  const meeting = await installation.meeting({ title: 'Hard cases', inDays: 3 });
  const paper = await installation.paper(meeting, { name: 'Long.pdf', bytes: await pdfPaper(2) });
  const reader = await installation.join('Ida', 'Tabs');
  const first = await profile.open();
  const context = first.context();
  const second = await context.newPage();
  // Sets the quota before anything is stored, because Chromium remembers the available space.
  const quota = await context.newCDPSession(first);
  await quota.send('Storage.overrideQuotaForOrigin', { origin: server.url, quotaSize: 25_000_000 });
  await logIn(first, reader);
  await expect(first).toHaveURL(/\/home/);

  const tabs: Locator[] = [];
  for (const [nth, page] of [first, second].entries()) {
    await page.goto(`/meetings/${meeting.id}`);
    const dialog = await openKeeping(page);
    await dialog.getByText('Keep this meeting and its papers on this device').click();
    await dialog.getByLabel('Passcode').fill(passcodes[nth] ?? '');
    tabs.push(dialog.getByRole('button', { name: 'Set passcode and continue' }));
  }
  await Promise.all(tabs.map((button) => button.click()));
  for (const page of [first, second]) {
    await expect(page.getByText('On this device: 1 paper')).toBeVisible({ timeout: 30_000 });
  }
  await second.goto('/offline');
  await unlock(second, passcodes[0]);
  const opened = second.getByRole('heading', { name: 'Hard cases' });
  await expect(second.getByText('Incorrect passcode.').or(opened)).toBeVisible();
  const passcode = (await opened.isVisible()) ? passcodes[0] : passcodes[1];
  await second.reload();
  await unlock(second, passcode);
  await expect(opened).toBeVisible();

  const noise = sharp(randomBytes(27_000_000), { raw: { width: 3_000, height: 3_000, channels: 3 } });
  await installation.paper(meeting, { name: 'Plan.png', bytes: await noise.png().toBuffer() });
  await first.reload();
  const full = (await openKeeping(first)).getByText(/no space left for more papers\. On this device: 1 paper,/);
  await expect(full).toBeVisible({ timeout: 30_000 });
  await quota.send('Storage.overrideQuotaForOrigin', { origin: server.url });
  await first.reload();
  await expect((await openKeeping(first)).getByText('On this device: 2 papers')).toBeVisible({ timeout: 30_000 });

  await second.reload();
  await expect(second.getByRole('heading', { name: 'Papers are locked' })).toBeVisible();
  await updateDais(context, server.url);
  await first.reload();
  const cached = () => first.evaluate(async () => (await caches.match('/offline'))?.text());
  await expect.poll(cached, { timeout: 30_000 }).toContain('content="update"');
  await context.setOffline(true);
  const third = await context.newPage();
  for (const page of [second, third]) {
    if (page === third) await page.goto('/offline');
    await expect(page.locator('script[src*="-update"]')).toHaveCount(page === third ? 1 : 0);
    await unlock(page, passcode);
    await page.getByRole('link', { name: /^Long/ }).click();
    await openedWords(page);
  }

  await (await openedWords(third)).selectText();
  await third.keyboard.press('h');
  await expect(third.getByText('Offline: will be saved')).toBeVisible();
  await installation.call('PATCH', `/ajax/documents/${paper}`, { not_on_devices: true });
  await Promise.all([first.close(), second.close(), context.clearCookies()]);
  const sent: string[] = [];
  third.on('request', (request) => sent.push(new URL(request.url()).pathname));
  await context.setOffline(false);
  await expect(third.getByRole('link', { name: /^Long/ })).toHaveCount(0, { timeout: 30_000 });
  await expect(third.getByText('1 paper, ')).toBeVisible();
  await expect.poll(() => sent.filter((path) => path === '/health').length, { timeout: 30_000 }).toBeGreaterThan(2);
  expect(sent.filter((path) => path === '/ajax/kept-papers/check')).toHaveLength(1);

  await third.getByRole('button', { name: 'Lock' }).click();
  await third.getByRole('button', { name: 'Remove all papers from this device' }).click();
  await third.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(third.getByRole('heading', { name: 'No papers on this device' })).toBeVisible();
  await keepMeeting(third, reader, { meeting: meeting.id, papers: 1, passcode: 'a passcode to remember' });
  await expect.poll(() => installation.marksOn(paper, reader), { timeout: 30_000 }).toMatch(/<highlight [^>]*page="0"/);
});

async function openKeeping(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^(Keep|Kept) on this device$/ }).click();
  return page.getByRole('dialog', { name: 'Papers for offline reading' });
}

/** Simulates a new build, in which every script has a new name. */
async function updateDais(context: BrowserContext, url: string): Promise<void> {
  const list = await (await context.request.get(`${url}/shell.json`)).json();
  const scripts: readonly string[] = list.files.filter((file: string) => /^\/assets\/.*\.js$/.test(file));
  const names = scripts.map((file) => file.replace(/^.*\/(.*)\.js$/, '$1'));
  const updated = (text: string): string =>
    names.reduce((all, name) => all.replaceAll(name, `${name}-update`), text.replaceAll(list.build, 'update'));
  for (const file of ['/offline', '/shell.json', ...scripts]) {
    const response = await context.request.get(`${url}${file}`);
    const headers = response.headers();
    delete headers['content-encoding'];
    const body = updated(await response.text());
    if (file.endsWith('.js')) await context.route(`${url}${file}`, (route) => route.fulfill({ status: 404 }));
    await context.route(`${url}${updated(file)}`, (route) => route.fulfill({ body, headers }));
  }
}
