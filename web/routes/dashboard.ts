import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { getAccount } from '#contract/account.ts';
import { listDevices } from '#contract/devices.ts';
import { listPasskeys } from '#contract/passkeys.ts';
import { getDashboard } from '#contract/timeline.ts';
import { getTwoFactor } from '#contract/two-factor.ts';
import { shellLabels } from '#domain/messages/general.ts';
import { queryFor } from '#web/api/queries.ts';
import { prefetch } from '#web/api/query-client.ts';
import { paths } from '#web/paths.ts';
import { textParams } from '#web/search-params.ts';
import { DashboardPending } from '#web/shell/page-states.tsx';
import { onBoard, root, shell } from './frames.tsx';

export const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ href: paths.dashboard() });
  },
});

const dashboard = createRoute({
  getParentRoute: () => onBoard,
  path: '/home',
  staticData: { area: 'dashboard', title: 'Dashboard' },
  pendingComponent: DashboardPending,
  loader: () => prefetch(queryFor(getDashboard)),
  component: lazyRouteComponent(() => import('#web/features/views/dashboard/dashboard-page.tsx'), 'DashboardPage'),
});

const search = createRoute({
  getParentRoute: () => onBoard,
  path: '/search',
  staticData: { area: 'search', title: 'Search' },
  validateSearch: (search) => textParams(search, 'itemType', 'searchString', 'page'),
  component: lazyRouteComponent(() => import('#web/features/views/search/search-page.tsx'), 'SearchPage'),
});

const waiting = createRoute({
  getParentRoute: () => shell,
  path: '/waiting',
  staticData: { title: shellLabels.waiting },
  component: lazyRouteComponent(() => import('#web/features/views/waiting/waiting-page.tsx'), 'WaitingPage'),
});

const noBoard = createRoute({
  getParentRoute: () => shell,
  path: '/no-board',
  staticData: { title: 'No board' },
  component: lazyRouteComponent(() => import('#web/features/views/dashboard/no-board-page.tsx'), 'NoBoardPage'),
});

const account = createRoute({
  getParentRoute: () => shell,
  path: '/account',
  staticData: { area: 'account', title: 'My Account' },
  validateSearch: (search) => textParams(search, 'calendar', 'provider', 'view'),
  loaderDeps: ({ search }) => ({ view: search.view }),
  loader: ({ deps }) => {
    prefetch(queryFor(getAccount));
    if (deps.view !== 'security') return;
    prefetch(queryFor(getTwoFactor));
    prefetch(queryFor(listPasskeys));
    prefetch(queryFor(listDevices));
  },
  component: lazyRouteComponent(() => import('#web/pages/account.tsx'), 'Account'),
});

export const ownScreens = [noBoard, account, waiting] as const;
export const boardScreens = [dashboard, search] as const;
