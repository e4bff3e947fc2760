import type { ReactNode } from 'react';
import { I18nProvider } from 'react-aria-components';
import { createRoot } from 'react-dom/client';
import { currentStart } from '#web/api/start.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import * as minutes from './features/deciding/meeting-minutes/unsent-notes.ts';
import * as annotations from './features/papers/annotations/unsent-annotations.ts';
import { keptHere } from './features/papers/kept-papers/kept.ts';
import { keepsPapers } from './kept-flag.ts';

/** Milliseconds to wait for unsent data to be sent before asking the user. */
const sendingMax = 5000;

const kinds = [
  { of: annotations, title: 'Your marks have not been saved yet' },
  { of: minutes, title: 'Your notes in the minutes have not been saved yet' },
] as const;

/** Returns false if the user chose to stay logged in. */
export async function sendBeforeLogOut(): Promise<boolean> {
  for (const { of, title } of kinds) {
    try {
      const late = new Promise<number>((resolve) => setTimeout(() => resolve(1), sendingMax));
      const unsent = await Promise.race([of.sendUnsent(), late]);
      if (unsent > 0 && !(await confirmLoss(title))) return false;
      await of.wipeUnsent();
    } catch (cause) {
      // Logging out continues, because the check may fail if the session has already ended.
      console.warn('The check for unsent changes failed', cause);
    }
  }
  return mayLeavePapers();
}

/** Returns false if the user chose to stay logged in. */
async function mayLeavePapers(): Promise<boolean> {
  if (!keepsPapers()) return true;
  const { refreshKept, removeAllOf } = await import('./features/papers/kept-papers/keeping.ts');
  await refreshKept();
  const { user } = currentStart();
  if (user === null || !keptHere.get().hasPasscode) return true;
  const answer = await ask<'stay' | 'leave' | 'remove'>((end) => (
    <Dialog
      onClose={() => end('stay')}
      title="Log out?"
      role="alertdialog"
      actions={
        <>
          <Button variant="danger" onPress={() => end('remove')}>
            Log out and remove them
          </Button>
          <Button variant="primary" onPress={() => end('leave')}>
            Log out
          </Button>
        </>
      }
    >
      Papers kept here stay locked on this device.
    </Dialog>
  ));
  if (answer === 'remove') await removeAllOf(user.id);
  return answer !== 'stay';
}

const confirmLoss = (title: string): Promise<boolean> =>
  ask<boolean>((end) => (
    <ConfirmDialog
      title={title}
      confirmLabel="Log out and discard them"
      cancelLabel="Stay"
      danger
      onClose={() => end(false)}
      onConfirm={() => end(true)}
    >
      They could not be sent to the server. If you log out, they will be lost. If you stay, they will be sent as soon as
      possible.
    </ConfirmDialog>
  ));

/** Renders the dialog in its own root, because users can log out on any page. */
function ask<Answer>(dialog: (end: (answer: Answer) => void) => ReactNode): Promise<Answer> {
  const element = document.createElement('div');
  document.body.append(element);
  const root = createRoot(element);
  return new Promise((resolve) => {
    const end = (answer: Answer) => {
      resolve(answer);
      root.unmount();
      element.remove();
    };
    root.render(<I18nProvider locale="en-US">{dialog(end)}</I18nProvider>);
  });
}
