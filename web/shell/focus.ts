import type { AnyRouter } from '@tanstack/react-router';

/**
 * After a navigation the focus goes to the new page, as it would with a page that was loaded; unless the page has
 * taken it already, for a field of its own.
 */
export function followFocus(router: AnyRouter): () => void {
  return router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    if (fromLocation === undefined || !pathChanged) return;
    const main = document.getElementById('main');
    if (main !== null && !main.contains(document.activeElement)) main.focus({ preventScroll: true });
  });
}
