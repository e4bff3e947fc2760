/** Keys that are pressed before their field is there. */
export interface CollectedKeys {
  /** Ends the collecting and returns what was typed. */
  readonly take: () => string;
}

/** Collects what is typed for a field that is still being loaded; `onGivenUp`: by Escape or by a press elsewhere. */
export function collectKeys(onGivenUp: () => void): CollectedKeys {
  const ended = new AbortController();
  let typed = '';
  const giveUp = (): void => {
    ended.abort();
    onGivenUp();
  };
  const onKey = (event: KeyboardEvent): void => {
    const { key } = event;
    const isCommand = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph');
    // The browser's own keys stay the browser's.
    if (isCommand || /^F\d/.test(key)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (key === 'Escape') giveUp();
    else typed = typedAfter(typed, key);
  };
  // Before anything else on the page receives them.
  window.addEventListener('keydown', onKey, { capture: true, signal: ended.signal });
  window.addEventListener('pointerdown', giveUp, { capture: true, signal: ended.signal });
  return {
    take() {
      ended.abort();
      return typed;
    },
  };
}

/** A key with a longer name writes no letter. */
export function typedAfter(typed: string, key: string): string {
  if (key === 'Backspace') return [...typed].slice(0, -1).join('');
  return [...key].length === 1 ? typed + key : typed;
}
