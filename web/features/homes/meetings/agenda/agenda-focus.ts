import { flushSync } from 'react-dom';

/**
 * Goes to a part of an item of the agenda editor. What has changed is drawn first and now, so that the next key already
 * lands there.
 */
export function focusAgendaItem(key: string, part: 'title' | 'conflict'): void {
  // What the store tells is drawn with it.
  flushSync(() => undefined);
  const focus = (): void => {
    const row = document.querySelector(`[data-agenda-item="${CSS.escape(key)}"]`);
    row?.querySelector<HTMLElement>(part === 'title' ? 'textarea' : '[data-conflict] button')?.focus();
  };
  // What lies over the page holds the focus until it has closed.
  if (document.activeElement?.closest('[role="menu"], [role="alertdialog"]')) requestAnimationFrame(focus);
  else focus();
}
