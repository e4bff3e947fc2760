import { formatListDate } from '#domain/dates.ts';
import type { Installation } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { openedWords, typeSegments } from '#tests/support/page-acts.ts';
import { pdfPaper } from '#tests/support/papers.ts';

test.use({ timezoneId: 'Asia/Tokyo' });

const moveBoard = (installation: Installation, timeZone: string) =>
  installation.sql('update boards set time_zone = $1', [timeZone]);

test('a new note is dated in the board’s time zone, not the reader’s', async ({
  browser,
  installation,
  server,
  signIn,
}) => {
  const meeting = await installation.meeting({ title: 'Noted' });
  const document = await installation.paper(meeting, { name: 'Noted.pdf', bytes: await pdfPaper(1) });
  // The two zones are 25 hours apart, so their dates always differ.
  const board = 'Pacific/Pago_Pago';
  await moveBoard(installation, board);
  const page = await browser.newPage({ baseURL: server.url, timezoneId: 'Pacific/Kiritimati' });
  await signIn(installation.admin, page);
  await page.goto(`/meetings/${meeting.id}?document=${document}`);
  await openedWords(page);
  const before = formatListDate(new Date(), board);
  await page.keyboard.press('n');
  await page.keyboard.press('Enter');
  const card = page.getByRole('group', { name: 'Note on page 1' });
  await expect(card).toContainText(/\d+\/\d+\/\d\d/);
  const shown = /\d+\/\d+\/\d\d/.exec((await card.textContent()) ?? '')?.[0];
  // Midnight may pass between the two readings.
  expect([before, formatListDate(new Date(), board)]).toContain(shown);
  await page.close();
});

test('times are displayed and saved as typed even if the browser’s time zone rules are outdated', async ({
  browser,
  installation,
  server,
  signIn,
}) => {
  await moveBoard(installation, 'America/Vancouver');
  const page = await browser.newPage({ baseURL: server.url });
  // British Columbia stays on summer time from 2026 on, but this browser's rules are older.
  await page.addInitScript(() => {
    const { DateTimeFormat } = Intl;
    const old = (options: Intl.DateTimeFormatOptions = {}) =>
      options.timeZone === 'America/Vancouver' ? { ...options, timeZone: 'America/Los_Angeles' } : options;
    Intl.DateTimeFormat = new Proxy(DateTimeFormat, {
      construct: (target, [locales, options]) => new target(locales, old(options)),
    });
  });
  await signIn(installation.admin, page);
  await page.goto('/meetings/create');
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Winter meeting');
  await typeSegments(page, 'Date', '12082027');
  await typeSegments(page, 'Start', '0930AM');
  await typeSegments(page, 'End', '1100AM');
  await page.getByRole('button', { name: 'Save draft' }).first().click();
  await expect(page.getByText('Draft saved')).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).first().click();
  await expect(page.getByText('9:30 AM – 11:00 AM')).toBeVisible();
  const { json } = await installation.admin.client.call('GET', '/ajax/meetings');
  const draft = json.data.drafts.find(({ title }: { title: string }) => title === 'Winter meeting');
  expect(draft).toMatchObject({ start: '2027-12-08T16:30:00.000Z', end: '2027-12-08T18:00:00.000Z' });
  await page.goto('/admin/setup');
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  await zone.fill('Kyiv');
  await zone.press('Enter');
  await expect(zone).toHaveValue('Europe/Kyiv');
  await page.close();
});
