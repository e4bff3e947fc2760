import { Outlet, useMatches, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { RouterProvider as AriaRouterProvider } from 'react-aria-components';
import { isServerAddress } from '../paths.ts';
import { ToastRegion } from '../ui/overlays/toast.tsx';
import { ErrorModal } from './error-modal.tsx';
import { followFocus } from './focus.ts';
import { followLoading } from './loading.ts';
import { useDocumentTitle } from './page-title.ts';

/** What every page has, with or without the shell: client navigation for links, title, errors, toasts. */
export function Root() {
  const router = useRouter();
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title ?? null });
  useDocumentTitle(title);
  // An effect, because the router tells of navigations that begin anywhere.
  useEffect(() => {
    const ends = [followLoading(router), followFocus(router)];
    return () => ends.forEach((end) => end());
  }, [router]);
  const go = (href: string): void => {
    if (isServerAddress(href, window.location.origin)) window.location.assign(href);
    else void router.navigate({ href });
  };
  return (
    <AriaRouterProvider navigate={go}>
      <Outlet />
      <ErrorModal />
      <ToastRegion />
    </AriaRouterProvider>
  );
}
