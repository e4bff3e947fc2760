import { clsx } from 'clsx';
import { type ReactNode, useRef } from 'react';
import { Modal, ModalOverlay } from 'react-aria-components';
import styles from './dialog.module.css';

/** Milliseconds a closed dialog stays mounted to fade out (specification section 9). */
export const MODAL_CLOSE_DELAY = 300;

interface ScrimProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly isDismissable: boolean;
  readonly instant: boolean;
  readonly className: string;
  readonly children: ReactNode;
}

function fadedOut(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, MODAL_CLOSE_DELAY));
}

/**
 * The shade over the page, and the sheet that a dialog stands on. It minds clicks outside itself: React Aria's
 * `isDismissable` would add two hidden buttons named Dismiss, which our dialogs already have in sight.
 */
export function Scrim({ isOpen, onClose, isDismissable, instant, className, children }: ScrimProps) {
  const pressedOutside = useRef(false);
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      isKeyboardDismissDisabled={!isDismissable}
      onPointerDown={(event) => {
        pressedOutside.current = event.target === event.currentTarget;
      }}
      onClick={(event) => {
        if (isDismissable && pressedOutside.current && event.target === event.currentTarget) onClose();
      }}
      className={clsx(styles.scrim, instant && styles['scrim-instant'])}
      {...(instant ? {} : { onExit: fadedOut })}
    >
      <Modal className={className}>{children}</Modal>
    </ModalOverlay>
  );
}
