import { expect } from '#tests/support/browser.ts';
import { keepMeeting, test, unlock } from '#tests/support/kept-profile.ts';
import { logIn } from '#tests/support/page-acts.ts';
import { pdfPaper } from '#tests/support/papers.ts';

const passcode = 'lamp river stone window';
const locked = { name: 'Papers are locked' };
const nothing = { name: 'No papers on this device' };

test('a signed-out device deletes the papers that a board admin removes from devices', async ({
  installation,
  profile,
}) => {
  const meeting = await installation.meeting({ title: 'On the plane', inDays: 3 });
  const file = async (name: string) => ({ name, bytes: await pdfPaper(1) });
  const budget = await installation.paper(meeting, await file('Budget.pdf'));
  await installation.paper(meeting, await file('Report.pdf'));
  const reader = await installation.join('Ida', 'Plane');
  await keepMeeting(await profile.open(), reader, { meeting: meeting.id, papers: 2, passcode });
  await installation.call('PATCH', `/ajax/documents/${budget}`, { not_on_devices: true });
  const signedOut = await profile.open();
  await signedOut.goto('/offline');
  await expect(signedOut.getByText(/^1 paper, /)).toBeVisible();
  await unlock(signedOut, passcode);
  await expect(signedOut.getByRole('link', { name: /^Report/ })).toBeVisible();
  await expect(signedOut.getByText('This needs a connection.')).toBeVisible();
  await expect(signedOut.getByRole('link', { name: /^Budget/ })).toHaveCount(0);

  const memberId = await installation.memberId(reader);
  const { devices } = await installation.call('GET', `/ajax/people/${memberId}/paper-devices`);
  expect(devices).toMatchObject([{ papers: 2 }]);
  await installation.call('POST', `/ajax/people/${memberId}/paper-devices/${devices[0].id}/remove`, {});
  await signedOut.goto('/offline');
  await expect(signedOut.getByRole('heading', nothing)).toBeVisible();
  const withoutShell = await profile.open({ offline: true });
  await withoutShell.goto('/home');
  await expect(withoutShell.getByRole('heading', nothing)).toBeVisible();
});

test('logging out can remove the user’s papers from a shared computer, but not other users’ papers', async ({
  installation,
  profile,
}) => {
  const meeting = await installation.meeting({ title: 'Shared computer', inDays: 3 });
  await installation.paper(meeting, { name: 'Minutes.pdf', bytes: await pdfPaper(1) });
  const [first, second] = [await installation.join('Ida', 'First'), await installation.join('Ida', 'Second')];
  const page = await profile.open();
  const logOut = async (how: string) => {
    await page.goto('/home');
    await page.getByRole('button', { name: /your menu/ }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page.getByText('Papers kept here stay locked on this device.')).toBeVisible();
    await page.getByRole('button', { name: how, exact: true }).click();
    await expect(page).toHaveURL(/\/login/);
  };
  await keepMeeting(page, first, { meeting: meeting.id, papers: 1, passcode });
  await logOut('Log out');
  await keepMeeting(page, second, { meeting: meeting.id, papers: 1, passcode: 'four other words here' });
  await page.goto('/offline');
  await expect(page.getByText(/^2 papers, /)).toBeVisible();
  await page.goto('/home');
  await logOut('Log out and remove them');
  await page.goto('/offline');
  await expect(page.getByText(/^1 paper, /)).toBeVisible();
  await unlock(page, 'four other words here');
  await expect(page.getByText('Incorrect passcode.')).toBeVisible();
  await unlock(page, passcode);
  await expect(page.getByRole('heading', { name: 'Shared computer' })).toBeVisible();
});

test('offline papers are stored encrypted, and ten wrong passcodes delete them', async ({ installation, profile }) => {
  const meeting = await installation.meeting({ title: 'Heronsgate', inDays: 3, items: ['Palimpsest'] });
  await installation.paper(meeting, { name: 'Quicksilver.pdf', bytes: await pdfPaper(1, 'Wintergreen grows.') });
  const reader = await installation.join('Ottoline', 'Marsh');
  await keepMeeting(await profile.open(), reader, { meeting: meeting.id, papers: 1, passcode });
  const page = await profile.open({ offline: true });
  await page.goto('/offline');
  await unlock(page, passcode);
  await page.getByRole('link', { name: /^Quicksilver/ }).click();
  const words = page.getByRole('dialog').getByText('Wintergreen grows.');
  await words.selectText();
  await page.keyboard.press('h');
  await expect(page.getByText('Offline: will be saved')).toBeVisible();
  await profile.close();
  const stored = await profile.stored();
  expect(stored.length).toBeGreaterThan(1_000_000);
  for (const word of ['Heronsgate', 'Palimpsest', 'Quicksilver', 'Wintergreen', 'Ottoline', passcode]) {
    expect(stored.includes(word), word).toBe(false);
    expect(stored.includes(Buffer.from(word, 'utf16le')), word).toBe(false);
  }

  const thief = await profile.open({ offline: true });
  await thief.goto('/offline');
  for (let left = 9; left > 0; left -= 1) {
    await unlock(thief, `wrong ${left}`);
    await expect(thief.getByText(/Incorrect passcode/)).toBeVisible();
    await expect(thief.getByLabel('Passcode', { exact: true })).toHaveValue('');
  }
  await unlock(thief, 'wrong 0');
  await expect(thief.getByRole('heading', nothing)).toBeVisible();
  const online = await profile.open();
  await logIn(online, reader);
  await expect(online).toHaveURL(/\/home/);
  await online.goto('/offline');
  await expect(online.getByRole('heading', nothing)).toBeVisible();
  await expect(online.getByRole('heading', locked)).toHaveCount(0);
});
