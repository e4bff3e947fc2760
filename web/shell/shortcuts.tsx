import { lazy, Suspense, useCallback, useRef, useState } from 'react';
import { useBoard } from '#web/api/start.ts';
import { useListener } from '#web/ui/use-listener.ts';
import { useOnUnmount } from '#web/ui/use-on-unmount.ts';
import { type CollectedKeys, collectKeys } from './collected-keys.ts';

const CommandMenu = lazy(async () => ({ default: (await import('./command-menu.tsx')).CommandMenu }));
const ShortcutsSheet = lazy(async () => ({ default: (await import('./shortcuts-sheet.tsx')).ShortcutsSheet }));

type Opened = 'command-menu' | 'sheet';

/** Shortcuts of all screens, and what they open. Both are loaded on first use. */
export function Shortcuts() {
  const board = useBoard();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [known, setKnown] = useState<ReadonlySet<Opened>>(new Set());
  const collected = useRef<CollectedKeys | null>(null);
  const takeTyped = useCallback((): string => {
    const typed = collected.current?.take() ?? '';
    collected.current = null;
    return typed;
  }, []);
  useOnUnmount(takeTyped);
  const close = (): void => {
    setOpened(null);
    takeTyped();
  };
  const open = (what: Opened): void => {
    setKnown((before) => new Set([...before, what]));
    setOpened(what);
    if (what === 'command-menu' && board !== null) collected.current ??= collectKeys(close);
  };
  useListener(window, 'keydown', (event) => {
    const meant = meantBy(event);
    if (meant === null || event.defaultPrevented) return;
    if (meant === 'search' && !focusSearch()) return;
    event.preventDefault();
    if (meant !== 'search') open(meant);
  });
  if (board === null) return null;
  return (
    <Suspense>
      {known.has('command-menu') && (
        <CommandMenu isOpen={opened === 'command-menu'} takeTyped={takeTyped} onClose={close} />
      )}
      {known.has('sheet') && <ShortcutsSheet isOpen={opened === 'sheet'} onClose={close} />}
    </Suspense>
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
