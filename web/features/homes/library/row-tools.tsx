import { Eye, EyeOff, FolderInput, Pencil, Trash2, UsersRound } from 'lucide-react';
import { DocumentMenuItems } from '#web/features/papers/documents/editing/document-menu-items.tsx';
import { RowButton } from '#web/ui/actions/row-button.tsx';
import { MenuItem } from '#web/ui/overlays/menu.tsx';
import { RowMenu } from '#web/ui/overlays/row-menu.tsx';
import type { EditedItem, RowActs } from './edit-row.tsx';
import styles from './place.module.css';

interface RowToolsProps {
  readonly item: EditedItem;
  readonly acts: RowActs;
  /** The reader has just named it: the focus is on the button that led there. */
  readonly wasRenaming: boolean;
}

/** What can be done with one row. */
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
      <RowMenu aria-label={`More for ${name}`}>
        {() => (
          <>
            {item.kind === 'document' ? (
              <DocumentMenuItems
                document={item.document}
                hasRenameButton
                onAct={(act) => (act === 'rename' ? acts.rename(item) : acts.document(item, act))}
              />
            ) : (
              <MenuItem icon={Pencil} onlySmall onAction={() => acts.rename(item)}>
                Rename…
              </MenuItem>
            )}
            <MenuItem icon={FolderInput} onlySmall onAction={() => acts.move(item)}>
              Move
            </MenuItem>
            <MenuItem icon={hidden ? Eye : EyeOff} onAction={() => acts.hide(item)}>
              {hidden ? 'Show' : 'Hide'}
            </MenuItem>
            {isTopFolder ? (
              <MenuItem icon={UsersRound} onAction={() => acts.audience(item)}>
                Who may read it
              </MenuItem>
            ) : null}
            <MenuItem icon={Trash2} danger onlySmall onAction={() => acts.remove(item)}>
              Delete
            </MenuItem>
          </>
        )}
      </RowMenu>
    </span>
  );
}
