import { CallError } from './call-error.ts';
import { passwordRequest } from './next-step.ts';

let answer: Promise<boolean> | null = null;

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

export async function callAfterConfirmation<T>(method: string, send: () => Promise<T>): Promise<T> {
  if (await askForPassword()) return send();
  throw new CallError({ status: 'cancelled', method, message: '' });
}
