import { useRouter } from '@tanstack/react-router';
import { type MouseEventHandler, useCallback } from 'react';
import { boardOf, currentStart } from '#web/api/start.ts';
import { isServerAddress, personOf } from '#web/paths.ts';

export function useFollowAddress(): (href: string) => void {
  const router = useRouter();
  return useCallback(
    (href) => {
      const person = personOf(pathOf(href));
      // A loaded page shows only one board, so an address on another board needs a full page load.
      if (isServerAddress(href, window.location.origin) || isOfOtherBoard(href)) window.location.assign(href);
      else if (person !== null && !router.state.location.pathname.startsWith('/people/')) {
        void router.navigate({
          to: '.',
          search: (before) => ({ ...before, person }),
          mask: { to: '/people/$slug', params: { slug: person }, unmaskOnReload: true },
          resetScroll: false,
        });
      }
      // Opening a document over the page must not change the page's scroll position.
      else void router.navigate({ href: withoutOrigin(href), resetScroll: pathOf(href) !== window.location.pathname });
    },
    [router],
  );
}

/** For plain links in long lists, where React Aria's links are too slow. */
export function useFollowLink(): MouseEventHandler<HTMLAnchorElement> {
  const follow = useFollowAddress();
  return useCallback(
    (event) => {
      const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      if (!isPlain || event.defaultPrevented) return;
      event.preventDefault();
      follow(event.currentTarget.href);
    },
    [follow],
  );
}

/** The router would reload the page for an address that includes an origin. */
function withoutOrigin(href: string): string {
  const url = new URL(href, window.location.href);
  return url.origin === window.location.origin ? `${url.pathname}${url.search}${url.hash}` : href;
}

function isOfOtherBoard(href: string): boolean {
  const board = new URL(href, window.location.href).searchParams.get('board');
  return board !== null && board !== boardOf(currentStart())?.shortname;
}

function pathOf(href: string): string {
  return new URL(href, window.location.href).pathname;
}
