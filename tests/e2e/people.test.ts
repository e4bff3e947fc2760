import type { Page } from '@playwright/test';
import type { Signed } from '#tests/support/installation.ts';
import { boardTitle } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { checkOpen, checkScreen, expectNoSidewaysScroll, setTextSize } from '#tests/support/screen-check.ts';

/** The directory, the person over a page, and what admins do to members. */

let member: Signed;
let other: Signed;
test.beforeAll(async ({ installation }) => {
  member = await installation.join('Zoe', 'Avila');
  await installation.sql(`update users set first_name = 'Zoë', last_name = 'Ávila' where email = $1`, [member.email]);
  other = await installation.join('Tomas', 'Berg');
  await installation.invite('Pia', 'Ende');
  await installation.sql(
    `with made as (insert into groups (board_id, name) select id, 'Finance' from boards where shortname = 'harbour' returning id, board_id)
     insert into group_members (board_id, group_id, member_id)
     select made.board_id, made.id, members.id from made join members on members.board_id = made.board_id
     join users on users.id = members.user_id where users.email = $1`,
    [member.email],
  );
});

const cards = (page: Page) => page.getByRole('list', { name: 'People' }).getByRole('link');
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const slugOf = (who: Signed) => `${who.first_name}-${who.last_name}`.toLowerCase();

test('S3.3 the directory is searched as one types, narrowed to a group, and shown as a list; Back undoes it', async ({
  page,
  signIn,
  installation,
}) => {
  await signIn(installation.admin);
  await page.goto('/people');
  await expect(cards(page)).toHaveCount(4);
  await checkScreen(page, `People | ${boardTitle} | Dais`);
  await expect(cards(page).first()).toContainText('Zoë Ávila');
  const field = page.getByRole('searchbox', { name: 'Find by name' });
  await field.focus();
  await page.keyboard.type('avi');
  await expect(cards(page)).toHaveCount(1);
  await expect(page).toHaveURL(/\/people\?find=avi$/);
  await field.fill('nobody');
  await expect(page.getByRole('heading', { name: 'Nobody is called “nobody”' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all members' }).click();
  await expect(cards(page)).toHaveCount(4);
  await page.getByRole('button', { name: /Group/ }).click();
  await page.getByRole('option', { name: 'Finance' }).click();
  await expect(cards(page)).toHaveCount(1);
  await page.getByRole('button', { name: /Status/ }).click();
  await page.getByRole('option', { name: 'Invited' }).click();
  await expect(page.getByRole('heading', { name: 'Nobody here' })).toBeVisible();
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
  await expect(page.getByRole('table', { name: 'People' })).toBeVisible();
  await checkScreen(page, `People | ${boardTitle} | Dais`);
});

test('S2.12 a person opens over /people: an address of their own, Back, Escape, the close button, and a reload', async ({
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
  await expect(page).toHaveURL(/\/people\?find=ber$/);
  await card.click();
  await page.keyboard.press('Escape');
  await expect(dialog(page, 'Tomas Berg')).toHaveCount(0);
  await expect(page).toHaveURL(/\/people\?find=ber$/);
  await expect(page).toHaveTitle(`People | ${boardTitle} | Dais`);
  await card.click();
  await page.reload();
  await expect(dialog(page, 'Tomas Berg')).toBeVisible();
  await expect(page).toHaveURL(/\/people\/tomas-berg$/);
  await dialog(page, 'Tomas Berg').getByRole('button', { name: 'Close' }).click();
  await expect(dialog(page, 'Tomas Berg')).toHaveCount(0);
  await expect(page).toHaveURL(/\/people$/);
  await expect(cards(page)).toHaveCount(4);
});

test('S2.12 a person opens over the dashboard, which stays; a reload shows them over /people', async ({
  page,
  signIn,
}) => {
  await signIn(member);
  await page.goto('/home');
  await page.getByRole('link', { name: 'Tomas Berg' }).click();
  await expect(dialog(page, 'Tomas Berg')).toBeVisible();
  await expect(page).toHaveURL(/\/people\/tomas-berg$/);
  await page.mouse.click(5, 5);
  await expect(dialog(page, 'Tomas Berg')).toHaveCount(0);
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await page.goForward();
  await expect(dialog(page, 'Tomas Berg')).toBeVisible();
  await page.reload();
  await expect(dialog(page, 'Tomas Berg')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
});

test('an address that names nobody is not found', async ({ page, signIn }) => {
  await signIn(member);
  await page.goto('/people/nobody-at-all');
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('in the list no word is broken, at any width; on a phone there are names with positions below', async ({
  page,
  signIn,
  installation,
}) => {
  await signIn(installation.admin);
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
});

test('the last admin cannot step down; another can be made first, and both pages follow at once', async ({
  page,
  signIn,
  installation,
  browser,
}) => {
  const { admin } = installation;
  await signIn(admin);
  await page.goto(`/people/${slugOf(admin)}`);
  const own = dialog(page, 'Elena Kowalczyk');
  await own.getByRole('button', { name: 'Manage' }).click();
  const stepDown = page.getByRole('menuitem', { name: 'Remove as board admin' });
  await expect(stepDown).toHaveAttribute('aria-disabled', 'true');
  await expect(stepDown).toContainText('A board always keeps at least one board admin.');
  await page.keyboard.press('Escape');

  const context = await browser.newContext();
  const second = await context.newPage();
  await signIn(other, second);
  await second.goto('/home');
  await expect(second.getByRole('button', { name: 'Admin', exact: true })).toHaveCount(0);
  await page.goto(`/people/${slugOf(other)}`);
  await dialog(page, 'Tomas Berg').getByRole('button', { name: 'Manage' }).click();
  await page.getByRole('menuitem', { name: 'Make board admin' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make board admin' }).click();
  await expect(page.getByText('Tomas Berg is a board admin now.')).toBeVisible();
  await expect(second.getByRole('button', { name: 'Admin', exact: true })).toBeVisible();
  await dialog(page, 'Tomas Berg').getByRole('button', { name: 'Manage' }).click();
  await page.getByRole('menuitem', { name: 'Remove as board admin' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove as board admin' }).click();
  await expect(second.getByRole('button', { name: 'Admin', exact: true })).toHaveCount(0);
  await context.close();
});

test('M8 a password asked for over a person leads back to them, at their own address', async ({
  page,
  signIn,
  installation,
  expectConsoleError,
}) => {
  expectConsoleError(/status of 423/);
  await signIn(installation.admin);
  // No act on a person asks for it yet; whichever does shall find the page as it was.
  await page.route(
    '**/ajax/people/*/admin',
    (route) => route.fulfill({ status: 423, json: { status: 'error', msg: '', step: 'confirm-password' } }),
    { times: 1 },
  );
  await page.goto('/people');
  await cards(page).filter({ hasText: 'Tomas Berg' }).click();
  const own = `/people/${slugOf(other)}`;
  await expect(page).toHaveURL(own);
  await dialog(page, 'Tomas Berg').getByRole('button', { name: 'Manage' }).click();
  await page.getByRole('menuitem', { name: 'Make board admin' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make board admin' }).click();
  const asks = dialog(page, 'Confirm Your Password to Proceed');
  await expect(asks).toBeVisible();
  await expect(page).toHaveURL(`/user/confirm-password?next=${encodeURIComponent(own)}`);
  await asks.getByRole('button', { name: 'Cancel' }).click();
  await expect(asks).toBeHidden();
  await expect(page).toHaveURL(own);
  await dialog(page, 'Tomas Berg').getByRole('button', { name: 'Close' }).click();
  await expect(page).toHaveURL('/people');
  await expect(dialog(page, 'Tomas Berg')).toBeHidden();
});

test('S2.18 whoever has no right finds nothing under /admin', async ({ page, signIn }) => {
  await signIn(member);
  for (const path of ['/admin/groups', '/admin/setup', '/admin/reports', '/admin/profile', '/admin/site/boards']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  }
});

test('groups are set in the modal, and show in the directory', async ({ page, signIn, installation }) => {
  await signIn(installation.admin);
  await page.goto(`/people/${slugOf(other)}`);
  await dialog(page, 'Tomas Berg').getByRole('button', { name: 'Manage' }).click();
  await page.getByRole('menuitem', { name: 'Set groups' }).click();
  const groups = dialog(page, 'Groups of Tomas Berg');
  await groups.getByRole('checkbox', { name: 'Finance' }).press('Space');
  await groups.getByRole('button', { name: 'Save' }).click();
  await expect(groups).toHaveCount(0);
  await expect(dialog(page, 'Tomas Berg').getByText('Finance').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /Group/ }).click();
  await page.getByRole('option', { name: 'Finance' }).click();
  await expect(cards(page)).toHaveCount(2);
});

test('making somebody inactive bites in their other browser at once; made active, they are back', async ({
  page,
  signIn,
  installation,
  browser,
}) => {
  const leaving = await installation.join('Ines', 'Moreau');
  const context = await browser.newContext();
  const theirs = await context.newPage();
  await signIn(leaving, theirs);
  await theirs.goto('/meetings');
  await expect(theirs.getByRole('heading', { level: 1, name: 'Meetings' })).toBeVisible();
  await signIn(installation.admin);
  await page.goto(`/people/${slugOf(leaving)}`);
  await dialog(page, 'Ines Moreau').getByRole('button', { name: 'Manage' }).click();
  await page.getByRole('menuitem', { name: 'Make inactive' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make inactive' }).click();
  await expect(dialog(page, 'Ines Moreau').getByText('Inactive', { exact: true })).toBeVisible();
  await expect(theirs).toHaveURL(/\/no-board$/);
  await dialog(page, 'Ines Moreau').getByRole('button', { name: 'Manage' }).click();
  await page.getByRole('menuitem', { name: 'Make active again' }).click();
  await expect(page.getByText('Ines Moreau is active again.')).toBeVisible();
  await theirs.goto('/home');
  await expect(theirs.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await context.close();
});

test('a pending person is removed, and is in no list any more', async ({ page, signIn, installation }) => {
  await installation.invite('Quinn', 'Late');
  await signIn(installation.admin);
  await page.goto('/people?status=invited');
  await cards(page).filter({ hasText: 'Quinn Late' }).click();
  await dialog(page, 'Quinn Late').getByRole('button', { name: 'Manage' }).click();
  await page.getByRole('menuitem', { name: 'Remove from the board' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Quinn Late is removed from the board.')).toBeVisible();
  await expect(dialog(page, 'Quinn Late')).toHaveCount(0);
  await expect(cards(page).filter({ hasText: 'Quinn Late' })).toHaveCount(0);
});

test('S1.1 one user on two boards in two tabs: each keeps its own, and switching one leaves the other', async ({
  page,
  signIn,
  installation,
  context,
}) => {
  await installation.board('Quay Choir', 'quay-choir');
  await signIn(await installation.signInAgain(installation.admin));
  await page.goto('/people');
  await expect(cards(page).filter({ hasText: 'Zoë Ávila' })).toBeVisible();
  const second = await context.newPage();
  await second.goto('/home?board=quay-choir');
  await expect(second).toHaveTitle('Dashboard | Quay Choir | Dais');
  await second.goto('/people');
  await expect(second.getByRole('heading', { name: 'Only you so far' })).toBeVisible();
  await cards(page).filter({ hasText: 'Zoë Ávila' }).click();
  await expect(dialog(page, 'Zoë Ávila')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /switch board/ }).click();
  await page.getByRole('menuitem', { name: 'Quay Choir' }).click();
  await expect(page).toHaveTitle('Dashboard | Quay Choir | Dais');
  await second.getByRole('button', { name: /switch board/ }).click();
  await second.getByRole('menuitem', { name: boardTitle }).click();
  await expect(second).toHaveTitle(`Dashboard | ${boardTitle} | Dais`);
  await page.getByRole('link', { name: 'Meetings' }).first().click();
  await expect(page).toHaveTitle('Meetings | Quay Choir | Dais');
});

test.describe('on a board that hides people', () => {
  const hide = (hidden: boolean) => `update boards set people_hidden = ${hidden} where shortname = 'harbour'`;
  test.beforeEach(({ installation }) => installation.sql(hide(true)).then(() => undefined));
  test.afterEach(({ installation }) => installation.sql(hide(false)).then(() => undefined));

  test('S2.31 S6.10 a member finds no directory and no person; an admin finds both', async ({
    page,
    signIn,
    installation,
  }) => {
    await signIn(member);
    for (const path of ['/people', '/people/tomas-berg', '/people?view=list']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
    }
    await page.goto('/home');
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    await expect(page.getByText('Tomas Berg')).toHaveCount(0);
    await signIn(installation.admin);
    await page.goto('/people/tomas-berg');
    await expect(dialog(page, 'Tomas Berg')).toBeVisible();
  });
});

test('interests are declared, worded anew, ended and confirmed by keyboard; on a phone the register fits', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(member);
  await page.goto('/people');
  await page.getByRole('link', { name: 'Interests' }).press('Enter');
  const region = (name: string) => page.getByRole('region', { name, exact: true });
  await expect(region('Yours').getByText('No interests declared.')).toBeVisible();
  await checkScreen(page, `Interests | ${boardTitle} | Dais`);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'I have nothing to declare' }).press('Enter');
  await expect(page.getByText(/Last confirmed on .+, asked again by /)).toBeVisible();
  await page.getByRole('button', { name: 'Add', exact: true }).press('Enter');
  const adding = dialog(page, 'Declare an interest');
  await adding.getByRole('textbox', { name: 'Organisation' }).fill('Quay Bank');
  await adding.getByRole('textbox', { name: 'Nature' }).fill('Holds 200 shares');
  await adding.getByRole('textbox', { name: 'Since' }).fill('long ago');
  await page.keyboard.press('Enter');
  await expect(adding.getByText('Enter a year, or a month and a year: 2009 or 4/2024.')).toBeVisible();
  await adding.getByRole('textbox', { name: 'Since' }).fill('4/2019');
  await page.keyboard.press('Enter');
  const own = page.getByRole('table', { name: 'Your interests' });
  await expect(own.getByRole('row').nth(1)).toContainText('4/2019');
  await expect(adding).toBeHidden();
  const act = async (name: string) => {
    await page.getByRole('button', { name: 'Actions for Quay Bank' }).press('Enter');
    await page.getByRole('menuitem', { name }).press('Enter');
  };
  await act('Edit');
  const editing = dialog(page, 'Edit interest');
  await editing.getByRole('textbox', { name: 'Nature' }).fill('Director');
  await page.keyboard.press('Enter');
  await expect(own).toContainText('Director');
  await expect(editing).toBeHidden();
  await act('End');
  const ending = dialog(page, 'End Quay Bank');
  await ending.getByRole('textbox', { name: 'Until' }).fill('2024');
  await page.keyboard.press('Enter');
  await expect(own).toContainText('2024');
  await expect(ending).toBeHidden();
  await expect(own.getByRole('row').nth(1)).toHaveText(/^Quay BankDirectorSince 4\/2019, until 2024/);
  const hidden = () =>
    page.getByRole('region', { name: 'Your interests' }).evaluate((table) => table.scrollWidth - table.clientWidth);
  for (const size of [16, 32]) {
    await setTextSize(page, size);
    await expect.poll(hidden).toBe(0);
    await expectNoSidewaysScroll(page, 390);
    await expect(page.getByRole('button', { name: 'Actions for Quay Bank' })).toBeInViewport({ ratio: 1 });
  }
  await setTextSize(page, 16);
  await act('History');
  const history = dialog(page, 'Wordings of this interest');
  await expect(history.getByRole('listitem')).toHaveCount(3);
  await checkOpen(page);
  await page.keyboard.press('Escape');
  await expect(history).toBeHidden();
  await checkScreen(page, `Interests | ${boardTitle} | Dais`);
  await expect(region('No interests declared').getByText('Zoë Ávila')).toBeVisible();
});
