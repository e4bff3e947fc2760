import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Button } from '#web/ui/actions/button.tsx';
import { FormSection } from '#web/ui/fields/field-parts.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';
import { UnsavedDialog } from './unsaved-dialog.tsx';

interface FormDialogProps
  extends Pick<DialogProps, 'isOpen' | 'onClose' | 'title' | 'size' | 'scrolls' | 'actionsStart'> {
  readonly form?: { readonly submit: () => void; readonly isSaving: boolean; readonly isDirty: boolean } | undefined;
  readonly onSubmit?: (() => void) | undefined;
  readonly isPending?: boolean | undefined;
  readonly submitLabel: string;
  readonly submitDisabled?: boolean | undefined;
  readonly children: ReactNode;
}

export function FormDialog(props: FormDialogProps) {
  const { isOpen, form, onSubmit, isPending = false, submitLabel, submitDisabled = false, children } = props;
  const { onClose, title, size, scrolls, actionsStart } = props;
  const formId = useId();
  const [isAsked, setAsked] = useState(false);
  const leave = (): void => {
    if (form?.isSaving) return;
    if (form?.isDirty) setAsked(true);
    else onClose();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // Stops the event, because the page's form may be an ancestor in React's tree.
    event.stopPropagation();
    (form?.submit ?? onSubmit)?.();
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={leave}
      title={title}
      size={size}
      scrolls={scrolls}
      actionsStart={actionsStart}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="primary"
            type="submit"
            form={formId}
            isDisabled={submitDisabled}
            isPending={form?.isSaving ?? isPending}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <FormSection>{children}</FormSection>
      </form>
      <UnsavedDialog
        isOpen={isAsked && form?.isDirty === true}
        onStay={() => setAsked(false)}
        onDiscard={() => {
          setAsked(false);
          onClose();
        }}
        onSave={null}
      />
    </Dialog>
  );
}
