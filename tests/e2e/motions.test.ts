import type { Browser, Locator, Page } from '@playwright/test';
import type { Installation, Signed } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { pdfPaper } from '#tests/support/papers.ts';
import { checkOpen, checkScreen } from '#tests/support/screen-check.ts';

/** Motions and votes in the room: put, opened, voted on in several browsers, closed, on record. */

let ingrid: Signed;
let oskar: Signed;
let sven: Signed;
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

const bells =
  'That the four bells of the chapel be cast anew in the spring, and hung by the yard that hung them in 1911, for no more than the board set aside for it a year ago.';

const newPage = async (browser: Browser, baseURL: string, width = 1280): Promise<Page> =>
  (await browser.newContext({ baseURL, viewport: { width, height: 844 } })).newPage();

/** In session at its first item, run by the admin; three voting members and Sven, who has no vote, are there. `openAs` opens its room for one of them. */
async function session(
  pages: { readonly page: Page; readonly browser: Browser },
  given: {
    readonly installation: Installation;
    readonly signIn: (who: Signed, page?: Page) => Promise<void>;
    readonly title: string;
  },
) {
  const { page: desk, browser } = pages;
  const { installation, signIn, title } = given;
  const { id } = await installation.meeting({ title, inDays: 10 / (24 * 60), type: 'hybrid' });
  for (const { client } of [installation.admin, ingrid, oskar, sven]) {
    const { json } = await client.call('POST', `/ajax/meetings/${id}/presence`, { mode: 'in-person' });
    expect(json.status).toBe('success');
  }
  const enter = async (who: Signed, page: Page): Promise<void> => {
    await signIn(who, page);
    await page.goto(`/meetings/${id}/room`);
    await expect(page.getByText('You are here, in person')).toBeVisible();
  };
  await enter(installation.admin, desk);
  await desk.getByRole('button', { name: 'Call to order' }).click();
  await desk.getByRole('button', { name: 'On to item 1' }).click();
  const opened: Page[] = [];
  return {
    id,
    desk,
    async openAs(who: Signed, width?: number): Promise<Page> {
      const page = await newPage(browser, installation.server.url, width);
      opened.push(page);
      await enter(who, page);
      return page;
    },
    close: () => Promise.all(opened.map((each) => each.context().close())),
  };
}

async function put(desk: Page, text: string): Promise<void> {
  await desk.getByRole('button', { name: 'New motion' }).click();
  const dialog = desk.getByRole('dialog', { name: 'New motion' });
  await dialog.getByLabel('Motion').fill(text);
  await choose(desk, dialog.getByRole('button', { name: /Moved by/ }), 'Ingrid Solberg');
  await choose(desk, dialog.getByRole('button', { name: /Seconded by/ }), 'Oskar Lund');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
}

async function choose(page: Page, select: ReturnType<Page['getByRole']>, name: string): Promise<void> {
  await select.click();
  await page.getByRole('option', { name }).click();
}

async function open(desk: Page, way: string): Promise<void> {
  await desk.getByRole('button', { name: 'Open vote' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Open vote' });
  await choose(desk, dialog.getByRole('button', { name: /Way/ }), way);
  await dialog.getByRole('button', { name: 'Open vote' }).click();
  await expect(dialog).toHaveCount(0);
}

async function close(desk: Page): Promise<void> {
  await desk.getByRole('button', { name: 'Close vote' }).click();
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Close vote' }).click();
}

const ballot = (page: Page) => page.getByRole('region', { name: 'Your ballot' });

test('a motion is put, voted on by name in three browsers and carried before all of them; it stands on the meeting’s page', async ({
  page,
  browser,
  installation,
  signIn,
}) => {
  test.slow();
  const room = await session({ page, browser }, { installation, signIn, title: 'Named session' });
  const { desk } = room;
  const phone = await room.openAs(ingrid, 390);
  const voter = await room.openAs(oskar);
  const watcher = await room.openAs(sven);
  await put(desk, 'That the quay be repaired.');
  for (const each of [phone, voter, watcher]) await expect(each.getByText('That the quay be repaired.')).toBeVisible();
  const document = await installation.paper({ meeting: room.id }, { name: 'Quay.pdf', bytes: await pdfPaper(1) });
  await phone.goto(`/meetings/${room.id}/room?document=${document}`);
  const paper = phone.getByRole('dialog', { name: 'Quay' });
  await expect(paper).toBeVisible();
  await open(desk, 'By name');
  await test.step('over an open paper the vote is said, and leads to the ballot', async () => {
    const said = phone.getByRole('alertdialog').filter({ hasText: 'A vote is open.' });
    await said.getByRole('button', { name: 'Show the vote' }).click();
    for (const each of [paper, said]) await expect(each).toHaveCount(0);
  });
  await expect(ballot(phone)).toBeVisible();
  await expect(phone.getByRole('log').getByText('A vote is open.')).toBeAttached();
  await expect(watcher.getByText('Vote open since')).toBeVisible();
  await expect(ballot(watcher)).toHaveCount(0);
  await checkScreen(phone, 'Room, Named session | Harbour Street Housing Trust | Dais');
  await watcher.goto('/waiting');
  // Nobody is asked for a ballot without a vote, nor whether they come who are there.
  await expect(watcher.getByRole('main').getByText('1 paper not opened')).toBeVisible();
  await expect(watcher.getByRole('main').getByText('Named session: will you attend?')).toHaveCount(0);
  await expect(watcher.getByRole('list', { name: 'Now' })).toHaveCount(0);
  await watcher.goBack();
  await phone.setViewportSize({ width: 390, height: 844 });
  await phone.goto('/waiting');
  const now = phone.getByRole('list', { name: 'Now' }).getByRole('listitem');
  await expect(now).toHaveText(/^Open since .+Vote: That the quay be repaired\..+Vote$/);
  await checkScreen(phone, 'Waiting for you | Harbour Street Housing Trust | Dais');
  await phone.setViewportSize({ width: 390, height: 844 });
  await now.getByRole('link', { name: /^Vote: / }).click();
  await ballot(phone).getByRole('button', { name: 'For', exact: true }).click();
  await expect(ballot(phone).getByText('Your ballot is in.')).toBeVisible();
  await expect(desk.getByRole('region', { name: 'Open vote' }).getByText('1 of 3')).toBeVisible();
  await expect(desk.getByRole('list', { name: 'Not voted yet' }).getByRole('listitem')).toHaveCount(2);
  await expect(ballot(voter).getByText('1 of 3 ballots are in.')).toBeVisible();
  await ballot(voter).getByRole('button', { name: 'Against' }).click();
  await ballot(voter).getByRole('button', { name: 'For', exact: true }).click();
  await expect(ballot(voter).getByRole('button', { name: 'For', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await expect(desk.getByRole('region', { name: 'Open vote' }).getByText('2 of 3')).toBeVisible();
  // On two screens of one voter, both show what was said last.
  const second = await voter.context().newPage();
  await second.goto(voter.url());
  const isChosen = (each: Page, choice: string) =>
    expect(ballot(each).getByRole('button', { name: choice, exact: true })).toHaveAttribute('aria-pressed', 'true');
  await isChosen(second, 'For');
  await ballot(second).getByRole('button', { name: 'Abstain' }).click();
  await isChosen(voter, 'Abstain');
  await ballot(voter).getByRole('button', { name: 'For', exact: true }).click();
  await isChosen(second, 'For');
  await second.close();
  await checkScreen(desk, 'Room, Named session | Harbour Street Housing Trust | Dais');
  await close(desk);
  for (const each of [desk, phone, voter, watcher]) {
    await expect(each.getByRole('heading', { name: 'Carried' })).toBeVisible();
    await expect(each.getByText(/^2\d{3}-001$/)).toBeVisible();
    await expect(ballot(each)).toHaveCount(0);
  }
  const motion = (each: Page) => each.getByRole('region', { name: 'Motion, Carried' });
  await expect(motion(voter).getByText('Ingrid Solberg', { exact: true })).toBeVisible();
  await expect(motion(watcher).getByText('Ingrid Solberg', { exact: true })).toHaveCount(0);
  await expect(watcher.getByRole('log').getByText('The vote is closed: carried.')).toBeAttached();
  await checkScreen(voter, 'Room, Named session | Harbour Street Housing Trust | Dais');
  await watcher.goto(`/meetings/${room.id}`);
  await expect(watcher.getByText('That the quay be repaired.')).toBeVisible();
  await expect(watcher.getByText('2 for, 0 against, 0 abstained')).toBeVisible();
  await room.close();
});

test('a secret ballot is chosen, then cast, by the keyboard, and is final; its result names nobody', async ({
  page,
  browser,
  installation,
  signIn,
}) => {
  test.slow();
  const room = await session({ page, browser }, { installation, signIn, title: 'Secret session' });
  const { desk } = room;
  const phone = await room.openAs(ingrid, 390);
  const voter = await room.openAs(oskar);
  await put(desk, 'That the chair stay.');
  await open(desk, 'Secret');
  // Tapped twice it is the same ballot.
  await ballot(phone).getByRole('button', { name: 'Abstain' }).click();
  await ballot(phone).getByRole('button', { name: 'Cast' }).dblclick();
  await expect(ballot(phone).getByText('You have voted.')).toBeVisible();
  for (const each of [desk, voter]) {
    await ballot(each).getByRole('button', { name: 'Abstain' }).focus();
    await each.keyboard.press('Enter');
    await ballot(each).getByRole('button', { name: 'Cast' }).focus();
    await each.keyboard.press('Enter');
    await expect(ballot(each).getByText('You have voted.')).toBeVisible();
  }
  await close(desk);
  const lost = voter.getByRole('region', { name: 'Motion, Not carried' });
  await expect(lost.getByRole('heading', { name: 'Not carried' })).toBeVisible();
  await expect(lost.getByRole('listitem')).toHaveCount(0);
  await expect(phone.getByRole('heading', { name: 'Not carried' })).toBeVisible();
  await expect(phone.getByRole('region', { name: 'Your last ballot' })).toHaveCount(0);
  await room.close();
});

test('an unopposed motion takes no majority; objected to, it is put again by hands', async ({
  page,
  browser,
  installation,
  signIn,
}) => {
  test.slow();
  const room = await session({ page, browser }, { installation, signIn, title: 'Hands session' });
  const { desk } = room;
  const phone = await room.openAs(ingrid, 390);
  await put(desk, 'That the rope be new.');
  await desk.getByRole('button', { name: 'Open vote' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Open vote' });
  await expect(dialog.getByRole('button', { name: /Majority|Counted/ })).toHaveCount(2);
  await choose(desk, dialog.getByRole('button', { name: /Way/ }), 'Unopposed');
  await expect(dialog.getByRole('button', { name: /Majority|Counted/ })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Open vote' }).click();
  await ballot(phone).getByRole('button', { name: 'Object' }).click();
  await expect(desk.getByRole('heading', { name: 'Void' })).toBeVisible();
  await open(desk, 'By hands');
  await expect(desk.getByText('Earlier vote: void')).toBeVisible();
  await expect(desk.getByRole('heading', { name: 'Void' })).toHaveCount(0);
  await test.step('its card begins with what it says, its buttons beside that', async () => {
    const card = desk.getByRole('region', { name: 'Open vote' });
    const boxes = await Promise.all(
      [
        card.getByText(/^Closing asks/),
        card.getByRole('button', { name: 'Void' }),
        card.getByRole('button').last(),
      ].map((each) => each.boundingBox()),
    );
    const middles = boxes.map((box) => (box === null ? null : Math.round(box.y + box.height / 2)));
    expect(new Set(middles).size).toBe(1);
    expect(await card.locator('> div').evaluate((foot) => getComputedStyle(foot).borderTopWidth)).toBe('0px');
  });
  await room.close();
});

test('a ballot whose connection is cut says so, and is in once it is back', async ({
  page,
  browser,
  installation,
  signIn,
}) => {
  test.slow();
  const room = await session({ page, browser }, { installation, signIn, title: 'Cut session' });
  const { desk } = room;
  const phone = await room.openAs(ingrid, 390);
  await put(desk, 'That the lamps be lit.');
  await open(desk, 'By name');
  await expect(ballot(phone)).toBeVisible();
  await phone.context().setOffline(true);
  await ballot(phone).getByRole('button', { name: 'For', exact: true }).click();
  await expect(ballot(phone).getByText('Sending…')).toBeVisible();
  await phone.context().setOffline(false);
  await expect(ballot(phone).getByText('Your ballot is in.')).toBeVisible();
  await expect(desk.getByRole('region', { name: 'Open vote' }).getByText('1 of 3')).toBeVisible();
  await room.close();
});

test('a ballot that comes after the vote is closed is said not to count, until that is dismissed', async ({
  page,
  browser,
  installation,
  signIn,
}) => {
  test.slow();
  const room = await session({ page, browser }, { installation, signIn, title: 'Late session' });
  const { desk } = room;
  const phone = await room.openAs(ingrid, 390);
  const voter = await room.openAs(oskar);
  await put(desk, 'That the bells be rung.');
  await open(desk, 'By name');
  await ballot(voter).getByRole('button', { name: 'For', exact: true }).click();
  await expect(ballot(voter).getByText('Your ballot is in.')).toBeVisible();
  const closed = Promise.withResolvers<void>();
  await phone.route('**/ballot', async (route) => {
    await closed.promise;
    await route.continue();
  });
  await ballot(phone).getByRole('button', { name: 'Against' }).click();
  await close(desk);
  await expect(phone.getByRole('heading', { name: 'Carried' })).toBeVisible();
  closed.resolve();
  const late = phone.getByRole('region', { name: 'Your last ballot' });
  await expect(late.getByText('This vote is closed. Your ballot was not counted.')).toBeVisible();
  await expect(ballot(phone)).toHaveCount(0);
  const tabs = phone.getByRole('navigation', { name: 'Main screens' });
  await expectAbove(late, tabs);
  await checkScreen(phone, 'Room, Late session | Harbour Street Housing Trust | Dais');
  // Another vote takes nothing of it away.
  await put(desk, bells);
  await open(desk, 'By name');
  await phone.setViewportSize({ width: 390, height: 844 });
  await expect(ballot(phone)).toBeVisible();
  await expectAbove(late, ballot(phone));
  await expect(tabs).toBeHidden();
  for (const each of [phone, voter]) {
    const question = ballot(each).getByText(bells);
    const hidden = () => question.evaluate((node) => node.scrollHeight - node.clientHeight);
    if (each === phone) expect(await hidden()).toBeGreaterThan(1);
    await ballot(each).getByRole('button', { name: 'Show the whole motion' }).click();
    await expect(question).toBeInViewport({ ratio: 1 });
    expect(await hidden()).toBeLessThanOrEqual(1);
  }
  await checkOpen(phone);
  await phone.setViewportSize({ width: 390, height: 844 });
  await ballot(phone).getByRole('button', { name: 'Show less' }).click();
  await late.getByRole('button', { name: 'Dismiss' }).click();
  await expect(late).toHaveCount(0);
  await desk.getByRole('region', { name: 'Open vote' }).getByRole('button', { name: 'Void' }).click();
  const voids = desk.getByRole('dialog');
  await voids.getByLabel('Reason').fill('It was a try.');
  await voids.getByRole('button', { name: 'Void' }).click();
  await expect(voids).toHaveCount(0);

  await test.step('who was not here leaves the vote without quorum: that is asked, and done when it is confirmed', async () => {
    const dialogOf = async (name: string) => {
      await desk.getByRole('button', { name: `Edit times of ${name}` }).click();
      await desk.getByRole('menuitem', { name: /now, in person/ }).click();
      return desk.getByRole('dialog', { name: `Times of ${name}`, exact: true });
    };
    const own = await dialogOf('Elena Kowalczyk');
    await own.getByRole('button', { name: 'Was not here' }).click();
    await expect(own).toHaveCount(0);
    const dialog = await dialogOf('Ingrid Solberg');
    await dialog.getByRole('button', { name: 'Was not here' }).click();
    await expect(dialog.getByText(/^By these times there was no quorum/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Remove all the same' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(desk.getByRole('row', { name: /Ingrid Solberg/ }).getByText('In person')).toHaveCount(0);
    await desk.reload();
    await expect(desk.getByText('By the corrected times there was no quorum.')).toBeVisible();
  });

  await test.step('without quorum a vote is refused before anything is chosen', async () => {
    await desk.getByRole('button', { name: 'Open vote', exact: true }).first().click();
    await expect(desk.getByText(/^No quorum: 1 of \d+ voting members are present for this item\.$/)).toBeVisible();
    await expect(desk.getByRole('dialog')).toHaveCount(0);
  });
  await room.close();
});

test('cut off while a vote is open, by the keyboard on a phone: a ballot is said to be lost, sent again, and counts once', async ({
  page,
  browser,
  installation,
  signIn,
}) => {
  test.slow();
  const room = await session({ page, browser }, { installation, signIn, title: 'Lost session' });
  const { desk } = room;
  const phone = await room.openAs(ingrid, 390);
  await put(desk, 'That the boats be painted.');
  await open(desk, 'By name');
  const own = ballot(phone);
  await expect(own).toBeVisible();
  await phone.context().setOffline(true);
  await tabTo(phone, own.getByRole('button', { name: 'Against' }));
  await phone.keyboard.press('Enter');
  await expect(own.getByText('Sending…')).toBeVisible();
  await expect(phone.getByText(/^Connection lost\. What you see is from/)).toBeVisible();
  // It is retried for 15 seconds.
  await expect(own.getByText('Not received. Try again.')).toBeVisible({ timeout: 30_000 });
  await checkScreen(phone, 'Room, Lost session | Harbour Street Housing Trust | Dais');
  await phone.setViewportSize({ width: 390, height: 844 });
  await expect(desk.getByRole('region', { name: 'Open vote' }).getByText('0 of 3')).toBeVisible();
  await phone.context().setOffline(false);
  await tabTo(phone, own.getByRole('button', { name: 'Try again' }));
  await phone.keyboard.press('Enter');
  await expect(own.getByText('Your ballot is in.')).toBeVisible();
  await expect(desk.getByRole('region', { name: 'Open vote' }).getByText('1 of 3')).toBeVisible();
  await expect(phone.getByText(/^Connection lost/)).toHaveCount(0);
  await expect(own.getByRole('button', { name: 'Against' })).toHaveAttribute('aria-pressed', 'true');
  const cast = await installation.sql(
    `select from audit_entries entry join motions motion on motion.id = entry.subject_id
     where entry.action = 'vote.ballot-cast' and motion.text = 'That the boats be painted.'`,
  );
  expect(cast).toHaveLength(1);
  await room.close();
});

/** Neither covers the other. */
async function expectAbove(upper: Locator, lower: Locator): Promise<void> {
  await expect(async () => {
    const [over, under] = [await upper.boundingBox(), await lower.boundingBox()];
    if (over === null || under === null) throw new Error('One of them is gone.');
    expect(over.y + over.height).toBeLessThanOrEqual(under.y + 0.5);
  }).toPass();
}

/** As somebody without a mouse gets there. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  for (let nth = 0; nth < 80; nth += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('The keyboard does not get there.');
}

test('who recuses themselves from an item has no ballot, and everybody sees it, until the desk lifts it', async ({
  page,
  browser,
  installation,
  signIn,
}) => {
  test.slow();
  const room = await session({ page, browser }, { installation, signIn, title: 'Recused session' });
  const { desk } = room;
  const phone = await room.openAs(ingrid, 390);
  const voter = await room.openAs(oskar);
  await installation.sql(
    `insert into interests (board_id, member_id, organisation, nature, since)
     select board_id, id, 'Quay Holdings', 'Owner', '2019' from members where first_name = 'Oskar'`,
  );
  await voter.getByRole('button', { name: 'Declare an interest' }).click();
  const dialog = voter.getByRole('dialog', { name: 'Declare an interest' });
  await choose(voter, dialog.getByRole('button', { name: /From your register/ }), 'Quay Holdings');
  await expect(dialog.getByLabel('Nature of the interest')).toHaveValue('Quay Holdings: Owner');
  await dialog.getByLabel('Nature of the interest').fill('Owns the quay');
  await dialog.getByRole('button', { name: 'Declare and recuse myself' }).click();
  await expect(voter.getByRole('region', { name: 'Your recusal' })).toContainText(
    /^You are recused from this item.*You declared an interest at .+ and have no vote here\..*Owns the quay/,
  );
  for (const each of [desk, phone]) await expect(each.getByText('2 of 3', { exact: true })).toBeVisible();
  await checkScreen(voter, 'Room, Recused session | Harbour Street Housing Trust | Dais');
  await put(desk, 'That the quay be sold.');
  await open(desk, 'By name');
  await expect(ballot(phone)).toBeVisible();
  await expect(ballot(voter)).toHaveCount(0);
  await ballot(phone).getByRole('button', { name: 'For', exact: true }).click();
  await expect(ballot(phone).getByText('Your ballot is in.')).toBeVisible();
  await close(desk);
  await expect(desk.getByRole('heading', { name: 'Carried' })).toBeVisible();
  await desk.getByRole('button', { name: 'Lift recusal of Oskar Lund' }).click();
  await expect(voter.getByText('You are recused from this item')).toHaveCount(0);

  await test.step('what is withheld is lifted after a question, and at one place as at the other', async () => {
    const { json } = await installation.admin.client.call('GET', `/ajax/meetings/${room.id}/room`);
    const { line, people } = json.data.room;
    const oskarId = people.find(({ name }: { readonly name: string }) => name === 'Oskar Lund').member_id;
    const withheld = { effect: 'withheld', nature: '', reason: 'Party to it' };
    await installation.admin.client.call('PUT', `/ajax/agenda-items/${line.pointer}/declarations/${oskarId}`, withheld);
    await expect(voter.getByText(/^This item is withheld from you/)).toBeVisible();
    const name = 'Lift what is withheld from Oskar Lund, item 1';
    await expect(desk.getByRole('row', { name: /Oskar Lund/ }).getByText('Withheld', { exact: true })).toBeVisible();
    const question = desk.getByRole('alertdialog', { name: 'Lift what is withheld from Oskar Lund?' });
    await desk.getByRole('button', { name }).click();
    await checkOpen(desk);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toHaveCount(0);
    await desk.goto(`/meetings/${room.id}`);
    await desk.getByRole('button', { name }).click();
    await question.getByRole('button', { name: 'Lift' }).click();
    await expect(question).toHaveCount(0);
    await expect(desk.getByRole('button', { name })).toHaveCount(0);
    await expect(voter.getByText(/^This item is withheld from you/)).toHaveCount(0);
  });
  await room.close();
});

test('what is being typed stays when the meeting moves on, and beside what somebody else has saved meanwhile', async ({
  page,
  browser,
  installation,
  signIn,
}) => {
  test.slow();
  const room = await session({ page, browser }, { installation, signIn, title: 'Typed session' });
  const { id, desk } = room;
  const phone = await room.openAs(ingrid, 390);
  const voter = await room.openAs(oskar);
  const { client } = installation.admin;
  await put(desk, 'That the mast be raised.');

  await test.step('a wording that somebody else has changed: theirs is shown, and replaced by saving once more', async () => {
    await desk.getByRole('button', { name: 'Edit', exact: true }).click();
    const dialog = desk.getByRole('dialog', { name: 'Edit motion' });
    await dialog.getByLabel('Motion').fill('That the mast be raised today.');
    const { motions } = (await client.call('GET', `/ajax/meetings/${id}/motions`)).json.data;
    const [{ id: motionId, revision }] = motions;
    await client.call('PATCH', `/ajax/motions/${motionId}`, { revision, text: 'That the mast be lowered.' });
    await expect(phone.getByText('That the mast be lowered.')).toBeVisible();
    await expect(desk.getByRole('region', { name: 'Motion, Proposed' })).toContainText('That the mast be lowered.');
    await expect(dialog.getByLabel('Motion')).toHaveValue('That the mast be raised today.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Save again to put yours in place of theirs:')).toBeVisible();
    await expect(dialog.getByText('That the mast be lowered.')).toBeVisible();
    await expect(dialog.getByLabel('Motion')).toHaveValue('That the mast be raised today.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(phone.getByText('That the mast be raised today.')).toBeVisible();
  });

  await test.step('a suggestion and a declaration, each on the item that it was begun on', async () => {
    await phone.getByRole('button', { name: 'Suggest a motion' }).click();
    const suggestion = phone.getByRole('dialog', { name: 'Suggest a motion' });
    await suggestion.getByLabel('Motion').fill('That a flag be bought.');
    await voter.getByRole('button', { name: 'Declare an interest' }).click();
    const declaration = voter.getByRole('dialog', { name: 'Declare an interest' });
    await declaration.getByLabel('Nature of the interest').fill('Sells flags');
    const itemId = (await client.call('GET', `/ajax/meetings/${id}`)).json.data.meeting.agenda_items[1].id;
    await client.call('POST', `/ajax/meetings/${id}/room/pointer`, { agenda_item_id: itemId });
    await expect(desk.getByRole('region', { name: 'Item 2' })).toBeVisible();
    for (const each of [phone, voter]) await expect(each.locator('section[aria-label="Item 2"]')).toBeAttached();
    await suggestion.getByRole('button', { name: 'Suggest' }).click();
    await expect(suggestion).toHaveCount(0);
    await expect(declaration.getByText('1 Declarations of interest')).toBeVisible();
    await declaration.getByRole('button', { name: 'Declare and recuse myself' }).click();
    await expect(declaration).toHaveCount(0);
    await expect(voter.getByText('You are recused from this item')).toHaveCount(0);
    const kept = await installation.sql(
      `select motion.agenda_item_id <> $1 as motion, declared.agenda_item_id <> $1 as declared
       from motions motion, declarations declared where motion.text = 'That a flag be bought.' and declared.nature = 'Sells flags'`,
      [itemId],
    );
    expect(kept).toEqual([{ motion: true, declared: true }]);
  });
  await room.close();
});

/** Last: from here on the chair decides ties. */
test('a tie says that the chair decides; their casting vote is asked about, and named in the result', async ({
  page,
  browser,
  installation,
  signIn,
}) => {
  test.slow();
  await installation.sql('update deciding_settings set casting_vote = true');
  await installation.sql(`update bodies set chair_id = (select id from members where first_name = 'Ingrid')`);
  const room = await session({ page, browser }, { installation, signIn, title: 'Tied session' });
  const { desk } = room;
  const phone = await room.openAs(ingrid, 390);
  const voter = await room.openAs(oskar);
  await put(desk, 'That the flag be new.');
  await open(desk, 'By name');
  await ballot(phone).getByRole('button', { name: 'For', exact: true }).click();
  await ballot(voter).getByRole('button', { name: 'Against' }).click();
  await expect(desk.getByRole('region', { name: 'Open vote' }).getByText('2 of 3')).toBeVisible();
  await close(desk);
  for (const each of [desk, voter]) {
    await expect(each.getByText('The chair decides the tie.')).toBeVisible();
    await expect(each.getByRole('button', { name: /^Casting vote/ })).toHaveCount(0);
  }
  await phone.setViewportSize({ width: 1440, height: 900 });
  const tied = phone.getByRole('region', { name: 'Motion, Tied' });
  await expect(tied.getByRole('button', { name: 'Casting vote: against' })).toBeInViewport({ ratio: 1 });
  await phone.getByRole('button', { name: 'Casting vote: for' }).click();
  const question = phone.getByRole('alertdialog', { name: 'Decide this tie for the motion?' });
  await expect(question.getByText('The result is final.', { exact: false })).toBeVisible();
  await question.getByRole('button', { name: 'Casting vote: for' }).click();
  for (const each of [desk, phone, voter]) {
    await expect(each.getByRole('heading', { name: 'Carried by the chair’s casting vote' })).toBeVisible();
  }
  await phone.goto('/resolutions');
  await expect(phone.getByText('Decided by the chair’s casting vote')).toBeVisible();
  await room.close();
});
