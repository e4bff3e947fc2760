/** Session storage: the sealed draft of a form whose session ended. */
export const draftStorageKey = 'dais-kept-typing';

type Keep = () => Promise<void>;
let keep: Keep | null = null;

/** Called before an ended session leads to /login; null once the form holds nothing unsaved. */
export function setBeforeLogin(next: Keep | null): void {
  keep = next;
}

/** Never fails: without the draft the user goes to /login all the same. */
export async function beforeLogin(): Promise<void> {
  try {
    await keep?.();
  } catch (cause) {
    console.warn('What was typed could not be kept', cause);
  }
}
