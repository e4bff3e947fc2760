/** Session storage key of an encrypted draft whose session has ended. */
export const draftStorageKey = 'dais-kept-typing';

type Keep = () => Promise<void>;
let keep: Keep | null = null;

/** Sets the function that saves input before an ended session leads to /login. */
export function setBeforeLogin(next: Keep | null): void {
  keep = next;
}

export async function beforeLogin(): Promise<void> {
  try {
    await keep?.();
  } catch (cause) {
    console.warn('The typed text could not be stored', cause);
  }
}
