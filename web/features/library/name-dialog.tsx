import { type FormEvent, useId, useState } from 'react';
import { limits, requiredText } from '../../../contract/fields.ts';
import { Button } from '../../ui/actions/button.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';

interface NameDialogProps {
  readonly title: string;
  readonly saved?: string;
  readonly saveLabel: string;
  readonly isPending: boolean;
  /** What the server said of the name. */
  readonly errorMessage: string | undefined;
  readonly onSave: (name: string) => void;
  readonly onClose: () => void;
}

const rule = requiredText(limits.nameCharactersMax);

/** Asks for one name: of a new folder, or another one for a folder. */
export function NameDialog(props: NameDialogProps) {
  const { title, saved = '', saveLabel, isPending, errorMessage, onSave, onClose } = props;
  const formId = useId();
  const [name, setName] = useState(saved);
  const [problem, setProblem] = useState<string>();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const checked = rule.safeParse(name);
    setProblem(checked.error?.issues[0]?.message);
    if (checked.success) onSave(checked.data);
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} isPending={isPending}>
            {saveLabel}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <TextField
          label="Name"
          autoFocus
          autoComplete="off"
          isRequired
          value={name}
          onChange={(next) => {
            setName(next);
            setProblem(undefined);
          }}
          errorMessage={problem ?? errorMessage}
        />
      </form>
    </Dialog>
  );
}
