import type { ReactNode } from 'react';
import { Popover as AriaPopover, Dialog, type Placement } from 'react-aria-components';
import styles from './popover.module.css';

interface PopoverProps {
  readonly 'aria-label': string;
  readonly placement?: Placement | undefined;
  readonly children: ReactNode;
}

/** Must follow its button in React Aria's `DialogTrigger`. */
export function Popover({ placement = 'bottom end', children, ...rest }: PopoverProps) {
  return (
    <AriaPopover className={`${styles.popover} ${styles['popover-padded']}`} placement={placement} offset={6}>
      <Dialog {...rest} className={styles['popover-dialog'] ?? ''}>
        {children}
      </Dialog>
    </AriaPopover>
  );
}
