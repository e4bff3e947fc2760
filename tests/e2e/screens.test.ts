import { boardTitle, type MadeMeeting, type Signed } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { pdfPaper } from '#tests/support/papers.ts';
import { checkOpen, checkScreen } from '#tests/support/screen-check.ts';

/**
 * Screens in states of their own, at three widths and in both themes: axe, sideways scroll, title, heading; a console error
 * fails too. As they open, they are looked at in route-walk.test.ts. What one page can show stands in one test: a new page
 * fetches and reads all scripts anew.
 */

let filled: {
  readonly published: MadeMeeting;
  readonly draft: MadeMeeting;
  readonly paper: string;
  readonly member: Signed;
  readonly pendingLink: string;
  readonly knownLink: string;
  readonly uid: string;
};
let emptyBoard: Signed;

const titled = (page: string, board = boardTitle): string => `${page} | ${board} | Dais`;
const emptyTitle = 'Sailing Club';

test.beforeAll(async ({ installation }) => {
  const { admin } = installation;
  const member = await installation.join('Daniel', 'Tremblay');
  const pendingLink = await installation.invite('Aylin', 'Demir');
  const published = await installation.meeting({ title: 'November Board Meeting', inDays: 3 });
  const draft = await installation.draft({ title: 'January Board Meeting', inDays: 70 });
  const paper = await installation.paper(published, { name: 'Finance report.pdf', bytes: await pdfPaper(5) }, 1);
  await installation.paper(draft, { name: 'Notes.txt', bytes: Buffer.from('Notes of the treasurer.') });
  const uid = await installation.magicUid(member.email, 'November Board Meeting');
  const boardId = await installation.board(emptyTitle, 'sailing');
  emptyBoard = await installation.signInAgain(admin);
  await emptyBoard.client.call('POST', '/ajax/session/board', { board_id: boardId });
  const knownLink = await installation.invite('Daniel', 'Tremblay', emptyBoard);
  filled = { published, draft, paper, member, pendingLink, knownLink, uid };
});

test.beforeEach(() => test.setTimeout(120_000));

test('S2.17 S2.24 before one signs in: the sign-in, the set-up, invitations', async ({ page }) => {
  await test.step('the login screen', async () => {
    await page.goto('/login');
    await expect(page.getByRole('heading', { level: 1, name: 'Dais Login' })).toBeVisible();
    await checkScreen(page, 'Login | Dais');
    await page.getByLabel('Email').fill('elena.kowalczyk@harbour.example');
    await page.getByLabel('Password', { exact: true }).fill('not this one');
    await page.getByRole('button', { name: 'Log In' }).click();
    await expect(page.getByText('Invalid credentials.')).toBeVisible();
    await checkOpen(page);
  });
  await test.step('an invitation in both modes, and a spent one', async () => {
    await page.goto(filled.pendingLink);
    await expect(page.getByRole('heading', { name: 'Welcome, Aylin!' })).toBeVisible();
    await checkScreen(page, titled('Invitation'));
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByText('Password must be at least 10 characters long')).toBeVisible();
    await checkOpen(page);
    await page.goto(filled.knownLink);
    await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible();
    await checkScreen(page, titled('Invitation', emptyTitle));
    await page.goto('/inv/00000000-0000-4000-8000-000000000000');
    await expect(page.getByRole('heading', { name: 'This invitation is no longer open' })).toBeVisible();
    await checkScreen(page, 'Invitation | Dais');
  });
  await test.step('the set-up screen, spent and open', async () => {
    await page.goto('/setup?token=spent');
    await expect(page.getByRole('heading', { name: 'This link is no longer open' })).toBeVisible();
    await checkScreen(page, 'Set up | Dais');
    await page.route('**/ajax/setup?*', (route) =>
      route.fulfill({ json: { status: 'success', data: { is_open: true } } }),
    );
    await page.goto('/setup?token=open');
    await expect(page.getByRole('button', { name: 'Create board' })).toBeVisible();
    await page.getByRole('button', { name: 'Create board' }).click();
    await expect(page.getByText('This field is required.').first()).toBeVisible();
    await checkScreen(page, 'Set up | Dais');
  });
});

test('meetings being read, written and published', async ({ page, installation, signIn }) => {
  await signIn(installation.admin);
  await test.step('a published one, being edited', async () => {
    await page.goto(`/meetings/${filled.published.id}`);
    await expect(page.getByRole('heading', { name: 'Attendees' })).toBeVisible();
    await page.getByRole('button', { name: 'Edit' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Edit meeting' })).toBeVisible();
    await checkScreen(page, titled('November Board Meeting'));
  });
  await test.step('a draft: its menu, and the dialogs that delete and publish it', async () => {
    await page.goto(`/meetings/${filled.draft.id}`);
    await expect(page.getByText('This is a draft.')).toBeVisible();
    await checkScreen(page, titled('January Board Meeting'));
    await page.getByRole('button', { name: 'Meeting actions' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await checkOpen(page);
    await page.getByRole('menuitem', { name: 'Delete draft' }).click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await checkOpen(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alertdialog')).toBeHidden();
    await page.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByRole('dialog').getByText(/^\d+ members$/)).toBeVisible();
    await checkScreen(page, titled('January Board Meeting'));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  });
  await test.step('the draft, being edited', async () => {
    await page.getByRole('button', { name: 'Edit' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Edit draft' })).toBeVisible();
    await checkScreen(page, titled('January Board Meeting'));
    await page.getByRole('button', { name: 'Move Welcome' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Move Welcome down' })).toBeVisible();
    await checkOpen(page);
  });
});

test('S2.3 S2.11 forms that are refused, and what is not there', async ({ page, installation, signIn }) => {
  await signIn(installation.admin);
  await page.goto('/meetings/create');
  await page.getByRole('button', { name: 'Add item' }).click();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('This field is required.').first()).toBeVisible();
  await checkScreen(page, titled('New Meeting'));
  await page.goto('/people/create');
  await page.getByRole('button', { name: 'Invite' }).click();
  await expect(page.getByText('This field is required.').first()).toBeVisible();
  await checkScreen(page, titled('New Person'));
  for (const path of ['/nowhere', '/meetings/00000000-0000-4000-8000-000000000000']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    await checkScreen(page, titled('Page not found'));
  }
});

test('S2.1 / leads to the dashboard; the menus of the frame, and the drawer and the search of a phone', async ({
  page,
  installation,
  signIn,
}) => {
  await signIn(installation.admin);
  await page.goto('/');
  await expect(page).toHaveURL(/\/home$/);
  for (const name of [/switch board/, /your menu/, 'New', /^Search in/, /^Show:/]) {
    await page.getByRole('button', { name, exact: typeof name === 'string' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await checkOpen(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
  }
  await page.getByRole('button', { name: /switch board/ }).click();
  await page.getByRole('menuitem', { name: 'Add new board' }).click();
  await expect(page.getByRole('dialog', { name: 'Add new board' })).toBeVisible();
  await checkOpen(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Add new board' })).toBeHidden();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused();
  await checkOpen(page);
  await page.getByRole('button', { name: 'Close search' }).click();
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Board' })).toBeVisible();
  await checkOpen(page);
});

test('the viewer over a meeting: at its own size, with its pages, maximized, minimized, with its tools on a phone', async ({
  page,
  installation,
  signIn,
}) => {
  await signIn(installation.admin);
  await page.goto(`/meetings/${filled.published.id}?document=${filled.paper}`);
  await expect(page.getByRole('dialog').getByText('of 5', { exact: true })).toBeVisible({ timeout: 20_000 });
  await checkScreen(page, titled('November Board Meeting'));
  await page.getByRole('button', { name: 'Pages' }).click();
  await checkOpen(page);
  await page.getByRole('button', { name: 'Pages' }).click();
  await page.getByRole('button', { name: 'Maximize' }).click();
  await expect(page.getByRole('button', { name: 'Reset View' })).toBeVisible();
  await checkScreen(page, titled('November Board Meeting'));
  await page.getByRole('button', { name: 'Minimize' }).click();
  await expect(page.getByRole('region', { name: 'Minimized document' })).toBeVisible();
  await checkScreen(page, titled('November Board Meeting'));
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Annotate' }).click();
  await expect(page.getByRole('toolbar', { name: 'Annotate' })).toBeVisible();
  await checkOpen(page);
});

test('a board on which nothing is yet, and suspended', async ({ page, installation, signIn }) => {
  await signIn(emptyBoard);
  await page.goto('/home');
  await expect(page.getByRole('heading', { name: 'No meetings yet' })).toBeVisible();
  await checkScreen(page, titled('Dashboard', emptyTitle));
  await page.goto('/meetings');
  await expect(page.getByRole('heading', { name: 'No meetings yet' })).toBeVisible();
  await checkScreen(page, titled('Meetings', emptyTitle));
  await installation.sql(`update boards set suspended_at = now() where title = $1`, [emptyTitle]);
  await page.goto('/meetings');
  await expect(page).toHaveURL(/\/suspended/);
  await expect(page.getByRole('heading', { name: 'This board is suspended' })).toBeVisible();
  await checkScreen(page, titled('Suspended', emptyTitle));
});

test('S5.16 what a magic link opens: nothing, the reply before and after, the calendar page', async ({ page }) => {
  await page.goto('/meeting/m-babcdefghijklmnopqrstuvwxyz234567');
  await expect(page.getByRole('heading', { level: 1, name: 'This link opens nothing' })).toBeVisible();
  await checkScreen(page, 'This link opens nothing | Dais');
  await page.goto(`/attendance/${filled.uid}/p`);
  await expect(page.getByRole('button', { name: 'Confirm: Going in-person' })).toBeVisible();
  await checkScreen(page, titled('Your reply: November Board Meeting'));
  await page.getByRole('button', { name: 'Confirm: Going in-person' }).click();
  await expect(page.getByText('Thank you, Daniel. Your reply is recorded.')).toBeVisible();
  await checkScreen(page, titled('Your reply: November Board Meeting'));
  await page.goto(`/addtocalendar/${filled.uid}`);
  await page.getByRole('button', { name: 'Add this meeting' }).click();
  await expect(page.getByText('You need to select a calendar type first.')).toBeVisible();
  await checkScreen(page, titled('Add to calendar: November Board Meeting'));
});
