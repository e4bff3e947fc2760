import { type AnyRouter, Outlet, useMatches, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { RouterProvider as AriaRouterProvider } from 'react-aria-components';
import { invitationLabels } from '#domain/messages/invitations.ts';
import { useFollowAddress } from './follow-link.ts';
import { followLoading } from './loading.ts';
import { useDocumentTitle } from './page-title.ts';

/** After one of these events, the focus is left to the user. */
const acts = ['keydown', 'pointerdown'] as const;

/** Skips a page whose field has the focus. If a focused skeleton is replaced, the page gets its focus. */
export function followFocus(router: AnyRouter): () => void {
  // An observer is needed, because elements are also added and removed without the router.
  const lost = new MutationObserver(() => {
    if (document.activeElement === document.body) focusMain();
  });
  const leave = (): void => lost.disconnect();
  for (const act of acts) addEventListener(act, leave, { capture: true });
  // For a page that loads without waiting, the router already reports it as the previous one.
  let shown: string = router.latestLocation.pathname;
  const end = router.subscribe('onRendered', ({ toLocation }) => {
    if (toLocation.pathname === shown) return;
    shown = toLocation.pathname;
    focusMain();
    // A suspended page is in the document but hidden, so it cannot take the focus yet.
    lost.observe(document.body, { childList: true, subtree: true, attributeFilter: ['style'] });
  });
  return () => {
    end();
    leave();
    for (const act of acts) removeEventListener(act, leave, { capture: true });
  };
}

function focusMain(): void {
  const main = document.getElementById('main');
  if (main !== null && !main.contains(document.activeElement)) main.focus({ preventScroll: true });
}

const FrameOverlays = lazy(async () => {
  const { FrameOverlays: overlays, beginBesidePages } = await import('./frame-overlays.tsx');
  beginBesidePages();
  return { default: overlays };
});

/** Needed on every page, with or without the shell: client navigation for links, title, errors, toasts. */
export function Root() {
  const router = useRouter();
  const title = useMatches({
    select: (matches) => {
      const page = matches.at(-1);
      const named = page?.staticData.title ?? null;
      return typeof named === 'function' ? named(page?.search ?? {}) : named;
    },
  });
  useDocumentTitle(title);
  // An effect, because navigations begin outside of React.
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
