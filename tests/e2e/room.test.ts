import type { Browser, Page } from '@playwright/test';
import type { Installation, Signed } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { checkScreen } from '#tests/support/screen-check.ts';

/** The room of a meeting: who is there, the quorum, the agenda's pointer, live on every page. */

let ingrid: Signed;
let oskar: Signed;
test.beforeAll(async ({ installation }) => {
  ingrid = await installation.join('Ingrid', 'Solberg');
  oskar = await installation.join('Oskar', 'Lund');
});

/** A meeting that begins in ten minutes. */
async function startingMeeting(installation: Installation, title: string): Promise<string> {
  const { id } = await installation.meeting({ title, inDays: 10 / (24 * 60), type: 'hybrid' });
  return id;
}

const newPage = async (browser: Browser, baseURL: string, width = 1280): Promise<Page> =>
  (await browser.newContext({ baseURL, viewport: { width, height: 844 } })).newPage();
const figure = (page: Page, text: string) => page.getByText(text, { exact: true });

test('three people in three browsers: checked in, quorum reached for all, recess, adjourned', async ({
  page,
  browser,
  installation,
  signIn,
}) => {
  const id = await startingMeeting(installation, 'Spring session');
  const { url } = installation.server;
  const [second, phone] = [await newPage(browser, url), await newPage(browser, url, 390)];
  await signIn(installation.admin);
  await signIn(ingrid, second);
  await signIn(oskar, phone);
  await page.goto(`/meetings/${id}`);
  // On the day it comes before all else, on the meeting's page and on the dashboard.
  const entry = page.getByRole('link', { name: 'Enter the room' });
  const question = page.getByText(/will you attend\?/i);
  expect((await entry.boundingBox())?.y).toBeLessThan((await question.boundingBox())?.y ?? 0);
  await entry.click();
  await phone.goto('/home');
  await expect(phone.getByRole('link', { name: 'Enter the room' })).toHaveAttribute(
    'href',
    /^\/meetings\/[^/]+\/room$/,
  );
  for (const each of [second, phone]) await each.goto(`/meetings/${id}/room`);
  for (const each of [page, second, phone]) await expect(figure(each, '0 of 3')).toBeVisible();

  await second.getByRole('button', { name: 'Check in, remote' }).click();
  await expect(second.getByText('You are here, remote')).toBeVisible();
  await expect(figure(page, '1 of 3')).toBeVisible();
  await expect(phone.getByText('No quorum', { exact: true })).toBeVisible();
  await phone.getByRole('button', { name: 'Check in, in person' }).click();
  for (const each of [page, second, phone]) {
    await expect(figure(each, '2 of 3')).toBeVisible();
    await expect(figure(each, 'Quorum').first()).toBeVisible();
  }
  await expect(second.getByRole('log').getByText('Quorum reached: 2 present, 2 needed.')).toBeAttached();

  await page.getByRole('button', { name: 'Call to order' }).click();
  for (const each of [page, second, phone]) await expect(each.getByText('In session since')).toBeVisible();
  await page.getByRole('button', { name: 'On to item 1' }).click();
  for (const each of [page, second, phone]) await expect(each.getByRole('region', { name: 'Item 1' })).toBeVisible();
  await checkScreen(page, 'Room, Spring session | Harbour Street Housing Trust | Dais');
  await checkScreen(phone, 'Room, Spring session | Harbour Street Housing Trust | Dais');

  await page.getByRole('button', { name: 'Check out Oskar Lund' }).click();
  await expect(phone.getByText('You are not present in this meeting')).toBeVisible();
  await expect(phone.getByText('No quorum', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Recess' }).click();
  await expect(phone.getByText('In recess since')).toBeVisible();
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(phone.getByText('In session since')).toBeVisible();
  await page.getByRole('button', { name: 'Adjourn' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Adjourn' }).click();
  for (const each of [page, second, phone]) {
    await expect(each.getByText('Adjourned at')).toBeVisible();
    // Nothing is now, and who was there is said.
    await expect(each.getByText(/^Now, since/)).toHaveCount(0);
    const side = each.getByRole('complementary', { name: 'The room' });
    await expect(side.getByText('2 attended')).toBeVisible();
    await expect(side.getByText('Was here, remote')).toBeVisible();
    await expect(side.getByText('Was not here')).toBeVisible();
  }
  await expect(second.getByRole('button', { name: /Check (in|out)/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Take back adjourning' }).click();
  await expect(second.getByText('You are here, remote')).toBeVisible();
  for (const each of [second, phone]) await each.context().close();
});

test('a connection that is lost is said, and what was missed is caught up', async ({
  page,
  browser,
  installation,
  signIn,
}) => {
  const id = await startingMeeting(installation, 'Cut off');
  const other = await newPage(browser, installation.server.url);
  await signIn(ingrid, other);
  await signIn(installation.admin);
  for (const each of [page, other]) await each.goto(`/meetings/${id}/room`);
  await expect(figure(other, '0 of 3')).toBeVisible();
  await other.context().setOffline(true);
  await expect(other.getByText('Connection lost. What you see is from').first()).toBeVisible();
  await page.getByRole('button', { name: 'Check in, in person' }).click();
  await expect(figure(page, '1 of 3')).toBeVisible();
  await expect(figure(other, '0 of 3')).toBeVisible();
  await other.context().setOffline(false);
  await expect(figure(other, '1 of 3')).toBeVisible();
  await expect(other.getByText('Connection lost.')).toHaveCount(0);
  await other.context().close();
});

test('by the keyboard alone: called to order, somebody brought in, their times corrected', async ({
  page,
  installation,
  signIn,
}) => {
  const id = await startingMeeting(installation, 'Keyed session');
  await signIn(installation.admin);
  await page.goto(`/meetings/${id}/room`);
  await page.getByRole('button', { name: 'Call to order' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('In session since')).toBeVisible();
  // The item that was chosen keeps the focus, and pressed again it stays.
  const second = page.getByRole('navigation', { name: 'Agenda' }).getByRole('button', { name: /^2/ });
  await second.focus();
  await page.keyboard.press('Enter');
  await expect(second).toHaveAttribute('aria-current', 'step');
  // What is removed under the focus gives it away a little later.
  await page.waitForTimeout(300);
  await expect(second).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Item 2' })).toBeVisible();
  await expect(second).toHaveAttribute('aria-current', 'step');
  await page.getByRole('button', { name: 'Check in Ingrid Solberg' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'In person' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(figure(page, '1 of 3')).toBeVisible();
  const row = page.getByRole('row', { name: /Ingrid Solberg/ });
  await expect(row.getByText('Remote')).toBeVisible();
  await checkRows(page);
  await page.getByRole('button', { name: 'Edit times of Ingrid Solberg' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: /now, remote/ })).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Times of Ingrid Solberg', exact: true });
  // It is focused itself, without a frame round its corners.
  await expect(dialog).toBeFocused();
  await expect(dialog).toHaveCSS('outline-style', 'none');
  await dialog.getByRole('button', { name: 'Was not here' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(figure(page, '0 of 3')).toBeVisible();
  await page.getByRole('button', { name: 'Edit times of Ingrid Solberg' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Add times' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Note apologies' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(row.getByText('Apologies')).toBeVisible();
  await page.getByRole('button', { name: 'Guests' }).focus();
  await page.keyboard.press('Enter');
  const guests = page.getByRole('dialog', { name: 'Guests' });
  await guests.getByRole('textbox', { name: 'Name' }).fill('Gus Guest');
  await page.keyboard.press('Enter');
  await expect(guests.getByRole('listitem')).toContainText('Gus Guest');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('complementary', { name: 'The room' })).toContainText('1 guest');
});

/** The table of presences: what one can do stands in one line, and nothing is cut off, once the page has taken its new width. */
async function checkRows(page: Page): Promise<void> {
  const table = page.getByRole('region', { name: 'Who is here' });
  const measure = () =>
    table.evaluate((region) => {
      const middle = (button: Element): number => {
        const { top, bottom } = button.getBoundingClientRect();
        return Math.round((top + bottom) / 2);
      };
      const linesOf = (cell: Element): number => new Set([...cell.querySelectorAll('button')].map(middle)).size;
      return {
        isCut: region.scrollWidth > region.clientWidth,
        lines: [...region.querySelectorAll('tbody td:last-child')].map(linesOf),
      };
    });
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    // What stood before the change would do as well.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await expect.poll(measure, { message: `at ${width}` }).toEqual({ isCut: false, lines: [1, 1, 1] });
  }
}

test('who is named chair gets the tools, and what another has named meanwhile stays', async ({
  page,
  browser,
  installation,
  signIn,
}) => {
  const id = await startingMeeting(installation, 'Handed over');
  const { url } = installation.server;
  const [chair, second] = [await newPage(browser, url), await newPage(browser, url)];
  await signIn(installation.admin);
  await signIn(installation.admin, second);
  await signIn(ingrid, chair);
  for (const each of [page, second, chair]) await each.goto(`/meetings/${id}/room`);
  await expect(chair.getByText('Not called to order yet')).toBeVisible();
  await expect(chair.getByRole('button', { name: 'Call to order' })).toHaveCount(0);
  const open = async (at: Page) => {
    await at.getByRole('button', { name: 'Chair and secretary' }).click();
    return at.getByRole('dialog', { name: 'Chair and secretary' });
  };
  const choose = async (at: Page, label: string, name: string) => {
    const dialog = await open(at);
    await dialog.getByRole('button', { name: label }).click();
    await at.getByRole('option', { name }).click();
    return dialog;
  };
  const late = await choose(page, 'Secretary', 'Oskar Lund');
  const early = await choose(second, 'Chair', 'Ingrid Solberg');
  await early.getByRole('button', { name: 'Save' }).click();
  await expect(chair.getByRole('button', { name: 'Call to order' })).toBeVisible();
  await late.getByRole('button', { name: 'Save' }).click();
  await expect(late).toHaveCount(0);
  for (const each of [page, chair]) {
    await expect(each.getByRole('row', { name: /Ingrid Solberg/ }).getByText('Chair')).toBeVisible();
    await expect(each.getByRole('row', { name: /Oskar Lund/ }).getByText('Secretary')).toBeVisible();
  }
  for (const each of [chair, second]) await each.context().close();
});

test('an answer that comes late takes back nothing that is newer', async ({
  page,
  browser,
  installation,
  signIn,
  expectConsoleError,
}) => {
  // A read of the room that begins after its route is cut.
  expectConsoleError(/net::ERR_FAILED/);
  const id = await startingMeeting(installation, 'Slow answer');
  const other = await newPage(browser, installation.server.url);
  await signIn(installation.admin);
  await signIn(ingrid, other);
  for (const each of [page, other]) await each.goto(`/meetings/${id}/room`);
  await expect(figure(page, '0 of 3')).toBeVisible();
  const { promise: isNewer, resolve: letPass } = Promise.withResolvers<void>();
  await page.route('**/presence', async (route) => {
    const response = await route.fetch();
    await isNewer;
    await route.fulfill({ response });
  });
  const answered = page.waitForResponse('**/presence');
  await page.getByRole('button', { name: 'Check in, in person' }).click();
  await other.getByRole('button', { name: 'Check in, remote' }).click();
  await expect(figure(page, '2 of 3')).toBeVisible();
  // What the line brings is fetched again besides; here the answer alone counts.
  await page.route('**/room', (route) => route.abort());
  letPass();
  await (await answered).finished();
  await page.waitForTimeout(500);
  await expect(figure(page, '2 of 3')).toBeVisible();
  await other.context().close();
});

test('who left and came back: either time is corrected, and another one is added', async ({
  page,
  installation,
  signIn,
}) => {
  const id = await startingMeeting(installation, 'Comings and goings');
  await signIn(installation.admin);
  await page.goto(`/meetings/${id}/room`);
  const row = page.getByRole('row', { name: /Ingrid Solberg/ });
  const checkIn = async (way: string) => {
    await page.getByRole('button', { name: 'Check in Ingrid Solberg' }).click();
    await page.getByRole('menuitem', { name: way }).click();
    await expect(row.getByText(way)).toBeVisible();
  };
  await checkIn('In person');
  await page.getByRole('button', { name: 'Check out Ingrid Solberg' }).click();
  await checkIn('Remote');
  const edit = page.getByRole('button', { name: 'Edit times of Ingrid Solberg' });
  await edit.click();
  await expect(page.getByRole('menuitem')).toHaveText([/in person$/, /now, remote$/, 'Add times']);
  await page.getByRole('menuitem', { name: /in person$/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Times of Ingrid Solberg', exact: true });
  await dialog.getByRole('button', { name: /Here/ }).click();
  await page.getByRole('option', { name: 'Remote' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await edit.click();
  await expect(page.getByRole('menuitem')).toHaveText([/[AP]M, remote$/, /now, remote$/, 'Add times']);
  await page.getByRole('menuitem', { name: 'Add times' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('This field is required.')).toHaveCount(1);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
});

test('times that somebody else has corrected meanwhile: theirs are shown, and replaced by saving once more', async ({
  page,
  installation,
  signIn,
}) => {
  const id = await startingMeeting(installation, 'Two at once');
  const { client } = installation.admin;
  await signIn(installation.admin);
  await page.goto(`/meetings/${id}/room`);
  const row = page.getByRole('row', { name: /Ingrid Solberg/ });
  await page.getByRole('button', { name: 'Check in Ingrid Solberg' }).click();
  await page.getByRole('menuitem', { name: 'In person' }).click();
  await expect(row.getByText('In person')).toBeVisible();
  const change = async (body: object) => {
    const [presence] = (await client.call('GET', `/ajax/meetings/${id}/room`)).json.data.room.presences;
    await client.call('PATCH', `/ajax/presences/${presence.id}`, { revision: presence.revision, ...body });
  };
  await page.getByRole('button', { name: 'Edit times of Ingrid Solberg' }).click();
  await page.getByRole('menuitem', { name: /now, in person/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Times of Ingrid Solberg', exact: true });
  await change({ mode: 'remote' });
  await expect(row.getByText('Remote')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Save again to put yours in place of theirs:')).toBeVisible();
  await expect(dialog.getByText(/now, remote$/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row.getByText('In person')).toBeVisible();

  await page.route('**/ajax/presences/*', async (route) => {
    await change({ mode: 'remote' });
    await route.continue();
  });
  await page.getByRole('button', { name: 'Check out Ingrid Solberg' }).click();
  await expect(page.getByText('Somebody else has changed this meanwhile. These are the times now.')).toBeVisible();
  await expect(row.getByText('Remote')).toBeVisible();
  await page.unroute('**/ajax/presences/*');
  await page.getByRole('button', { name: 'Check out Ingrid Solberg' }).click();
  await expect(row.getByText('Left')).toBeVisible();
});
