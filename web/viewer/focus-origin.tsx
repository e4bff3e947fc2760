import { type ReactNode, useEffect } from 'react';

/** Gives the focus back to where it was before the children came, unless the reader has put it elsewhere since. */
export function FocusOrigin({ children }: { readonly children: ReactNode }) {
  // The document's focus is outside React: it is read when the viewer comes and set when it goes.
  useEffect(() => {
    const origin = document.activeElement;
    return () => {
      const isNowhere = document.activeElement === null || document.activeElement === document.body;
      if (isNowhere && origin instanceof HTMLElement && origin.isConnected) origin.focus({ preventScroll: true });
    };
  }, []);
  return children;
}
