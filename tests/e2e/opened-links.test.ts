import { expect, test } from '#tests/support/installed-browser.ts';
import { submitLogin } from '#tests/support/page-acts.ts';
import { pdfPaper } from '#tests/support/papers.ts';
import { expectNoSidewaysScroll } from '#tests/support/screen-check.ts';

const nowhere = '00000000-0000-4000-8000-000000000000';

test('a download link opened without a session starts the download after signing in', async ({
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
  const download = page.waitForEvent('download');
  await submitLogin(page, member);
  await expect(page).toHaveURL('/home');
  await expect(page.getByRole('main')).toBeVisible();
  expect((await download).suggestedFilename()).toBe('Accounts.pdf');
  await expect(page).toHaveURL('/home');
  await page.reload();
  await expect(page.getByRole('main')).toBeVisible();
  expect(asked).toBe(1);
});

test('broken links show an error page with a link to the login page or the dashboard', async ({
  page,
  installation,
  signIn,
}) => {
  const member = await installation.join('Ines', 'Barr');
  await installation.meeting({ title: 'Shared', inDays: 5 });
  const uid = await installation.magicUid(member.email, 'Shared');
  const visit = async (address: string, { status, heading, wayOn }: typeof missing): Promise<void> => {
    const answer = await page.goto(address);
    expect(answer?.status(), address).toBe(status);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.getByRole('link', { name: wayOn })).toBeVisible();
    await expectNoSidewaysScroll(page, 1440);
  };
  const missing = { status: 404, heading: 'Page not found', wayOn: 'Go to the login page' };
  for (const address of [`/meeting/${uid}/document/${nowhere}`, `/addtocalendar/${uid}/paper`]) {
    await visit(address, missing);
  }
  await signIn(member);
  for (const address of [`/document/${nowhere}`, `/download/${nowhere}`, `/meetings/${nowhere}/board-book`]) {
    await visit(address, { ...missing, wayOn: 'Go to the dashboard' });
  }
  const { current_board_id: board } = await installation.call('GET', '/ajax/start', undefined, member);
  const denied = { status: 403, heading: 'No access', wayOn: 'Go to the dashboard' };
  await visit(`/ajax/reports/csv/attendance?board=${board}`, denied);
  await page.getByRole('link', { name: denied.wayOn }).click();
  await expect(page).toHaveURL('/home');
});
