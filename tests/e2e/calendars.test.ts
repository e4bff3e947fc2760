import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Signed } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { downloadBy } from '#tests/support/page-acts.ts';

const title = 'Autumn & winter: budget';
let member: Signed;
let meeting: { readonly id: string };
test.beforeAll(async ({ installation }) => {
  member = await installation.join('Oskar', 'Lund');
  meeting = await installation.meeting({ title, inDays: 20 });
});

const vendors = /^https:\/\/(calendar\.google\.com|outlook\.(office|live)\.com)\//;

async function opened(page: Page, act: () => Promise<void>): Promise<URL> {
  const asked = page.context().waitForEvent('request', (request) => vendors.test(request.url()));
  const popup = page.context().waitForEvent('page');
  await act();
  const url = new URL((await asked).url());
  await (await popup).close();
  return url;
}

test('a member adds a meeting to a calendar and subscribes to the feed', async ({
  page,
  context,
  installation,
  signIn,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(member);
  await page.goto(`/meetings/${meeting.id}`);
  await expect(page.getByText('No Reply', { exact: true }).first()).toBeVisible();
  const opener = page.getByRole('button', { name: 'Add to calendar' });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Add to calendar' });
  await dialog.getByRole('button', { name: 'Subscribe' }).click();
  await expect(dialog.getByText('You need to select a calendar type first.', { exact: true })).toBeVisible();
  await dialog.getByRole('radio', { name: 'iCal', exact: true }).check({ force: true });
  const download = await downloadBy(dialog.getByRole('button', { name: 'Add this meeting' }));
  const entry = await readFile(await download.path(), 'utf8');
  expect(entry).toContain(`UID:${meeting.id}@`);
  expect(entry.endsWith('END:VCALENDAR\r\n')).toBe(true);
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${installation.server.url}/meetings/addtocalendar/${meeting.id}/ical`,
  );

  await dialog.getByRole('radio', { name: 'Google', exact: true }).check({ force: true });
  const google = await opened(page, () => dialog.getByRole('button', { name: 'Subscribe' }).click());
  expect(google.searchParams.get('cid')).toMatch(/^webcal:\/\/localhost:\d+\/feed\/f[a-z2-7]+\.ics$/);
  await expect(dialog.getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
  const shown = google.searchParams.get('cid')?.replace('webcal://', '') ?? '';
  await expect(dialog.getByText(shown)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();

  await page.getByRole('button', { name: 'Not Going' }).click();
  await page.getByRole('button', { name: 'Add to calendar' }).click();
  await expect(dialog.getByRole('radio', { name: 'Google', exact: true })).toBeChecked();
  await dialog.getByRole('button', { name: 'Close' }).click();
});
