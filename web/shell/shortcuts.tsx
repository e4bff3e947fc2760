import { useState } from 'react';
import { useBoard } from '#web/api/start.ts';
import { useListener } from '#web/ui/use-listener.ts';
import { CommandMenu } from './command-menu.tsx';
import { ShortcutsSheet } from './shortcuts-sheet.tsx';

type Opened = 'command-menu' | 'sheet';

/** Shortcuts of all screens, and what they open. */
export function Shortcuts() {
  const board = useBoard();
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = (): void => setOpened(null);
  useListener(window, 'keydown', (event) => {
    const meant = meantBy(event);
    if (meant === null || event.defaultPrevented) return;
    if (meant === 'search' && !focusSearch()) return;
    event.preventDefault();
    if (meant !== 'search') setOpened(meant);
  });
  if (board === null) return null;
  return (
    <>
      <CommandMenu isOpen={opened === 'command-menu'} onClose={close} />
      <ShortcutsSheet isOpen={opened === 'sheet'} onClose={close} />
    </>
  );
}

/** Dialogs and the viewer have their own keys. While typing, only Ctrl+K or ⌘K counts. */
function meantBy(event: KeyboardEvent): Opened | 'search' | null {
  if (document.querySelector('[role$="dialog"]:not([aria-modal="false"])') !== null) return null;
  const command = event.ctrlKey || event.metaKey;
  if (command && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'k') return 'command-menu';
  if (command || event.altKey || isTyping(event.target)) return null;
  if (event.key === '?') return 'sheet';
  return event.key === '/' ? 'search' : null;
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Returns false if the field is hidden, as on a phone before its button is pressed. */
function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('header input[role="combobox"]');
  if (field === null || field.offsetParent === null) return false;
  field.select();
  field.focus();
  return true;
}
