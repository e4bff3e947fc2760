import { CallError } from './call-error.ts';
import { passwordRequest } from './next-step.ts';

let answer: Promise<boolean> | null = null;

/** Opens the question over the page; calls that ask at once share it. */
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
 * Makes a call again that the server answers only once the password is confirmed: the act goes on from where it was, and
 * nothing has to be pressed or typed again. Without the password the call is cancelled.
 */
export async function callAfterConfirmation<T>(method: string, send: () => Promise<T>): Promise<T> {
  if (await askForPassword()) return send();
  throw new CallError({ status: 'cancelled', method, message: '' });
}
