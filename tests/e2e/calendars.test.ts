import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Installation, Signed } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';

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

const vendors = /^https:\/\/(calendar\.google\.com|outlook\.(office|live)\.com)\//;

/** The vendor's address that opens beside the page; no test reaches a vendor (playwright.config.ts). */
async function opened(page: Page, act: () => Promise<void>): Promise<URL> {
  const asked = page.context().waitForEvent('request', (request) => vendors.test(request.url()));
  const popup = page.context().waitForEvent('page');
  await act();
  const url = new URL((await asked).url());
  await (await popup).close();
  return url;
}

const timesOf = async (installation: Installation) => {
  const { json } = await installation.admin.client.call('GET', `/ajax/meetings/${meeting.id}`);
  return json.data.meeting as { readonly start: string; readonly end: string };
};
const compact = (instant: string): string => instant.replace(/[-:]/g, '').replace(/\.\d{3}/, '');

test('S1.9 S2.55 S4.28 S7.13 each type of calendar takes the shared meeting to its own page, part by part', async ({
  page,
  installation,
}) => {
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

test('M5 S4.29 S4.30 S1.13 subscribing from a shared meeting goes on after the login at that meeting, with the link to copy', async ({
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
  await expect(page).toHaveURL(`${installation.server.url}/meetings/${meeting.id}?calendar=outlook`);
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
  await expect(page).toHaveURL(`${installation.server.url}/meetings/${meeting.id}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  // Signed in, one's own link leads to the whole page.
  await page.goto(`/meeting/${uid}`);
  await expect(page).toHaveURL(new RegExp(`/meetings/${meeting.id}$`));
});

test('M5 S4.28 S4.30 S5.16 S7.14 who has not replied adds the meeting or subscribes, with the link to copy afterwards', async ({
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
  for (const act of ['Add this meeting', 'Subscribe']) {
    await dialog.getByRole('button', { name: act }).click();
    await expect(dialog.getByText('You need to select a calendar type first.', { exact: true })).toBeVisible();
  }
  await dialog.getByRole('radio', { name: 'iCal', exact: true }).check({ force: true });
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Add this meeting' }).click();
  const entry = await readFile(await (await downloading).path(), 'utf8');
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

  // It stays whatever is replied, and the last type is chosen already.
  await page.getByRole('button', { name: 'Not Going' }).click();
  await page.getByRole('button', { name: 'Add to calendar' }).click();
  await expect(dialog.getByRole('radio', { name: 'Google', exact: true })).toBeChecked();
  await dialog.getByRole('button', { name: 'Close' }).click();

  const cancelled = await installation.meeting({ title: 'Called off', inDays: 22 });
  await page.goto(`/meetings/${cancelled.id}`);
  await expect(page.getByRole('button', { name: 'Add to calendar' })).toBeVisible();
  await installation.admin.client.call('POST', `/ajax/meetings/${cancelled.id}/cancel`, {});
  await page.reload();
  await expect(page.getByText('This meeting is cancelled.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add to calendar' })).toHaveCount(0);
});

test('M24 another site’s page cannot have the feed’s address handed over: the reader is asked at the meeting', async ({
  page,
  context,
  installation,
  signIn,
}) => {
  const vendors: string[] = [];
  context.on('request', (request) => {
    if (/google|outlook/.test(new URL(request.url()).host)) vendors.push(request.url());
  });
  await signIn(member);
  const { url } = installation.server;
  const links = [
    `${url}/meetings/subscribetocalendar/${meeting.id}/google`,
    `${url}/meetings/genericsubscribetocalendar/google`,
  ];
  const body = links.map((link, nth) => `<a href="${link}">link ${nth}</a>`).join(' ');
  await context.route('https://elsewhere.example/', (route) => route.fulfill({ contentType: 'text/html', body }));
  for (const [nth, place] of [`/meetings/${meeting.id}?calendar=google`, '/account?calendar=google'].entries()) {
    await page.goto('https://elsewhere.example/');
    await page.getByRole('link', { name: `link ${nth}` }).click();
    await expect(page).toHaveURL(`${url}${place}`);
    const dialog = page.getByRole('dialog', { name: /^Subscribe to / });
    await expect(dialog.getByRole('link', { name: 'Open Google' })).toBeVisible();
    expect(vendors).toEqual([]);
    const google = await opened(page, () => dialog.getByRole('link', { name: 'Open Google' }).click());
    expect(google.searchParams.get('cid')).toMatch(/^webcal:\/\/localhost:\d+\/feed\/f[a-z2-7]+\.ics$/);
    vendors.length = 0;
  }
});
