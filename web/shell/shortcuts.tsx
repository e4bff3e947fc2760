import { useState } from 'react';
import { useBoard } from '#web/api/start.ts';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { useListener } from '#web/ui/use-listener.ts';
import { CommandMenu } from './command-menu.tsx';
import styles from './shortcuts.module.css';

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

const command = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

const groups: readonly { readonly title: string; readonly keys: readonly (readonly [string, ...string[]])[] }[] = [
  {
    title: 'Everywhere',
    keys: [
      ['Go to anything', command, 'K'],
      ['Close the open window', 'Esc'],
      ['Show these shortcuts', command, '/'],
    ],
  },
  {
    title: 'In a document',
    keys: [
      ['Find in document', command, 'F'],
      ['Print', command, 'P'],
      ['Zoom in and out', command, '+', '-'],
      ['Fit to window', command, '0'],
      ['Undo and redo marks', command, 'Z', 'Y'],
      ['Select text on the page', 'Shift', '←', '→'],
      ['Highlight the selected text', 'H'],
      ['Open the marked text’s note', 'Enter'],
    ],
  },
  {
    title: 'In lists you can reorder',
    keys: [
      ['Pick up and put down', 'Space'],
      ['Move the item you picked up', '↑', '↓'],
    ],
  },
];

function ShortcutsSheet({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} size="m" scrolls title="Keyboard shortcuts">
      {groups.map(({ title, keys }) => (
        <section key={title} className={styles.group}>
          <h3 className={styles.title}>{title}</h3>
          <dl className={styles.keys}>
            {keys.map(([what, ...each]) => (
              <div key={what} className={styles.line}>
                <dt>{what}</dt>
                <dd>
                  {each.map((key) => (
                    <kbd key={key} className={styles.key}>
                      {key}
                    </kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  );
}
