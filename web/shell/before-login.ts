/** Session storage key of the encrypted input that is restored after the next login. */
export const draftStorageKey = 'dais-kept-typing';

type Keep = () => Promise<void>;
let keep: Keep | null = null;

/** Sets the function that saves the user's input before an ended session redirects to /login. */
export function setBeforeLogin(next: Keep | null): void {
  keep = next;
}

export async function beforeLogin(): Promise<void> {
  try {
    await keep?.();
  } catch (cause) {
    console.warn('Your text could not be saved', cause);
  }
}
