/** Returns null if this browser remembers no choice or denies storage. */
export function rememberedChoice(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch (error) {
    console.info('A choice could not be read from local storage', error);
    return null;
  }
}

export function rememberChoice(key: string, choice: string): void {
  try {
    window.localStorage.setItem(key, choice);
  } catch (error) {
    console.info('A choice could not be saved in local storage', error);
  }
}
