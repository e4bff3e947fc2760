import type { Page } from '@playwright/test';
import { formatListDate } from '#domain/dates.ts';
import type { Installation } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { pdfPaper } from '#tests/support/papers.ts';
import { openedWords } from '#tests/support/pdf-text.ts';

/** Meetings across the change of the clocks, on boards of three zones, seen by a reader who lives in a fourth. */

test.use({ timezoneId: 'Asia/Tokyo' });

const moveBoard = (installation: Installation, timeZone: string) =>
  installation.sql('update boards set time_zone = $1', [timeZone]);

async function typeInto(page: Page, label: string, keys: readonly string[]): Promise<void> {
  const segments = page.getByRole('group', { name: label, exact: true }).first().getByRole('spinbutton');
  for (const [nth, key] of keys.entries()) await segments.nth(nth).pressSequentially(key);
}

interface Change {
  readonly timeZone: string;
  /** Month, day, year on which the clocks change after half past twelve and before three. */
  readonly day: readonly string[];
  readonly times: string;
  /** What the server holds. */
  readonly start: string;
  readonly end: string;
}

const changes: readonly Change[] = [
  {
    // Back by an hour: three and a half hours.
    ...{ timeZone: 'America/New_York', day: ['11', '7', '2027'], times: '12:30 AM EDT – 3:00 AM EST' },
    ...{ start: '2027-11-07T04:30:00.000Z', end: '2027-11-07T08:00:00.000Z' },
  },
  {
    // Forward by an hour: one and a half.
    ...{ timeZone: 'Europe/London', day: ['3', '28', '2027'], times: '12:30 AM GMT – 3:00 AM BST' },
    ...{ start: '2027-03-28T00:30:00.000Z', end: '2027-03-28T02:00:00.000Z' },
  },
  {
    // Forward by half an hour: two hours.
    ...{ timeZone: 'Australia/Lord_Howe', day: ['10', '3', '2027'], times: '12:30 AM LHST – 3:00 AM LHDT' },
    ...{ start: '2027-10-02T14:00:00.000Z', end: '2027-10-02T16:00:00.000Z' },
  },
];

test('a meeting across the change of the clocks keeps the times that were typed, and each side says its zone', async ({
  page,
  installation,
  signIn,
}) => {
  await signIn(installation.admin);
  for (const { timeZone, day, times, start, end } of changes) {
    await moveBoard(installation, timeZone);
    await page.goto('/meetings/create');
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill(`In ${timeZone}`);
    await typeInto(page, 'Date', day);
    await typeInto(page, 'Start', ['12', '30', 'AM']);
    await typeInto(page, 'End', ['3', '00', 'AM']);
    await expect(page.getByText(`Times are those of ${timeZone.replace('_', ' ')} (`)).toBeVisible();
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expect(page.getByText('Draft saved')).toBeVisible();
    const { json } = await installation.admin.client.call('GET', '/ajax/meetings');
    const draft = json.data.drafts.find((each: { title: string }) => each.title === `In ${timeZone}`);
    expect(draft).toMatchObject({ start, end });
    await page.goto(`/meetings/${draft.id}`);
    await expect(page.getByText(times)).toBeVisible();
  }
});

test('the board’s zone changed afterwards: what was agreed is the instant; the reader elsewhere sees the zone named', async ({
  page,
  installation,
  signIn,
}) => {
  await moveBoard(installation, 'America/Halifax');
  const { id } = await installation.meeting({ title: 'Moved board' });
  const start = '2027-07-08T13:00:00.000Z';
  await installation.sql('update meetings set starts_at = $2, ends_at = $3 where id = $1', [
    ...[id, start, '2027-07-08T15:00:00.000Z'],
  ]);
  const uid = await installation.magicUid(installation.admin.email, 'Moved board');
  await signIn(installation.admin);
  for (const [timeZone, times, row] of [
    ['America/Halifax', '10:00 AM – 12:00 PM ADT', '10:00 AM ADT'],
    ['Australia/Lord_Howe', '11:30 PM – 7/9/2027, 1:30 AM LHST', '11:30 PM LHST'],
    // The reader's own clock: nothing to say in a list.
    ['Asia/Tokyo', '10:00 PM – 7/9/2027, 12:00 AM GMT+9', '10:00 PM'],
  ] as const) {
    await moveBoard(installation, timeZone);
    await page.goto(`/meetings/${id}`);
    await expect(page.getByText(times)).toBeVisible();
    await page.goto(`/meeting/${uid}`);
    await expect(page.getByText(times)).toBeVisible();
    await page.goto('/home');
    await expect(page.getByRole('main').getByText(row, { exact: true })).toBeVisible();
    const calendar = await installation.admin.client.raw('GET', `/meetings/addtocalendar/${id}/ical`, {});
    const text = await calendar.text();
    expect(text).toContain(`DTSTART;TZID=${timeZone}:`);
    expect((await installation.admin.client.call('GET', `/ajax/meetings/${id}`)).json.data.meeting.start).toBe(start);
  }
});

test('a new note carries the day of the board, not that of the reader’s clock', async ({
  browser,
  installation,
  server,
  signIn,
}) => {
  const meeting = await installation.meeting({ title: 'Noted' });
  const document = await installation.paper(meeting, { name: 'Noted.pdf', bytes: await pdfPaper(1) });
  // 25 hours apart: never the same day.
  const board = 'Pacific/Pago_Pago';
  await moveBoard(installation, board);
  const context = await browser.newContext({ baseURL: server.url, timezoneId: 'Pacific/Kiritimati' });
  const page = await context.newPage();
  await signIn(installation.admin, page);
  await page.goto(`/meetings/${meeting.id}?document=${document}`);
  await openedWords(page);
  const before = formatListDate(new Date(), board);
  await page.keyboard.press('n');
  await page.keyboard.press('Enter');
  const card = page.getByRole('group', { name: 'Note on page 1' });
  await expect(card).toContainText(/\d+\/\d+\/\d\d/);
  const shown = /\d+\/\d+\/\d\d/.exec(await card.innerText())?.[0];
  // Midnight may pass between.
  expect([before, formatListDate(new Date(), board)]).toContain(shown);
  await context.close();
});
