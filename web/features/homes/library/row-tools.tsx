import { Eye, EyeOff, FolderInput, Pencil, Trash2, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { limits } from '#contract/fields.ts';
import { type Folder, updateFolder } from '#contract/library.ts';
import { useCall } from '#web/api/mutations.ts';
import {
  type DocumentAct,
  DocumentMenuItems,
  RenameDocument,
  RenameField,
} from '#web/features/papers/documents/editing/document-row-actions.tsx';
import { RowButton } from '#web/ui/actions/row-button.tsx';
import { MenuItem } from '#web/ui/overlays/menu.tsx';
import { RowMenu } from '#web/ui/overlays/row-menu.tsx';
import type { ItemKey } from './library-item.ts';
import styles from './section.module.css';
import type { EditedItem } from './use-library-acts.ts';

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
      onCancel={onDone}
    />
  );
}

export interface RowActs {
  readonly select: (key: ItemKey, range: boolean) => void;
  readonly rename: (item: EditedItem | null) => void;
  readonly move: (item: EditedItem) => void;
  readonly remove: (item: EditedItem) => void;
  readonly hide: (item: EditedItem) => void;
  readonly audience: (item: EditedItem) => void;
  readonly document: (item: EditedItem, act: DocumentAct) => void;
}

interface RowToolsProps {
  readonly item: EditedItem;
  readonly acts: RowActs;
  readonly wasRenaming: boolean;
}

export function RowTools({ item, acts, wasRenaming }: RowToolsProps) {
  const { name, hidden } = item;
  const isTopFolder = item.kind === 'folder' && item.folder.parent_id === null;
  return (
    <span className={styles.tools}>
      <span className="hide-small">
        <RowButton
          icon={Pencil}
          aria-label={`Rename ${name}`}
          takesFocus={wasRenaming}
          onPress={() => acts.rename(item)}
        />
        <RowButton icon={FolderInput} aria-label={`Move ${name} to…`} onPress={() => acts.move(item)} />
        <RowButton icon={Trash2} aria-label={`Delete ${name}`} onPress={() => acts.remove(item)} />
      </span>
      <RowMenu aria-label={`More actions for ${name}`}>
        {() => (
          <>
            {item.kind === 'document' ? (
              <DocumentMenuItems
                document={item.document}
                hasRenameButton
                onAct={(act) => (act === 'rename' ? acts.rename(item) : acts.document(item, act))}
              />
            ) : (
              <MenuItem icon={Pencil} onlySmall label="Rename…" onAction={() => acts.rename(item)} />
            )}
            <MenuItem icon={FolderInput} onlySmall label="Move" onAction={() => acts.move(item)} />
            <MenuItem icon={hidden ? Eye : EyeOff} label={hidden ? 'Show' : 'Hide'} onAction={() => acts.hide(item)} />
            {isTopFolder && <MenuItem icon={UsersRound} label="Who can read it" onAction={() => acts.audience(item)} />}
            <MenuItem icon={Trash2} label="Delete" danger onlySmall onAction={() => acts.remove(item)} />
          </>
        )}
      </RowMenu>
    </span>
  );
}
