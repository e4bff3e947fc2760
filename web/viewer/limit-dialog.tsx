import { Button } from '../ui/actions/button.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import type { MarksSession } from './marks/marks-session.ts';
import { useObservable } from './observable.ts';

/** Words of the specification, section 5. */
export const limitTitle = 'Oops! Annotation file size limit reached.';
export const limitText =
  'Your last annotation was not saved because you have exceeded the maximum file size for annotations on this document. You may delete some annotations and try again.';

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
