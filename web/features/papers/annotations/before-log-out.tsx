import { I18nProvider } from 'react-aria-components';
import { createRoot } from 'react-dom/client';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { sendUnsent, wipeUnsent } from './unsent-annotations.ts';

/** Milliseconds that logging out waits for unsent annotations before it asks. */
const sendingMax = 5000;

/**
 * Sends unsent annotations, or asks whether they may be lost, and then deletes them from this device.
 * @returns false when the reader would rather stay logged in
 */
export async function sendBeforeLogOut(): Promise<boolean> {
  try {
    const late = new Promise<number>((resolve) => setTimeout(() => resolve(1), sendingMax));
    const unsent = await Promise.race([sendUnsent(), late]);
    if (unsent > 0 && !(await confirmLoss())) return false;
    await wipeUnsent();
  } catch (cause) {
    // Nothing is stored here, or it cannot be opened without a session.
    console.warn('Unsent annotations could not be looked for', cause);
  }
  return true;
}

/** A dialog in a root of its own, because logging out is chosen anywhere on the page. */
function confirmLoss(): Promise<boolean> {
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
          title="Your annotations are not saved yet"
          confirmLabel="Log out and lose them"
          cancelLabel="Stay"
          danger
          onClose={() => end(false)}
          onConfirm={() => end(true)}
        >
          They could not be sent and would be lost. Stay, and they will be sent as soon as possible.
        </ConfirmDialog>
      </I18nProvider>,
    );
  });
}
