import { useState } from 'react';
import { limits } from '#contract/fields.ts';
import { type Folder, updateFolder } from '#contract/library.ts';
import { useCall } from '#web/api/mutations.ts';
import { RenameDocument, RenameField } from '#web/features/papers/documents/editing/rename-field.tsx';
import type { EditedItem } from './edit-row.tsx';

/** Another name for a folder or a document, in its row. */
export function RenameItem({ item, onDone }: { readonly item: EditedItem; readonly onDone: () => void }) {
  return item.kind === 'folder' ? (
    <RenameFolder folder={item.folder} onDone={onDone} />
  ) : (
    <RenameDocument document={item.document} onDone={onDone} />
  );
}

function RenameFolder({ folder, onDone }: { readonly folder: Folder; readonly onDone: () => void }) {
  const [problem, setProblem] = useState<string>();
  const rename = useCall(updateFolder, {
    invalidates: ['library'],
    onSuccess: onDone,
    onError: (error) => setProblem(error.fields.name),
  });
  return (
    <RenameField
      saved={folder.name}
      charactersMax={limits.nameCharactersMax}
      isPending={rename.isPending}
      errorMessage={problem}
      onRename={(name) => rename.mutate({ params: { id: folder.id }, body: { name } })}
      onLeave={onDone}
    />
  );
}
