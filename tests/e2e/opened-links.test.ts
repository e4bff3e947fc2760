import { expect, test } from '#tests/support/installed-browser.ts';
import { pdfPaper } from '#tests/support/papers.ts';
import { expectNoSidewaysScroll } from '#tests/support/screen-check.ts';

/** What links that were kept, sent on or mistyped show to the person who opens them. */

const nowhere = '00000000-0000-4000-8000-000000000000';

test('M2 S7.15 S7.16 a kept link of a download leads to the login, back to the download, and on', async ({
  page,
  installation,
}) => {
  const member = await installation.join('Ines', 'Falk');
  const meeting = await installation.meeting({ title: 'With a paper', inDays: 5 });
  const id = await installation.paper(meeting, { name: 'Budget.pdf', bytes: await pdfPaper(1) }, 0);
  await page.goto(`/download/${id}`);
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent(`/download/${id}`)}`);
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Password', { exact: true }).fill(member.password);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Log In' }).click();
  expect((await download).suggestedFilename()).toBe('Budget.pdf');
  await expect(page).toHaveURL('/home');
});

test('M2 a download that takes its time to begin is waited for on the dashboard, and comes once', async ({
  page,
  installation,
}) => {
  const member = await installation.join('Ivo', 'Falk');
  const meeting = await installation.meeting({ title: 'With a large paper', inDays: 5 });
  const id = await installation.paper(meeting, { name: 'Accounts.pdf', bytes: await pdfPaper(1) }, 0);
  await page.goto(`/download/${id}`);
  await expect(page).toHaveURL(/\/login\?next=/);
  let asked = 0;
  await page.route(`**/download/${id}`, async (route) => {
    asked += 1;
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    await route.continue();
  });
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Password', { exact: true }).fill(member.password);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page).toHaveURL('/home');
  await expect(page.getByRole('main')).toBeVisible();
  expect((await download).suggestedFilename()).toBe('Accounts.pdf');
  await expect(page).toHaveURL('/home');
  await page.reload();
  await expect(page.getByRole('main')).toBeVisible();
  expect(asked).toBe(1);
});

for (const width of [390, 1440]) {
  test.describe(`at ${width}`, () => {
    test.use({ viewport: { width, height: 844 } });

    test('M2 a link that leads nowhere shows the not-found page, signed in or not', async ({ page, installation }) => {
      const member = await installation.join('Ines', `Falk-${width}`);
      const title = `Shared with ${width}`;
      const meeting = await installation.meeting({ title, inDays: 5 });
      const uid = await installation.magicUid(member.email, title);
      const none = `m-b${'q'.repeat(52)}`;
      for (const address of [
        ...[`/meeting/${uid}/document/${nowhere}`, `/addtocalendar/${uid}/paper`],
        ...[`/meeting/${none}/document/${nowhere}`, `/addtocalendar/${none}/ical`],
      ]) {
        const answer = await page.goto(address);
        expect(answer?.status()).toBe(404);
        await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
        await expect(page.getByRole('link', { name: 'Go to the login' })).toBeVisible();
        await expectNoSidewaysScroll(page, width);
      }
      await page.goto('/login');
      await page.getByLabel('Email').fill(member.email);
      await page.getByLabel('Password', { exact: true }).fill(member.password);
      await page.getByRole('button', { name: 'Log In' }).click();
      await expect(page).toHaveURL('/home');
      for (const address of [
        `/document/${nowhere}`,
        `/download/${nowhere}`,
        `/meetings/${nowhere}/board-book`,
        `/meetings/${meeting.id}/board-book`,
        `/meetings/addtocalendar/${nowhere}/ical`,
        `/meetings/genericsubscribetocalendar/paper`,
      ]) {
        const answer = await page.goto(address);
        expect(answer?.status()).toBe(404);
        await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
        await expect(page.getByRole('link', { name: 'Go to the dashboard' })).toBeVisible();
        await expectNoSidewaysScroll(page, width);
      }
    });

    test('M2 what one may not see says so in a page, with a way on', async ({ page, installation }) => {
      const member = await installation.join('Ines', `Barr-${width}`);
      await page.goto('/login');
      await page.getByLabel('Email').fill(member.email);
      await page.getByLabel('Password', { exact: true }).fill(member.password);
      await page.getByRole('button', { name: 'Log In' }).click();
      await expect(page).toHaveURL('/home');
      const { json } = await member.client.call('GET', '/ajax/start');
      const answer = await page.goto(`/ajax/reports/csv/attendance?board=${json.data.current_board_id}`);
      expect(answer?.status()).toBe(403);
      await expect(page.getByRole('heading', { level: 1, name: 'No access' })).toBeVisible();
      await expectNoSidewaysScroll(page, width);
      await page.getByRole('link', { name: 'Go to the dashboard' }).click();
      await expect(page).toHaveURL('/home');
    });
  });
}
