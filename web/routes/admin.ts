import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listGroups } from '#contract/groups.ts';
import { getReportChoices } from '#contract/reports.ts';
import { queryFor } from '#web/api/queries.ts';
import { prefetch } from '#web/api/query-client.ts';
import { textParams } from '#web/search-params.ts';
import { boardAdmins, groupEditors, siteAdmins } from './frames.tsx';
import { invitingScreens } from './people.ts';

const adminGroups = createRoute({
  getParentRoute: () => groupEditors,
  path: '/admin/groups',
  staticData: { area: 'groups', title: 'Groups' },
  loader: () => prefetch(queryFor(listGroups)),
  component: lazyRouteComponent(() => import('#web/features/members/groups/groups-page.tsx'), 'GroupsPage'),
});

const adminGroupCreate = createRoute({
  getParentRoute: () => boardAdmins,
  path: '/admin/groups/create',
  staticData: { area: 'groups', title: 'New Group' },
  component: lazyRouteComponent(() => import('#web/features/members/groups/group-edit-pages.tsx'), 'GroupCreatePage'),
});

const adminGroupEdit = createRoute({
  getParentRoute: () => groupEditors,
  path: '/admin/groups/edit/$id',
  staticData: { area: 'groups', title: 'Edit Group' },
  component: lazyRouteComponent(() => import('#web/features/members/groups/group-edit-pages.tsx'), 'GroupEditPage'),
});

const adminReports = createRoute({
  getParentRoute: () => boardAdmins,
  path: '/admin/reports',
  staticData: { area: 'reports', title: 'Reports' },
  validateSearch: (search) => textParams(search, 'report', 'period', 'from', 'to', 'group', 'member', 'page'),
  loader: () => prefetch(queryFor(getReportChoices)),
  component: lazyRouteComponent(() => import('#web/features/views/reports/reports-page.tsx'), 'ReportsPage'),
});

const adminProfile = createRoute({
  getParentRoute: () => boardAdmins,
  path: '/admin/profile',
  staticData: { area: 'profile-fields', title: 'Profile Fields' },
  component: lazyRouteComponent(
    () => import('#web/features/members/profile/fields/profile-fields-page.tsx'),
    'ProfileFieldsPage',
  ),
});

const adminSetup = createRoute({
  getParentRoute: () => boardAdmins,
  path: '/admin/setup',
  staticData: { area: 'setup', title: 'Setup' },
  validateSearch: (search) => textParams(search, 'view', 'member', 'kind', 'from', 'to'),
  component: lazyRouteComponent(() => import('#web/pages/setup.tsx'), 'Setup'),
});

export const adminScreens = [
  groupEditors.addChildren([adminGroups, adminGroupEdit]),
  boardAdmins.addChildren([adminGroupCreate, adminProfile, adminSetup, adminReports, ...invitingScreens]),
] as const;

const siteBoards = createRoute({
  getParentRoute: () => siteAdmins,
  path: '/admin/site/boards',
  staticData: { area: 'boards', title: 'Boards' },
  validateSearch: (search) => textParams(search, 'find', 'state', 'page'),
  component: lazyRouteComponent(() => import('#web/features/views/site/boards-page.tsx'), 'SiteBoardsPage'),
});

const siteUsers = createRoute({
  getParentRoute: () => siteAdmins,
  path: '/admin/site/users',
  staticData: { area: 'users', title: 'Users' },
  validateSearch: (search) => textParams(search, 'find', 'state', 'page'),
  component: lazyRouteComponent(() => import('#web/features/views/site/users-page.tsx'), 'SiteUsersPage'),
});

const siteSignIn = createRoute({
  getParentRoute: () => siteAdmins,
  path: '/admin/site/sign-in',
  staticData: { title: 'Sign-in' },
  validateSearch: (search) => textParams(search, 'provider'),
  component: lazyRouteComponent(() => import('#web/features/views/site/sign-in-page.tsx'), 'SiteSignInPage'),
});

const siteAdminMail = createRoute({
  getParentRoute: () => siteAdmins,
  path: '/admin/site/mail',
  staticData: { title: 'Mail' },
  component: lazyRouteComponent(() => import('#web/pages/site-mail.tsx'), 'SiteMail'),
});

const siteHealth = createRoute({
  getParentRoute: () => siteAdmins,
  path: '/admin/site/health',
  staticData: { title: 'Jobs' },
  component: lazyRouteComponent(() => import('#web/features/views/site/health-page.tsx'), 'SiteHealthPage'),
});

export const siteAdminScreens = siteAdmins.addChildren([siteBoards, siteUsers, siteSignIn, siteAdminMail, siteHealth]);
