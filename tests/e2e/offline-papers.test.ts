import { expect } from '#tests/support/browser.ts';
import { keepMeeting, test, unlock } from '#tests/support/kept-profile.ts';
import { logIn, openedWords } from '#tests/support/page-acts.ts';
import { pdfPaper } from '#tests/support/papers.ts';
import { checkLook, checkOpen } from '#tests/support/screen-check.ts';

const passcode = 'lamp river stone window';

test('a meeting’s papers can be read and marked offline, and marks are sent after the next sign-in', {
  tag: '@everyday',
}, async ({ installation, profile }) => {
  test.setTimeout(180_000);
  const meeting = await installation.meeting({ title: 'Read on the train', inDays: 3 });
  const paper = await installation.paper(meeting, { name: 'Long.pdf', bytes: await pdfPaper(4) });
  const reader = await installation.join('Ida', 'Train');
  await keepMeeting(await profile.open(), reader, { meeting: meeting.id, papers: 1, passcode });

  const offline = await profile.open({ offline: true });
  await offline.goto(`/meetings/${meeting.id}`);
  await expect(offline.getByRole('heading', { name: 'Papers are locked' })).toBeVisible();
  expect(await offline.content()).not.toMatch(/Read on the train|Long/);
  await checkLook(offline);
  await unlock(offline, 'a wrong passcode');
  await expect(offline.getByText('Incorrect passcode.')).toBeVisible();
  await unlock(offline, passcode);
  await expect(offline.getByRole('heading', { name: 'Read on the train' })).toBeVisible();
  await expect(offline.getByRole('main')).toBeFocused();
  await checkLook(offline);
  await offline.setViewportSize({ width: 820, height: 900 });
  await offline.getByRole('link', { name: /^Long/ }).focus();
  await offline.keyboard.press('Enter');
  await openedWords(offline);
  const current = offline.getByRole('dialog').getByRole('textbox', { name: 'Page' });
  await current.fill('3');
  await current.press('Enter');
  const line = offline.getByText('This is page 3.');
  await expect(line).toBeVisible();
  await line.selectText();
  await offline.keyboard.press('h');
  await expect(offline.getByText('Offline: will be saved')).toBeVisible();
  await offline.keyboard.press('Control+f');
  await offline.getByRole('searchbox').fill('grant came early');
  await expect(offline.getByText('3 of 4')).toBeVisible();
  for (const width of [390, 820]) {
    await offline.setViewportSize({ width, height: 900 });
    await checkOpen(offline);
  }

  const online = await profile.open();
  await logIn(online, reader);
  await expect.poll(() => installation.marksOn(paper, reader), { timeout: 30_000 }).toMatch(/<highlight [^>]*page="2"/);
});
