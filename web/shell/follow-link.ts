import { useRouter } from '@tanstack/react-router';
import { type MouseEventHandler, useCallback } from 'react';
import { boardOf, currentStart } from '#web/api/start.ts';
import { isServerAddress, personOf } from '#web/paths.ts';

/** Goes to an address of the product, as every link does. */
export function useFollowAddress(): (href: string) => void {
  const router = useRouter();
  return useCallback(
    (href) => {
      const person = personOf(pathOf(href));
      // A page is for one board: that of another is loaded anew.
      if (isServerAddress(href, window.location.origin) || isOfOtherBoard(href)) window.location.assign(href);
      // A person opens over the page that is shown, under an address of their own; a reload then shows them over /people.
      else if (person !== null && !router.state.location.pathname.startsWith('/people/')) {
        void router.navigate({
          to: '.',
          search: (before) => ({ ...before, person }),
          mask: { to: '/people/$slug', params: { slug: person }, unmaskOnReload: true },
          resetScroll: false,
        });
      }
      // A document opens over the page, which stays where it was read.
      else void router.navigate({ href: withoutOrigin(href), resetScroll: pathOf(href) !== window.location.pathname });
    },
    [router],
  );
}

/** For plain links, where there are too many for those of the kit. A new tab or a file is left to the browser. */
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

/** An address with its origin, as a plain link's is, would make the router reload the page. */
function withoutOrigin(href: string): string {
  const url = new URL(href, window.location.href);
  return url.origin === window.location.origin ? `${url.pathname}${url.search}${url.hash}` : href;
}

/** Whether the address names another board than the page is for. */
function isOfOtherBoard(href: string): boolean {
  const board = new URL(href, window.location.href).searchParams.get('board');
  return board !== null && board !== boardOf(currentStart())?.shortname;
}

function pathOf(href: string): string {
  return new URL(href, window.location.href).pathname;
}
