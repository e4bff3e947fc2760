import { type ReactNode, useState } from 'react';
import { useOnUnmount } from '#web/ui/use-on-unmount.ts';
import { OpenDocument } from './open-document.tsx';
import type { DocumentViewerProps } from './types.ts';

export function DocumentViewer(props: DocumentViewerProps) {
  return (
    <FocusOrigin documentId={props.document.id}>
      <OpenDocument key={props.document.id} {...props} />
    </FocusOrigin>
  );
}

export function FocusOrigin({ documentId, children }: { readonly documentId: string; readonly children: ReactNode }) {
  // Read before the children take the focus.
  const [origin] = useState(() => document.activeElement);
  useOnUnmount(() => {
    // Runs after the children have made the page focusable again.
    setTimeout(() => {
      const hasNoFocusTarget = document.activeElement === null || document.activeElement === document.body;
      if (!hasNoFocusTarget) return;
      // The document may have been opened by a link elsewhere, so this focuses its row in the list instead.
      const link = `a[href*="document=${CSS.escape(documentId)}"]`;
      const isOrigin = origin instanceof HTMLElement && origin.isConnected;
      const row = isOrigin && origin.matches(link) ? origin : document.querySelector<HTMLElement>(`#main ${link}`);
      if (row !== null) row.focus();
      else if (isOrigin) origin.focus({ preventScroll: true });
    });
  });
  return children;
}
