import { type FormEvent, type ReactNode, useId } from 'react';
import { Button } from '#web/ui/actions/button.tsx';
import { FormSection } from '#web/ui/fields/field-row.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';

interface FormDialogProps
  extends Pick<DialogProps, 'isOpen' | 'onClose' | 'title' | 'size' | 'scrolls' | 'actionsStart'> {
  readonly submitLabel: string;
  readonly isPending?: boolean | undefined;
  /** The browser's own submitting is prevented, and ends at the dialog. */
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** A dialog that is one form: Enter submits. It stays until its opener closes it, so that a failed save loses nothing. */
export function FormDialog({ submitLabel, isPending = false, onSubmit, children, ...dialog }: FormDialogProps) {
  const formId = useId();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // In React's tree the form of the page may be around this one.
    event.stopPropagation();
    onSubmit();
  };
  return (
    <Dialog
      {...dialog}
      actions={
        <>
          <Button onPress={dialog.onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} isPending={isPending}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <FormSection>{children}</FormSection>
      </form>
    </Dialog>
  );
}
