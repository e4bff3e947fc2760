import type { Locator, Page } from '@playwright/test';
import { type MadeMeeting, type Signed, titled } from '#tests/support/installation.ts';
import { test as base, expect } from '#tests/support/installed-browser.ts';
import {
  ballot,
  choose,
  closeVoteOn,
  openVote,
  openVoteOn,
  putMotion,
  startingMeeting,
  startSession,
} from '#tests/support/live-room.ts';
import { tabTo } from '#tests/support/page-acts.ts';
import { pdfPaper } from '#tests/support/papers.ts';
import { checkScreen } from '#tests/support/screen-check.ts';

let ingrid: Signed;
let oskar: Signed;
let sven: Signed;

const desksVote = (desk: Page): Locator => desk.getByRole('region', { name: 'Open vote' });
const choice = (page: Page, name: string): Locator => ballot(page).getByRole('button', { name, exact: true });

interface Session extends MadeMeeting {
  readonly desk: Page;
  openAs(who: Signed, width?: number): Promise<Page>;
  put(text: string): Promise<string>;
}

const test = base.extend<{ readonly session: (title: string) => Promise<Session> }>({
  session: async ({ page, installation, signIn, openAs }, use) => {
    await use(async (title) => {
      const meeting = await startingMeeting(installation, title);
      await startSession(installation, meeting, [installation.admin, ingrid, oskar, sven]);
      const enter = async (entering: Page): Promise<Page> => {
        await entering.goto(`/meetings/${meeting.id}/room`);
        await expect(entering.getByText('You are attending in person')).toBeVisible();
        return entering;
      };
      await signIn(installation.admin);
      return {
        ...meeting,
        desk: await enter(page),
        openAs: async (who, width) => enter(await openAs(who, width)),
        put: (text) => putMotion(installation, meeting, { text, mover: ingrid, seconder: oskar }),
      };
    });
  },
});

test.beforeAll(async ({ installation }) => {
  ingrid = await installation.join('Ingrid', 'Solberg');
  oskar = await installation.join('Oskar', 'Lund');
  sven = await installation.join('Sven', 'Berg');
  await installation.sql('update deciding_settings set confirmed_at = now()');
  await installation.sql(
    `insert into non_voters (board_id, body_id, member_id)
     select board_id, board_id, id from members where first_name = 'Sven'`,
  );
});
test.beforeEach(() => test.slow());

test('a motion is proposed and carried in a named vote across four browsers', async ({ installation, session }) => {
  const room = await session('Named session');
  const { desk } = room;
  const phone = await room.openAs(ingrid, 390);
  const voter = await room.openAs(oskar);
  const watcher = await room.openAs(sven);
  await desk.getByRole('button', { name: 'New motion' }).click();
  const dialog = desk.getByRole('dialog', { name: 'New motion' });
  await dialog.getByLabel('Motion').fill('That the quay be repaired.');
  await choose(desk, dialog.getByRole('button', { name: /Moved by/ }), 'Ingrid Solberg');
  await choose(desk, dialog.getByRole('button', { name: /Seconded by/ }), 'Oskar Lund');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  for (const each of [phone, voter, watcher]) await expect(each.getByText('That the quay be repaired.')).toBeVisible();
  const document = await installation.paper({ meeting: room.id }, { name: 'Quay.pdf', bytes: await pdfPaper(1) });
  await phone.goto(`/meetings/${room.id}/room?document=${document}`);
  const paper = phone.getByRole('dialog', { name: 'Quay' });
  await expect(paper).toBeVisible();
  await openVoteOn(desk, 'By name');
  await test.step('a notice over an open paper leads to the ballot', async () => {
    const notice = phone.getByRole('alertdialog').filter({ hasText: 'A vote is open.' });
    await notice.getByRole('button', { name: 'Show the vote' }).click();
    for (const each of [paper, notice]) await expect(each).toHaveCount(0);
  });
  await expect(ballot(phone)).toBeVisible();
  await expect(phone.getByRole('log').getByText('A vote is open.')).toBeAttached();
  await expect(watcher.getByText('Vote open since')).toBeVisible();
  await expect(ballot(watcher)).toHaveCount(0);
  await checkScreen(phone, titled('Room, Named session'));
  await choice(phone, 'For').click();
  await expect(ballot(phone).getByText('Your ballot was received.')).toBeVisible();
  await expect(desksVote(desk).getByText('1 of 3')).toBeVisible();
  await expect(desk.getByRole('list', { name: 'Not voted yet' }).getByRole('listitem')).toHaveCount(2);
  await expect(ballot(voter).getByText('1 of 3 ballots are in.')).toBeVisible();
  await choice(voter, 'Against').click();
  await choice(voter, 'For').click();
  await expect(choice(voter, 'For')).toHaveAttribute('aria-pressed', 'true');
  await expect(desksVote(desk).getByText('2 of 3')).toBeVisible();
  await checkScreen(desk, titled('Room, Named session'));
  await closeVoteOn(desk);
  for (const each of [desk, phone, voter, watcher]) {
    await expect(each.getByRole('heading', { name: 'Carried' })).toBeVisible();
    await expect(each.getByText(/^2\d{3}-001$/)).toBeVisible();
    await expect(ballot(each)).toHaveCount(0);
  }
  const motion = (each: Page) => each.getByRole('region', { name: 'Motion, Carried' });
  await expect(motion(voter).getByText('Ingrid Solberg', { exact: true })).toBeVisible();
  await expect(motion(watcher).getByText('Ingrid Solberg', { exact: true })).toHaveCount(0);
  await expect(watcher.getByRole('log').getByText('The vote is closed: carried.')).toBeAttached();
  await checkScreen(voter, titled('Room, Named session'));
  await watcher.goto(`/meetings/${room.id}`);
  await expect(watcher.getByText('That the quay be repaired.')).toBeVisible();
  await expect(watcher.getByText('2 for, 0 against, 0 abstained')).toBeVisible();
});

test('a ballot lost in transmission can be sent again by keyboard and is counted once', async ({
  installation,
  session,
}) => {
  const room = await session('Lost session');
  const phone = await room.openAs(ingrid, 390);
  await openVote(installation, await room.put('That the boats be painted.'));
  const own = ballot(phone);
  const tally = (count: string) => expect(desksVote(room.desk).getByText(count)).toBeVisible();
  await expect(own).toBeVisible();
  await phone.context().setOffline(true);
  await tabTo(phone, choice(phone, 'Against'));
  await phone.keyboard.press('Enter');
  await expect(own.getByText('Sending…')).toBeVisible();
  await expect(phone.getByText(/^Connection lost\. What you see is from/)).toBeVisible();
  // The page retries for 15 seconds.
  await expect(own.getByText('Not received. Try again.')).toBeVisible({ timeout: 30_000 });
  await checkScreen(phone, titled('Room, Lost session'));
  await phone.setViewportSize({ width: 390, height: 844 });
  await tally('0 of 3');
  await phone.context().setOffline(false);
  await tabTo(phone, choice(phone, 'Try again'));
  await phone.keyboard.press('Enter');
  await expect(own.getByText('Your ballot was received.')).toBeVisible();
  await tally('1 of 3');
  await expect(phone.getByText(/^Connection lost/)).toHaveCount(0);
  await expect(choice(phone, 'Against')).toHaveAttribute('aria-pressed', 'true');
  const cast = await installation.sql(
    `select from audit_entries entry join motions motion on motion.id = entry.subject_id
     where entry.action = 'vote.ballot-cast' and motion.text = 'That the boats be painted.'`,
  );
  expect(cast).toHaveLength(1);
});
