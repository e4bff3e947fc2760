import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';
import type { Installation, Signed } from '../support/installation.ts';
import { expect, test } from '../support/installed-browser.ts';

/** Adding a meeting to a calendar, and subscribing to all of them (specification, sections 1, 2, 4 and 7). */

const title = 'Autumn & winter: budget';
let member: Signed;
let meeting: { readonly id: string };
let uid: string;
test.beforeAll(async ({ installation }) => {
  member = await installation.join('Oskar', 'Lund');
  meeting = await installation.meeting({ title, inDays: 20 });
  uid = await installation.magicUid(member.email, title);
});

/** No test talks to a vendor: what would be opened there is answered here, and its address looked at. */
async function keepVendors(context: BrowserContext): Promise<void> {
  const vendors = /^https:\/\/(calendar\.google\.com|outlook\.(office|live)\.com)\//;
  await context.route(vendors, (route) => route.fulfill({ contentType: 'text/html', body: '<title>vendor</title>' }));
}

async function opened(page: Page, act: () => Promise<void>): Promise<URL> {
  const popup = page.context().waitForEvent('page');
  await act();
  const vendor = await popup;
  await vendor.waitForURL(/^https:/);
  const url = new URL(vendor.url());
  await vendor.close();
  return url;
}

const timesOf = async (installation: Installation) => {
  const { json } = await installation.admin.client.call('GET', `/ajax/meetings/${meeting.id}`);
  return json.data.meeting as { readonly start: string; readonly end: string };
};
const compact = (instant: string): string => instant.replace(/[-:]/g, '').replace(/\.\d{3}/, '');

test('S1.9 S2.55 S4.28 S7.13 each type of calendar takes the shared meeting to its own page, part by part', async ({
  page,
  context,
  installation,
}) => {
  await keepVendors(context);
  const { start, end } = await timesOf(installation);
  await page.goto(`/addtocalendar/${uid}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByRole('link', { name: 'View Meeting' })).toHaveAttribute('href', `/meeting/${uid}`);
  const add = (type: string) => async () => {
    await page.getByRole('radio', { name: type, exact: true }).check({ force: true });
    await page.getByRole('button', { name: 'Add this meeting' }).click();
  };

  const google = await opened(page, add('Google'));
  expect(`${google.origin}${google.pathname}`).toBe('https://calendar.google.com/calendar/render');
  expect(Object.fromEntries(google.searchParams)).toMatchObject({
    action: 'TEMPLATE',
    text: title,
    dates: `${compact(start)}/${compact(end)}`,
    location: 'Harbour Street Resource Centre',
    ctz: 'America/Halifax',
  });
  expect(google.searchParams.get('details')).toContain(
    `View Meeting: ${installation.server.url}/meetings/${meeting.id}`,
  );

  for (const [type, host] of [
    ['Outlook 365', 'outlook.office.com'],
    ['Outlook', 'outlook.live.com'],
  ] as const) {
    const outlook = await opened(page, add(type));
    expect(`${outlook.host}${outlook.pathname}`).toBe(`${host}/calendar/0/deeplink/compose`);
    expect(Object.fromEntries(outlook.searchParams)).toMatchObject({
      ...{ path: '/calendar/action/compose', rru: 'addevent', subject: title },
      ...{ startdt: start, enddt: end, location: 'Harbour Street Resource Centre' },
    });
  }

  const downloading = page.waitForEvent('download');
  await add('iCal')();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/\.ics$/);
  const entry = await readFile(await file.path(), 'utf8');
  for (const line of [`SUMMARY:${title}`, `UID:${meeting.id}@`, 'DTSTART;TZID=America/Halifax:'])
    expect(entry).toContain(line);
  // The choice is kept, and nothing else of it.
  expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({ calendarTypeId: 'ical' });
  await page.reload();
  await expect(page.getByRole('radio', { name: 'iCal', exact: true })).toBeChecked();
});

test('S4.29 S4.30 S1.13 subscribing from a shared meeting leads through the login to the link to copy', async ({
  page,
  context,
  installation,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/meeting/${uid}`);
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByText('You need to select a calendar type first.', { exact: true })).toBeVisible();
  await page.getByRole('radio', { name: 'Outlook', exact: true }).check({ force: true });
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page).toHaveURL(/\/login\?/);
  await page.getByRole('textbox', { name: 'Email' }).fill(member.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(member.password);
  await page.getByRole('button', { name: 'Log In' }).click();
  const dialog = page.getByRole('dialog', { name: /^Subscribe to / });
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  const feed = await page.request.get(address, { headers: { cookie: '' } });
  expect(await feed.text()).toContain(`UID:${meeting.id}@`);
  const vendor = new URL((await dialog.getByRole('link', { name: 'Open Outlook' }).getAttribute('href')) ?? '');
  expect(`${vendor.host}${vendor.pathname}`).toBe('outlook.live.com/calendar/0/addfromweb');
  expect(vendor.searchParams.get('url')).toBe(address);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page).toHaveURL(`${installation.server.url}/account`);
  // Signed in, one's own link leads to the whole page.
  await page.goto(`/meeting/${uid}`);
  await expect(page).toHaveURL(new RegExp(`/meetings/${meeting.id}$`));
});

test('S4.28 S4.30 S7.14 who is signed in subscribes from the meeting’s own menu, with the link to copy afterwards', async ({
  page,
  context,
  signIn,
}) => {
  await keepVendors(context);
  await signIn(member);
  await page.goto(`/meetings/${meeting.id}`);
  await page.getByRole('button', { name: 'Going remote' }).click();
  await page.getByRole('button', { name: 'Add to calendar' }).click();
  await page.getByRole('menuitem', { name: 'Subscribe' }).click();
  const dialog = page.getByRole('dialog', { name: 'Calendar' });
  await dialog.getByRole('radio', { name: 'Google', exact: true }).check({ force: true });
  const google = await opened(page, () => dialog.getByRole('button', { name: 'Subscribe' }).click());
  expect(google.searchParams.get('cid')).toMatch(/^webcal:\/\/localhost:\d+\/feed\/f[a-z2-7]+\.ics$/);
  await expect(dialog.getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
  const shown = google.searchParams.get('cid')?.replace('webcal://', '') ?? '';
  await expect(dialog.getByText(shown)).toBeVisible();
});
