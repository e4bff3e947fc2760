import { annotationLimitDialog, dismissLabel } from '#domain/messages.ts';
import { useStore } from '#web/store.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import type { MarksSession } from './marks/marks-session.ts';

export function LimitDialog({ session }: { readonly session: MarksSession }) {
  const isOpen = useStore(session.limitReached);
  const close = () => session.limitReached.set(false);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={annotationLimitDialog.title}
      role="alertdialog"
      actions={
        <Button variant="primary" onPress={close}>
          {dismissLabel}
        </Button>
      }
    >
      <p>{annotationLimitDialog.message}</p>
    </Dialog>
  );
}
