import { useState } from 'react';
import { validationMessages } from '#domain/messages.ts';
import { richLink } from '#domain/rich-text.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';

interface LinkDialogProps {
  /** Of the link under the cursor; empty for none. */
  readonly address: string;
  readonly onClose: () => void;
  /** Null takes the link away. */
  readonly onSave: (href: string | null) => void;
}

/** Where a piece of text leads. */
export function LinkDialog({ address, onClose, onSave }: LinkDialogProps) {
  const [typed, setTyped] = useState(address);
  const [isChecked, setChecked] = useState(false);
  // Nobody types the scheme of an ordinary address.
  const href = richLink(/^[a-z][a-z+.-]*:/i.test(typed.trim()) ? typed : `https://${typed.trim()}`);
  const isRight = typed.trim() !== '' && href !== null;
  const submit = (): void => {
    setChecked(true);
    if (isRight) onSave(href);
  };
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title="Link"
      actionsStart={
        address === '' ? undefined : (
          <Button variant="danger" onPress={() => onSave(null)}>
            Remove link
          </Button>
        )
      }
      submitLabel="Save link"
      onSubmit={submit}
    >
      <TextField
        label="Address"
        inputMode="url"
        placeholder="https://"
        value={typed}
        onChange={setTyped}
        errorMessage={
          isChecked && !isRight
            ? typed.trim() === ''
              ? validationMessages.required
              : validationMessages.url
            : undefined
        }
      />
    </FormDialog>
  );
}
