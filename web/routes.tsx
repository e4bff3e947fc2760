import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router';
import { getMeeting, listMeetings } from '../contract/meetings.ts';
import { listPeople } from '../contract/people.ts';
import { getDashboard } from '../contract/timeline.ts';
import { calendarPaths } from '../domain/calendar-paths.ts';
import type { RouteName } from '../domain/load-groups.ts';
import { queryFor } from './api/queries.ts';
import { queryClient } from './api/query-client.ts';
import { boardOf, currentStart } from './api/start.ts';
import { paths } from './paths.ts';
import { parseSearch, stringifySearch, textParams } from './search-params.ts';
import { FailurePage } from './shell/failure-page.tsx';
import { LaterRoute } from './shell/later-page.tsx';
import { BareNotFoundPage, NotFoundPage } from './shell/not-found-page.tsx';
import { BarePending, DashboardPending, ShellPending } from './shell/pending.tsx';
import { Root } from './shell/root.tsx';
import { Shell } from './shell/shell.tsx';

declare module '@tanstack/react-router' {
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

const root = createRootRoute({
  component: Root,
  notFoundComponent: BareNotFoundPage,
  // The open document's id (specification, section 2); views that know documents react to it.
  validateSearch: (search) => textParams(search, 'document'),
});

/** Everything of a signed-in user. Nobody signed in: to /login and back; a suspended board: its page. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: Shell,
  notFoundComponent: NotFoundPage,
  beforeLoad: ({ location }) => {
    const start = currentStart();
    if (start.user === null) throw redirect({ href: paths.login(location.href) });
    const board = boardOf(start);
    if (board?.suspended === true) throw redirect({ href: paths.suspended(board) });
  },
});

/** Screens inside a board; a user on no board sees a page that says so. */
const onBoard = createRoute({
  getParentRoute: () => shell,
  id: 'board',
  notFoundComponent: NotFoundPage,
  beforeLoad: () => {
    if (boardOf(currentStart()) === null) throw redirect({ to: '/no-board' });
  },
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
  loader: () => void queryClient.prefetchQuery(queryFor(getDashboard)),
  component: lazyRouteComponent(() => import('./features/dashboard/dashboard-page.tsx'), 'DashboardPage'),
});

const meetings = createRoute({
  getParentRoute: () => onBoard,
  path: '/meetings',
  staticData: { name: 'Meetings', title: 'Meetings' },
  validateSearch: (search) => textParams(search, 'year'),
  loaderDeps: ({ search }) => ({ year: search.year }),
  loader: ({ deps }) =>
    void queryClient.prefetchQuery(
      queryFor(listMeetings, { query: deps.year === undefined ? {} : { year: deps.year } }),
    ),
  component: lazyRouteComponent(() => import('./features/meetings/meetings-page.tsx'), 'MeetingsPage'),
});

const meetingCreate = createRoute({
  getParentRoute: () => onBoard,
  path: '/meetings/create',
  staticData: { name: 'MeetingCreate', title: 'New Meeting' },
  component: lazyRouteComponent(() => import('./features/meetings/meeting-create-page.tsx'), 'MeetingCreatePage'),
});

const meeting = createRoute({
  getParentRoute: () => onBoard,
  path: '/meetings/$id',
  staticData: { name: 'Meeting', title: 'Meeting' },
  validateSearch: (search) => textParams(search, 'downloadIcs'),
  // MeetingIcs: the calendar file is downloaded, then the meeting is shown (product.md, section 5).
  beforeLoad: ({ params, search, preload }) => {
    if (search.downloadIcs === undefined || preload) return;
    window.location.assign(calendarPaths.addMeeting(boardOf(currentStart())?.baseUrl ?? '', params.id, 'ical'));
    throw redirect({ href: paths.meeting(params.id), replace: true });
  },
  loader: ({ params }) => void queryClient.prefetchQuery(queryFor(getMeeting, { params: { id: params.id } })),
  component: lazyRouteComponent(() => import('./features/meetings/meeting-page.tsx'), 'MeetingPage'),
});

const people = createRoute({
  getParentRoute: () => onBoard,
  path: '/people',
  staticData: { name: 'People', title: 'People' },
  loader: () => void queryClient.prefetchQuery(queryFor(listPeople)),
  component: lazyRouteComponent(() => import('./features/people/people-page.tsx'), 'PeoplePage'),
});

const personCreate = createRoute({
  getParentRoute: () => onBoard,
  path: '/people/create',
  staticData: { name: 'PersonCreate', title: 'New Person' },
  component: lazyRouteComponent(() => import('./features/people/person-create-page.tsx'), 'PersonCreatePage'),
});

const personEdit = createRoute({
  getParentRoute: () => onBoard,
  path: '/people/edit/$slug',
  staticData: { name: 'PersonEdit', title: 'Profile' },
  validateSearch: (search) => textParams(search, 'profileSetup'),
  component: lazyRouteComponent(() => import('./features/people/person-edit-page.tsx'), 'PersonEditPage'),
});

const search = createRoute({
  getParentRoute: () => onBoard,
  path: '/search',
  staticData: { name: 'SearchResults', title: 'Search' },
  validateSearch: (search) => textParams(search, 'itemType', 'searchString'),
  component: LaterRoute,
});

const noBoard = createRoute({
  getParentRoute: () => shell,
  path: '/no-board',
  staticData: { title: 'No board' },
  component: lazyRouteComponent(() => import('./features/dashboard/no-board-page.tsx'), 'NoBoardPage'),
});

/** A screen of the route table that comes with a later version. */
function later<Path extends string>(path: Path, name: RouteName, title: string) {
  return createRoute({ getParentRoute: () => onBoard, path, staticData: { name, title }, component: LaterRoute });
}

function laterForSite<Path extends string>(path: Path, name: RouteName, title: string) {
  return createRoute({ getParentRoute: () => shell, path, staticData: { name, title }, component: LaterRoute });
}

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

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  staticData: { frame: 'bare', name: 'Login', title: 'Login' },
  validateSearch: (search) => textParams(search, 'next', 'board'),
  component: lazyRouteComponent(() => import('./features/session/login-page.tsx'), 'LoginPage'),
});

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  staticData: { frame: 'bare', title: 'Set up' },
  validateSearch: (search) => ({ token: textParams(search, 'token').token ?? '' }),
  component: lazyRouteComponent(() => import('./features/session/setup-page.tsx'), 'SetupPage'),
});

const suspended = createRoute({
  getParentRoute: () => root,
  path: '/suspended',
  staticData: { frame: 'bare', title: 'Suspended' },
  validateSearch: (search) => textParams(search, 'board'),
  component: lazyRouteComponent(() => import('./features/session/suspended-page.tsx'), 'SuspendedPage'),
});

const routes = root.addChildren([
  home,
  login,
  setup,
  suspended,
  bare('/inv/$uuid', {
    name: 'InvitationRedemption',
    title: 'Invitation',
    component: lazyRouteComponent(() => import('./features/invitations/invitation-page.tsx'), 'InvitationPage'),
  }),
  bare('/meeting/$uid', {
    name: 'MagicMeetingView',
    title: 'Meeting',
    component: lazyRouteComponent(() => import('./features/magic/magic-meeting-page.tsx'), 'MagicMeetingPage'),
  }),
  bare('/attendance/$uid/$letter', {
    title: 'Your reply',
    component: lazyRouteComponent(() => import('./features/magic/magic-attendance-page.tsx'), 'MagicAttendancePage'),
  }),
  bare('/addtocalendar/$uid', {
    title: 'Add to calendar',
    component: lazyRouteComponent(() => import('./features/magic/magic-calendar-page.tsx'), 'MagicCalendarPage'),
  }),
  bare('/announcement/$uid', { name: 'MagicAnnouncementView', title: 'Announcement', component: LaterRoute }),
  bare('/two-factor-challenge', { name: 'TwoFactor', title: '2-Factor Authentication', component: LaterRoute }),
  bare('/user/confirm-password', {
    name: 'ConfirmPassword',
    title: 'Confirm Your Password to Proceed',
    component: LaterRoute,
  }),
  bare('/forgot-password', { title: 'Forgot password', component: LaterRoute }),
  bare('/reset-password/$token', { title: 'Reset password', component: LaterRoute }),
  bare('/terms', { title: 'Terms of use', component: LaterRoute }),
  bare('/privacy', { title: 'Privacy policy', component: LaterRoute }),
  shell.addChildren([
    noBoard,
    laterForSite('/admin/site/boards', 'SiteAdminBoards', 'Boards'),
    laterForSite('/admin/site/users', 'SiteAdminUsers', 'Users'),
    onBoard.addChildren([
      dashboard,
      meetings,
      meetingCreate,
      meeting,
      later('/meetings/edit/$id', 'MeetingEdit', 'Reschedule Meeting'),
      people,
      personCreate,
      personEdit,
      later('/people/$slug', 'Person', 'Person'),
      search,
      later('/announcements', 'Announcements', 'Announcements'),
      later('/announcements/create', 'AnnouncementCreate', 'New Announcement'),
      later('/announcements/$id', 'Announcement', 'Announcement'),
      later('/announcements/edit/$id', 'AnnouncementEdit', 'Edit Announcement'),
      later('/library', 'Library', 'Library'),
      later('/library/section/$libcatId', 'LibraryCategoryView', 'Library'),
      later('/admin/groups', 'AdminGroup', 'Groups'),
      later('/admin/groups/create', 'AdminGroupCreate', 'New Group'),
      later('/admin/groups/edit/$id', 'AdminGroupEdit', 'Edit Group'),
      later('/admin/profile', 'AdminProfile', 'Profile Fields'),
      later('/admin/setup', 'AdminSetup', 'Setup'),
      later('/admin/reports', 'AdminReports', 'Reports'),
      later('/account', 'Account', 'My Account'),
    ]),
  ]),
]);

/** Milliseconds until the shape of what comes stands in the place of the page that is left. */
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
