import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { textParams } from '#web/search-params.ts';
import { siteAdmins } from './frames.tsx';

const siteBoards = createRoute({
  getParentRoute: () => siteAdmins,
  path: '/admin/site/boards',
  staticData: { name: 'SiteAdminBoards', title: 'Boards' },
  validateSearch: (search) => textParams(search, 'find', 'state', 'page'),
  component: lazyRouteComponent(() => import('#web/features/views/site/boards-page.tsx'), 'SiteBoardsPage'),
});

const siteUsers = createRoute({
  getParentRoute: () => siteAdmins,
  path: '/admin/site/users',
  staticData: { name: 'SiteAdminUsers', title: 'Users' },
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
