import { useState } from 'react';
import { useBoard } from '#web/api/start.ts';
import { useListener } from '#web/ui/use-listener.ts';
import { CommandMenu } from './command-menu.tsx';
import { ShortcutsSheet } from './shortcuts-sheet.tsx';

type Opened = 'command-menu' | 'sheet';

export function Shortcuts() {
  const board = useBoard();
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = (): void => setOpened(null);
  useListener(window, 'keydown', (event) => {
    const meant = meantBy(event);
    if (meant === null || event.defaultPrevented) return;
    event.preventDefault();
    setOpened(meant);
  });
  if (board === null) return null;
  return (
    <>
      <CommandMenu isOpen={opened === 'command-menu'} onClose={close} />
      <ShortcutsSheet isOpen={opened === 'sheet'} onClose={close} />
    </>
  );
}

/** Shortcuts need Ctrl or ⌘, because dictation can trigger single-letter shortcuts. */
function meantBy(event: KeyboardEvent): Opened | null {
  if (document.querySelector('[role$="dialog"]:not([aria-modal="false"])') !== null) return null;
  const command = event.ctrlKey || event.metaKey;
  if (!command || event.altKey) return null;
  // On some keyboards, the slash needs Shift.
  if (event.key === '/') return 'sheet';
  return !event.shiftKey && event.key.toLowerCase() === 'k' ? 'command-menu' : null;
}
