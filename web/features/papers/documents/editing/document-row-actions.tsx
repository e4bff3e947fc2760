import { FileUp, History, Link, Pencil, PenLine, Settings2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { type Document, updateDocument } from '#contract/documents.ts';
import { limits, requiredText } from '#contract/fields.ts';
import { useCall } from '#web/api/mutations.ts';
import { documentNouns } from '#web/api/queries.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { MenuItem } from '#web/ui/overlays/menu.tsx';
import styles from './editing.module.css';

export type DocumentAct = 'replace' | 'rename' | 'link' | 'properties' | 'versions';

interface DocumentMenuItemsProps {
  readonly document: Pick<Document, 'id' | 'is_link' | 'extension'>;
  readonly onAct: (act: DocumentAct) => void;
  readonly hasRenameButton?: boolean | undefined;
}

export function DocumentMenuItems({ document, onAct, hasRenameButton = false }: DocumentMenuItemsProps) {
  const rename = (
    <MenuItem icon={Pencil} onlySmall={hasRenameButton} label="Rename…" onAction={() => onAct('rename')} />
  );
  if (document.is_link) {
    return (
      <>
        {rename}
        <MenuItem icon={Link} label="Edit link…" onAction={() => onAct('link')} />
      </>
    );
  }
  return (
    <>
      <MenuItem icon={FileUp} label="Replace file…" onAction={() => onAct('replace')} />
      {rename}
      <MenuItem icon={Settings2} label="Properties…" onAction={() => onAct('properties')} />
      <MenuItem icon={History} label="Versions…" onAction={() => onAct('versions')} />
      {document.extension === 'pdf' && (
        <MenuItem icon={PenLine} label="Signatures…" href={paths.signatures({ kind: 'document', id: document.id })} />
      )}
    </>
  );
}

interface RenameFieldProps {
  readonly saved: string;
  readonly charactersMax: number;
  readonly isPending: boolean;
  readonly errorMessage: string | undefined;
  readonly onRename: (name: string) => void;
  readonly onCancel: () => void;
}

/** Replaces React Aria's autoFocus, which waits for animations. */
const focusField = (field: HTMLInputElement | null): void => field?.focus();

export function RenameField(props: RenameFieldProps) {
  const { saved, charactersMax, isPending, errorMessage, onRename, onCancel } = props;
  const [name, setName] = useState(saved);
  const [problem, setProblem] = useState<string>();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // Keeps a surrounding form from being submitted too.
    event.stopPropagation();
    const checked = requiredText(charactersMax).safeParse(name);
    setProblem(checked.error?.issues[0]?.message);
    if (!checked.success) return;
    if (checked.data === saved) onCancel();
    else onRename(checked.data);
  };
  return (
    <form
      className={styles.rename}
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onCancel();
      }}
    >
      <TextField
        label="New name"
        labelHidden
        ref={focusField}
        autoComplete="off"
        value={name}
        onChange={(next) => {
          setName(next);
          setProblem(undefined);
        }}
        errorMessage={problem ?? errorMessage}
      />
      <Button size="s" type="submit" isPending={isPending}>
        Rename
      </Button>
    </form>
  );
}

interface RenameDocumentProps {
  readonly document: Pick<Document, 'id' | 'title'>;
  readonly onDone: () => void;
}

export function RenameDocument({ document, onDone }: RenameDocumentProps) {
  const [problem, setProblem] = useState<string>();
  const rename = useCall(updateDocument, {
    invalidates: documentNouns,
    onSuccess: onDone,
    onError: (error) => setProblem(error.fields.title),
  });
  return (
    <RenameField
      saved={document.title}
      charactersMax={limits.filenameCharactersMax}
      isPending={rename.isPending}
      errorMessage={problem}
      onRename={(title) => rename.mutate({ params: { id: document.id }, body: { title } })}
      onCancel={onDone}
    />
  );
}
