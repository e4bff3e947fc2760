/** Session storage key of the encrypted draft of a form whose session ended. */
export const draftStorageKey = 'dais-kept-typing';

type Keep = () => Promise<void>;
let keep: Keep | null = null;

/** Called before an ended session leads to /login. Null if the form has nothing unsaved. */
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
