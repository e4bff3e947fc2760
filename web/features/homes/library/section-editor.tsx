import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { LibraryHomeInput } from '#contract/documents.ts';
import type { Folder, LibraryDocument } from '#contract/library.ts';
import { queryClient } from '#web/api/query-client.ts';
import { useStart, useTimeZone } from '#web/api/start.ts';
import { DocumentDialog } from '#web/features/papers/documents/editing/document-dialog.tsx';
import type { DocumentAct } from '#web/features/papers/documents/editing/document-row-actions.tsx';
import { useFileChooser } from '#web/features/papers/documents/editing/file-replacement.tsx';
import { useReplacing } from '#web/features/papers/documents/editing/replace-question.tsx';
import type { Upload } from '#web/features/papers/documents/uploads/upload.ts';
import { forgetUploads } from '#web/features/papers/documents/uploads/upload-center.ts';
import { useUploadsWhere } from '#web/features/papers/documents/uploads/use-uploads.ts';
import { paths } from '#web/paths.ts';
import { useFollowLink } from '#web/shell/follow-link.ts';
import { Checkbox } from '#web/ui/fields/checkbox.tsx';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { type DroppedFile, uploadTree } from './dropped-files.ts';
import { EditRows, type EditState } from './edit-row.tsx';
import { FolderAudienceDialog } from './folder-dialogs.tsx';
import { type ItemKey, itemOfKey, keyOfItem } from './library-item.ts';
import { LongList, stretchesOf } from './long-list.tsx';
import { MoveDialog } from './move-dialog.tsx';
import type { RowActs } from './row-tools.tsx';
import styles from './section.module.css';
import {
  customOrder,
  type OpenedPlace,
  type OpenedSection,
  reorderPages,
  rowsOf,
  sectionQuery,
} from './section-query.ts';
import { UploadArea, useFileDrop } from './section-uploads.tsx';
import { choose, nothingSelected, type Selection, SelectionBar, selectedAmong } from './selection.tsx';
import { useItemDrag } from './use-item-drag.ts';
import { type EditedItem, type LibraryActs, useLibraryActs } from './use-library-acts.ts';

type OpenDialog =
  | { readonly kind: 'move'; readonly items: readonly EditedItem[] }
  | { readonly kind: 'audience'; readonly folder: Folder }
  | { readonly kind: 'document'; readonly key: ItemKey; readonly act: DialogAct };
type DialogAct = Exclude<DocumentAct, 'replace' | 'rename'>;

export function SectionEditor({ categoryId, folderId, opened }: OpenedPlace) {
  const acts = useLibraryActs();
  const [selection, setSelection] = useState<Selection<ItemKey>>(nothingSelected);
  const [renamed, setRenamed] = useState<ItemKey | null>(null);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const home: LibraryHomeInput =
    folderId === null ? { kind: 'category', id: categoryId } : { kind: 'folder', id: folderId };
  // Memoised, because each step of a drag renders the page, and a list may have ten thousand rows.
  const listed = useMemo(() => listOf(opened), [opened]);
  const { order, byKey } = listed;
  const selectedKeys = selectedAmong(selection, order);
  const selected = new Set(selectedKeys);
  const selectedItems = itemsAt(listed, selectedKeys);
  const clear = (): void => setSelection(nothingSelected);
  const files = useSectionFiles(home, byKey);
  const drag = useSectionDrag({ categoryId, folderId, home, opened, listed, selected, acts, onMoved: clear });
  const rowActs = useLatestActs({
    select: (key, range) => setSelection(choose(selection, { key, order, range })),
    rename: (item) => setRenamed(item === null ? null : keyOfItem(item)),
    move: (item) => setDialog({ kind: 'move', items: [item] }),
    remove: (item) => acts.remove([item]),
    hide: (item) => acts.hide([item], !item.hidden),
    audience: (item) => item.kind === 'folder' && setDialog({ kind: 'audience', folder: item.folder }),
    document(item, act) {
      if (act === 'replace') files.chooseReplacement(item);
      else if (act === 'rename') setRenamed(keyOfItem(item));
      else setDialog({ kind: 'document', key: keyOfItem(item), act });
    },
  });
  const state: EditState = {
    selected,
    renamed,
    lifted: drag.lifted,
    liftedByKeys: drag.liftedByKeys,
    into: files.into ?? (drag.target?.kind === 'into' ? drag.target.key : null),
    between: drag.target?.kind === 'between' ? drag.target : null,
  };
  return (
    <div className={files.isOverPage ? styles.dropping : undefined} {...files.handlers}>
      <UploadArea uploads={files.uploads} onFiles={files.take} />
      <EditList
        categoryId={categoryId}
        folderId={folderId}
        opened={opened}
        listed={listed}
        drag={drag}
        state={state}
        acts={rowActs}
        onSelectAll={() =>
          setSelection(selected.size === order.length ? nothingSelected : { keys: new Set(order), last: null })
        }
      />
      {selectedKeys.length > 0 && (
        <SelectionBar
          items={selectedItems}
          onMove={() => setDialog({ kind: 'move', items: selectedItems })}
          onHide={(hidden) => acts.hide(selectedItems, hidden)}
          onDelete={() => acts.remove(selectedItems, clear)}
          onClear={clear}
        />
      )}
      {files.input}
      <EditDialogs
        dialog={dialog}
        home={home}
        listed={listed}
        acts={acts}
        onClose={() => setDialog(null)}
        onMoved={clear}
      />
    </div>
  );
}

function useSectionFiles(home: LibraryHomeInput, byKey: ReadonlyMap<ItemKey, EditedItem>) {
  const { settings } = useStart();
  const chooser = useFileChooser('New file for a document');
  const uploads = useLibraryUploads(home.id);
  const takeInto = (files: readonly DroppedFile[], into: LibraryHomeInput): void => {
    if (files.length === 0) showToast('There are no files in this folder');
    void uploadTree(files, { home: into, slot: home.id, rules: settings });
  };
  const replacing = useReplacing();
  const replace = ({ id, name: title }: EditedItem, file: File): void =>
    replacing.replace({ id, title }, file, home.id);
  const { target, handlers } = useFileDrop((files, into) => {
    const item = into === 'page' ? undefined : byKey.get(into);
    const [only] = files;
    if (item?.kind === 'document' && only !== undefined) replace(item, only.file);
    else takeInto(files, into === 'page' ? home : homeOf(into));
  });
  return {
    uploads,
    handlers,
    isOverPage: target === 'page',
    into: target === 'page' ? null : target,
    take: (files: readonly DroppedFile[]): void => takeInto(files, home),
    chooseReplacement: (item: EditedItem): void => chooser.choose((file) => replace(item, file)),
    input: (
      <>
        {chooser.input}
        {replacing.dialog}
      </>
    ),
  };
}

interface SectionDragParts extends OpenedPlace {
  readonly home: LibraryHomeInput;
  readonly listed: Listed;
  readonly selected: ReadonlySet<ItemKey>;
  readonly acts: LibraryActs;
  readonly onMoved: () => void;
}

function useSectionDrag({ categoryId, folderId, home, opened, listed, selected, acts, onMoved }: SectionDragParts) {
  const { items, byKey, order } = listed;
  return useItemDrag({
    order,
    selected,
    hasMore: opened.next !== null,
    nameOf: (key) => byKey.get(key)?.name ?? '',
    onReorder(keys, before) {
      const asked = sectionQuery({ categoryId, folderId, sort: customOrder });
      queryClient.setQueryData(asked.queryKey, (known) => known && reorderPages(known, { keys, before }));
      acts.reorder(keys.map(itemOfKey), { place: home, before: before === null ? null : itemOfKey(before) });
    },
    onInto(keys, folder) {
      const to = {
        place: homeOf(folder),
        placeName: byKey.get(folder)?.name ?? '',
        from: { place: home, order: items },
      };
      acts.move(itemsAt(listed, keys), to, onMoved);
    },
  });
}

function useLatestActs(now: RowActs): RowActs {
  const latest = useRef(now);
  latest.current = now;
  const acts = useRef<RowActs>({
    select: (key, range) => latest.current.select(key, range),
    rename: (item) => latest.current.rename(item),
    move: (item) => latest.current.move(item),
    remove: (item) => latest.current.remove(item),
    hide: (item) => latest.current.hide(item),
    audience: (item) => latest.current.audience(item),
    document: (item, act) => latest.current.document(item, act),
  });
  return acts.current;
}

interface EditListProps extends OpenedPlace {
  readonly listed: Listed;
  readonly drag: ReturnType<typeof useItemDrag>;
  readonly state: EditState;
  readonly acts: RowActs;
  readonly onSelectAll: () => void;
}

function EditList({ categoryId, folderId, opened, listed, drag, state, acts, onSelectAll }: EditListProps) {
  const timeZone = useTimeZone();
  const follow = useFollowLink();
  const selected = state.selected.size;
  const all = listed.order.length;
  const hrefOf = useCallback(
    ({ kind, id }: EditedItem) =>
      paths.libraryCategory(categoryId, kind === 'folder' ? { folder: id } : { folder: folderId, document: id }),
    [categoryId, folderId],
  );
  return (
    <section className={styles.edit} aria-label="Folders and documents">
      {listed.items.length > 0 && (
        <div className={styles.head}>
          <span />
          <Checkbox value={selected === all} isIndeterminate={selected > 0 && selected < all} onChange={onSelectAll}>
            {opened.next === null ? 'Select all' : `Select the first ${all}`}
          </Checkbox>
          <span aria-hidden="true">Added</span>
          <span />
        </div>
      )}
      <LongList>
        {stretchesOf(itemsAt(listed, drag.order), 0).map(({ nth, rows, before }) => (
          <EditRows
            key={nth}
            rows={rows}
            before={before}
            state={state}
            hrefOf={hrefOf}
            follow={follow}
            timeZone={timeZone}
            acts={acts}
            total={rowsOf(opened)}
            handleProps={drag.handleProps}
          />
        ))}
      </LongList>
      <span className="visually-hidden" role="status">
        {drag.spoken}
      </span>
    </section>
  );
}

interface EditDialogsProps {
  readonly dialog: OpenDialog | null;
  readonly home: LibraryHomeInput;
  readonly listed: Listed;
  readonly acts: LibraryActs;
  readonly onClose: () => void;
  readonly onMoved: () => void;
}

function EditDialogs({ dialog, home, listed, acts, onClose, onMoved }: EditDialogsProps) {
  if (dialog === null) return null;
  switch (dialog.kind) {
    case 'move': {
      const moved = (): void => {
        onClose();
        onMoved();
      };
      return (
        <MoveDialog
          items={dialog.items}
          here={home}
          order={listed.items}
          acts={acts}
          onClose={onClose}
          onMoved={moved}
        />
      );
    }
    case 'audience':
      return <FolderAudienceDialog folder={dialog.folder} onClose={onClose} />;
    case 'document': {
      const item = listed.byKey.get(dialog.key);
      return item?.kind === 'document' ? (
        <DocumentDialog document={item.document} open={dialog.act} onClose={onClose} />
      ) : null;
    }
    default:
      return dialog satisfies never;
  }
}

const homeOf = (key: ItemKey): LibraryHomeInput => ({ kind: 'folder', id: itemOfKey(key).id });

type Listed = ReturnType<typeof listOf>;

const itemsAt = ({ byKey }: Listed, keys: readonly ItemKey[]): readonly EditedItem[] =>
  keys.flatMap((key) => byKey.get(key) ?? []);

function listOf({ folders, documents }: OpenedSection) {
  const items: readonly EditedItem[] = [...folders.map(folderItem), ...documents.map(documentItem)];
  const byKey = new Map(items.map((item) => [keyOfItem(item), item]));
  return { items, byKey, order: [...byKey.keys()] };
}

const folderItem = remembered((folder: Folder): EditedItem => {
  const { id, name, hidden } = folder;
  return { kind: 'folder', id, name, hidden, folder };
});
const documentItem = remembered((document: LibraryDocument): EditedItem => {
  const { id, title: name, hidden } = document;
  return { kind: 'document', id, name, hidden, document };
});

function remembered<R extends object, I>(make: (row: R) => I): (row: R) => I {
  const made = new WeakMap<R, I>();
  return (row) => {
    const known = made.get(row) ?? make(row);
    made.set(row, known);
    return known;
  };
}

function useLibraryUploads(slot: string): readonly Upload[] {
  const here = useUploadsWhere((upload) => upload.slot === slot);
  const arrived = here.filter((upload) => upload.state.kind === 'uploaded');
  const areAllDone =
    arrived.length > 0 && here.every((upload) => ['uploaded', 'refused', 'failed'].includes(upload.state.kind));
  useEffect(() => {
    if (areAllDone) forgetUploads(arrived.map((upload) => upload.id));
  });
  return here;
}
