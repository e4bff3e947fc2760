import { useState } from 'react';
import { limits, requiredText } from '#contract/fields.ts';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';

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
  const [name, setName] = useState(saved);
  const [problem, setProblem] = useState<string>();
  const submit = (): void => {
    const checked = rule.safeParse(name);
    setProblem(checked.error?.issues[0]?.message);
    if (checked.success) onSave(checked.data);
  };
  return (
    <FormDialog isOpen onClose={onClose} title={title} submitLabel={saveLabel} isPending={isPending} onSubmit={submit}>
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
    </FormDialog>
  );
}
