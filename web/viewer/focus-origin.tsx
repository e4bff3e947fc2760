import { type ReactNode, useEffect, useState } from 'react';

/** Gives the focus back to where it was before the children came, unless the reader has put it elsewhere since. */
export function FocusOrigin({ children }: { readonly children: ReactNode }) {
  // Read before the children take the focus, or make its place inert.
  const [origin] = useState(() => document.activeElement);
  // The document's focus is outside React; it is given back when the children have let go of the page.
  useEffect(
    () => () => {
      setTimeout(() => {
        const isNowhere = document.activeElement === null || document.activeElement === document.body;
        if (isNowhere && origin instanceof HTMLElement && origin.isConnected) origin.focus({ preventScroll: true });
      });
    },
    [origin],
  );
  return children;
}
