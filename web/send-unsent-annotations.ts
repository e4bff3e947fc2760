import { isAnythingUnsent } from './features/papers/annotations/unsent-store.ts';
import { setBeforeLogOut } from './shell/log-out.ts';

/**
 * Sends annotations that could not be sent when their page was left, once the page is there and whenever the network is
 * back; before signing out they are sent, or the user agrees to lose them. Where none wait, nothing is loaded.
 */
export function sendUnsentAnnotations(): void {
  const send = async () => {
    try {
      if (!(await isAnythingUnsent())) return;
      const { sendUnsent: sendWaiting } = await import('./features/papers/annotations/unsent-annotations.ts');
      await sendWaiting();
    } catch (cause) {
      console.warn('Waiting marks could not be sent', cause);
    }
  };
  setBeforeLogOut(async () => {
    const { sendBeforeLogOut: leaveMachine } = await import('./features/papers/annotations/before-log-out.tsx');
    return leaveMachine();
  });
  window.addEventListener('online', () => void send());
  setTimeout(() => void send(), sendPause);
}

/** Milliseconds after the first render: what the user sees is first. */
const sendPause = 1500;
