import { type FormEvent, useId, useState } from 'react';
import { validationMessages } from '../../../domain/messages.ts';
import { richLink } from '../../../domain/rich-text.ts';
import { Button } from '../../ui/actions/button.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';

interface LinkDialogProps {
  /** Of the link under the cursor; empty for none. */
  readonly address: string;
  readonly onClose: () => void;
  /** Null takes the link away. */
  readonly onSave: (href: string | null) => void;
}

/** Where a piece of text leads. */
export function LinkDialog({ address, onClose, onSave }: LinkDialogProps) {
  const formId = useId();
  const [typed, setTyped] = useState(address);
  const [isChecked, setChecked] = useState(false);
  // Nobody types the scheme of an ordinary address.
  const href = richLink(/^[a-z][a-z+.-]*:/i.test(typed.trim()) ? typed : `https://${typed.trim()}`);
  const isRight = typed.trim() !== '' && href !== null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // The announcement's own form is around this one in React's tree.
    event.stopPropagation();
    setChecked(true);
    if (isRight) onSave(href);
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Link"
      actions={
        <>
          {address !== '' && (
            <Button variant="danger" onPress={() => onSave(null)}>
              Remove link
            </Button>
          )}
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId}>
            Save link
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
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
      </form>
    </Dialog>
  );
}
