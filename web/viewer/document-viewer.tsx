import { type ReactNode, useState } from 'react';
import { useOnUnmount } from '#web/ui/use-on-unmount.ts';
import { OpenDocument } from './open-document.tsx';
import type { DocumentViewerProps } from './types.ts';

/**
 * The document viewer (specification, sections 2, 4 and 9). It fetches only the document's own bytes; annotations come in
 * and go out through its props. Load it lazily. Another document is another viewer: unsent annotations of the one before are
 * sent.
 */
export function DocumentViewer(props: DocumentViewerProps) {
  return (
    <FocusOrigin>
      <OpenDocument key={props.document.id} {...props} />
    </FocusOrigin>
  );
}

/** Returns the focus to where it was before the children were mounted, unless the reader has moved it since. */
export function FocusOrigin({ children }: { readonly children: ReactNode }) {
  // Read before the children take the focus.
  const [origin] = useState(() => document.activeElement);
  useOnUnmount(() => {
    // Given back when the children have let go of the page.
    setTimeout(() => {
      const hasNoFocusTarget = document.activeElement === null || document.activeElement === document.body;
      if (hasNoFocusTarget && origin instanceof HTMLElement && origin.isConnected)
        origin.focus({ preventScroll: true });
    });
  });
  return children;
}
