import { Children, createContext, type ReactNode, type RefObject, use, useRef, useState } from 'react';
import { Popover as AriaPopover, ButtonContext, Dialog, type Placement } from 'react-aria-components';
import styles from './popover.module.css';

interface OpenPopover {
  readonly trigger: RefObject<HTMLElement | null>;
  readonly isOpen: boolean;
  readonly close: () => void;
}

const OpenPopoverContext = createContext<OpenPopover | null>(null);

export function PopoverTrigger({ children }: { readonly children: ReactNode }) {
  const [button, popover] = Children.toArray(children);
  const trigger = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const toggle = (): void => setOpen(!isOpen);
  return (
    <>
      <ButtonContext
        value={{ ref: trigger, isPressed: isOpen, 'aria-haspopup': 'dialog', 'aria-expanded': isOpen, onPress: toggle }}
      >
        {button}
      </ButtonContext>
      <OpenPopoverContext value={{ trigger, isOpen, close: () => setOpen(false) }}>{popover}</OpenPopoverContext>
    </>
  );
}

interface PopoverProps {
  readonly 'aria-label': string;
  readonly placement?: Placement | undefined;
  readonly children: ReactNode | ((close: () => void) => ReactNode);
}

export function Popover({ placement = 'bottom end', children, ...rest }: PopoverProps) {
  const popover = use(OpenPopoverContext);
  if (popover === null) throw new Error('A popover must be inside a PopoverTrigger.');
  const { trigger, isOpen, close } = popover;
  return (
    <AriaPopover
      triggerRef={trigger}
      isOpen={isOpen}
      onOpenChange={close}
      className={`${styles.popover} ${styles['popover-padded']}`}
      placement={placement}
      offset={6}
    >
      <Dialog {...rest} className={styles['popover-dialog'] ?? ''}>
        {typeof children === 'function' ? children(close) : children}
      </Dialog>
    </AriaPopover>
  );
}
