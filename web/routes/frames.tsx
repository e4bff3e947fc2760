import {
  createRootRoute,
  createRoute,
  notFound,
  Outlet,
  redirect,
  useLocation,
  useSearch,
} from '@tanstack/react-router';
import { useState } from 'react';
import { passwordRequest } from '#web/api/next-step.ts';
import { boardOf, currentStart } from '#web/api/start.ts';
import { wantedCopy } from '#web/features/papers/documents/wanted-copy.ts';
import { paths, personOf } from '#web/paths.ts';
import { textParams } from '#web/search-params.ts';
import { BareNotFoundPage, NotFoundPage } from '#web/shell/page-states.tsx';
import { onlyFor } from '#web/shell/roles.ts';
import { Root } from '#web/shell/root.tsx';
import { Shell } from '#web/shell/shell.tsx';
import { useStore } from '#web/store.ts';
import { lazyPart } from '#web/ui/lazy-part.tsx';

/** An address that the server reported as missing, even if a route matches it. */
const missingAddress = 'missing' in document.documentElement.dataset ? window.location.pathname : null;

const ConfirmPasswordOverlay = lazyPart(
  () => import('#web/features/access/session/confirm-password.tsx'),
  'ConfirmPasswordOverlay',
);

function Everything() {
  const isAsked = useStore(passwordRequest) !== null;
  return (
    <>
      <Root />
      {isAsked && <ConfirmPasswordOverlay onClose={() => passwordRequest.get()?.(false)} />}
    </>
  );
}

export const root = createRootRoute({
  component: Everything,
  notFoundComponent: BareNotFoundPage,
  validateSearch: (search) => textParams(search, 'document', 'person'),
  beforeLoad: ({ location }) => {
    if (location.pathname === missingAddress) throw notFound();
  },
});

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

const PersonOverlay = lazyPart(() => import('#web/features/members/people/person-overlay.tsx'), 'PersonOverlay');

function OpenedPerson() {
  const isOpen = useLocation({
    select: ({ pathname, search }) => search.person !== undefined || personOf(pathname) !== null,
  });
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);
  return wasOpened && <PersonOverlay />;
}

const DocumentOverlay = lazyPart(() => import('#web/features/papers/reading/document-overlay.tsx'), 'DocumentOverlay');

/** Loads the document viewer on demand, because the dashboard must open fast. */
function DashboardDocument() {
  const { document } = useSearch({ strict: false });
  const [wasOpened, setWasOpened] = useState(document !== undefined);
  if (document !== undefined && !wasOpened) setWasOpened(true);
  return wasOpened && <DocumentOverlay />;
}

const MadeFileDialog = lazyPart(() => import('#web/features/views/board-book/board-book-dialog.tsx'), 'MadeFileDialog');

function WantedCopy() {
  const wanted = useStore(wantedCopy);
  if (wanted === null) return null;
  const { documentId, isMarked } = wanted;
  return <MadeFileDialog kind="copy" id={documentId} isMarked={isMarked} onClose={() => wantedCopy.set(null)} />;
}

function OnBoard() {
  const isDashboard = useLocation({ select: ({ pathname }) => pathname === paths.dashboard() });
  return (
    <>
      <Outlet />
      <OpenedPerson />
      <WantedCopy />
      {isDashboard && <DashboardDocument />}
    </>
  );
}

export const onBoard = createRoute({
  getParentRoute: () => shell,
  id: 'board',
  component: OnBoard,
  notFoundComponent: NotFoundPage,
  beforeLoad: () => {
    if (boardOf(currentStart()) === null) throw redirect({ to: '/no-board' });
  },
});

export const boardAdmins = createRoute({
  getParentRoute: () => onBoard,
  id: 'board-admins',
  beforeLoad: onlyFor((roles) => roles.isBoardAdmin),
});

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
