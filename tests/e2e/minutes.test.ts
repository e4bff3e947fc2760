import type { Browser, Page } from '@playwright/test';
import type { Installation, Signed } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { checkScreen, checkWidths } from '#tests/support/screen-check.ts';

/**
 * Minutes of a meeting as three people meet them, each in a browser of their own: the chair, who is an editor; the secretary;
 * a director on a phone.
 */

let ruth: Signed;
let oskar: Signed;
test.beforeAll(async ({ installation }) => {
  ruth = await installation.join('Ruth', 'Okafor');
  oskar = await installation.join('Oskar', 'Lund');
  await installation.sql('update deciding_settings set confirmed_at = now(), seconder = false');
  await installation.sql('update bodies set chair_id = $1, secretary_id = $2', [
    await idOf(installation, installation.admin),
    await idOf(installation, ruth),
  ]);
});

const boardTitle = 'Harbour Street Housing Trust';
const title = (page: string): string => `${page} | ${boardTitle} | Dais`;

async function newPage(browser: Browser, baseURL: string, width = 1280): Promise<Page> {
  return (await browser.newContext({ baseURL, viewport: { width, height: 844 } })).newPage();
}

interface People {
  readonly chair: Page;
  readonly secretary: Page;
  readonly director: Page;
}

async function idOf(installation: Installation, { first_name: name }: Signed): Promise<string> {
  const [row] = await installation.sql('select id from members where first_name = $1', [name]);
  return String(row?.id);
}

async function checkInto(page: Page, id: string): Promise<void> {
  await page.goto(`/meetings/${id}/room`);
  await expect(async () => {
    const checkIn = page.getByRole('button', { name: 'Check in, in person' });
    if (await checkIn.isVisible()) await checkIn.click();
    await expect(page.getByText('You are here, in person')).toBeVisible({ timeout: 3_000 });
  }).toPass();
}

const ballot = (page: Page) => page.getByRole('region', { name: 'Your ballot' });

async function castFor(page: Page, named = false): Promise<void> {
  await ballot(page).getByRole('button', { name: 'For', exact: true }).click();
  await expect(ballot(page).getByText('Your ballot is in.')).toBeVisible();
  if (named) await ballot(page).getByText('Name my vote in the minutes').click();
}

async function choose(page: Page, select: ReturnType<Page['getByRole']>, name: string): Promise<void> {
  await select.click();
  await page.getByRole('option', { name }).click();
}

async function openVote(desk: Page): Promise<void> {
  await desk.getByRole('button', { name: 'Open vote' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Open vote' });
  await choose(desk, dialog.getByRole('button', { name: /Way/ }), 'By name');
  await dialog.getByRole('button', { name: 'Open vote' }).click();
  await expect(dialog).toHaveCount(0);
}

async function closeVote(desk: Page): Promise<void> {
  await desk.getByRole('button', { name: 'Close vote' }).click();
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Close vote' }).click();
  await expect(desk.getByRole('heading', { name: 'Carried' })).toBeVisible();
}

/** From check-in to adjournment, with a motion that is carried. */
async function hold({ chair, secretary, director }: People, id: string): Promise<void> {
  for (const page of [chair, secretary, director]) await checkInto(page, id);
  await chair.getByRole('button', { name: 'Call to order' }).click();
  await secretary
    .getByRole('navigation', { name: 'Agenda' })
    .getByRole('button', { name: /Wharf Road/ })
    .click();
  await secretary.getByRole('button', { name: 'New motion' }).click();
  const dialog = secretary.getByRole('dialog', { name: 'New motion' });
  await dialog.getByLabel('Motion').fill('That the land at Wharf Road be bought.');
  await choose(secretary, dialog.getByRole('button', { name: /Moved by/ }), 'Elena Kowalczyk');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await openVote(secretary);
  await castFor(director, true);
  await castFor(chair);
  await castFor(secretary);
  await closeVote(secretary);
  await chair.getByRole('button', { name: 'Adjourn' }).click();
  await chair.getByRole('alertdialog').getByRole('button', { name: 'Adjourn' }).click();
  await expect(chair.getByText(/^Adjourned at/)).toBeVisible();
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const status = (page: Page, words: string) => page.getByRole('banner').getByRole('status').filter({ hasText: words });
const saved = (page: Page) => expect(status(page, 'Saved')).toBeVisible({ timeout: 60_000 });

/** Into the editor of a section, by the keyboard. */
async function write(page: Page, name: string, words: string): Promise<void> {
  const field = section(page, name).getByRole('textbox', { name: /^Notes on / });
  if ((await field.count()) === 0) {
    // Typed on at once: nothing of it is lost.
    await section(page, name)
      .getByRole('button', { name: /^(Write notes|Edit notes) on/ })
      .press('Enter');
  } else {
    await field.focus();
    await page.keyboard.press('ControlOrMeta+End');
  }
  await page.keyboard.type(words);
}

/** On a phone, of five. Each press moves the focus to the title of what it shows; the next one would lose it on its way. */
async function toLastSection(page: Page): Promise<void> {
  for (let nth = 2; nth <= 5; nth += 1) {
    await page.getByRole('button', { name: 'Section after' }).press('Enter');
    await expect(page.getByText(`${nth} of 5`)).toBeVisible();
    await expect(page.getByRole('heading', { level: 2 }).and(page.locator(':focus'))).toBeVisible();
  }
}

test('minutes grow from the record, are written by two, circulated, commented, and approved with their PDF', async ({
  page: chair,
  browser,
  installation,
  signIn,
  expectConsoleError,
}) => {
  test.setTimeout(360_000);
  expectConsoleError(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  const { url } = installation.server;
  const people: People = {
    chair,
    secretary: await newPage(browser, url),
    director: await newPage(browser, url, 390),
  };
  const { secretary, director } = people;
  await signIn(installation.admin);
  await signIn(ruth, secretary);
  await signIn(oskar, director);
  const soon = { items: ['Wharf Road'], inDays: 10 / (24 * 60) };
  const { id } = await installation.meeting({ ...soon, title: 'Autumn meeting' });
  const { id: nextId } = await installation.meeting({ ...soon, title: 'Winter meeting', inDays: 12 / (24 * 60) });
  await hold(people, id);

  // The record is there; the director sees no draft.
  await secretary.getByRole('link', { name: 'Minutes' }).click();
  await expect(secretary).toHaveURL(`/meetings/${id}/minutes`);
  const item = section(secretary, 'Wharf Road');
  await expect(item.getByText('That the land at Wharf Road be bought.')).toBeVisible();
  await expect(item.getByText(/^Carried, \d{4}-001\.$/)).toBeVisible();
  await expect(item.getByText(/Named: Oskar Lund, for/)).toBeVisible();
  await expect(section(secretary, 'Present and quorum').getByText(/Elena Kowalczyk \(chair/)).toBeVisible();
  await director.goto(`/meetings/${id}/minutes`);
  await expect(director.getByText('No minutes yet.')).toBeVisible();
  await checkScreen(director, title('Minutes, Autumn meeting'));
  await director.setViewportSize({ width: 390, height: 844 });

  // Only the notes are written, by the keyboard, and save themselves.
  await write(secretary, 'Wharf Road', 'The price was asked about.');
  await expect(status(secretary, 'Saving…')).toBeVisible();
  await saved(secretary);
  await chair.goto(`/meetings/${id}/minutes`);
  await expect(section(chair, 'Wharf Road').getByText('The price was asked about.')).toBeVisible();
  await expect(section(chair, 'Wharf Road').getByText('Ruth Okafor is writing here')).toBeVisible();
  await checkScreen(secretary, title('Minutes, Autumn meeting'));
  await secretary.setViewportSize({ width: 1280, height: 844 });

  // Without the network the text waits on the device, also when the page is left.
  await chair.context().setOffline(true);
  await write(chair, 'Wharf Road', ' The chair thanked the staff.');
  await expect(status(chair, 'Not saved')).toBeVisible();
  await expect(chair.getByText('What you write waits on this device', { exact: false })).toBeVisible();
  // Meanwhile the secretary writes on: two texts, of which none is lost.
  await write(secretary, 'Wharf Road', ' A survey follows.');
  await saved(secretary);
  await chair.context().setOffline(false);
  const conflict = chair.getByRole('region', { name: /^Two texts of item/ });
  await expect(conflict.getByText('The price was asked about. The chair thanked the staff.')).toBeVisible();
  await expect(conflict.getByText('The price was asked about. A survey follows.')).toBeVisible();
  await checkWidths(chair);
  await chair.setViewportSize({ width: 1280, height: 844 });
  await conflict.getByRole('button', { name: 'Put both together' }).press('Enter');
  await conflict.getByRole('button', { name: 'Save this text' }).press('Enter');
  await saved(chair);
  const both = section(secretary, 'Wharf Road');
  await expect(both.getByText('The chair thanked the staff.', { exact: false })).toBeVisible();
  await expect(both.getByText('A survey follows.', { exact: false })).toBeVisible();

  // What waits when the page is left is sent from another page.
  await chair.route('**/ajax/minutes-sections/*', (route) => route.abort());
  await write(chair, 'Action items', 'None were open.');
  await expect(status(chair, 'Not saved')).toBeVisible();
  await chair.goto('/home');
  await chair.unroute('**/ajax/minutes-sections/*');
  await chair.goto('/meetings');
  await expect(section(secretary, 'Action items').getByText('None were open.')).toBeVisible();

  // On a phone the tools are in place of the bar of the pages, not above it.
  await secretary.setViewportSize({ width: 390, height: 844 });
  const tools = await secretary.getByRole('toolbar', { name: 'Text style' }).locator('..').boundingBox();
  const bar = await secretary.getByRole('navigation', { name: 'Main screens' }).boundingBox();
  expect(tools?.y).toBeLessThanOrEqual(bar?.y ?? 0);
  await secretary.setViewportSize({ width: 1280, height: 844 });

  // Circulated: the director comments on the phone, the secretary takes it over, and the change shows.
  await secretary.getByRole('button', { name: 'Circulate' }).click();
  const dialog = secretary.getByRole('dialog', { name: 'Circulate the minutes' });
  await dialog.getByRole('button', { name: 'Circulate' }).press('Enter');
  await expect(secretary.getByText('Circulated, version 1').first()).toBeVisible();
  await expect(secretary.getByText('They are approved in Winter meeting', { exact: false })).toBeVisible();
  await director.reload();
  await toLastSection(director);
  await expect(section(director, 'Wharf Road').getByText('A survey follows.', { exact: false })).toBeVisible();
  await expect(section(director, 'Action items')).toBeHidden();
  // By the number of the agenda, which its comments say, too.
  await expect(director.getByText('Item 4', { exact: true }).filter({ visible: true })).toBeVisible();
  await section(director, 'Wharf Road').getByRole('button', { name: 'Comment' }).press('Enter');
  await expect(director.getByText('Item 4', { exact: true }).filter({ visible: true })).toBeVisible();
  await director.getByLabel('Comment on item 4').fill('The survey is due in March.');
  await director.getByRole('button', { name: 'Comment', exact: true }).press('Enter');
  await expect(director.getByText('The survey is due in March.')).toBeVisible();
  await checkScreen(director, title('Minutes, Autumn meeting'));
  await director.setViewportSize({ width: 390, height: 844 });
  await secretary
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('button', { name: /Wharf Road/ })
    .press('Enter');
  // At the top of the page, however far down it was.
  await secretary.setViewportSize({ width: 1280, height: 300 });
  for (const name of ['Present and quorum', 'Wharf Road']) {
    await secretary.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name }).press('Enter');
    const heading = section(secretary, name).getByRole('heading', { name });
    await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(110);
  }
  // Beside its section, wherever that is on the page.
  for (const width of [820, 1440]) {
    await secretary.setViewportSize({ width, height: 700 });
    await section(secretary, 'Wharf Road').getByRole('button', { name: 'Comment' }).click();
    const field = secretary.getByLabel('Comment on item 4');
    await expect(field).toBeFocused();
    await expect(section(secretary, 'Wharf Road').getByRole('button', { name: 'Comment' })).toBeInViewport();
    await expect(secretary.getByText('The survey is due in March.')).toBeInViewport();
  }
  await secretary.setViewportSize({ width: 1280, height: 844 });
  await secretary.getByRole('button', { name: 'Take over the comment of Oskar Lund' }).press('Enter');
  await expect(secretary.getByText('Taken over by Ruth Okafor.')).toBeVisible();
  await write(secretary, 'Wharf Road', ' It is due in March.');
  await saved(secretary);
  await director.reload();
  await toLastSection(director);
  await expect(section(director, 'Wharf Road').locator('ins')).toContainText('It is due in March.');
  // Nothing lies half under the top bar.
  await secretary.evaluate(() => window.scrollTo(0, 0));
  await checkScreen(secretary, title('Minutes, Autumn meeting'));
  await secretary.setViewportSize({ width: 1280, height: 844 });

  // Approved by the motion that stands in the next meeting.
  for (const page of [chair, secretary, director]) await checkInto(page, nextId);
  await chair.getByRole('button', { name: 'Call to order' }).click();
  await secretary
    .getByRole('navigation', { name: 'Agenda' })
    .getByRole('button', { name: /Minutes of/ })
    .click();
  const put = director.getByRole('region', { name: /^Item \d+$/ });
  await expect(put.getByRole('link', { name: 'Minutes of Autumn meeting' })).toHaveAttribute(
    'href',
    `/meetings/${id}/minutes`,
  );
  await expect(put.getByRole('link', { name: 'PDF' })).toHaveAttribute('href', /\/minutes\/pdf\?board=/);
  const { json } = await ruth.client.call('GET', `/ajax/meetings/${nextId}/motions`);
  const [motion] = json.data.motions;
  const moved = { revision: motion.revision, mover_id: await idOf(installation, oskar) };
  await ruth.client.call('PATCH', `/ajax/motions/${motion.id}`, moved);
  await expect(secretary.getByText('Moved by Oskar Lund', { exact: false })).toBeVisible();
  await openVote(secretary);
  await director.goto(`/meetings/${id}/minutes`);
  await expect(director.getByText('These minutes are being voted on and cannot be changed now.')).toBeVisible();
  await director.goto(`/meetings/${nextId}/room`);
  for (const page of [director, chair]) await castFor(page);
  await closeVote(secretary);

  // Final, with their PDF.
  await director.goto(`/meetings/${id}/minutes`);
  await expect(director.getByRole('heading', { level: 1, name: 'Minutes of Autumn meeting' })).toBeVisible();
  await expect(director.getByText('These minutes are final')).toBeVisible();
  await expect(director.getByText(/Approved by resolution \d{4}-002 of Winter meeting/)).toBeVisible();
  await checkScreen(director, title('Minutes, Autumn meeting'));
  const link = director.getByRole('link', { name: 'Minutes, PDF' });
  await expect(link).toBeVisible({ timeout: 30_000 });
  const pdf = await director.request.get((await link.getAttribute('href')) ?? '');
  expect([pdf.headers()['content-type'], (await pdf.body()).subarray(0, 5).toString()]).toEqual([
    'application/pdf',
    '%PDF-',
  ]);
  await chair.goto(`/meetings/${id}/minutes`);
  await chair.getByRole('button', { name: 'Add addendum' }).press('Enter');
  await chair.getByRole('dialog').getByLabel('Text').fill('The survey came in March.');
  await chair.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
  await expect(chair.getByRole('region', { name: 'Addendum 1' })).toContainText('The survey came in March.');
  // Nor is a change offered elsewhere of who was there.
  await chair.goto(`/meetings/${id}`);
  await expect(chair.getByText('The meeting is adjourned.')).toBeVisible();
  await expect(chair.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
  await expect(chair.getByRole('button', { name: 'Take attendance' })).toHaveCount(0);
  await Promise.all([secretary, director].map((page) => page.context().close()));
});

test('minutes are begun later by the desk, and by nobody else', async ({ page, browser, installation, signIn }) => {
  const { id } = await installation.meeting({ title: 'Held elsewhere', inDays: -1 });
  const { url } = installation.server;
  const director = await newPage(browser, url);
  await signIn(installation.admin);
  await signIn(oskar, director);
  await director.goto(`/meetings/${id}/minutes`);
  await expect(director.getByText('No minutes yet.')).toBeVisible();
  await expect(director.getByRole('button', { name: 'Start' })).toHaveCount(0);
  await page.goto(`/meetings/${id}/minutes`);
  await page.getByRole('button', { name: 'Start' }).click();
  await expect(page.getByText('Draft', { exact: true }).first()).toBeVisible();
  // Of one that is read-only, too, and for who may start them alone.
  const closed = await installation.meeting({ title: 'Held long ago', inDays: -20 });
  await director.goto(`/meetings/${closed.id}`);
  await expect(director.getByText(/^This meeting became read-only/)).toBeVisible();
  await page.goto(`/meetings/${closed.id}`);
  await page.getByRole('link', { name: 'Minutes', exact: true }).click();
  await expect(page.getByText('No minutes yet.')).toBeVisible();
  await expect(director.getByRole('link', { name: 'Minutes', exact: true })).toHaveCount(0);
  await page.goto('/meetings/00000000-0000-4000-8000-000000000000/minutes');
  await expect(page.getByText(/nothing here|not found|could not be found/i).first()).toBeVisible();
  await director.context().close();
});
