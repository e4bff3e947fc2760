import type { Page } from '@playwright/test';
import { type Installation, type MadeMeeting, type Signed, titled } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { pdfPaper } from '#tests/support/papers.ts';
import { checkFocusIsSeen, checkReading } from '#tests/support/reader-check.ts';
import {
  checkLook,
  checkOpen,
  checkScreen,
  checkWidths,
  expectNoSidewaysScroll,
  expectNothingCutOff,
  expectWordsWhole,
  setTextSize,
  styleTextSize,
} from '#tests/support/screen-check.ts';

test('the main screens are accessible in both themes', { tag: '@everyday' }, async ({ page, installation, signIn }) => {
  const { id } = await installation.meeting({ title: 'Summer Board Meeting' });
  await signIn(installation.admin);
  await page.goto('/home');
  for (const [path, heading] of [
    ['/home', 'Dashboard'],
    ['/meetings', 'Meetings'],
    [`/meetings/${id}`, 'Summer Board Meeting'],
    ['/announcements', 'Announcements'],
    ['/library', 'Library'],
    ['/people', 'People'],
  ] as const) {
    await navigate(page, path);
    await expect(page.locator('h1')).toHaveText([heading]);
    await checkOpen(page);
  }
});

type Role = 'member' | 'group admin' | 'board admin' | 'site admin';
const everybody: readonly Role[] = ['member', 'group admin', 'board admin', 'site admin'];
const editors: readonly Role[] = ['group admin', 'board admin'];
const boardAdmins: readonly Role[] = ['board admin'];
const siteAdmins: readonly Role[] = ['site admin'];

/** Users who have none of the `roles` see the not-found page. */
type Route = readonly [path: string, heading: string, roles: readonly Role[], more?: More];
interface More {
  readonly title?: string;
  readonly shows?: (page: Page) => Promise<void>;
}

let people: Readonly<Record<Role, Signed>>;
let made: Awaited<ReturnType<typeof fill>>;

const shows = (role: 'link' | 'button' | 'dialog' | 'heading', name: string | RegExp) => ({
  shows: (page: Page) => expect(page.getByRole(role, { name }).first()).toBeVisible(),
});
const says = (text: string | RegExp) => ({ shows: (page: Page) => expect(page.getByText(text)).toBeVisible() });

const november = 'November Board Meeting';
const searchFor = '/search?itemType=everything&searchString=november';
const at = (): string => `/meetings/${made.meeting.id}`;

const routesOf = (who: Signed): readonly Route[] => [
  ['/home', 'Dashboard', everybody, shows('link', november)],
  ['/meetings', 'Meetings', everybody, shows('heading', 'Archive')],
  ['/meetings/create', 'New meeting', editors, { title: 'New Meeting' }],
  [at(), november, everybody, shows('link', /Finance report.* PDF/)],
  [`${at()}/room`, november, everybody, { title: `Room, ${november}`, ...says(/^The room opens /) }],
  [`${at()}/minutes`, 'Minutes', everybody, { title: `Minutes, ${november}`, ...says('No minutes yet.') }],
  [`/meetings/edit/${made.meeting.id}`, 'Reschedule meeting', boardAdmins, { title: 'Reschedule Meeting' }],
  [`/meetings/edit/${made.ofGroup}`, 'Reschedule meeting', editors, { title: 'Reschedule Meeting' }],
  ['/announcements', 'Announcements', everybody],
  ['/announcements/create', 'New announcement', editors, { title: 'New Announcement' }],
  [`/announcements/${made.announcement}`, 'Announcements', everybody, { title: 'Site visit' }],
  [`/announcements/edit/${made.announcement}`, 'Edit announcement', boardAdmins, { title: 'Edit Announcement' }],
  ['/people', 'People', everybody],
  ['/people/interests', 'Interests', everybody],
  ['/waiting', 'Waiting for you', everybody],
  ['/people/create', 'New Person', boardAdmins],
  ['/people/create/several', 'New Person', boardAdmins],
  ['/people/invitations', 'Pending invitations', boardAdmins],
  ['/people/tomas-berg', 'People', everybody, { title: 'Tomas Berg', ...shows('dialog', 'Tomas Berg') }],
  [
    '/people/edit/tomas-berg',
    'Edit profile',
    ['member', 'board admin'],
    { title: who === people.member ? 'Edit profile' : 'Edit profile, Tomas Berg' },
  ],
  [`/people/edit/${slugOf(who)}?profileSetup=1`, 'Invitation Profile Setup', everybody],
  ['/library', 'Library', everybody],
  [`/library/section/${made.category}`, 'Bylaws', everybody],
  ['/actions', 'Actions', everybody, shows('button', 'Ask three firms')],
  ['/resolutions', 'Resolutions', everybody],
  ['/resolutions/create', 'New written resolution', editors],
  ['/search', 'Search', everybody],
  [searchFor, '1 result for “november”', everybody, { title: 'Search for november' }],
  ['/admin/groups', 'Groups', editors],
  [`/admin/groups/edit/${made.group}`, 'Edit group', editors, { title: 'Edit Group' }],
  ['/admin/groups/create', 'New group', boardAdmins, { title: 'New Group' }],
  ['/admin/profile', 'Profile Fields', boardAdmins],
  ['/admin/setup', 'Setup', boardAdmins],
  ['/admin/reports', 'Reports', boardAdmins],
  ['/admin/site/boards', 'Boards', siteAdmins],
  ['/admin/site/users', 'Users', siteAdmins],
  ['/user/confirm-password', 'Confirm Your Password to Proceed', everybody],
  ['/user/passkey', 'Sign in without a password next time', everybody],
];

const phone = { width: 390, height: 664 } as const;
const mainScreens: ReadonlySet<string> = new Set(['/home', '/meetings', '/announcements', '/library', '/people']);

test.describe('each screen opens only for users with the required role', () => {
  test.beforeAll(async ({ installation }) => {
    people = {
      member: await installation.join('Tomas', 'Berg'),
      'group admin': await installation.join('Grete', 'Olsen'),
      'board admin': await installation.join('Amara', 'Nwosu'),
      'site admin': await installation.join('Sven', 'Holt'),
    };
    made = await fill(installation);
  });
  test.beforeEach(() => test.setTimeout(300_000));

  for (const role of everybody) {
    test(`a ${role} can open only the screens of that role`, async ({ page, signIn }) => {
      const who = people[role];
      await signIn(who);
      await page.goto('/home');
      for (const route of routesOf(who)) await test.step(route[0], () => visit(page, route, role));
    });
  }

  test('without a session, only public screens open, and the others redirect to the login page', async ({
    page,
    server,
  }) => {
    for (const [path] of routesOf(people.member)) {
      const { status, headers } = await fetch(`${server.url}${path}`, { redirect: 'manual' });
      expect([status, headers.get('location')], path).toEqual([302, `/login?next=${encodeURIComponent(path)}`]);
    }
    for (const [path, heading] of [
      ['/terms', 'Terms of use'],
      ['/privacy', 'Privacy policy'],
      ['/forgot-password', 'Forgot password'],
    ] as const) {
      await page.goto(path);
      await expect(page.locator('h1')).toHaveText([heading]);
      await checkScreen(page, `${heading} | Dais`);
    }
    await page.goto('/admin/setup');
    await expect(page).toHaveURL(/\/login\?next=/);
    await expect(page.locator('h1')).toHaveText(['Dais Login']);
    await checkScreen(page, 'Login | Dais');
    for (const [path, title, heading] of [
      [`/meeting/${made.meetingUid}`, 'November Board Meeting', 'November Board Meeting'],
      [`/announcement/${made.announcementUid}`, 'Site visit', 'Site visit'],
      [`/action/${made.actionUid}`, 'Ask three firms', 'Ask three firms'],
      ['/two-factor-challenge', '2-Factor Authentication', '2-Factor Authentication'],
      ['/help', 'Help', 'Help'],
      ['/help/directors', 'For directors', 'For directors'],
    ] as const) {
      await navigate(page, path);
      await expectScreen(page, title, heading);
      await checkLook(page);
      await expect(page.getByRole('button', { name: /your menu/ })).toHaveCount(0);
      await expect(page.getByRole('combobox', { name: 'Search' })).toHaveCount(0);
    }
    await page.goto('/meeting/m-babcdefghijklmnopqrstuvwxyz234567');
    await expect(page.getByRole('heading', { level: 1, name: 'This link does not work' })).toBeVisible();
    await checkScreen(page, 'This link does not work | Dais');
    await page.goto(`/attendance/${made.meetingUid}/p`);
    await expect(page.getByRole('button', { name: 'Confirm: Going in-person' })).toBeVisible();
    await checkScreen(page, titled('Your reply: November Board Meeting'));
    await page.getByRole('button', { name: 'Confirm: Going in-person' }).click();
    await expect(page.getByText('Thank you, Tomas. Your reply has been recorded.')).toBeVisible();
    await checkScreen(page, titled('Your reply: November Board Meeting'));
    await page.goto(`/addtocalendar/${made.meetingUid}`);
    await page.getByRole('button', { name: 'Add this meeting' }).click();
    await expect(page.getByText('You need to select a calendar type first.')).toBeVisible();
    await checkScreen(page, titled('Add to calendar: November Board Meeting'));
  });
});

async function visit(
  page: Page,
  [path, heading, roles, { title, shows: wait } = {}]: Route,
  role: Role,
): Promise<void> {
  const isRefused = !roles.includes(role);
  const expected = isRefused ? 'Page not found' : (title ?? heading);
  // The next screen may have the same title as the current one, so another screen is opened in between.
  if ((await page.title()) === titled(expected)) {
    await navigate(page, '/account');
    await expectScreen(page, 'My Account', 'My Account & Profile');
  }
  const before = new URL(page.url()).pathname;
  await navigate(page, path);
  await expectScreen(page, expected, isRefused ? 'Page not found' : heading);
  if (isRefused) return;
  await wait?.(page);
  // An open dialog has the focus, so the reading checks below would fail.
  if (await page.getByRole('dialog').isVisible()) return checkWidths(page);
  if (role === 'member' || role === 'board admin') {
    await checkReading(page, { heading, isNewPage: new URL(page.url()).pathname !== before });
  }
  // The remaining checks run only for board admins, who see more of each screen than the other roles.
  if (role !== 'board admin') return checkWidths(page);
  await checkLook(page);
  // The width of 1280 pixels at 400 % zoom (WCAG 2.2, 1.4.10).
  await page.setViewportSize({ width: 320, height: 664 });
  await expectNoSidewaysScroll(page, 320);
  await page.setViewportSize(phone);
  await checkFocusIsSeen(page);
  await setTextSize(page, 32);
  await checkLargeText(page, path, [1280, phone.width]);
  await setTextSize(page, 16);
  if (mainScreens.has(path) || path === `/meetings/${made.meeting.id}`) {
    await styleTextSize(page, 200);
    await checkLargeText(page, path, [390, 820, 1180], (width) => expectWordsWhole(page, `${path} at ${width}`));
    await styleTextSize(page, 100);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

async function checkLargeText(
  page: Page,
  path: string,
  widths: readonly number[],
  check: (width: number) => Promise<void> = async () => undefined,
): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page, width);
    await expectNothingCutOff(page, `${path} at ${width}`);
    await check(width);
    if (width < 1280 && !path.startsWith('/user/')) await expectFrameFits(page);
  }
}

function findMisplaced(links: readonly Element[]): readonly string[] {
  let before = { right: 0, bottom: 0 };
  return links.flatMap((link) => {
    const range = document.createRange();
    range.selectNodeContents(link);
    const { left, right, top, bottom } = range.getBoundingClientRect();
    const isApart = (left >= before.right || top >= before.bottom) && right <= innerWidth && bottom <= innerHeight;
    before = { right, bottom };
    return isApart ? [] : [`${link.textContent}: ${left} to ${right}`];
  });
}

async function expectFrameFits(page: Page): Promise<void> {
  const tabs = page.getByRole('navigation', { name: 'Main screens' }).getByRole('link');
  await expect(tabs).toHaveCount(4);
  // Viewport-relative lengths are updated one frame after a resize.
  await expect.poll(() => tabs.evaluateAll(findMisplaced)).toEqual([]);
  const bar = page.locator('header').filter({ has: page.getByRole('button', { name: 'Menu', exact: true }) });
  const { height, position } = await bar.evaluate((element) => ({
    height: element.getBoundingClientRect().height,
    position: getComputedStyle(element).position,
  }));
  if (position === 'sticky') expect(height).toBeLessThanOrEqual(130);
}

function navigate(page: Page, path: string): Promise<void> {
  return page.evaluate((to) => history.pushState({}, '', to), path);
}

async function expectScreen(page: Page, title: string, heading: string): Promise<void> {
  // Finds the heading by its tag, because an open dialog hides the heading from assistive technology.
  await expect(page.locator('h1')).toHaveText([heading]);
  await expect(page).toHaveTitle(titled(title));
}

const slugOf = (who: Signed): string => `${who.first_name}-${who.last_name}`.toLowerCase();

async function fill(installation: Installation) {
  const { sql, call } = installation;
  const boardAdmin = await installation.memberId(people['board admin']);
  await sql('update members set is_board_admin = true where id = $1', [boardAdmin]);
  await sql('update users set is_site_admin = true where email = $1', [people['site admin'].email]);
  const members = [{ member_id: await installation.memberId(people['group admin']), is_group_admin: true }];
  const { group } = await call('POST', '/ajax/groups', { name: 'Finance Committee', description: '', members });
  await installation.meeting({ title: 'Spring Board Meeting', inDays: -200, type: 'in-person' });
  await installation.meeting({ title: 'Budget Retreat', inDays: 40, type: 'remote', location: '' });
  await installation.draft({ title: 'January Board Meeting', inDays: 70 });
  const meeting = await installation.meeting({ title: 'November Board Meeting' });
  await installation.paper(meeting, { name: 'Finance report.pdf', bytes: await pdfPaper(5) }, 1);
  const start = Date.now() + 20 * 86_400_000;
  const times = { start: new Date(start).toISOString(), end: new Date(start + 3_600_000).toISOString() };
  const words = { title: 'Committee evening', location: '', join_url: '', description: '', agenda_items: [] };
  const audience = { whole_board: false, group_ids: [group.id], member_ids: [] };
  const given = { type: 'remote', ...words, ...times, audience };
  const { meeting: evening } = await call('POST', '/ajax/meetings', given);
  await call('POST', `/ajax/meetings/${evening.id}/publish`, {});
  const announcement = await installation.announcement('Site visit');
  const due_on = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10);
  const owner_id = await installation.memberId(people.member);
  const task = { title: 'Ask three firms', notes: '', owner_id, due_on, meeting_id: meeting.id };
  await call('POST', '/ajax/action-items', task);
  const uidOf = (title: string) => installation.magicUid(people.member.email, title);
  return {
    meeting,
    ofGroup: evening.id as string,
    announcement: announcement.id,
    category: await installation.category('Bylaws'),
    group: group.id,
    meetingUid: await uidOf('November Board Meeting'),
    actionUid: await uidOf('Ask three firms'),
    announcementUid: await uidOf('Site visit'),
  };
}

test.describe('screens in less common states have no accessibility violations', () => {
  test.beforeEach(() => test.setTimeout(120_000));

  test('the set-up page has no accessibility violations, whether its link has been used or is still valid', async ({
    page,
  }) => {
    await page.goto('/setup?token=spent');
    await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
    await checkScreen(page, 'Set up | Dais');
    await page.route('**/ajax/setup?*', (route) =>
      route.fulfill({ json: { status: 'success', data: { is_open: true } } }),
    );
    await page.goto('/setup?token=open');
    await page.getByRole('button', { name: 'Create board' }).click();
    await expect(page.getByText('This field is required.').first()).toBeVisible();
    await checkScreen(page, 'Set up | Dais');
  });

  test('the invitation page, two setup pages, the account pages and the site admin’s mail and job pages have no accessibility violations', async ({
    page,
    installation,
    signIn,
  }) => {
    await page.goto(await installation.invite('Noemi', 'Vidal'));
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Noemi!' })).toBeVisible();
    await checkScreen(page, titled('Invitation'));
    await signIn(installation.admin);
    for (const [path, title, shown] of [
      ['/admin/setup?view=deciding', 'Setup', 'Start from'],
      ['/admin/setup?view=log', 'Setup', /^Everything/],
      ['/admin/site/mail', 'Mail', 'Send a test message'],
      ['/admin/site/health', 'Jobs', 'Previews of office files'],
      ['/account', 'My Account', 'Save'],
      ['/account?view=security', 'My Account', 'Change password'],
    ] as const) {
      await page.goto(path);
      const part = page.getByRole('button', { name: shown }).or(page.getByText(shown));
      await expect(part.first()).toBeVisible();
      await checkScreen(page, titled(title));
    }
  });

  test('the not-found page has no accessibility violations', async ({ page, installation, signIn }) => {
    await signIn(installation.admin);
    for (const path of ['/nowhere', '/meetings/00000000-0000-4000-8000-000000000000']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
      await checkScreen(page, titled('Page not found'));
    }
  });

  test('the pages for editing and publishing a meeting have no accessibility violations', async ({
    page,
    installation,
    signIn,
  }) => {
    const published = await installation.meeting({ title: 'Autumn Board Meeting' });
    const draft = await installation.draft({ title: 'June Board Meeting', inDays: 70 });
    await installation.paper(draft, { name: 'Notes.txt', bytes: Buffer.from('Notes of the treasurer.') });
    await signIn(installation.admin);
    await page.goto(`/meetings/${published.id}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Edit meeting' })).toBeVisible();
    await checkScreen(page, titled('Autumn Board Meeting'));
    await page.goto(`/meetings/${draft.id}`);
    await expect(page.getByText('This is a draft that')).toBeVisible();
    await checkScreen(page, titled('June Board Meeting'));
    await page.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByRole('dialog').getByText(/^\d+ members?$/)).toBeVisible();
    await checkScreen(page, titled('June Board Meeting'));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.getByRole('button', { name: 'Edit' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Edit draft' })).toBeVisible();
    await checkScreen(page, titled('June Board Meeting'));
    await page.getByRole('button', { name: 'Move Welcome' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Move Welcome down' })).toBeVisible();
    await checkOpen(page);
  });

  test('the viewer is accessible when maximized, minimized and on a phone', async ({ page, installation, signIn }) => {
    const meeting: MadeMeeting = await installation.meeting({ title: 'Winter Board Meeting' });
    const paper = await installation.paper(meeting, { name: 'Accounts.pdf', bytes: await pdfPaper(5) });
    const title = titled('Accounts.pdf');
    await signIn(installation.admin);
    await page.goto(`/meetings/${meeting.id}?document=${paper}`);
    await expect(page.getByRole('dialog').getByText('of 5', { exact: true })).toBeVisible({ timeout: 20_000 });
    await checkScreen(page, title);
    await page.getByRole('button', { name: 'Pages' }).click();
    await checkOpen(page);
    await page.getByRole('button', { name: 'Pages' }).click();
    await page.getByRole('button', { name: 'Maximize' }).click();
    await expect(page.getByRole('button', { name: 'Reset View' })).toBeVisible();
    await checkScreen(page, title);
    await page.getByRole('button', { name: 'Minimize' }).click();
    await expect(page.getByRole('region', { name: 'Minimized document' })).toBeVisible();
    await checkScreen(page, titled('Winter Board Meeting'));
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Annotate' }).click();
    await expect(page.getByRole('toolbar', { name: 'Annotate' })).toBeVisible();
    await checkOpen(page);
  });

  test('the pages of an empty board and of a suspended board have no accessibility violations', async ({
    page,
    installation,
    signIn,
  }) => {
    const board_id = await installation.board('Sailing Club', 'sailing');
    const sailor = await installation.signInAgain(installation.admin);
    await installation.call('POST', '/ajax/session/board', { board_id }, sailor);
    await signIn(sailor);
    await page.goto('/');
    await expect(page).toHaveURL(/\/home$/);
    await expect(page.getByRole('heading', { name: 'No meetings yet' })).toBeVisible();
    await checkScreen(page, titled('Dashboard', 'Sailing Club'));
    await page.goto('/meetings');
    await expect(page.getByRole('heading', { name: 'No meetings yet' })).toBeVisible();
    await checkScreen(page, titled('Meetings', 'Sailing Club'));
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused();
    await checkOpen(page);
    await installation.sql('update boards set suspended_at = now() where id = $1', [board_id]);
    await page.goto('/meetings');
    await expect(page).toHaveURL(/\/suspended/);
    await expect(page.getByRole('heading', { name: 'This board is suspended' })).toBeVisible();
    await checkScreen(page, titled('Suspended', 'Sailing Club'));
  });
});
