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
  readonly bare?: boolean | undefined;
  readonly role?: 'dialog' | 'alertdialog' | undefined;
}

export function Dialog(props: DialogProps) {
  const { isOpen = true, onClose, title, children, actions, actionsStart, bare = false, role = 'dialog' } = props;
  return (
    <Scrim
      isOpen={isOpen}
      onClose={onClose}
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
              <IconButton icon={X} aria-label="Close" onPress={onClose} />
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

interface ScrimProps extends Pick<DialogProps, 'onClose' | 'children'> {
  readonly isOpen: boolean;
  readonly className: string;
}

function fadedOut(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, MODAL_CLOSE_DELAY));
}

/** Handles clicks outside, because React Aria's `isDismissable` would add two hidden Dismiss buttons. */
export function Scrim(props: ScrimProps) {
  const { isOpen, onClose, className, children } = props;
  const pressedOutside = useRef(false);
  return (
    <ModalOverlay
      data-ui="scrim"
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
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
        if (!isSecondOfDoubleClick && pressedOutside.current && event.target === event.currentTarget) onClose();
      }}
      className={`${styles.scrim} screen-wide`}
      onExit={fadedOut}
    >
      <Modal className={className}>{children}</Modal>
    </ModalOverlay>
  );
}
