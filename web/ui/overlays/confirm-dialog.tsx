import { Button } from '#web/ui/actions/button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';

interface ActionDialogProps extends Omit<DialogProps, 'actions' | 'children'>, Partial<Pick<DialogProps, 'children'>> {
  readonly confirmLabel: string;
  readonly cancelLabel?: string | undefined;
  readonly danger?: boolean | undefined;
  readonly isPending?: boolean | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly autoFocus?: boolean | undefined;
  readonly onConfirm: () => void;
}

/** A dialog with Cancel and one action. Use `FormDialog` for forms and `ConfirmDialog` for questions. */
export function ActionDialog(props: ActionDialogProps) {
  const { confirmLabel, cancelLabel = 'Cancel', danger = false, onConfirm, ...rest } = props;
  const { isPending = false, isDisabled = false, autoFocus = false, children, ...dialog } = rest;
  return (
    <Dialog
      {...dialog}
      actions={
        <>
          <Button onPress={dialog.onClose}>{cancelLabel}</Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            autoFocus={autoFocus}
            isPending={isPending}
            isDisabled={isDisabled}
            onPress={onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}

export type ConfirmDialogProps = Omit<ActionDialogProps, 'role'>;

export function ConfirmDialog(props: ConfirmDialogProps) {
  return <ActionDialog {...props} role="alertdialog" />;
}
