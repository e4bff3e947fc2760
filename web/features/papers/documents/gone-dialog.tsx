import { type ReactNode, useEffect, useState } from 'react';
import { documentMessages } from '#domain/messages.ts';
import { MessageDialog } from '#web/ui/overlays/message-dialog.tsx';

/**
 * Says that the open document is gone. It leaves the address at once, not with the dialog: a page that is reloaded or
 * sent on meanwhile names no document that nobody can open.
 */
export function useGoneDialog(close: () => void): { readonly dialog: ReactNode; readonly showGone: () => void } {
  const [isShown, setShown] = useState(false);
  return {
    dialog: <MessageDialog isOpen={isShown} onClose={() => setShown(false)} message={documentMessages.gone} />,
    showGone: () => {
      setShown(true);
      close();
    },
  };
}

/** Stands in the place of a document that is gone. */
export function GoneDocument({ onGone }: { readonly onGone: () => void }) {
  // An effect, because the address is the page's.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per document
  useEffect(onGone, []);
  return null;
}
