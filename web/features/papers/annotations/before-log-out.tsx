import { I18nProvider } from 'react-aria-components';
import { createRoot } from 'react-dom/client';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { sendUnsent, wipeUnsent } from './unsent-annotations.ts';

/** Milliseconds that signing out waits for the last marks to go out, before it asks. */
const sendingMax = 5000;

/**
 * Before signing out: what waits on this machine goes out, or the reader agrees to lose it; then nothing of it stays.
 * @returns false when the reader would rather stay
 */
export async function sendBeforeLogOut(): Promise<boolean> {
  try {
    const late = new Promise<number>((resolve) => setTimeout(() => resolve(1), sendingMax));
    const left = await Promise.race([sendUnsent(), late]);
    if (left > 0 && !(await agreesToLose())) return false;
    await wipeUnsent();
  } catch (cause) {
    // Nothing is kept here, or it cannot be reached without a session.
    console.warn('Waiting marks could not be looked for', cause);
  }
  return true;
}

/** Asks in a dialog of its own, wherever on the page signing out was chosen. */
function agreesToLose(): Promise<boolean> {
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  return new Promise((resolve) => {
    const answer = (agrees: boolean) => {
      resolve(agrees);
      root.unmount();
      place.remove();
    };
    root.render(
      <I18nProvider locale="en-US">
        <ConfirmDialog
          isOpen
          title="Your annotations are not saved yet"
          confirmLabel="Log out and lose them"
          cancelLabel="Stay"
          danger
          onClose={() => answer(false)}
          onConfirm={() => answer(true)}
        >
          They could not be sent and would be lost. Stay, and they will be sent as soon as possible.
        </ConfirmDialog>
      </I18nProvider>,
    );
  });
}
