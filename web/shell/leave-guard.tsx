import { useBlocker } from '@tanstack/react-router';
import { unsavedChangesMessage } from '../../domain/messages.ts';
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx';
import { clearUnsavedChanges, hasUnsavedChanges } from './unsaved-changes.ts';

/** Asks before a page with unsaved changes is left. Opening a document over it is no leaving. */
export function LeaveGuard() {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => hasUnsavedChanges() && current.pathname !== next.pathname,
    enableBeforeUnload: hasUnsavedChanges,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      isOpen={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={unsavedChangesMessage}
      confirmLabel="Leave without saving"
      cancelLabel="Stay"
      danger
      onConfirm={() => {
        clearUnsavedChanges();
        blocker.proceed?.();
      }}
    >
      What you have typed here will be lost.
    </ConfirmDialog>
  );
}
