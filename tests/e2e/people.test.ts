import type { Locator, Page } from '@playwright/test';
import type { Signed } from '#tests/support/installation.ts';
import { boardTitle } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { checkOpen, checkScreen, expectNoSidewaysScroll, setTextSize } from '#tests/support/screen-check.ts';

let member: Signed;
let other: Signed;
test.beforeAll(async ({ installation }) => {
  member = await installation.join('Zoe', 'Avila');
  await installation.sql(`update users set first_name = 'Zoë', last_name = 'Ávila' where email = $1`, [member.email]);
  other = await installation.join('Tomas', 'Berg');
  await installation.invite('Pia', 'Ende');
  const members = [{ member_id: await installation.memberId(member), is_group_admin: false }];
  await installation.call('POST', '/ajax/groups', { name: 'Finance', description: '', members });
});

const cards = (page: Page) => page.getByRole('list', { name: 'People' }).getByRole('link');
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const slugOf = (who: Signed) => `${who.first_name}-${who.last_name}`.toLowerCase();
const manage = async (page: Page, act: string) => {
  await page.getByRole('button', { name: 'Manage' }).click();
  await page.getByRole('menuitem', { name: act }).click();
};

test('the directory can be searched, filtered and sorted', {
  tag: '@everyday',
}, async ({ asAdmin: page }) => {
  await page.goto('/people');
  await expect(cards(page)).toHaveCount(4);
  await expect(cards(page).first()).toContainText('Zoë Ávila');
  const field = page.getByRole('searchbox', { name: 'Find by name' });
  await field.focus();
  await page.keyboard.type('avi');
  await expect(cards(page)).toHaveCount(1);
  await expect(page).toHaveURL(/\/people\?find=avi$/);
  await field.fill('nobody');
  await expect(page.getByRole('heading', { name: 'No member is called “nobody”' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all members' }).click();
  await expect(cards(page)).toHaveCount(4);
  await page.getByRole('button', { name: /Group/ }).click();
  await page.getByRole('option', { name: 'Finance' }).click();
  await expect(cards(page)).toHaveCount(1);
  await page.getByRole('button', { name: /Status/ }).click();
  await page.getByRole('option', { name: 'Invited' }).click();
  await expect(page.getByRole('heading', { name: 'No members found' })).toBeVisible();
  await page.goBack();
  await expect(cards(page)).toHaveCount(1);
  await page.goBack();
  await expect(cards(page)).toHaveCount(4);
  await page.getByRole('radio', { name: 'List' }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByRole('table', { name: 'People' }).getByRole('rowheader')).toHaveCount(4);
  await expect(page).toHaveURL(/\/people\?view=list$/);
  const names = page.getByRole('table', { name: 'People' }).getByRole('rowheader');
  await expect(names.first()).toContainText('Zoë Ávila');
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await expect(names.last()).toContainText('Zoë Ávila');
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending');
  await page.reload();
  await page.getByRole('table', { name: 'People' }).getByRole('link', { name: 'Zoë Ávila' }).click();
  await expect(dialog(page, 'Zoë Ávila')).toBeVisible();
});

test('a person’s dialog can be closed with Back, Escape, the Close button or a click outside', async ({
  page,
  signIn,
}) => {
  await signIn(member);
  await page.goto('/people?find=ber');
  const card = cards(page).filter({ hasText: 'Tomas Berg' });
  await card.focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page, 'Tomas Berg')).toBeVisible();
  await expect(page).toHaveURL(/\/people\/tomas-berg$/);
  await expect(page).toHaveTitle(`Tomas Berg | ${boardTitle} | Dais`);
  await checkOpen(page);
  await expect(dialog(page, 'Tomas Berg').getByRole('link', { name: other.email })).toBeVisible();
  await expect(dialog(page, 'Tomas Berg').getByRole('button', { name: 'Manage' })).toHaveCount(0);
  await page.goBack();
  await expect(dialog(page, 'Tomas Berg')).toHaveCount(0);
  await card.click();
  await page.keyboard.press('Escape');
  await expect(dialog(page, 'Tomas Berg')).toHaveCount(0);
  await expect(page).toHaveURL(/\/people\?find=ber$/);
  await expect(page).toHaveTitle(`People | ${boardTitle} | Dais`);
  await card.click();
  await page.reload();
  await dialog(page, 'Tomas Berg').getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL(/\/people$/);

  await page.goto('/home');
  await page.getByRole('link', { name: 'Tomas Berg' }).click();
  await expect(dialog(page, 'Tomas Berg')).toBeVisible();
  await page.mouse.click(5, 5);
  await expect(dialog(page, 'Tomas Berg')).toHaveCount(0);
  await expect(page).toHaveURL(/\/home$/);
});

test('the directory fits every screen width without breaking words', async ({ asAdmin: page }) => {
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/people?view=list');
    const link = page.getByRole('rowheader').getByRole('link', { name: 'Elena Kowalczyk' });
    const lines = await link.evaluate((name) =>
      [...(name.textContent ?? '').matchAll(/\S+/g)].map((word) => {
        const range = document.createRange();
        const text = name.firstChild as Text;
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        return range.getClientRects().length;
      }),
    );
    expect(lines, `${width} px`).toEqual([1, 1]);
    await expect(page.getByRole('columnheader', { name: 'Groups' })).toBeVisible({ visible: width > 639 });
  }
  await checkScreen(page, `People | ${boardTitle} | Dais`);
  await page.getByRole('radio', { name: 'Cards' }).press('Space');
  await expect(cards(page)).toHaveCount(4);
  await checkScreen(page, `People | ${boardTitle} | Dais`);
});

test('choices in a dialog survive a failed save', async ({ asAdmin: page, expectConsoleError }) => {
  expectConsoleError(/status of 500/);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/people/${slugOf(other)}`);
  await manage(page, 'Set groups');
  const groups = dialog(page, 'Groups for Tomas Berg');
  const finance = groups.getByRole('checkbox', { name: 'Finance' });
  await finance.press('Space');
  await page.route('**/ajax/people/**', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 });
  await groups.getByRole('button', { name: 'Save' }).click();
  const error = page.getByRole('alertdialog', { name: 'Something went wrong. Please refresh and try again.' });
  await expect(error).toBeVisible();
  await expect(page.locator('[data-ui="scrim"]').filter({ visible: true })).toHaveCount(1);
  await error.getByRole('button', { name: 'Dismiss' }).click();
  await expect(finance).toBeChecked();
  await groups.getByRole('button', { name: 'Save' }).click();
  await expect(groups).toHaveCount(0);
  await expect(dialog(page, 'Tomas Berg').getByText('Finance').first()).toBeVisible();
});

test('interests can be declared and ended by keyboard on a narrow screen', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(member);
  await page.goto('/people');
  await page.getByRole('link', { name: 'Interests' }).press('Enter');
  const region = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(region('Yours').getByText('No interests declared.')).toBeVisible();
  await checkScreen(page, `Interests | ${boardTitle} | Dais`);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Add', exact: true }).press('Enter');
  const adding = dialog(page, 'Declare an interest');
  await adding.getByRole('textbox', { name: 'Organisation' }).fill('Quay Bank');
  await adding.getByRole('textbox', { name: 'Nature' }).fill('Holds 200 shares');
  await adding.getByRole('textbox', { name: 'Since' }).fill('4/2019');
  await page.keyboard.press('Enter');
  const own = page.getByRole('table', { name: 'Your interests' });
  await expect(own.getByRole('row').nth(1)).toContainText('4/2019');
  await expect(adding).toBeHidden();
  const act = async (name: string) => {
    await page.getByRole('button', { name: 'Actions for Quay Bank' }).press('Enter');
    await page.getByRole('menuitem', { name }).press('Enter');
  };
  await act('End');
  const ending = dialog(page, 'End Quay Bank');
  await ending.getByRole('textbox', { name: 'Until' }).fill('2024');
  await page.keyboard.press('Enter');
  await expect(own).toContainText('2024');
  await expect(ending).toBeHidden();
  await expect(own.getByRole('row').nth(1)).toHaveText(/^Quay BankHolds 200 sharesSince 4\/2019, until 2024/);
  const hidden = () =>
    page.getByRole('region', { name: 'Your interests' }).evaluate((table) => table.scrollWidth - table.clientWidth);
  for (const size of [16, 32]) {
    await setTextSize(page, size);
    await expect.poll(hidden).toBe(0);
    await expectNoSidewaysScroll(page, 390);
    await expect(page.getByRole('button', { name: 'Actions for Quay Bank' })).toBeInViewport({ ratio: 1 });
  }
  await setTextSize(page, 16);
  await checkScreen(page, `Interests | ${boardTitle} | Dais`);
});

test('names in Latin and Cyrillic letters use the product’s typefaces', async ({ page, signIn, installation }) => {
  const named = await installation.join('Mila', 'Petrov');
  const rename = (first: string, last: string) =>
    installation.sql('update users set first_name = $2, last_name = $3 where email = $1', [named.email, first, last]);
  await signIn(named);
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  for (const [first, last] of [
    ['Zażółć', 'Gęślą'],
    ['Đặng', 'Nguyễn'],
    ['Олена', 'Їжакевич'],
  ] as const) {
    await rename(first, last);
    await page.goto(`/people/${slugOf(named)}`);
    const heading = dialog(page, `${first} ${last}`).getByRole('heading', { name: `${first} ${last}` });
    await expect(heading).toBeVisible();
    const facesOf = async (element: Locator): Promise<readonly string[]> => {
      const { root } = await session.send('DOM.getDocument', { depth: 0 });
      await element.evaluate((each) => each.setAttribute('data-measured', ''));
      const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: '[data-measured]' });
      const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
      await element.evaluate((each) => each.removeAttribute('data-measured'));
      return [...new Set(fonts.map(({ familyName, isCustomFont }) => `${familyName} ${isCustomFont}`))];
    };
    await expect.poll(() => facesOf(heading)).toEqual([expect.stringMatching(/^Source Serif 4.* true$/)]);
    const own = page
      .getByRole('button', { name: /your menu/ })
      .getByText(`${first} ${last}`)
      .first();
    await expect.poll(() => facesOf(own)).toEqual([expect.stringMatching(/^Inter.* true$/)]);
  }
});

test('a double click on the invite button does not dismiss the confirmation', async ({ asAdmin: page }) => {
  await page.goto('/people/create/several');
  const paste = page.getByLabel('One person per line');
  await paste.fill('Owen Clarke <owen.clarke@harbour.example>\nLena Hofmann, lena.hofmann@harbour');
  await page.getByRole('button', { name: 'Invite 1 person' }).dblclick();
  const asking = page.getByRole('alertdialog', { name: 'Invite 1 person?' });
  await expect(asking).toBeVisible();
  await checkOpen(page);
  await asking.getByRole('button', { name: 'Invite 1 person' }).click();
  await expect(page.getByText('1 person was invited.')).toBeVisible();
  await expect(paste).toHaveValue('Lena Hofmann, lena.hofmann@harbour');
});
