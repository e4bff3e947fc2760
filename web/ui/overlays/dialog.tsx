import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import styles from './dialog.module.css';

export interface DialogProps {
  readonly isOpen?: boolean | undefined;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
  readonly actionsStart?: ReactNode;
  readonly size?: 's' | 'm' | undefined;
  readonly scrolls?: boolean | undefined;
  /** Closes without the 300 ms transition. */
  readonly instant?: boolean | undefined;
  readonly isDismissable?: boolean | undefined;
  readonly closeLabel?: string | undefined;
  readonly bare?: boolean | undefined;
  readonly role?: 'dialog' | 'alertdialog' | undefined;
}

export function Dialog(props: DialogProps) {
  const { isOpen = true, onClose, title, children, actions, actionsStart, bare = false, role = 'dialog' } = props;
  const { isDismissable = true, closeLabel = 'Close' } = props;
  return (
    <Scrim
      isOpen={isOpen}
      onClose={onClose}
      isDismissable={isDismissable}
      instant={props.instant ?? false}
      className={clsx(styles.dialog, props.size === 'm' && styles['dialog-m'], props.scrolls && styles['dialog-split'])}
    >
      <AriaDialog role={role} className={styles['dialog-sheet'] ?? ''} {...(bare ? { 'aria-label': title } : {})}>
        {bare ? (
          children
        ) : (
          <>
            <header className={styles['dialog-head']}>
              <Heading slot="title" level={2} className={styles['dialog-title'] ?? ''}>
                {title}
              </Heading>
              {isDismissable && <IconButton icon={X} aria-label={closeLabel} onPress={onClose} />}
            </header>
            <div className={styles['dialog-body']}>{children}</div>
            {(actions !== undefined || actionsStart !== undefined) && (
              <footer className={styles['dialog-foot']}>
                {actionsStart !== undefined && <div className={styles['dialog-foot-start']}>{actionsStart}</div>}
                {actions}
              </footer>
            )}
          </>
        )}
      </AriaDialog>
    </Scrim>
  );
}

/** Milliseconds for which a closed dialog stays mounted to fade out. */
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

/** Handles clicks outside, because React Aria's `isDismissable` would add two hidden Dismiss buttons. */
export function Scrim(props: ScrimProps) {
  const { isOpen, onClose, isDismissable, instant, className, children } = props;
  const pressedOutside = useRef(false);
  return (
    <ModalOverlay
      data-ui="scrim"
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      isKeyboardDismissDisabled={!isDismissable}
      onPointerDown={(event) => {
        pressedOutside.current = event.target === event.currentTarget;
      }}
      // Keeps the focus in the dialog if a click outside does not close it.
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) event.preventDefault();
      }}
      onClick={(event) => {
        // The second click of a double click that opened the dialog must not close it.
        const isSecondOfDoubleClick = event.detail > 1;
        if (isDismissable && !isSecondOfDoubleClick && pressedOutside.current && event.target === event.currentTarget)
          onClose();
      }}
      className={clsx(styles.scrim, 'screen-wide', instant && styles['scrim-instant'])}
      {...(instant ? {} : { onExit: fadedOut })}
    >
      <Modal className={className}>{children}</Modal>
    </ModalOverlay>
  );
}
