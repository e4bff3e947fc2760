import { setBeforeLogOut } from './shell/log-out.ts';

/**
 * Marks that could not be sent when their page was left go out once the page is there, and whenever the network comes back;
 * before signing out they go, or the reader agrees to lose them. Loaded beside what the first screen needs.
 */
export function sendUnsentAnnotations(): void {
  const send = async () => {
    try {
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

/** Milliseconds after the page has come: what the reader sees is first. */
const sendPause = 1500;
