import type { ReactNode } from 'react';
import { Button } from '#web/ui/actions/button.tsx';
import { Dialog } from './dialog.tsx';

export interface ConfirmDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children?: ReactNode;
  readonly confirmLabel: string;
  readonly cancelLabel?: string | undefined;
  readonly danger?: boolean | undefined;
  readonly isPending?: boolean | undefined;
  readonly onConfirm: () => void;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, onClose, title, children, confirmLabel, cancelLabel = 'Cancel', danger = false, onConfirm } = props;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      role="alertdialog"
      actions={
        <>
          <Button onPress={onClose}>{cancelLabel}</Button>
          <Button variant={danger ? 'danger' : 'primary'} isPending={props.isPending ?? false} onPress={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
