import type { Page } from '@playwright/test';
import { boardTitle, type Installation, type Signed } from '#tests/support/installation.ts';
import { expect, test } from '#tests/support/installed-browser.ts';
import { pdfPaper } from '#tests/support/papers.ts';
import { checkFocusIsSeen, checkReading } from '#tests/support/reader-check.ts';
import {
  checkLook,
  checkWidths,
  expectNoSidewaysScroll,
  expectNothingCutOff,
  expectWordsWhole,
  setTextSize,
  styleTextSize,
} from '#tests/support/screen-check.ts';

/**
 * Every route of the table in specification, section 2, as everybody: who gets the screen and who is refused, its title and
 * one heading, nothing that scrolls sideways at any width, nothing in the console. What axe says is asked where no other
 * journey asks it. A page is loaded once for each of them; from there its own router goes on.
 */

type Role = 'member' | 'group admin' | 'board admin' | 'site admin';
const everybody: readonly Role[] = ['member', 'group admin', 'board admin', 'site admin'];
const editors: readonly Role[] = ['group admin', 'board admin'];
const boardAdmins: readonly Role[] = ['board admin'];
const siteAdmins: readonly Role[] = ['site admin'];

interface Route {
  /** Of the specification's line, where one names it. */
  readonly key?: string;
  readonly path: string;
  /** The page's part of the title; by default the heading. */
  readonly title?: string;
  readonly heading: string;
  /** Everybody else finds nothing there. */
  readonly for: readonly Role[];
  /** Something that comes with what the screen is about, after its heading. */
  readonly shows?: (page: Page, role: Role) => Promise<void>;
  /** Axe looks at it here, and at no other place. */
  readonly axe?: true;
}

interface Made {
  readonly meeting: string;
  readonly ofGroup: string;
  readonly announcement: string;
  readonly category: string;
  readonly group: string;
  readonly meetingUid: string;
  readonly actionUid: string;
  readonly announcementUid: string;
}

let people: Readonly<Record<Role, Signed>>;
let made: Made;
test.beforeAll(async ({ installation }) => {
  people = {
    member: await installation.join('Tomas', 'Berg'),
    'group admin': await installation.join('Grete', 'Olsen'),
    'board admin': await installation.join('Amara', 'Nwosu'),
    'site admin': await installation.join('Sven', 'Holt'),
  };
  made = await fill(installation);
});

const routesOf = (who: Signed): readonly Route[] => [
  {
    ...{ key: 'S2.1', path: '/home', heading: 'Dashboard', for: everybody },
    shows: (page) => expect(page.getByRole('link', { name: 'November Board Meeting' }).first()).toBeVisible(),
    axe: true,
  },
  {
    ...{ key: 'S2.2', path: '/meetings', heading: 'Meetings', for: everybody },
    shows: async (page, role) => {
      const lists = ['Upcoming', 'Archive', ...(role === 'board admin' ? ['Drafts'] : [])];
      for (const name of lists) await expect(page.getByRole('heading', { name })).toBeVisible();
    },
    axe: true,
  },
  { key: 'S2.3', path: '/meetings/create', title: 'New Meeting', heading: 'New meeting', for: editors, axe: true },
  {
    ...{ key: 'S2.4', path: `/meetings/${made.meeting}`, heading: 'November Board Meeting', for: everybody },
    shows: (page) => expect(page.getByRole('link', { name: /Finance report.* PDF/ })).toBeVisible(),
    axe: true,
  },
  {
    ...{ key: 'room', path: `/meetings/${made.meeting}/room`, title: 'Room, November Board Meeting' },
    ...{ heading: 'November Board Meeting', for: everybody },
    shows: (page) => expect(page.getByText(/^The room opens /)).toBeVisible(),
  },
  {
    ...{ key: 'minutes', path: `/meetings/${made.meeting}/minutes`, title: 'Minutes, November Board Meeting' },
    ...{ heading: 'Minutes', for: everybody },
    shows: (page) => expect(page.getByText('No minutes yet.')).toBeVisible(),
  },
  {
    ...{
      key: 'S2.6',
      path: `/meetings/edit/${made.meeting}`,
      title: 'Reschedule Meeting',
      heading: 'Reschedule meeting',
    },
    for: boardAdmins,
  },
  {
    ...{
      key: 'S2.6',
      path: `/meetings/edit/${made.ofGroup}`,
      title: 'Reschedule Meeting',
      heading: 'Reschedule meeting',
    },
    for: editors,
  },
  { key: 'S2.8', path: '/announcements', heading: 'Announcements', for: everybody },
  { key: 'S2.8', path: '/announcements/create', title: 'New Announcement', heading: 'New announcement', for: editors },
  {
    ...{ key: 'S2.8', path: `/announcements/${made.announcement}`, title: 'Site visit', heading: 'Announcements' },
    for: everybody,
  },
  {
    ...{ key: 'S2.8', path: `/announcements/edit/${made.announcement}`, title: 'Edit Announcement' },
    ...{ heading: 'Edit announcement', for: boardAdmins },
    axe: true,
  },
  { key: 'S2.10', path: '/people', heading: 'People', for: everybody },
  { path: '/people/interests', heading: 'Interests', for: everybody },
  { path: '/waiting', heading: 'Waiting for you', for: everybody, axe: true },
  { key: 'S2.11', path: '/people/create', heading: 'New Person', for: boardAdmins },
  {
    ...{ key: 'S2.12', path: '/people/tomas-berg', title: 'Tomas Berg', heading: 'People', for: everybody },
    shows: (page) => expect(page.getByRole('dialog', { name: 'Tomas Berg' })).toBeVisible(),
  },
  {
    ...{ key: 'S2.13', path: '/people/edit/tomas-berg', heading: 'Edit profile', for: ['member', 'board admin'] },
    title: who === people.member ? 'Edit profile' : 'Edit profile, Tomas Berg',
  },
  {
    ...{ key: 'S2.13', path: `/people/edit/${slugOf(who)}?profileSetup=1`, heading: 'Invitation Profile Setup' },
    for: everybody,
  },
  { key: 'S2.14', path: '/library', heading: 'Library', for: everybody },
  {
    ...{ key: 'S2.15', path: `/library/section/${made.category}`, heading: 'Bylaws', for: everybody },
    axe: true,
  },
  {
    ...{ key: 'M21', path: '/actions', heading: 'Actions', for: everybody },
    shows: (page) => expect(page.getByRole('button', { name: 'Ask three firms', exact: true })).toBeVisible(),
    axe: true,
  },
  { path: '/resolutions', heading: 'Resolutions', for: everybody, axe: true },
  { path: '/resolutions/create', heading: 'New written resolution', for: editors, axe: true },
  { key: 'S2.16', path: '/search', heading: 'Search', for: everybody, axe: true },
  {
    ...{ key: 'S2.16', path: '/search?itemType=everything&searchString=november', for: everybody },
    ...{ title: 'Search for november', heading: '1 result for “november”' },
  },
  { key: 'S2.18', path: '/admin/groups', heading: 'Groups', for: editors },
  {
    ...{ key: 'S2.18', path: `/admin/groups/edit/${made.group}`, title: 'Edit Group', heading: 'Edit group' },
    ...{ for: editors, axe: true },
  },
  {
    ...{ key: 'S2.18', path: '/admin/groups/create', title: 'New Group', heading: 'New group' },
    ...{ for: boardAdmins, axe: true },
  },
  { key: 'S2.19', path: '/admin/profile', heading: 'Profile Fields', for: boardAdmins },
  { key: 'S2.20', path: '/admin/setup', heading: 'Setup', for: boardAdmins },
  { key: 'S2.21', path: '/admin/reports', heading: 'Reports', for: boardAdmins },
  { key: 'S2.22', path: '/admin/site/boards', heading: 'Boards', for: siteAdmins },
  { key: 'S2.23', path: '/admin/site/users', heading: 'Users', for: siteAdmins },
  { key: 'S2.26', path: '/user/confirm-password', heading: 'Confirm Your Password to Proceed', for: everybody },
  { key: 'S18', path: '/user/passkey', heading: 'Next time without a password', for: everybody },
];

/** On which the bars above and below take the most. */
const phone = { width: 390, height: 664 } as const;

for (const role of everybody) {
  test(`S2.1–S2.26 every route as a ${role}`, async ({ page, signIn }) => {
    test.setTimeout(120_000);
    const who = people[role];
    await signIn(who);
    await page.goto('/home');
    for (const route of routesOf(who)) {
      await test.step([route.key, route.path].join(' '), () => walkTo(page, role, route));
    }
  });
}

async function walkTo(page: Page, role: Role, route: Route): Promise<void> {
  const isRefused = !route.for.includes(role);
  const { heading, title = heading } = isRefused ? { heading: 'Page not found' } : route;
  // What stands there already would pass for what is to come.
  if ((await page.title()) === titled(title)) {
    await goOnTo(page, '/account');
    await expectScreen(page, { title: 'My Account', heading: 'My Account & Profile' });
  }
  const before = new URL(page.url()).pathname;
  await goOnTo(page, route.path);
  await expectScreen(page, { title, heading });
  if (isRefused) return;
  await route.shows?.(page, role);
  // A person stands over the page in a dialog, in which the focus is.
  const isAlone = role === 'board admin' && !(await page.getByRole('dialog').isVisible());
  if (isAlone) await checkReading(page, { heading, isNewPage: new URL(page.url()).pathname !== before });
  // Who may most sees most of a screen.
  if (route.axe && role === 'board admin') await checkLook(page);
  else await checkWidths(page);
  if (!isAlone) return;
  // What is left of 1280 at 400 % (WCAG 2.2, 1.4.10).
  await page.setViewportSize({ width: 320, height: 664 });
  await expectNoSidewaysScroll(page, 320);
  await page.setViewportSize(phone);
  await checkFocusIsSeen(page);
  await page.setViewportSize({ width: 1440, height: 900 });
}

test('M21 text twice as large, as set in the browser: no screen cuts anything off or scrolls sideways, on a desk or a phone', async ({
  page,
  signIn,
}) => {
  const who = people['board admin'];
  await signIn(who);
  await page.goto('/home');
  await setTextSize(page, 32);
  for (const route of routesOf(who).filter((each) => each.for.includes('board admin'))) {
    await test.step(route.path, async () => {
      await goOnTo(page, route.path);
      await expect(page.locator('h1')).toHaveText([route.heading]);
      for (const size of [{ width: 1280, height: 800 }, phone]) {
        await page.setViewportSize(size);
        await expectNoSidewaysScroll(page, size.width);
        await expectNothingCutOff(page, `${route.path} at ${size.width}`);
      }
      // The password is asked for without the frame, and a passkey is offered so.
      if (!route.path.startsWith('/user/')) await expectFrameFits(page);
    });
  }
});

test('M21 text twice as large, by a style of the page: the main screens neither scroll sideways nor break the words of their titles', async ({
  page,
  signIn,
}) => {
  test.setTimeout(60_000);
  await signIn(people['board admin']);
  await page.goto('/home');
  await styleTextSize(page, 200);
  const screens = routesOf(people['board admin']).filter(
    ({ path }) => mainScreens.has(path) || path.includes('?item') || path === `/meetings/${made.meeting}`,
  );
  for (const { path, heading } of [...screens, { path: '/account', heading: 'My Account & Profile' }]) {
    await goOnTo(page, path);
    await expect(page.locator('h1')).toHaveText([heading]);
    for (const width of [390, 820, 1180]) {
      await page.setViewportSize({ width, height: 844 });
      await expectNoSidewaysScroll(page, width);
      await expectNothingCutOff(page, `${path} at ${width}`);
      await expectWordsWhole(page, `${path} at ${width}`);
      await expectFrameFits(page);
    }
  }
});

const mainScreens: ReadonlySet<string> = new Set(['/home', '/meetings', '/announcements', '/library', '/people']);

/** In the page: the labels that reach into the one before them, or out of the window. */
function findMisplaced(links: readonly Element[]): readonly string[] {
  let end = 0;
  return links.flatMap((link) => {
    const range = document.createRange();
    range.selectNodeContents(link);
    const { left, right } = range.getBoundingClientRect();
    const isApart = left >= end && right <= innerWidth;
    end = right;
    return isApart ? [] : [`${link.textContent}: ${left} to ${right}`];
  });
}

/** The labels of the tab bar stand apart, and what stays at the top takes little of the window. */
async function expectFrameFits(page: Page): Promise<void> {
  const tabs = page.getByRole('navigation', { name: 'Main screens' }).getByRole('link');
  await expect(tabs).toHaveCount(4);
  // Polled: what is measured in widths of the window follows it a frame later.
  await expect.poll(() => tabs.evaluateAll(findMisplaced)).toEqual([]);
  const bar = page.locator('header').filter({ has: page.getByRole('button', { name: 'Menu', exact: true }) });
  const { height, position } = await bar.evaluate((element) => ({
    height: element.getBoundingClientRect().height,
    position: getComputedStyle(element).position,
  }));
  // With the buttons of a form it is taller, and scrolls away.
  if (position === 'sticky') expect(height).toBeLessThanOrEqual(130);
}

test('S2.7 S2.8 S2.24 S2.25 every route without signing in: the shared ones open, all others lead to the sign-in and back', async ({
  page,
  server,
}) => {
  for (const { path } of routesOf(people.member)) {
    const { status, headers } = await fetch(`${server.url}${path}`, { redirect: 'manual' });
    expect([status, headers.get('location')], path).toEqual([302, `/login?next=${encodeURIComponent(path)}`]);
  }
  await page.goto('/admin/setup');
  await expect(page).toHaveURL(/\/login\?next=/);
  await expect(page.locator('h1')).toHaveText(['Dais Login']);
  await expect(page).toHaveTitle('Login | Dais');
  for (const [path, title, heading] of [
    [`/meeting/${made.meetingUid}`, 'November Board Meeting', 'November Board Meeting'],
    [`/announcement/${made.announcementUid}`, 'Site visit', 'Site visit'],
    [`/action/${made.actionUid}`, 'Ask three firms', 'Ask three firms'],
    ['/two-factor-challenge', '2-Factor Authentication', '2-Factor Authentication'],
  ] as const) {
    await goOnTo(page, path);
    await expectScreen(page, { title, heading });
    await checkLook(page);
    // A shared link names nobody, and offers no search.
    await expect(page.getByRole('button', { name: /your menu/ })).toHaveCount(0);
    await expect(page.getByRole('combobox', { name: 'Search' })).toHaveCount(0);
  }
});

/** As a link of the page would, without loading it anew. */
const goOnTo = (page: Page, path: string): Promise<void> => page.evaluate((to) => history.pushState({}, '', to), path);

async function expectScreen(
  page: Page,
  { title, heading }: { readonly title: string; readonly heading: string },
): Promise<void> {
  // Also under an open dialog, which hides it from assistive technology.
  await expect(page.locator('h1')).toHaveText([heading]);
  await expect(page).toHaveTitle(titled(title));
}

const titled = (page: string): string => `${page} | ${boardTitle} | Dais`;

const slugOf = (who: Signed): string => `${who.first_name}-${who.last_name}`.toLowerCase();

async function fill(installation: Installation): Promise<Made> {
  const { sql, admin } = installation;
  const call = async (path: string, body: object) => {
    const { json } = await admin.client.call('POST', path, body);
    if (json?.status !== 'success') throw new Error(`${path}: ${JSON.stringify(json)}`);
    return json.data;
  };
  await sql(`update members set is_board_admin = true where user_id = (select id from users where email = $1)`, [
    people['board admin'].email,
  ]);
  await sql(`update users set is_site_admin = true where email = $1`, [people['site admin'].email]);
  const [grete] = await sql(`select m.id from members m join users u on u.id = m.user_id where u.email = $1`, [
    people['group admin'].email,
  ]);
  const members = [{ member_id: grete?.id, is_group_admin: true }];
  const { group } = await call('/ajax/groups', { name: 'Finance Committee', description: '', members });
  await installation.meeting({ title: 'Spring Board Meeting', inDays: -200, type: 'in-person' });
  await installation.meeting({ title: 'Budget Retreat', inDays: 40, type: 'remote', location: '' });
  await installation.draft({ title: 'January Board Meeting', inDays: 70 });
  const meeting = await installation.meeting({ title: 'November Board Meeting' });
  await installation.paper(meeting, { name: 'Finance report.pdf', bytes: await pdfPaper(1) }, 1);
  const start = Date.now() + 20 * 86_400_000;
  const { meeting: ofGroup } = await call('/ajax/meetings', {
    ...{ title: 'Committee evening', type: 'remote', location: '', join_url: '', description: '', agenda_items: [] },
    ...{ start: new Date(start).toISOString(), end: new Date(start + 3_600_000).toISOString() },
    audience: { whole_board: false, group_ids: [group.id], member_ids: [] },
  });
  await call(`/ajax/meetings/${ofGroup.id}/publish`, {});
  const wholeBoard = { whole_board: true, group_ids: [], member_ids: [] };
  const body = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Bring shoes.' }] }] };
  const { announcement } = await call('/ajax/announcements', { title: 'Site visit', body, audience: wholeBoard });
  await call(`/ajax/announcements/${announcement.id}/publish`, { publish_on: null });
  const [tomas] = await sql(`select m.id from members m join users u on u.id = m.user_id where u.email = $1`, [
    people.member.email,
  ]);
  const due_on = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10);
  const task = { title: 'Ask three firms', notes: '', owner_id: tomas?.id, due_on, meeting_id: meeting.id };
  await call('/ajax/action-items', task);
  const actionUid = await installation.magicUid(people.member.email, 'Ask three firms');
  const category = await call('/ajax/library/categories', { name: 'Bylaws', description: '', audience: wholeBoard });
  return {
    ...{ meeting: meeting.id, ofGroup: ofGroup.id, announcement: announcement.id },
    ...{ category: category.id, group: group.id },
    meetingUid: await installation.magicUid(people.member.email, 'November Board Meeting'),
    actionUid,
    announcementUid: await installation.magicUid(people.member.email, 'Site visit'),
  };
}
