import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  type RouteComponent,
  redirect,
  useLocation,
  useSearch,
} from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { getAccount } from '#contract/account.ts';
import { getAnnouncement, listAnnouncements } from '#contract/announcements.ts';
import { listDevices } from '#contract/devices.ts';
import { listAnnotatedDocuments } from '#contract/documents.ts';
import { listGroups } from '#contract/groups.ts';
import { listInterests } from '#contract/interests.ts';
import { getLibrary } from '#contract/library.ts';
import { getMinutes } from '#contract/meeting-minutes.ts';
import { getMeeting, listMeetings } from '#contract/meetings.ts';
import { listPasskeys } from '#contract/passkeys.ts';
import { getPerson, listPeople } from '#contract/people.ts';
import { getReportChoices } from '#contract/reports.ts';
import { getRoom } from '#contract/room.ts';
import { getDashboard } from '#contract/timeline.ts';
import { getChallenge, getTwoFactor } from '#contract/two-factor.ts';
import { calendarPaths } from '#domain/calendar-paths.ts';
import type { RouteName } from '#domain/load-groups.ts';
import { actionLabels } from '#domain/messages/deciding.ts';
import { resolutionTitles, shellLabels } from '#domain/messages/general.ts';
import { passwordRequest } from './api/next-step.ts';
import { queryFor } from './api/queries.ts';
import { prefetch, prefetchAnew } from './api/query-client.ts';
import { boardOf, currentStart } from './api/start.ts';
import { paths, personOf } from './paths.ts';
import { parseSearch, stringifySearch, textParams } from './search-params.ts';
import { download } from './shell/go-on.ts';
import { hasPathChanged, loadAnew } from './shell/loading.ts';
import {
  BareNotFoundPage,
  BarePending,
  DashboardPending,
  FailurePage,
  NotFoundPage,
  ShellPending,
} from './shell/page-states.tsx';
import { onlyFor } from './shell/roles.ts';
import { Root } from './shell/root.tsx';
import { Shell } from './shell/shell.tsx';
import { useStore } from './store.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Of the draft that a new meeting has become: the router takes the same page without it for no change of address. */
    readonly draftId?: string;
  }
  interface Register {
    router: AppRouter;
  }
  interface StaticDataRouteOption {
    /** The page's part of the title; null or left out where the page names itself. */
    readonly title?: string;
    /** Its name in the specification's route table; decides which navigations set the loading flag. */
    readonly name?: RouteName;
    /** Without the shell: sign-in, shared links. */
    readonly frame?: 'bare';
  }
}

/** The address at which the server has found nothing, though it may begin as one of the routes below does. */
const missingAddress = 'missing' in document.documentElement.dataset ? window.location.pathname : null;

const ConfirmPasswordOverlay = lazy(async () => ({
  default: (await import('./features/access/session/confirm-password.tsx')).ConfirmPasswordOverlay,
}));

/** The password may be required over each page. */
function Everything() {
  const isAsked = useStore(passwordRequest) !== null;
  return (
    <>
      <Root />
      {isAsked && (
        <Suspense>
          <ConfirmPasswordOverlay />
        </Suspense>
      )}
    </>
  );
}

const root = createRootRoute({
  component: Everything,
  notFoundComponent: BareNotFoundPage,
  // The open document's id (specification, section 2), to which views that know documents react; and the slug of the person
  // who is open over the page, which the address shows as theirs; and whether the password is asked for over it.
  validateSearch: (search) => textParams(search, 'document', 'person', 'confirm'),
  beforeLoad: ({ location }) => {
    if (location.pathname === missingAddress) throw notFound();
  },
});

/**
 * Everything of a signed-in user. Nobody signed in: to /login and back; a suspended board: its page; one that opens by a
 * provider: to it; one that waits for a second factor: its set-up. What is of no board is open whatever becomes of it.
 */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: Shell,
  notFoundComponent: NotFoundPage,
  beforeLoad: ({ location }) => {
    const start = currentStart();
    if (start.user === null) throw redirect({ href: paths.login(location.href) });
    const { pathname } = location;
    const isOfNoBoard =
      pathname === paths.account() || pathname === paths.waiting() || pathname.startsWith('/admin/site/');
    const board = isOfNoBoard ? null : boardOf(start);
    if (board?.suspended === true) throw redirect({ href: paths.suspended(board) });
    if (board !== null && board.opens_by !== null) throw redirect({ href: paths.boardSignIn(location.href) });
    if (board?.two_factor_missing === true) throw redirect({ href: paths.twoFactorSettings({ next: location.href }) });
  },
});

const PersonOverlay = lazy(async () => ({
  default: (await import('./features/members/people/person-overlay.tsx')).PersonOverlay,
}));

/** Loaded when the first person is opened. */
function OpenedPerson() {
  const isOpen = useLocation({
    select: ({ pathname, search }) => search.person !== undefined || personOf(pathname) !== null,
  });
  const [wasOpened, setWasOpened] = useState(isOpen);
  // The dialog fades out after its address is gone.
  if (isOpen && !wasOpened) setWasOpened(true);
  return wasOpened && <PersonOverlay />;
}

const DocumentOverlay = lazy(async () => ({
  default: (await import('./features/papers/reading/document-overlay.tsx')).DocumentOverlay,
}));

/** Over the dashboard: what shows documents is no part of the first screen. */
function DashboardDocument() {
  const { document } = useSearch({ strict: false });
  const [wasOpened, setWasOpened] = useState(document !== undefined);
  // What is said of one that is gone outlasts its address.
  if (document !== undefined && !wasOpened) setWasOpened(true);
  return wasOpened && <DocumentOverlay />;
}

/** A person may be open over each screen of a board. */
function OnBoard() {
  const isDashboard = useLocation({ select: ({ pathname }) => pathname === paths.dashboard() });
  return (
    <>
      <Outlet />
      <Suspense>
        <OpenedPerson />
      </Suspense>
      <Suspense>{isDashboard && <DashboardDocument />}</Suspense>
    </>
  );
}

/** Screens inside a board; a user on no board sees a page that says so. */
const onBoard = createRoute({
  getParentRoute: () => shell,
  id: 'board',
  component: OnBoard,
  notFoundComponent: NotFoundPage,
  beforeLoad: () => {
    if (boardOf(currentStart()) === null) throw redirect({ to: '/no-board' });
  },
});

/** Screens of board admins; others get the not-found page. */
const boardAdmins = createRoute({
  getParentRoute: () => onBoard,
  id: 'board-admins',
  beforeLoad: onlyFor((roles) => roles.isBoardAdmin),
});

/** Screens of board admins, and of group admins for their own groups. */
const groupEditors = createRoute({
  getParentRoute: () => onBoard,
  id: 'group-editors',
  beforeLoad: onlyFor((roles) => roles.isBoardAdmin || roles.isGroupAdmin),
});

const siteAdmins = createRoute({
  getParentRoute: () => shell,
  id: 'site-admins',
  beforeLoad: onlyFor((roles) => roles.isSiteAdmin),
});

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ href: paths.dashboard() });
  },
});

const dashboard = createRoute({
  getParentRoute: () => onBoard,
  path: '/home',
  staticData: { name: 'Dashboard', title: 'Dashboard' },
  pendingComponent: DashboardPending,
  loader: () => prefetch(queryFor(getDashboard)),
  component: lazyRouteComponent(() => import('./features/views/dashboard/dashboard-page.tsx'), 'DashboardPage'),
});

const meetings = createRoute({
  getParentRoute: () => onBoard,
  path: '/meetings',
  staticData: { name: 'Meetings', title: 'Meetings' },
  validateSearch: (search) => textParams(search, 'year'),
  loaderDeps: ({ search }) => ({ year: search.year }),
  loader: ({ deps }) =>
    prefetch(
      queryFor(listMeetings, {
        query: deps.year === undefined ? {} : { year: deps.year },
      }),
    ),
  component: lazyRouteComponent(() => import('./features/homes/meetings/list/meetings-page.tsx'), 'MeetingsPage'),
});

const meetingCreate = createRoute({
  getParentRoute: () => onBoard,
  path: '/meetings/create',
  staticData: { name: 'MeetingCreate', title: 'New Meeting' },
  component: lazyRouteComponent(
    () => import('./features/homes/meetings/form/meeting-create-page.tsx'),
    'MeetingCreatePage',
  ),
});

const meeting = createRoute({
  getParentRoute: () => onBoard,
  path: '/meetings/$id',
  staticData: { name: 'Meeting', title: 'Meeting' },
  // `calendar`: the type of calendar to subscribe with.
  validateSearch: (search) => textParams(search, 'downloadIcs', 'attendance', 'calendar'),
  // MeetingIcs: the calendar file is downloaded, then the meeting is shown.
  beforeLoad: ({ params, search, preload }) => {
    if (search.downloadIcs === undefined || preload) return;
    download(calendarPaths.addMeeting(boardOf(currentStart())?.baseUrl ?? '', params.id, 'ical'));
    throw redirect({ href: paths.meeting(params.id), replace: true });
  },
  loader: ({ params }) => prefetch(queryFor(getMeeting, { params: { id: params.id } })),
  component: lazyRouteComponent(() => import('./pages/meeting.tsx'), 'Meeting'),
});

const meetingRoom = createRoute({
  getParentRoute: () => onBoard,
  path: '/meetings/$id/room',
  staticData: { title: 'Room' },
  loader: ({ params: { id } }) => {
    prefetch(queryFor(getMeeting, { params: { id } }));
    prefetch(queryFor(getRoom, { params: { id } }));
  },
  component: lazyRouteComponent(() => import('./pages/room.tsx'), 'MeetingRoom'),
});

const meetingMinutes = createRoute({
  getParentRoute: () => onBoard,
  path: '/meetings/$id/minutes',
  staticData: { title: 'Minutes' },
  loader: ({ params: { id } }) => {
    prefetch(queryFor(getMeeting, { params: { id } }));
    prefetch(queryFor(getMinutes, { params: { id } }));
  },
  component: lazyRouteComponent(() => import('./features/deciding/meeting-minutes/minutes-page.tsx'), 'MinutesPage'),
});

const meetingEdit = createRoute({
  getParentRoute: () => onBoard,
  path: '/meetings/edit/$id',
  staticData: { name: 'MeetingEdit', title: 'Reschedule Meeting' },
  loader: ({ params }) => prefetch(queryFor(getMeeting, { params: { id: params.id } })),
  component: lazyRouteComponent(() => import('./features/homes/meetings/form/reschedule-page.tsx'), 'ReschedulePage'),
});

const prefetchAnnouncements = (): void => prefetch(queryFor(listAnnouncements, { query: {} }));

const prefetchAnnouncement = (id: string): void => prefetch(queryFor(getAnnouncement, { params: { id } }));

const announcementsPage = lazyRouteComponent(
  () => import('./features/homes/announcements/announcements-page.tsx'),
  'AnnouncementsPage',
);

const announcements = createRoute({
  getParentRoute: () => onBoard,
  path: '/announcements',
  staticData: { name: 'Announcements', title: 'Announcements' },
  loader: () => prefetchAnnouncements(),
  component: announcementsPage,
});

const announcement = createRoute({
  getParentRoute: () => onBoard,
  path: '/announcements/$id',
  staticData: { name: 'Announcement', title: 'Announcement' },
  loader: ({ params }) => {
    prefetchAnnouncements();
    prefetchAnnouncement(params.id);
  },
  component: announcementsPage,
});

const actions = createRoute({
  getParentRoute: () => onBoard,
  path: '/actions',
  staticData: { title: actionLabels.title },
  validateSearch: (search) => textParams(search, 'show', 'whose', 'body', 'item'),
  component: lazyRouteComponent(() => import('./features/deciding/action-items/actions-page.tsx'), 'ActionsPage'),
});

const resolutions = createRoute({
  getParentRoute: () => onBoard,
  path: '/resolutions',
  staticData: { title: resolutionTitles.list },
  validateSearch: (search) => textParams(search, 'year', 'body', 'result', 'find'),
  component: lazyRouteComponent(() => import('./features/deciding/motions/resolutions-page.tsx'), 'ResolutionsPage'),
});

const resolutionCreate = createRoute({
  getParentRoute: () => onBoard,
  path: '/resolutions/create',
  staticData: { title: resolutionTitles.create },
  component: lazyRouteComponent(
    () => import('./features/deciding/motions/resolution-create-page.tsx'),
    'ResolutionCreatePage',
  ),
});

const resolution = createRoute({
  getParentRoute: () => onBoard,
  path: '/resolutions/$id',
  staticData: { title: 'Resolution' },
  component: lazyRouteComponent(() => import('./features/deciding/motions/resolution-page.tsx'), 'ResolutionPage'),
});

const announcementCreate = createRoute({
  getParentRoute: () => onBoard,
  path: '/announcements/create',
  staticData: { name: 'AnnouncementCreate', title: 'New Announcement' },
  component: lazyRouteComponent(
    () => import('./features/homes/announcements/announcement-edit-pages.tsx'),
    'AnnouncementCreatePage',
  ),
});

const announcementEdit = createRoute({
  getParentRoute: () => onBoard,
  path: '/announcements/edit/$id',
  staticData: { name: 'AnnouncementEdit', title: 'Edit Announcement' },
  loader: ({ params }) => prefetchAnnouncement(params.id),
  component: lazyRouteComponent(
    () => import('./features/homes/announcements/announcement-edit-pages.tsx'),
    'AnnouncementEditPage',
  ),
});

/** With profileSetup in the address every page of people leads to the reader's own Invitation Profile Setup (specification, section 2). */
function leadToSetup(profileSetup: string | undefined, slug?: string): void {
  const own = currentStart().user?.slug;
  if (profileSetup === undefined || !own || own === slug) return;
  throw redirect({ href: paths.memberSetup(own), replace: true });
}

const people = createRoute({
  getParentRoute: () => onBoard,
  path: '/people',
  staticData: { name: 'People', title: 'People' },
  validateSearch: (search) => textParams(search, 'find', 'group', 'status', 'view', 'profileSetup'),
  beforeLoad: ({ search }) => leadToSetup(search.profileSetup),
  loader: () => prefetch(queryFor(listPeople)),
  component: lazyRouteComponent(() => import('./features/members/people/people-page.tsx'), 'PeoplePage'),
});

/** Opens over the directory (web/features/members/people/person-overlay.tsx), which is the page. */
const person = createRoute({
  getParentRoute: () => people,
  path: '/$slug',
  staticData: { name: 'Person', title: 'Person' },
  loader: ({ params }) => prefetch(queryFor(getPerson, { params: { slug: params.slug } })),
  component: () => null,
});

const personCreate = createRoute({
  getParentRoute: () => onBoard,
  path: '/people/create',
  staticData: { name: 'PersonCreate', title: 'New Person' },
  component: lazyRouteComponent(
    () => import('./features/access/invitations/person-create-page.tsx'),
    'PersonCreatePage',
  ),
});

const personCreateSeveral = createRoute({
  getParentRoute: () => onBoard,
  path: '/people/create/several',
  staticData: { name: 'PersonCreate', title: 'New Person' },
  component: lazyRouteComponent(
    () => import('./features/access/invitations/invite-several-page.tsx'),
    'InviteSeveralPage',
  ),
});

const pendingInvitations = createRoute({
  getParentRoute: () => onBoard,
  path: '/people/invitations',
  staticData: { name: 'People', title: 'Pending invitations' },
  component: lazyRouteComponent(
    () => import('./features/access/invitations/pending-invitations-page.tsx'),
    'PendingInvitationsPage',
  ),
});

const interests = createRoute({
  getParentRoute: () => onBoard,
  path: '/people/interests',
  staticData: { name: 'People', title: 'Interests' },
  validateSearch: (search) => textParams(search, 'ended'),
  loader: () => prefetch(queryFor(listInterests)),
  component: lazyRouteComponent(() => import('./features/deciding/interests/interests-page.tsx'), 'InterestsPage'),
});

const personEdit = createRoute({
  getParentRoute: () => onBoard,
  path: '/people/edit/$slug',
  staticData: { name: 'PersonEdit', title: 'Profile' },
  validateSearch: (search) => textParams(search, 'profileSetup'),
  beforeLoad: ({ params, search }) => leadToSetup(search.profileSetup, params.slug),
  component: lazyRouteComponent(() => import('./features/members/profile/profile-page.tsx'), 'ProfilePage'),
});

const adminGroups = createRoute({
  getParentRoute: () => groupEditors,
  path: '/admin/groups',
  staticData: { name: 'AdminGroup', title: 'Groups' },
  loader: () => prefetch(queryFor(listGroups)),
  component: lazyRouteComponent(() => import('./features/members/groups/groups-page.tsx'), 'GroupsPage'),
});

const adminGroupCreate = createRoute({
  getParentRoute: () => boardAdmins,
  path: '/admin/groups/create',
  staticData: { name: 'AdminGroupCreate', title: 'New Group' },
  component: lazyRouteComponent(() => import('./features/members/groups/group-edit-pages.tsx'), 'GroupCreatePage'),
});

const adminGroupEdit = createRoute({
  getParentRoute: () => groupEditors,
  path: '/admin/groups/edit/$id',
  staticData: { name: 'AdminGroupEdit', title: 'Edit Group' },
  component: lazyRouteComponent(() => import('./features/members/groups/group-edit-pages.tsx'), 'GroupEditPage'),
});

const adminReports = createRoute({
  getParentRoute: () => boardAdmins,
  path: '/admin/reports',
  staticData: { name: 'AdminReports', title: 'Reports' },
  validateSearch: (search) => textParams(search, 'report', 'period', 'from', 'to', 'group', 'member', 'page'),
  loader: () => prefetch(queryFor(getReportChoices)),
  component: lazyRouteComponent(() => import('./features/views/reports/reports-page.tsx'), 'ReportsPage'),
});

const adminProfile = createRoute({
  getParentRoute: () => boardAdmins,
  path: '/admin/profile',
  staticData: { name: 'AdminProfile', title: 'Profile Fields' },
  component: lazyRouteComponent(
    () => import('./features/members/profile/fields/profile-fields-page.tsx'),
    'ProfileFieldsPage',
  ),
});

const adminSetup = createRoute({
  getParentRoute: () => boardAdmins,
  path: '/admin/setup',
  staticData: { name: 'AdminSetup', title: 'Setup' },
  validateSearch: (search) => textParams(search, 'view', 'member', 'kind', 'from', 'to'),
  component: lazyRouteComponent(() => import('./pages/setup.tsx'), 'Setup'),
});

const siteBoards = createRoute({
  getParentRoute: () => siteAdmins,
  path: '/admin/site/boards',
  staticData: { name: 'SiteAdminBoards', title: 'Boards' },
  validateSearch: (search) => textParams(search, 'find', 'state', 'page'),
  component: lazyRouteComponent(() => import('./features/views/site/boards-page.tsx'), 'SiteBoardsPage'),
});

const siteUsers = createRoute({
  getParentRoute: () => siteAdmins,
  path: '/admin/site/users',
  staticData: { name: 'SiteAdminUsers', title: 'Users' },
  validateSearch: (search) => textParams(search, 'find', 'state', 'page'),
  component: lazyRouteComponent(() => import('./features/views/site/users-page.tsx'), 'SiteUsersPage'),
});

const siteSignIn = createRoute({
  getParentRoute: () => siteAdmins,
  path: '/admin/site/sign-in',
  staticData: { title: 'Sign-in' },
  component: lazyRouteComponent(() => import('./features/views/site/sign-in-page.tsx'), 'SiteSignInPage'),
});

const siteHealth = createRoute({
  getParentRoute: () => siteAdmins,
  path: '/admin/site/health',
  staticData: { title: 'Jobs' },
  component: lazyRouteComponent(() => import('./features/views/site/health-page.tsx'), 'SiteHealthPage'),
});

const search = createRoute({
  getParentRoute: () => onBoard,
  path: '/search',
  staticData: { name: 'SearchResults', title: 'Search' },
  // `page`: where the open document shows what was found.
  validateSearch: (search) => textParams(search, 'itemType', 'searchString', 'page'),
  component: lazyRouteComponent(() => import('./features/views/search/search-page.tsx'), 'SearchPage'),
});

/** The library always reloads (specification, section 2): the cached page is shown meanwhile. */
const library = createRoute({
  getParentRoute: () => onBoard,
  path: '/library',
  staticData: { name: 'Library', title: 'Library' },
  validateSearch: (search) => textParams(search, 'view'),
  shouldReload: hasPathChanged,
  loader: () => {
    loadAnew(prefetchAnew(queryFor(getLibrary)));
    loadAnew(prefetchAnew(queryFor(listAnnotatedDocuments)));
  },
  component: lazyRouteComponent(() => import('./features/homes/library/library-page.tsx'), 'LibraryPage'),
});

const librarySection = createRoute({
  getParentRoute: () => onBoard,
  path: '/library/section/$libcatId',
  staticData: { name: 'LibraryCategoryView', title: 'Library' },
  validateSearch: (search) => textParams(search, 'folder'),
  loaderDeps: ({ search }) => ({ folder: search.folder ?? null }),
  shouldReload: hasPathChanged,
  loader: ({ params, deps }) =>
    loadAnew(
      import('./features/homes/library/section-query.ts').then(
        ({ reloadSection: reloadPlace }) => reloadPlace(params.libcatId, deps.folder),
        // The page itself reports a file that cannot be fetched, because it needs the same one.
        () => undefined,
      ),
    ),
  component: lazyRouteComponent(() => import('./features/homes/library/section-page.tsx'), 'SectionPage'),
});

const account = createRoute({
  getParentRoute: () => shell,
  path: '/account',
  staticData: { name: 'Account', title: 'My Account' },
  // As on a meeting.
  validateSearch: (search) => textParams(search, 'calendar', 'provider', 'view'),
  loaderDeps: ({ search }) => ({ view: search.view }),
  loader: ({ deps }) => {
    prefetch(queryFor(getAccount));
    if (deps.view !== 'security') return;
    prefetch(queryFor(getTwoFactor));
    prefetch(queryFor(listPasskeys));
    prefetch(queryFor(listDevices));
  },
  component: lazyRouteComponent(() => import('./pages/account.tsx'), 'Account'),
});

const waiting = createRoute({
  getParentRoute: () => shell,
  path: '/waiting',
  staticData: { title: shellLabels.waiting },
  component: lazyRouteComponent(() => import('./features/views/waiting/waiting-page.tsx'), 'WaitingPage'),
});

const noBoard = createRoute({
  getParentRoute: () => shell,
  path: '/no-board',
  staticData: { title: 'No board' },
  component: lazyRouteComponent(() => import('./features/views/dashboard/no-board-page.tsx'), 'NoBoardPage'),
});

/** Reached from the boards' page: the sidebar's group holds Boards and Users (specification, section 2). */
const siteAdminMail = createRoute({
  getParentRoute: () => siteAdmins,
  path: '/admin/site/mail',
  staticData: { title: 'Mail' },
  component: lazyRouteComponent(() => import('./pages/site-mail.tsx'), 'SiteMail'),
});

function bare<Path extends string>(
  path: Path,
  page: { readonly name?: RouteName; readonly title: string; readonly component: RouteComponent },
) {
  const { name, title, component } = page;
  return createRoute({
    getParentRoute: () => root,
    path,
    staticData: { frame: 'bare', title, ...(name === undefined ? {} : { name }) },
    pendingComponent: BarePending,
    notFoundComponent: BareNotFoundPage,
    component,
  });
}

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/inv/$uuid',
  staticData: { frame: 'bare', name: 'InvitationRedemption', title: 'Invitation' },
  validateSearch: (search) => textParams(search, 'provider'),
  pendingComponent: BarePending,
  notFoundComponent: BareNotFoundPage,
  component: lazyRouteComponent(() => import('./pages/invitation.tsx'), 'Invitation'),
});

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  staticData: { frame: 'bare', name: 'Login', title: 'Login' },
  validateSearch: (search) => textParams(search, 'next', 'board', 'logout', 'provider'),
  component: lazyRouteComponent(() => import('./pages/login.tsx'), 'Login'),
});

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  staticData: { frame: 'bare', title: 'Set up' },
  validateSearch: (search) => ({ token: textParams(search, 'token').token ?? '' }),
  component: lazyRouteComponent(() => import('./features/access/first-start/setup-page.tsx'), 'SetupPage'),
});

const suspended = createRoute({
  getParentRoute: () => root,
  path: '/suspended',
  staticData: { frame: 'bare', title: 'Suspended' },
  validateSearch: (search) => textParams(search, 'board'),
  component: lazyRouteComponent(() => import('./features/access/session/suspended-page.tsx'), 'SuspendedPage'),
});

const twoFactorChallenge = createRoute({
  getParentRoute: () => root,
  path: '/two-factor-challenge',
  staticData: { frame: 'bare', name: 'TwoFactor', title: '2-Factor Authentication' },
  pendingComponent: BarePending,
  loader: () => prefetch(queryFor(getChallenge)),
  component: lazyRouteComponent(() => import('./features/access/two-factor/challenge-page.tsx'), 'ChallengePage'),
});

const confirmPassword = createRoute({
  getParentRoute: () => root,
  path: '/user/confirm-password',
  staticData: { frame: 'bare', name: 'ConfirmPassword', title: 'Confirm Your Password to Proceed' },
  pendingComponent: BarePending,
  validateSearch: (search) => textParams(search, 'next', 'back'),
  component: lazyRouteComponent(() => import('./features/access/session/confirm-password.tsx'), 'ConfirmPasswordPage'),
});

/** Outside of the shell, since a board that requires two-factor authentication leads here before it opens. */
const twoFactorSettings = createRoute({
  getParentRoute: () => root,
  path: '/user/two-factor',
  staticData: { frame: 'bare', title: 'Two-factor authentication' },
  pendingComponent: BarePending,
  validateSearch: (search) => textParams(search, 'step', 'next'),
  component: lazyRouteComponent(
    () => import('./features/access/two-factor/settings-page.tsx'),
    'TwoFactorSettingsPage',
  ),
});

const passkeyOffer = createRoute({
  getParentRoute: () => root,
  path: '/user/passkey',
  staticData: { frame: 'bare', title: 'Next time without a password' },
  pendingComponent: BarePending,
  validateSearch: (search) => textParams(search, 'next'),
  component: lazyRouteComponent(() => import('./features/access/passkeys/offer-page.tsx'), 'PasskeyOfferPage'),
});

/** Outside of the shell, since a board that opens by a provider leads here before it opens. */
const boardSignIn = createRoute({
  getParentRoute: () => root,
  path: '/user/board-sign-in',
  staticData: { frame: 'bare', title: 'Sign in' },
  pendingComponent: BarePending,
  validateSearch: (search) => textParams(search, 'next', 'provider'),
  component: lazyRouteComponent(() => import('./features/access/providers/board-sign-in-page.tsx'), 'BoardSignInPage'),
});

const routes = root.addChildren([
  home,
  login,
  setup,
  suspended,
  invitation,
  bare('/meeting/$uid', {
    name: 'MagicMeetingView',
    title: 'Meeting',
    component: lazyRouteComponent(() => import('./features/views/magic/magic-meeting-page.tsx'), 'MagicMeetingPage'),
  }),
  bare('/attendance/$uid/$letter', {
    title: 'Your reply',
    component: lazyRouteComponent(
      () => import('./features/views/magic/magic-attendance-page.tsx'),
      'MagicAttendancePage',
    ),
  }),
  bare('/addtocalendar/$uid', {
    title: 'Add to calendar',
    component: lazyRouteComponent(() => import('./features/views/magic/magic-calendar-page.tsx'), 'MagicCalendarPage'),
  }),
  bare('/unsubscribe/$memberId/$choice/$secret', {
    title: 'Stop these messages',
    component: lazyRouteComponent(() => import('./features/core/mail/unsubscribe-page.tsx'), 'UnsubscribePage'),
  }),
  bare('/announcement/$uid', {
    name: 'MagicAnnouncementView',
    title: 'Announcement',
    component: lazyRouteComponent(
      () => import('./features/views/magic/magic-announcement-page.tsx'),
      'MagicAnnouncementPage',
    ),
  }),
  bare('/action/$uid', {
    title: 'Action item',
    component: lazyRouteComponent(() => import('./features/views/magic/magic-action-page.tsx'), 'MagicActionPage'),
  }),
  twoFactorChallenge,
  confirmPassword,
  twoFactorSettings,
  boardSignIn,
  passkeyOffer,
  bare('/forgot-password', {
    title: 'Forgot password',
    component: lazyRouteComponent(
      () => import('./features/access/recovery/forgot-password-page.tsx'),
      'ForgotPasswordPage',
    ),
  }),
  bare('/reset-password/$token', {
    title: 'Reset password',
    component: lazyRouteComponent(
      () => import('./features/access/recovery/reset-password-page.tsx'),
      'ResetPasswordPage',
    ),
  }),
  bare('/confirm-email/$token', {
    title: 'Confirm email',
    component: lazyRouteComponent(() => import('./features/access/account/confirm-email-page.tsx'), 'ConfirmEmailPage'),
  }),
  bare('/terms', {
    title: 'Terms of use',
    component: lazyRouteComponent(() => import('./features/core/terms/terms-pages.tsx'), 'TermsPage'),
  }),
  bare('/privacy', {
    title: 'Privacy policy',
    component: lazyRouteComponent(() => import('./features/core/terms/terms-pages.tsx'), 'PrivacyPage'),
  }),
  shell.addChildren([
    noBoard,
    account,
    waiting,
    siteAdmins.addChildren([siteBoards, siteUsers, siteSignIn, siteAdminMail, siteHealth]),
    onBoard.addChildren([
      dashboard,
      meetings,
      meetingCreate,
      meeting,
      meetingRoom,
      meetingMinutes,
      meetingEdit,
      people.addChildren([person]),
      personCreate,
      personCreateSeveral,
      pendingInvitations,
      interests,
      personEdit,
      search,
      announcements,
      announcementCreate,
      announcement,
      announcementEdit,
      library,
      librarySection,
      actions,
      resolutions,
      resolutionCreate,
      resolution,
      groupEditors.addChildren([adminGroups, adminGroupEdit]),
      boardAdmins.addChildren([adminGroupCreate, adminProfile, adminSetup, adminReports]),
    ]),
  ]),
]);

/** Milliseconds until a skeleton replaces the page that is left. */
const pendingAfterMs = 150;

export function createAppRouter() {
  return createRouter({
    routeTree: routes,
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    defaultPendingMs: pendingAfterMs,
    defaultPendingMinMs: 0,
    defaultPendingComponent: ShellPending,
    defaultErrorComponent: FailurePage,
    defaultNotFoundComponent: NotFoundPage,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;
