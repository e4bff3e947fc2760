import { clsx } from 'clsx';
import { Ellipsis } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { MenuContext, PopoverContext, Provider } from 'react-aria-components';
import iconButtonStyles from '#web/ui/actions/icon-button.module.css';
import { Icon } from '#web/ui/icon.tsx';
import { Menu } from './menu.tsx';

interface RowMenuProps {
  readonly 'aria-label': string;
  readonly takesFocus?: boolean | undefined;
  readonly children: () => ReactNode;
}

/** A menu for lists with thousands of rows. Renders a plain button until it is first opened. */
export function RowMenu({ 'aria-label': label, takesFocus = false, children }: RowMenuProps) {
  const [menu, setMenu] = useState<'never opened' | 'open' | 'closed'>('never opened');
  const trigger = useRef<HTMLButtonElement>(null);
  const open = (): void => setMenu('open');
  const close = (): void => setMenu('closed');
  const openByArrow = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    open();
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
        onClick={open}
        onKeyDown={openByArrow}
      >
        <Icon of={Ellipsis} />
      </button>
      {menu !== 'never opened' && (
        <Provider
          values={[
            [PopoverContext, { triggerRef: trigger, isOpen, onOpenChange: close }],
            [MenuContext, { autoFocus: 'first', onClose: close }],
          ]}
        >
          <Menu aria-label={label}>{children()}</Menu>
        </Provider>
      )}
    </>
  );
}
