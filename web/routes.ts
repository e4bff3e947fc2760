import { createRouter } from '@tanstack/react-router';
import { adminScreens, siteAdminScreens } from './routes/admin.ts';
import { bareScreens } from './routes/bare.ts';
import { boardScreens, home, ownScreens } from './routes/dashboard.ts';
import { decidingScreens } from './routes/deciding.ts';
import { onBoard, root, shell } from './routes/frames.tsx';
import { announcementScreens, libraryScreens, meetingScreens } from './routes/homes.ts';
import { peopleScreens } from './routes/people.ts';
import { parseSearch, stringifySearch } from './search-params.ts';
import { FailurePage, NotFoundPage, ShellPending } from './shell/page-states.tsx';

declare module '@tanstack/react-router' {
  interface HistoryState {
    readonly draftId?: string;
  }
  interface Register {
    router: AppRouter;
  }
  interface StaticDataRouteOption {
    /** The page's part of the document title. Omitted if the page sets its own. */
    readonly title?: string | ((search: object) => string);
    /** No loading bar is shown between pages of the same area. */
    readonly area?: string;
    readonly frame?: 'bare';
  }
}

const routes = root.addChildren([
  home,
  ...bareScreens,
  shell.addChildren([
    ...ownScreens,
    siteAdminScreens,
    onBoard.addChildren([
      ...boardScreens,
      ...meetingScreens,
      ...peopleScreens,
      ...announcementScreens,
      ...libraryScreens,
      ...decidingScreens,
      ...adminScreens,
    ]),
  ]),
]);

/** Milliseconds after which a skeleton replaces the previous page. */
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
