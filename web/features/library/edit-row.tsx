import { Ellipsis, Eye, EyeOff, FolderInput, GripVertical, Pencil, Settings2, Trash2, UsersRound } from 'lucide-react';
import { type MouseEvent, memo } from 'react';
import { Link } from 'react-aria-components';
import type { Folder, LibraryDocument } from '../../../contract/library.ts';
import { audienceWords } from '../../../domain/audience.ts';
import { formatListDate } from '../../../domain/dates.ts';
import { glyphType } from '../../../domain/file-words.ts';
import { folderCountText } from '../../../domain/folders.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu, MenuItem, MenuTrigger } from '../../ui/overlays/menu.tsx';
import { Badge } from '../../ui/rows/badge.tsx';
import { FileGlyph } from '../../ui/rows/file-glyph.tsx';
import { type ItemKey, keyOfItem } from './library-item.ts';
import styles from './place.module.css';
import { FolderGlyph } from './place-list.tsx';
import { RenameField } from './rename-field.tsx';
import type { DragControl } from './use-item-drag.ts';
import type { NamedItem } from './use-library-acts.ts';

/** A row of the list in Edit mode, of either kind. */
export type EditedItem =
  | (NamedItem & { readonly kind: 'folder'; readonly folder: Folder })
  | (NamedItem & { readonly kind: 'document'; readonly document: LibraryDocument });

/** What a row tells the list. The object stays the same, so that rows are drawn again only for their own sake. */
export interface RowActs {
  readonly select: (key: ItemKey, range: boolean) => void;
  readonly rename: (item: EditedItem | null) => void;
  readonly move: (item: EditedItem) => void;
  readonly remove: (item: EditedItem) => void;
  readonly hide: (item: EditedItem) => void;
  readonly properties: (item: EditedItem) => void;
}

interface EditRowProps {
  readonly item: EditedItem;
  readonly href: string;
  readonly timeZone: string;
  readonly isSelected: boolean;
  readonly isRenaming: boolean;
  readonly isLifted: boolean;
  readonly isLiftedByKeys: boolean;
  readonly isTarget: boolean;
  readonly line: 'before' | 'after' | null;
  readonly control: DragControl;
  readonly acts: RowActs;
}

export const EditRow = memo(function EditRow(props: EditRowProps) {
  const { item, href, timeZone, isSelected, isRenaming, acts } = props;
  const key = keyOfItem(item);
  /** With Shift, Control or Command a press anywhere on the row selects, also on its link. */
  const selectByModifier = (event: MouseEvent): void => {
    if (!event.shiftKey && !event.ctrlKey && !event.metaKey) return;
    if ((event.target as Element).closest('button, input, label') !== null) return;
    event.preventDefault();
    event.stopPropagation();
    acts.select(key, event.shiftKey);
  };
  return (
    <li
      className={styles.row}
      data-item={key}
      {...(isSelected ? { 'data-selected': '' } : {})}
      {...(isRenaming ? { 'data-renaming': '' } : {})}
      {...(props.isLifted ? { 'data-dragging': '' } : {})}
      {...(props.isTarget ? { 'data-drop-target': '' } : {})}
      {...(props.line === null ? {} : { 'data-line': props.line })}
      onClickCapture={selectByModifier}
    >
      <Handle {...props} />
      <RowCheckbox name={item.name} isSelected={isSelected} onSelect={(range) => acts.select(key, range)} />
      {isRenaming ? (
        <RenameField item={item} onDone={() => acts.rename(null)} />
      ) : (
        <>
          <span className={styles.name}>
            {item.kind === 'folder' ? <FolderGlyph /> : <FileGlyph type={glyphType(item.document)} />}
            <Link className={styles.link ?? ''} href={href}>
              <span className="truncate">{item.name}</span>
            </Link>
            {item.kind === 'folder' && (
              <span className="meta nowrap hide-small">{folderCountText(item.folder.counts)}</span>
            )}
            {item.kind === 'folder' && item.folder.audience !== null && (
              <Badge tone="line">{audienceWords(item.folder.audience)}</Badge>
            )}
            {item.hidden && <Badge>Hidden</Badge>}
          </span>
          {item.kind === 'document' ? (
            <time className={styles.cell} dateTime={item.document.created_at}>
              {formatListDate(item.document.created_at, timeZone)}
            </time>
          ) : (
            <span className={styles.cell} />
          )}
          <RowTools item={item} acts={acts} />
        </>
      )}
    </li>
  );
});

function Handle({ item, isLiftedByKeys, control }: EditRowProps) {
  const key = keyOfItem(item);
  return (
    <button
      type="button"
      data-handle=""
      className={styles.handle}
      aria-label={`Move ${item.name}`}
      aria-pressed={isLiftedByKeys}
      onKeyDown={(event) => control.keyDown(event, key)}
      onPointerDown={(event) => control.pointerDown(event, key)}
      onPointerMove={control.pointerMove}
      onPointerUp={control.pointerUp}
      onPointerCancel={control.cancel}
    >
      <Icon of={GripVertical} />
    </button>
  );
}

interface RowCheckboxProps {
  readonly name: string;
  readonly isSelected: boolean;
  readonly onSelect: (range: boolean) => void;
}

function RowCheckbox({ name, isSelected, onSelect }: RowCheckboxProps) {
  let range = false;
  return (
    <span
      onPointerDownCapture={(event) => {
        range = event.shiftKey;
      }}
      onKeyDownCapture={(event) => {
        range = event.shiftKey;
      }}
    >
      <Checkbox label={`Select ${name}`} labelHidden value={isSelected} onChange={() => onSelect(range)} />
    </span>
  );
}

function RowTools({ item, acts }: { readonly item: EditedItem; readonly acts: RowActs }) {
  const { name, hidden } = item;
  const isTopFolder = item.kind === 'folder' && item.folder.parent_id === null;
  return (
    <span className={styles.tools}>
      <span className="hide-small">
        <IconButton icon={Pencil} size="s" aria-label={`Rename ${name}`} onPress={() => acts.rename(item)} />
        <IconButton icon={FolderInput} size="s" aria-label={`Move ${name} to…`} onPress={() => acts.move(item)} />
        <IconButton icon={Trash2} size="s" aria-label={`Delete ${name}`} onPress={() => acts.remove(item)} />
      </span>
      <MenuTrigger>
        <IconButton icon={Ellipsis} size="s" aria-label={`More for ${name}`} tooltip={false} />
        <Menu aria-label={`More for ${name}`}>
          <MenuItem icon={Pencil} onlySmall onAction={() => acts.rename(item)}>
            Rename
          </MenuItem>
          <MenuItem icon={FolderInput} onlySmall onAction={() => acts.move(item)}>
            Move
          </MenuItem>
          <MenuItem icon={hidden ? Eye : EyeOff} onAction={() => acts.hide(item)}>
            {hidden ? 'Show' : 'Hide'}
          </MenuItem>
          {isTopFolder ? (
            <MenuItem icon={UsersRound} onAction={() => acts.properties(item)}>
              Who may read it
            </MenuItem>
          ) : null}
          {item.kind === 'document' ? (
            <MenuItem icon={Settings2} onAction={() => acts.properties(item)}>
              {item.document.is_link ? 'Properties' : 'Properties and versions'}
            </MenuItem>
          ) : null}
          <MenuItem icon={Trash2} danger onlySmall onAction={() => acts.remove(item)}>
            Delete
          </MenuItem>
        </Menu>
      </MenuTrigger>
    </span>
  );
}
