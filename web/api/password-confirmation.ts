import { CallError } from './call-error.ts';
import { passwordRequest } from './next-step.ts';

let answer: Promise<boolean> | null = null;

/** Opens the password dialog; simultaneous calls share it. */
function askForPassword(): Promise<boolean> {
  answer ??= new Promise<boolean>((resolve) => {
    passwordRequest.set((isConfirmed) => {
      passwordRequest.set(null);
      answer = null;
      resolve(isConfirmed);
    });
  });
  return answer;
}

/**
 * Repeats a call once the password is confirmed, so that nothing has to be pressed or typed again. Without the password the
 * call is cancelled.
 */
export async function callAfterConfirmation<T>(method: string, send: () => Promise<T>): Promise<T> {
  if (await askForPassword()) return send();
  throw new CallError({ status: 'cancelled', method, message: '' });
}
