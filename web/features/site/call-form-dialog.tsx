import { type ReactNode, useId } from 'react';
import { Button } from '../../ui/actions/button.tsx';
import { Stack } from '../../ui/layout.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';

interface CallFormDialogProps {
  readonly title: string;
  readonly submitLabel: string;
  readonly isPending: boolean;
  readonly onClose: () => void;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** A dialog that is one form; Enter submits. */
export function CallFormDialog({ title, submitLabel, isPending, onClose, onSubmit, children }: CallFormDialogProps) {
  const formId = useId();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      scrolls
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} isPending={isPending}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <Stack gap="s">{children}</Stack>
      </form>
    </Dialog>
  );
}
