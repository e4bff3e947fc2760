import { clsx } from 'clsx';
import { Ellipsis } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { Menu as AriaMenu, Popover as AriaPopover } from 'react-aria-components';
import iconButtonStyles from '#web/ui/actions/icon-button.module.css';
import { Icon } from '#web/ui/icon.tsx';
import styles from './menu.module.css';
import popoverStyles from './popover.module.css';

interface RowMenuProps {
  /** Names the button and the menu. */
  readonly 'aria-label': string;
  /** Takes the focus when it appears: what it opened was in its position. */
  readonly takesFocus?: boolean | undefined;
  /** The items; rendered when the menu is opened. */
  readonly children: () => ReactNode;
}

/** The menu of rows that may be thousands: a plain button until it is opened. */
export function RowMenu({ 'aria-label': label, takesFocus = false, children }: RowMenuProps) {
  const [menu, setMenu] = useState<'never opened' | 'open' | 'closed'>('never opened');
  const button = useRef<HTMLButtonElement>(null);
  const close = (): void => setMenu('closed');
  const openByArrow = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    setMenu('open');
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        data-ui="icon-button"
        className={clsx(iconButtonStyles['icon-button'], iconButtonStyles['icon-button-s'])}
        aria-label={label}
        // biome-ignore lint/a11y/noAutofocus: the reader was here, and what they did is done
        autoFocus={takesFocus}
        aria-haspopup="menu"
        aria-expanded={menu === 'open'}
        onClick={() => setMenu('open')}
        onKeyDown={openByArrow}
      >
        <Icon of={Ellipsis} />
      </button>
      {menu !== 'never opened' && (
        <AriaPopover
          triggerRef={button}
          isOpen={menu === 'open'}
          onOpenChange={close}
          className={clsx(popoverStyles.popover, styles['menu-popover'])}
          placement="bottom end"
          offset={6}
        >
          <AriaMenu aria-label={label} autoFocus="first" onClose={close} className={styles.menu ?? ''}>
            {children()}
          </AriaMenu>
        </AriaPopover>
      )}
    </>
  );
}
