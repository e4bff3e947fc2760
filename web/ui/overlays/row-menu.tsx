import { clsx } from 'clsx';
import { Ellipsis } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import iconButtonStyles from '#web/ui/actions/icon-button.module.css';
import { Icon } from '#web/ui/icon.tsx';
import { loadMenus, loadMenusToOpen, Menu } from './menu.tsx';
import { OpenMenuContext } from './open-menu.ts';

interface RowMenuProps {
  readonly 'aria-label': string;
  /** Takes the focus when it appears, because it replaces what it opened. */
  readonly takesFocus?: boolean | undefined;
  /** The items, rendered when the menu opens. */
  readonly children: () => ReactNode;
}

/** A menu for lists with thousands of rows: a plain button until it is opened. */
export function RowMenu({ 'aria-label': label, takesFocus = false, children }: RowMenuProps) {
  const [menu, setMenu] = useState<'never opened' | 'open' | 'closed'>('never opened');
  const trigger = useRef<HTMLButtonElement>(null);
  const close = (): void => setMenu('closed');
  const open = async (): Promise<void> => {
    if (await loadMenusToOpen()) setMenu('open');
  };
  const openByArrow = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    void open();
  };
  const isOpen = menu === 'open';
  return (
    <>
      <button
        ref={trigger}
        type="button"
        data-ui="icon-button"
        className={clsx(iconButtonStyles['icon-button'], iconButtonStyles['icon-button-s'])}
        aria-label={label}
        // biome-ignore lint/a11y/noAutofocus: the reader was here, and what they did is done
        autoFocus={takesFocus}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onFocus={() => void loadMenus()}
        onClick={() => void open()}
        onKeyDown={openByArrow}
      >
        <Icon of={Ellipsis} />
      </button>
      {menu !== 'never opened' && (
        <OpenMenuContext value={{ trigger, isOpen, focus: 'first', close, placement: 'bottom end' }}>
          <Menu aria-label={label}>{children()}</Menu>
        </OpenMenuContext>
      )}
    </>
  );
}
