import { clsx } from 'clsx';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading } from 'react-aria-components';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import styles from './dialog.module.css';
import { Scrim } from './scrim.tsx';

export interface DialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
  /** The buttons at the foot, primary last. */
  readonly actions?: ReactNode;
  /** A button at the other end of the foot. */
  readonly actionsStart?: ReactNode;
  readonly size?: 's' | 'm' | undefined;
  /** The body scrolls between head and foot. */
  readonly scrolls?: boolean | undefined;
  /** Gone at once when closed, without the 300 ms. */
  readonly instant?: boolean | undefined;
  /** Closes on Escape, on a click outside and with the close button. */
  readonly isDismissable?: boolean | undefined;
  readonly closeLabel?: string | undefined;
  /** The children are the whole dialog: no head, no padding. `title` still names it. */
  readonly bare?: boolean | undefined;
  readonly role?: 'dialog' | 'alertdialog' | undefined;
}

export function Dialog(props: DialogProps) {
  const { isOpen, onClose, title, children, actions, actionsStart, bare = false, role = 'dialog' } = props;
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
