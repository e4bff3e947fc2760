import { unsentMarks, unsentMinutes } from './features/core/drafts/unsent-stores.ts';
import { setBeforeLogOut } from './shell/log-out.ts';

/** The code for each kind is loaded only if there is unsent data. */
const kinds = [
  { store: unsentMarks, load: () => import('./features/papers/annotations/unsent-annotations.ts') },
  { store: unsentMinutes, load: () => import('./features/deciding/meeting-minutes/unsent-notes.ts') },
] as const;

export function sendUnsent(): void {
  const send = async () => {
    for (const { store, load } of kinds) {
      try {
        if (await store.isAny()) await (await load()).sendUnsent();
      } catch (cause) {
        console.warn('Unsent changes on this device could not be sent', cause);
      }
    }
  };
  setBeforeLogOut(async () => {
    const { sendBeforeLogOut: leaveMachine } = await import('./before-log-out.tsx');
    return leaveMachine();
  });
  window.addEventListener('online', () => void send());
  setTimeout(() => void send(), sendPause);
}

/** Milliseconds to wait after the first render, so that the screen loads first. */
const sendPause = 1500;
