import { formatListDate } from '#domain/dates.ts';
import type { Installation } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { pdfPaper } from '#tests/support/papers.ts';
import { openedWords } from '#tests/support/pdf-text.ts';

test.use({ timezoneId: 'Asia/Tokyo' });

const moveBoard = (installation: Installation, timeZone: string) =>
  installation.sql('update boards set time_zone = $1', [timeZone]);

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
