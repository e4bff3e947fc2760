import { I18nProvider } from 'react-aria-components';
import { createRoot } from 'react-dom/client';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import * as minutes from './features/deciding/meeting-minutes/unsent-notes.ts';
import * as annotations from './features/papers/annotations/unsent-annotations.ts';

/** Milliseconds that logging out waits for unsent data before it asks. */
const sendingMax = 5000;

const kinds = [
  { of: annotations, title: 'Your annotations are not saved yet' },
  { of: minutes, title: 'Your notes in the minutes are not saved yet' },
] as const;

/** Returns false if the user chose to stay logged in. Sent or lost data is deleted from this device. */
export async function sendBeforeLogOut(): Promise<boolean> {
  for (const { of, title } of kinds) {
    try {
      const late = new Promise<number>((resolve) => setTimeout(() => resolve(1), sendingMax));
      const unsent = await Promise.race([of.sendUnsent(), late]);
      if (unsent > 0 && !(await confirmLoss(title))) return false;
      await of.wipeUnsent();
    } catch (cause) {
      // Nothing is stored here, or it cannot be decrypted without a session.
      console.warn('Unsent changes could not be looked for', cause);
    }
  }
  return true;
}

/** The dialog has its own root, because logging out is available on every page. */
function confirmLoss(title: string): Promise<boolean> {
  const element = document.createElement('div');
  document.body.append(element);
  const root = createRoot(element);
  return new Promise((resolve) => {
    const end = (isConfirmed: boolean) => {
      resolve(isConfirmed);
      root.unmount();
      element.remove();
    };
    root.render(
      <I18nProvider locale="en-US">
        <ConfirmDialog
          isOpen
          title={title}
          confirmLabel="Log out and lose them"
          cancelLabel="Stay"
          danger
          onClose={() => end(false)}
          onConfirm={() => end(true)}
        >
          They could not be sent and would be lost. If you stay, they will be sent as soon as possible.
        </ConfirmDialog>
      </I18nProvider>,
    );
  });
}
