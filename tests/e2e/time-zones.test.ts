import { formatListDate } from '#domain/dates.ts';
import type { Installation } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { typeSegments } from '#tests/support/page-acts.ts';
import { pdfPaper } from '#tests/support/papers.ts';
import { openedWords } from '#tests/support/pdf-text.ts';

test.use({ timezoneId: 'Asia/Tokyo' });

const moveBoard = (installation: Installation, timeZone: string) =>
  installation.sql('update boards set time_zone = $1', [timeZone]);

test('a meeting across a clock change keeps its typed times, and its instants if the board changes its zone', async ({
  page,
  installation,
  signIn,
}) => {
  await moveBoard(installation, 'America/New_York');
  const { id } = await installation.meeting({ title: 'Moved board' });
  const uid = await installation.magicUid(installation.admin.email, 'Moved board');
  await signIn(installation.admin);
  await page.goto('/meetings/create');
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Long night');
  await typeSegments(page, 'Date', '11072027');
  await typeSegments(page, 'Start', '1230AM');
  await typeSegments(page, 'End', '0300AM');
  await expect(page.getByText('Times are those of America/New York (')).toBeVisible();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('Draft saved')).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('12:30 AM EDT – 3:00 AM EST')).toBeVisible();
  const { json } = await installation.admin.client.call('GET', '/ajax/meetings');
  const draft = json.data.drafts.find(({ title }: { title: string }) => title === 'Long night');
  expect(draft).toMatchObject({ start: '2027-11-07T04:30:00.000Z', end: '2027-11-07T08:00:00.000Z' });

  const times = [id, '2027-07-08T13:00:00.000Z', '2027-07-08T15:00:00.000Z'];
  await installation.sql('update meetings set starts_at = $2, ends_at = $3 where id = $1', times);
  for (const [timeZone, shown, row] of [
    ['Australia/Lord_Howe', '11:30 PM – 7/9/2027, 1:30 AM LHST', '11:30 PM LHST'],
    // A list omits the zone if it is the reader's own.
    ['Asia/Tokyo', '10:00 PM – 7/9/2027, 12:00 AM GMT+9', '10:00 PM'],
  ] as const) {
    await moveBoard(installation, timeZone);
    for (const address of [`/meetings/${id}`, `/meeting/${uid}`]) {
      await page.goto(address);
      await expect(page.getByText(shown)).toBeVisible();
    }
    await page.goto('/home');
    await expect(page.getByRole('main').getByText(row, { exact: true })).toBeVisible();
  }
});

test('a new note has the date of the board, not of the reader', async ({ browser, installation, server, signIn }) => {
  const meeting = await installation.meeting({ title: 'Noted' });
  const document = await installation.paper(meeting, { name: 'Noted.pdf', bytes: await pdfPaper(1) });
  // The two zones are 25 hours apart, so they never have the same day.
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
  // Midnight may pass meanwhile.
  expect([before, formatListDate(new Date(), board)]).toContain(shown);
  await page.close();
});
