import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { Signed } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { submitLogin } from '#tests/support/log-in.ts';

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

/** Returns the vendor's address that a press opens. No test reaches a vendor (playwright.config.ts). */
async function opened(page: Page, act: () => Promise<void>): Promise<URL> {
  const asked = page.context().waitForEvent('request', (request) => vendors.test(request.url()));
  const popup = page.context().waitForEvent('page');
  await act();
  const url = new URL((await asked).url());
  await (await popup).close();
  return url;
}

test('a shared meeting is added to each type of calendar', async ({ page, installation, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.clock.install();
  await page.goto(`/addtocalendar/${uid}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByRole('link', { name: 'View Meeting' })).toHaveAttribute('href', `/meeting/${uid}`);
  await page.getByRole('button', { name: 'Add this meeting' }).click();
  await expect(page.getByText('You need to select a calendar type first.', { exact: true })).toBeVisible();
  const add = (type: string) => async () => {
    await page.getByRole('radio', { name: type, exact: true }).check({ force: true });
    await page.getByRole('button', { name: 'Add this meeting' }).click();
  };
  const google = await opened(page, add('Google'));
  expect(`${google.origin}${google.pathname}`).toBe('https://calendar.google.com/calendar/render');
  expect(google.searchParams.get('text')).toBe(title);
  const link = `View Meeting: ${installation.server.url}/meetings/${meeting.id}`;
  expect(google.searchParams.get('details')).toContain(link);
  for (const [type, host] of [
    ['Outlook 365', 'outlook.office.com'],
    ['Outlook', 'outlook.live.com'],
  ] as const) {
    const outlook = await opened(page, add(type));
    expect(`${outlook.host}${outlook.pathname}`).toBe(`${host}/calendar/0/deeplink/compose`);
    expect(outlook.searchParams.get('subject')).toBe(title);
  }
  const downloading = page.waitForEvent('download');
  await add('iCal')();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/\.ics$/);
  const entry = await readFile(await file.path(), 'utf8');
  for (const line of [`SUMMARY:${title}`, `UID:${meeting.id}@`]) expect(entry).toContain(line);
  expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({ calendarTypeId: 'ical' });
  await test.step('Copy says Copied for 2 seconds', async () => {
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    const copied = page.getByRole('button', { name: 'Copied' });
    await expect(copied).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`/addtocalendar/${uid}/ical`);
    await page.clock.runFor(1_900);
    await expect(copied).toBeVisible();
    await page.clock.runFor(200);
    await expect(page.getByRole('button', { name: 'Copy', exact: true })).toBeVisible();
  });
  await page.clock.resume();
  await page.reload();
  await expect(page.getByRole('radio', { name: 'iCal', exact: true })).toBeChecked();
  await page.getByRole('link', { name: 'View Meeting' }).click();
  await expect(page).toHaveURL(new RegExp(`/meeting/${uid}$`));
});

test('subscribing from a shared meeting continues after the login', async ({ page, context, installation }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/meeting/${uid}`);
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByText('You need to select a calendar type first.', { exact: true })).toBeVisible();
  await page.getByRole('radio', { name: 'Outlook', exact: true }).check({ force: true });
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page).toHaveURL(/\/login\?/);
  await submitLogin(page, member);
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
  // For a signed-in member, the own link leads to the full page.
  await page.goto(`/meeting/${uid}`);
  await expect(page).toHaveURL(new RegExp(`/meetings/${meeting.id}$`));
});

test('a member adds a meeting or subscribes', { tag: '@everyday' }, async ({ page, context, installation, signIn }) => {
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

  await page.getByRole('button', { name: 'Not Going' }).click();
  await page.getByRole('button', { name: 'Add to calendar' }).click();
  await expect(dialog.getByRole('radio', { name: 'Google', exact: true })).toBeChecked();
  await dialog.getByRole('button', { name: 'Close' }).click();
});

test('another site cannot start a subscription', async ({ page, context, installation, signIn }) => {
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
