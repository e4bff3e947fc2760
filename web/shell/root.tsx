import { type AnyRouter, Outlet, useMatches, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { RouterProvider as AriaRouterProvider, I18nProvider } from 'react-aria-components';
import type { Board } from '#contract/start.ts';
import { useBoard } from '#web/api/start.ts';
import { useFollowAddress } from './follow-link.ts';
import { followLoading } from './loading.ts';
import { useDocumentTitle } from './page-title.ts';

const acts = ['keydown', 'pointerdown'] as const;

export function followFocus(router: AnyRouter): () => void {
  const lost = new MutationObserver(() => {
    if (document.activeElement === document.body) focusMain();
  });
  const leave = (): void => lost.disconnect();
  for (const act of acts) addEventListener(act, leave, { capture: true });
  let shown: string = router.latestLocation.pathname;
  const end = router.subscribe('onRendered', ({ toLocation }) => {
    if (toLocation.pathname === shown) return;
    shown = toLocation.pathname;
    focusMain();
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

const regions = { mdy: 'en-US', dmy: 'en-GB', iso: 'en-CA' } as const;

/** Returns a BCP 47 locale. With the default settings, the browser chooses the locale. */
function fieldLocale(board: Pick<Board, 'date_style' | 'first_day'> | null): { readonly locale?: string } {
  const { date_style: style = 'mdy', first_day: day = 'sunday' } = board ?? {};
  if (style === 'mdy' && day === 'sunday') return {};
  return { locale: `${regions[style]}-u-fw-${day.slice(0, 3)}${style === 'mdy' ? '' : '-hc-h23'}` };
}

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
  useEffect(() => {
    const ends = [followLoading(router), followFocus(router)];
    return () => {
      for (const end of ends) end();
    };
  }, [router]);
  const go = useFollowAddress();
  const board = useBoard();
  return (
    <I18nProvider {...fieldLocale(board)}>
      <AriaRouterProvider navigate={go}>
        <Outlet />
        <Suspense>
          <FrameOverlays />
        </Suspense>
      </AriaRouterProvider>
    </I18nProvider>
  );
}
