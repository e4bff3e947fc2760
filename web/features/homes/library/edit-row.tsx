import { GripVertical } from 'lucide-react';
import { type MouseEvent, type MouseEventHandler, memo, useState } from 'react';
import { audienceText } from '#domain/audience.ts';
import { formatListDate } from '#domain/dates.ts';
import { glyphType } from '#domain/documents.ts';
import { folderCountText } from '#domain/folders.ts';
import { RowCheckbox } from '#web/ui/fields/checkbox.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Badge } from '#web/ui/rows/badge.tsx';
import { FileGlyph } from '#web/ui/rows/file-glyph.tsx';
import type { HandleProps } from '#web/ui/rows/use-handle-drag.ts';
import { type ItemKey, keyOfItem } from './library-item.ts';
import { isSame, isSameStretch, LongRow, type ShownRow, Stretch } from './long-list.tsx';
import { RenameItem, type RowActs, RowTools } from './row-tools.tsx';
import styles from './section.module.css';
import { FolderGlyph } from './section-list.tsx';
import type { EditedItem } from './use-library-acts.ts';

export interface EditState {
  readonly selected: ReadonlySet<ItemKey>;
  readonly renamed: ItemKey | null;
  readonly lifted: ItemKey | null;
  readonly liftedByKeys: ItemKey | null;
  readonly into: ItemKey | null;
  readonly between: { readonly line: ItemKey; readonly side: 'before' | 'after' } | null;
}

const stateOf = (key: ItemKey, state: EditState) => ({
  isSelected: state.selected.has(key),
  isRenaming: state.renamed === key,
  isLifted: state.lifted === key,
  isLiftedByKeys: state.liftedByKeys === key,
  isTarget: state.into === key,
  line: state.between?.line === key ? state.between.side : null,
});

interface RowGiven {
  readonly hrefOf: (item: EditedItem) => string;
  readonly follow: MouseEventHandler<HTMLAnchorElement>;
  readonly timeZone: string;
  readonly total: number;
  readonly handleProps: (key: ItemKey) => HandleProps;
  readonly acts: RowActs;
}

interface EditRowsProps extends RowGiven {
  readonly rows: readonly EditedItem[];
  readonly before: number;
  readonly state: EditState;
}

export const EditRows = memo(function EditRows({ rows, before, state, ...given }: EditRowsProps) {
  return (
    <Stretch rows={rows} before={before} keyOf={keyOfItem}>
      {(item, shown) => <EditRow item={item} {...shown} {...stateOf(keyOfItem(item), state)} {...given} />}
    </Stretch>
  );
}, isSameEditing);

function isSameEditing({ state: before, ...others }: EditRowsProps, { state: now, ...othersNow }: EditRowsProps) {
  if (!isSameStretch(others, othersNow)) return false;
  return others.rows.every((item) => {
    const key = keyOfItem(item);
    return isSame(stateOf(key, before), stateOf(key, now));
  });
}

interface EditRowProps extends ShownRow, RowGiven, ReturnType<typeof stateOf> {
  readonly item: EditedItem;
}

const EditRow = memo(function EditRow(props: EditRowProps) {
  const { item, position, total, isSelected, isRenaming, acts } = props;
  const key = keyOfItem(item);
  const selectByModifier = (event: MouseEvent): void => {
    if (!event.shiftKey && !event.ctrlKey && !event.metaKey) return;
    if ((event.target as Element).closest('button, input, label') !== null) return;
    event.preventDefault();
    event.stopPropagation();
    acts.select(key, event.shiftKey);
  };
  return (
    <LongRow
      position={position}
      total={total}
      data-item={key}
      {...(item.kind === 'document' && !item.document.is_link ? { 'data-has-file': '' } : {})}
      {...(isSelected ? { 'data-selected': '' } : {})}
      {...(isRenaming ? { 'data-renaming': '' } : {})}
      {...(props.isLifted ? { 'data-dragging': '' } : {})}
      {...(props.isTarget ? { 'data-drop-target': '' } : {})}
      {...(props.line === null ? {} : { 'data-line': props.line })}
      onClickCapture={selectByModifier}
    >
      {props.isWhole ? <Cells {...props} /> : item.name}
    </LongRow>
  );
});

function Cells(props: EditRowProps) {
  const { item, hrefOf, follow, timeZone, isSelected, isRenaming, acts } = props;
  const [renaming, setRenaming] = useState({ is: isRenaming, was: false });
  if (renaming.is !== isRenaming) setRenaming({ is: isRenaming, was: renaming.is });
  return (
    <>
      <button
        type="button"
        data-handle=""
        className={styles.handle}
        aria-label={`Move ${item.name}`}
        aria-pressed={props.isLiftedByKeys}
        {...props.handleProps(keyOfItem(item))}
      >
        <Icon of={GripVertical} />
      </button>
      <Selector name={item.name} isSelected={isSelected} onSelect={(range) => acts.select(keyOfItem(item), range)} />
      {isRenaming ? (
        <RenameItem item={item} onDone={() => acts.rename(null)} />
      ) : (
        <>
          <span className={styles.name}>
            {item.kind === 'folder' ? <FolderGlyph /> : <FileGlyph type={glyphType(item.document)} />}
            <a className={styles.link} href={hrefOf(item)} onClick={follow}>
              <span className="truncate">{item.name}</span>
            </a>
            {item.kind === 'folder' && (
              <span className="meta nowrap hide-small">{folderCountText(item.folder.counts)}</span>
            )}
            {item.kind === 'folder' && item.folder.audience !== null && (
              <Badge tone="line">{audienceText(item.folder.audience)}</Badge>
            )}
            {item.hidden && <Badge>Hidden</Badge>}
            {props.isTarget && item.kind === 'document' && <Badge tone="board">Replace file</Badge>}
          </span>
          {item.kind === 'document' ? (
            <time className={styles.cell} dateTime={item.document.created_at}>
              {formatListDate(item.document.created_at, timeZone)}
            </time>
          ) : (
            <span className={styles.cell} />
          )}
          <RowTools item={item} acts={acts} wasRenaming={renaming.was} />
        </>
      )}
    </>
  );
}

interface SelectorProps {
  readonly name: string;
  readonly isSelected: boolean;
  readonly onSelect: (range: boolean) => void;
}

function Selector({ name, isSelected, onSelect }: SelectorProps) {
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
      <RowCheckbox label={`Select ${name}`} value={isSelected} onChange={() => onSelect(range)} />
    </span>
  );
}
