import { CallError, CancelledCall } from './call-error.ts';
import { createStore, useStore } from './store.ts';

/** Ends the question that is open; null while none is. */
const open = createStore<((isConfirmed: boolean) => void) | null>(null);
let answer: Promise<boolean> | null = null;

/** Opens the question for the password over the page; calls that ask at once share it. */
function askForPassword(): Promise<boolean> {
  answer ??= new Promise<boolean>((resolve) => {
    open.set((isConfirmed) => {
      open.set(null);
      answer = null;
      resolve(isConfirmed);
    });
  });
  return answer;
}

/** True while the reader is asked for the password. */
export const useIsAskedForPassword = (): boolean => useStore(open) !== null;

export function endAskingForPassword(isConfirmed: boolean): void {
  open.get()?.(isConfirmed);
}

/**
 * Makes a call, and makes it again where the server wanted the password first: the act goes on from where it was, and
 * nothing has to be pressed or typed again. Without the password the call is cancelled.
 */
export async function callConfirmed<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof CallError) || error.step !== 'confirm-password') throw error;
    if (await askForPassword()) return send();
    throw new CancelledCall(error);
  }
}
