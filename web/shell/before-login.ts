/** Where this tab keeps what was typed in a form whose session ended, sealed, until its user is back. */
export const draftStorageKey = 'dais-kept-typing';

type Keep = () => Promise<void>;
let keep: Keep | null = null;

/** What the form on the page does before an ended session leads to /login; null once it holds nothing unsaved. */
export function setBeforeLogin(next: Keep | null): void {
  keep = next;
}

/** Never fails: whoever cannot keep what was typed goes to /login all the same. */
export async function beforeLogin(): Promise<void> {
  try {
    await keep?.();
  } catch (cause) {
    console.warn('What was typed could not be kept', cause);
  }
}
