import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { offlineText, unreachableText } from '#domain/messages/general.ts';
import { useConnection } from '#web/api/connection.ts';
import { followLive } from '#web/api/live.ts';
import { isOpen, useBoard } from '#web/api/start.ts';
import { keepsPapers } from '#web/kept-flag.ts';
import { useOnline } from '#web/online.ts';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { useLeaveGuard } from './leave-guard.ts';
import { useLoading } from './loading.ts';
import { leaveSignedOut } from './log-out.ts';
import { useScreen } from './screen.ts';
import styles from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { TabBar } from './tab-bar.tsx';
import { TopBar } from './top-bar.tsx';

export function OfflineNotice() {
  const { pathname } = useLocation();
  const isOnline = useOnline();
  // The live room of a meeting shows its own notice about a lost connection.
  if (useConnection() === 'there' || /^\/meetings\/[^/]+\/room$/.test(pathname)) return null;
  return (
    <div className={styles.notices}>
      <Notice
        tone="caution"
        icon={WifiOff}
        isNews
        actions={keepsPapers() && <TextLink href="/offline">Papers on this device</TextLink>}
      >
        {isOnline ? unreachableText : offlineText}
      </Notice>
    </div>
  );
}

const ShellOverlays = lazyPart(() => import('./shell-overlays.tsx'), 'ShellOverlays');
const Drawer = lazyPart(() => import('./drawer.tsx'), 'Drawer');

export function Shell() {
  const { pathname, search } = useLocation();
  const screen = useScreen();
  const isLoading = useLoading();
  const [drawer, setDrawer] = useState<'never' | 'open' | 'closed'>('never');
  const [isAddingBoard, setAddingBoard] = useState(false);
  // Does not change a drawer that was never opened, so that its code is not loaded.
  const closeDrawer = (): void => setDrawer((before) => (before === 'open' ? 'closed' : before));
  const addBoard = (): void => {
    closeDrawer();
    setAddingBoard(true);
  };
  const leaving = useLeaveGuard();
  useLiveUpdates();
  useClosedByNavigation(closeDrawer);
  const asked =
    pathname === '/search'
      ? { itemType: search.itemType, searchString: search.searchString }
      : { itemType: undefined, searchString: undefined };
  return (
    <>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      {isLoading && <div className={styles.progress} role="progressbar" aria-label="Loading" />}
      <div className={clsx(styles.shell, 'screen-wide')} data-screen={screen}>
        {screen !== 'small' && (
          <aside className={styles.aside} aria-label="Board">
            <Sidebar
              form={screen === 'medium' ? 'rail' : 'full'}
              pathname={pathname}
              groupsOpenThemselves
              onAddBoard={addBoard}
            />
          </aside>
        )}
        <div className={styles['shell-body']} aria-busy={isLoading}>
          <TopBar pathname={pathname} asked={asked} onMenu={() => setDrawer('open')} />
          <OfflineNotice />
          <Outlet />
        </div>
      </div>
      {screen === 'small' && (
        <>
          <TabBar pathname={pathname} />
          {drawer !== 'never' && (
            <Drawer isOpen={drawer === 'open'} onClose={closeDrawer} pathname={pathname} onAddBoard={addBoard} />
          )}
        </>
      )}
      <ShellOverlays isAddingBoard={isAddingBoard} leaving={leaving} onClose={() => setAddingBoard(false)} />
    </>
  );
}

function useLiveUpdates(): void {
  const board = useBoard();
  const boardId = board !== null && isOpen(board) ? board.board_info.board_id : null;
  const client = useQueryClient();
  useEffect(() => (boardId === null ? undefined : followLive(client, () => void leaveSignedOut())), [boardId, client]);
}

function useClosedByNavigation(close: () => void): void {
  const router = useRouter();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the setters behind `close` never change
  useEffect(() => router.subscribe('onBeforeNavigate', close), [router]);
}
