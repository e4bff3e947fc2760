import { type FormEvent, useEffect, useRef, useState } from 'react';
import { updateDocument } from '../../../contract/documents.ts';
import { limits, requiredText } from '../../../contract/fields.ts';
import { updateFolder } from '../../../contract/library.ts';
import { useCall } from '../../api/mutations.ts';
import { Button } from '../../ui/actions/button.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import type { EditedItem } from './edit-row.tsx';
import styles from './place.module.css';

interface RenameFieldProps {
  readonly item: EditedItem;
  readonly onDone: () => void;
}

/** Another name, in the place of the old one: Enter keeps it, Escape leaves the old one. */
export function RenameField({ item, onDone }: RenameFieldProps) {
  const [name, setName] = useState(item.name);
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  // An effect, because React Aria's own autoFocus waits for whatever fades on the page where a plain button was pressed by Enter.
  useEffect(() => field.current?.focus(), []);
  const options = { invalidates: ['library'], onSuccess: onDone } as const;
  const renameFolder = useCall(updateFolder, { ...options, onError: (error) => setProblem(error.fields.name) });
  const renameDocument = useCall(updateDocument, { ...options, onError: (error) => setProblem(error.fields.title) });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const most = item.kind === 'folder' ? limits.nameCharactersMax : limits.filenameCharactersMax;
    const checked = requiredText(most).safeParse(name);
    setProblem(checked.error?.issues[0]?.message);
    if (!checked.success) return;
    const params = { id: item.id };
    if (checked.data === item.name) onDone();
    else if (item.kind === 'folder') renameFolder.mutate({ params, body: { name: checked.data } });
    else renameDocument.mutate({ params, body: { title: checked.data } });
  };
  return (
    <form
      className={styles.rename}
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onDone();
      }}
    >
      <TextField
        label="New name"
        labelHidden
        ref={field}
        autoComplete="off"
        value={name}
        onChange={(next) => {
          setName(next);
          setProblem(undefined);
        }}
        errorMessage={problem}
      />
      <Button size="s" type="submit" isPending={renameFolder.isPending || renameDocument.isPending}>
        Rename
      </Button>
    </form>
  );
}
