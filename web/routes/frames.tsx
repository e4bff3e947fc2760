import {
  createRootRoute,
  createRoute,
  notFound,
  Outlet,
  redirect,
  useLocation,
  useSearch,
} from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { passwordRequest } from '#web/api/next-step.ts';
import { boardOf, currentStart } from '#web/api/start.ts';
import { paths, personOf } from '#web/paths.ts';
import { textParams } from '#web/search-params.ts';
import { BareNotFoundPage, NotFoundPage } from '#web/shell/page-states.tsx';
import { onlyFor } from '#web/shell/roles.ts';
import { Root } from '#web/shell/root.tsx';
import { Shell } from '#web/shell/shell.tsx';
import { useStore } from '#web/store.ts';

/** The address at which the server has found nothing, though it may begin as one of the routes below does. */
const missingAddress = 'missing' in document.documentElement.dataset ? window.location.pathname : null;

const ConfirmPasswordOverlay = lazy(async () => ({
  default: (await import('#web/features/access/session/confirm-password.tsx')).ConfirmPasswordOverlay,
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

export const root = createRootRoute({
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
export const shell = createRoute({
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
  default: (await import('#web/features/members/people/person-overlay.tsx')).PersonOverlay,
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
  default: (await import('#web/features/papers/reading/document-overlay.tsx')).DocumentOverlay,
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
export const onBoard = createRoute({
  getParentRoute: () => shell,
  id: 'board',
  component: OnBoard,
  notFoundComponent: NotFoundPage,
  beforeLoad: () => {
    if (boardOf(currentStart()) === null) throw redirect({ to: '/no-board' });
  },
});

/** Screens of board admins; others get the not-found page. */
export const boardAdmins = createRoute({
  getParentRoute: () => onBoard,
  id: 'board-admins',
  beforeLoad: onlyFor((roles) => roles.isBoardAdmin),
});

/** Screens of board admins, and of group admins for their own groups. */
export const groupEditors = createRoute({
  getParentRoute: () => onBoard,
  id: 'group-editors',
  beforeLoad: onlyFor((roles) => roles.isBoardAdmin || roles.isGroupAdmin),
});

export const siteAdmins = createRoute({
  getParentRoute: () => shell,
  id: 'site-admins',
  beforeLoad: onlyFor((roles) => roles.isSiteAdmin),
});
