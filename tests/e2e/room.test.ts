import type { Page } from '@playwright/test';
import type { Signed } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { ballot, closeVoteOn, openVoteOn, putMotion, startingMeeting } from '#tests/support/live-room.ts';
import { boxOf } from '#tests/support/page-acts.ts';

let ingrid: Signed;
test.beforeAll(async ({ installation }) => {
  ingrid = await installation.join('Ingrid', 'Solberg');
  await installation.join('Oskar', 'Lund');
  await installation.sql('update deciding_settings set confirmed_at = now(), seconder = false');
});
test.beforeEach(({ installation, signIn }) => signIn(installation.admin));

const figure = (page: Page, text: string) => page.getByText(text, { exact: true });

test('board members check in, reach a quorum, carry a motion and adjourn', { tag: '@everyday' }, async ({
  page: desk,
  installation,
  openAs,
}) => {
  const meeting = await startingMeeting(installation, 'Short session');
  const phone = await openAs(ingrid, 390);
  await desk.goto(`/meetings/${meeting.id}`);
  const entry = desk.getByRole('link', { name: 'Enter the room' });
  const question = desk.getByText(/will you attend\?/i);
  expect((await entry.boundingBox())?.y).toBeLessThan((await question.boundingBox())?.y ?? 0);
  await entry.click();
  await phone.goto(`/meetings/${meeting.id}/room`);
  await phone.getByRole('button', { name: 'Check in remotely' }).click();
  await expect(phone.getByText('You are attending remotely', { exact: true })).toBeVisible();
  await expect(figure(desk, '1 of 3')).toBeVisible();
  await desk.getByRole('button', { name: 'Check in in person' }).click();
  for (const each of [desk, phone]) await expect(figure(each, '2 of 3')).toBeVisible();
  await desk.getByRole('button', { name: 'Call to order' }).click();
  await desk.getByRole('button', { name: 'Next: item 1' }).click();
  await expect(phone.getByRole('region', { name: 'Item 1' })).toBeVisible();
  await putMotion(installation, meeting, { text: 'That the quay be repaired.', mover: ingrid });
  await openVoteOn(desk, 'By name');
  const item = await boxOf(phone.getByRole('region', { name: 'Item 1' }));
  expect(item.y, 'the item comes first on a phone').toBeLessThan(200);
  expect((await boxOf(ballot(phone))).height, 'the ballot leaves most of a phone').toBeLessThan(844 / 2);
  for (const each of [desk, phone]) {
    await ballot(each).getByRole('button', { name: 'For', exact: true }).click();
    await expect(ballot(each).getByText('Your ballot was received.')).toBeVisible();
  }
  await closeVoteOn(desk);
  await expect(phone.getByRole('heading', { name: 'Carried' })).toBeInViewport();
  await desk.getByRole('button', { name: 'Adjourn' }).click();
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Adjourn' }).click();
  for (const each of [desk, phone]) await expect(each.getByText('Adjourned at')).toBeVisible();
});

test('a board admin can call a meeting to order, check in members and correct times by keyboard', async ({
  page,
  installation,
}) => {
  const { id } = await startingMeeting(installation, 'Keyed session');
  await page.goto(`/meetings/${id}/room`);
  await page.getByRole('button', { name: 'Call to order' }).press('Enter');
  await expect(page.getByText('In session since')).toBeVisible();
  const second = page.getByRole('navigation', { name: 'Agenda' }).getByRole('button', { name: /^2/ });
  for (let presses = 0; presses < 2; presses += 1) {
    await second.press('Enter');
    await expect(second).toHaveAttribute('aria-current', 'step');
    await expect(page.getByRole('region', { name: 'Item 2' })).toBeVisible();
    await expect(second).toBeFocused();
  }
  await page.getByRole('button', { name: 'Check in Ingrid Solberg' }).press('Enter');
  await expect(page.getByRole('menuitem', { name: 'In person' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(figure(page, '1 of 3')).toBeVisible();
  const row = page.getByRole('row', { name: /Ingrid Solberg/ });
  await expect(row.getByText('Remote')).toBeVisible();
  await checkRows(page);
  const edit = page.getByRole('button', { name: 'Edit times for Ingrid Solberg' });
  await edit.press('Enter');
  await expect(page.getByRole('menuitem', { name: /now, remote/ })).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Times for Ingrid Solberg', exact: true });
  await expect(dialog).toBeFocused();
  await expect(dialog).toHaveCSS('outline-style', 'none');
  await dialog.getByRole('button', { name: 'Did not attend' }).press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(figure(page, '0 of 3')).toBeVisible();
  await page.getByRole('button', { name: 'Guests' }).press('Enter');
  const guests = page.getByRole('dialog', { name: 'Guests' });
  await guests.getByRole('textbox', { name: 'Name' }).fill('Gus Guest');
  await page.keyboard.press('Enter');
  await expect(guests.getByRole('listitem')).toContainText('Gus Guest');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('complementary', { name: 'The room' })).toContainText('1 guest');
});

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
        width: innerWidth,
        isCut: region.scrollWidth > region.clientWidth,
        lines: [...region.querySelectorAll('tbody td:last-child')].map(linesOf),
      };
    });
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(measure).toEqual({ width, isCut: false, lines: [1, 1, 1] });
  }
}
