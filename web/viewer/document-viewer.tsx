import { type ReactNode, useState } from 'react';
import { useOnUnmount } from '#web/ui/use-on-unmount.ts';
import { OpenDocument } from './open-document.tsx';
import type { DocumentViewerProps } from './types.ts';

/**
 * Fetches only the document's bytes; annotations are passed through its props. Load it lazily. Another document mounts
 * another viewer, and unsent annotations of the previous one are sent.
 */
export function DocumentViewer(props: DocumentViewerProps) {
  return (
    <FocusOrigin>
      <OpenDocument key={props.document.id} {...props} />
    </FocusOrigin>
  );
}

/** Returns the focus to where it was before the children mounted, unless the reader has moved it since. */
export function FocusOrigin({ children }: { readonly children: ReactNode }) {
  // Read before the children take the focus.
  const [origin] = useState(() => document.activeElement);
  useOnUnmount(() => {
    // After the children have made the page focusable again.
    setTimeout(() => {
      const hasNoFocusTarget = document.activeElement === null || document.activeElement === document.body;
      if (hasNoFocusTarget && origin instanceof HTMLElement && origin.isConnected)
        origin.focus({ preventScroll: true });
    });
  });
  return children;
}
