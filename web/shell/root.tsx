import { Outlet, useMatches, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { RouterProvider as AriaRouterProvider } from 'react-aria-components';
import { followFocus } from './focus.ts';
import { useFollowAddress } from './follow-link.ts';
import { followLoading } from './loading.ts';
import { useDocumentTitle } from './page-title.ts';

const FrameOverlays = lazy(async () => ({ default: (await import('./frame-overlays.tsx')).FrameOverlays }));

/** What every page has, with or without the shell: client navigation for links, title, errors, toasts. */
export function Root() {
  const router = useRouter();
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title ?? null });
  useDocumentTitle(title);
  // An effect, because the router tells of navigations that begin anywhere.
  useEffect(() => {
    const ends = [followLoading(router), followFocus(router)];
    return () => {
      for (const end of ends) end();
    };
  }, [router]);
  const go = useFollowAddress();
  return (
    <AriaRouterProvider navigate={go}>
      <Outlet />
      <Suspense>
        <FrameOverlays />
      </Suspense>
    </AriaRouterProvider>
  );
}
