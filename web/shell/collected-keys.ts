export interface CollectedKeys {
  /** Stops collecting and returns the typed text. */
  readonly take: () => string;
}

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
    // Leaves the browser's own shortcuts alone.
    if (isCommand || /^F\d/.test(key)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (key === 'Escape') giveUp();
    else typed = typedAfter(typed, key);
  };
  // In the capture phase, before anything else on the page receives them.
  window.addEventListener('keydown', onKey, { capture: true, signal: ended.signal });
  window.addEventListener('pointerdown', giveUp, { capture: true, signal: ended.signal });
  return {
    take() {
      ended.abort();
      return typed;
    },
  };
}

/** Keys with a longer name do not type a letter. */
export function typedAfter(typed: string, key: string): string {
  if (key === 'Backspace') return [...typed].slice(0, -1).join('');
  return [...key].length === 1 ? typed + key : typed;
}
