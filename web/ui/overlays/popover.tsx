import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Popover as AriaPopover, Dialog, DialogTrigger, type Placement } from 'react-aria-components';
import styles from './popover.module.css';

interface PopoverTriggerProps {
  /** The button, then the Popover. */
  readonly children: ReactNode;
  readonly isOpen?: boolean;
  readonly onOpenChange?: (isOpen: boolean) => void;
}

export function PopoverTrigger(props: PopoverTriggerProps) {
  return <DialogTrigger {...props} />;
}

interface PopoverProps {
  readonly 'aria-label': string;
  readonly placement?: Placement | undefined;
  readonly padded?: boolean | undefined;
  readonly children: ReactNode | ((close: () => void) => ReactNode);
}

/** A small panel beside the button that opened it. Escape and a click outside close it. */
export function Popover({ placement = 'bottom end', padded = true, children, ...rest }: PopoverProps) {
  return (
    <AriaPopover className={clsx(styles.popover, padded && styles['popover-padded'])} placement={placement} offset={6}>
      <Dialog {...rest} className={styles['popover-dialog'] ?? ''}>
        {({ close }) => (typeof children === 'function' ? children(close) : children)}
      </Dialog>
    </AriaPopover>
  );
}
