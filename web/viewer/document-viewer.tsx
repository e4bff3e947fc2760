import { type ReactNode, useEffect, useState } from 'react';
import { OpenDocument } from './open-document.tsx';
import type { DocumentViewerProps } from './types.ts';

/**
 * The document viewer (specification, sections 2, 4 and 9). It fetches nothing but the document's own bytes; marks
 * come in and go out through its props. Load it lazily: `lazy(() => import('…/viewer/document-viewer.tsx'))`.
 * Another document is another viewer: unsent marks of the one before are sent.
 */
export function DocumentViewer(props: DocumentViewerProps) {
  return (
    <FocusOrigin>
      <OpenDocument key={props.document.id} {...props} />
    </FocusOrigin>
  );
}

/** Gives the focus back to where it was before the children came, unless the reader has put it elsewhere since. */
export function FocusOrigin({ children }: { readonly children: ReactNode }) {
  // Read before the children take the focus, or make its place inert.
  const [origin] = useState(() => document.activeElement);
  // The document's focus is outside React; it is given back when the children have let go of the page.
  useEffect(
    () => () => {
      setTimeout(() => {
        const hasNoFocusTarget = document.activeElement === null || document.activeElement === document.body;
        if (hasNoFocusTarget && origin instanceof HTMLElement && origin.isConnected)
          origin.focus({ preventScroll: true });
      });
    },
    [origin],
  );
  return children;
}
