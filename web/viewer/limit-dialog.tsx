import { Button } from '../ui/actions/button.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { limitText, limitTitle } from './limit-words.ts';
import type { MarksSession } from './marks/marks-session.ts';
import { useObservable } from './observable.ts';

export function LimitDialog({ session }: { readonly session: MarksSession }) {
  const isOpen = useObservable(session.limitReached);
  const close = () => session.limitReached.set(false);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={limitTitle}
      role="alertdialog"
      actions={
        <Button variant="primary" onPress={close}>
          Dismiss
        </Button>
      }
    >
      <p>{limitText}</p>
    </Dialog>
  );
}
