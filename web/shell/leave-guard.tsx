import { useBlocker, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { unsavedChangesMessage } from '#domain/messages.ts';
import { clearUnsavedChanges, hasUnsavedChanges } from '#web/api/unsaved-changes.ts';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';

/**
 * Asks before a page with unsaved changes is left. Opening a document over it is no leaving. The navigation is refused at
 * once, so that the address stays that of the page while the question stands, and is made again if the answer is to leave.
 */
export function LeaveGuard() {
  const router = useRouter();
  const [leave, setLeave] = useState<(() => void) | null>(null);
  useBlocker({
    shouldBlockFn: ({ current, next, action }) => {
      if (!hasUnsavedChanges() || current.pathname === next.pathname) return false;
      const steps = action === 'BACK' ? -1 : action === 'FORWARD' ? 1 : null;
      const href = `${next.pathname}${router.options.stringifySearch(next.search)}`;
      setLeave(() => () => {
        if (steps !== null) router.history.go(steps);
        else void router.navigate({ href, replace: action === 'REPLACE' });
      });
      return true;
    },
    enableBeforeUnload: hasUnsavedChanges,
  });
  return (
    <ConfirmDialog
      isOpen={leave !== null}
      onClose={() => setLeave(null)}
      title={unsavedChangesMessage}
      confirmLabel="Leave without saving"
      cancelLabel="Stay"
      danger
      onConfirm={() => {
        clearUnsavedChanges();
        setLeave(null);
        leave?.();
      }}
    >
      What you have typed here will be lost.
    </ConfirmDialog>
  );
}
