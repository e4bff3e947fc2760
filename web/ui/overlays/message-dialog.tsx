import { clsx } from 'clsx';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading } from 'react-aria-components';
import { Button } from '#web/ui/actions/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import styles from './dialog.module.css';
import { Scrim } from './dialog.tsx';

export interface MessageDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly message: string;
  readonly details?: ReactNode;
  readonly dismissLabel?: string | undefined;
}

export function MessageDialog({ isOpen, onClose, message, details, dismissLabel = 'Dismiss' }: MessageDialogProps) {
  return (
    <Scrim isOpen={isOpen} onClose={onClose} className={clsx(styles.dialog, styles['dialog-message'])}>
      <AriaDialog role="alertdialog" className={styles['dialog-sheet'] ?? ''}>
        <div className={styles['dialog-body']}>
          <Icon of={CircleAlert} />
          <div>
            <Heading slot="title" level={2} className={styles['dialog-title'] ?? ''}>
              {message}
            </Heading>
            {details !== undefined && <div className={styles['dialog-details']}>{details}</div>}
          </div>
        </div>
        <footer className={styles['dialog-foot']}>
          <Button variant="primary" onPress={onClose}>
            {dismissLabel}
          </Button>
        </footer>
      </AriaDialog>
    </Scrim>
  );
}
