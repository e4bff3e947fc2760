import type { AnyRouter } from '@tanstack/react-router';

/** What a reader does by hand: from then on the focus is theirs. */
const acts = ['keydown', 'pointerdown'] as const;

/**
 * After a navigation the focus goes to the new page, as it would with a page that was loaded; unless the page has taken it
 * already, for a field of its own. The shape of a page that is on its way gives way to the page, and takes the focus along with
 * it: then the page gets it, as long as the reader has done nothing since.
 */
export function followFocus(router: AnyRouter): () => void {
  // Elements come and go outside of what the router tells.
  const lost = new MutationObserver(() => {
    if (document.activeElement === document.body) focusMain();
  });
  const leave = (): void => lost.disconnect();
  for (const act of acts) addEventListener(act, leave, { capture: true });
  // Kept here: of a page that needed no waiting the router tells when it counts as the one before already.
  let shown: string = router.latestLocation.pathname;
  const end = router.subscribe('onRendered', ({ toLocation }) => {
    if (toLocation.pathname === shown) return;
    shown = toLocation.pathname;
    focusMain();
    // What waits for its parts is there, but not shown: until then it takes no focus.
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
