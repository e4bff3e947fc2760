import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { LibraryHomeInput } from '#contract/documents.ts';
import type { Folder, LibraryDocument } from '#contract/library.ts';
import { queryClient } from '#web/api/query-client.ts';
import { useStart, useTimeZone } from '#web/api/start.ts';
import { DocumentDialog } from '#web/features/papers/documents/editing/document-dialog.tsx';
import type { DocumentAct } from '#web/features/papers/documents/editing/document-row-actions.tsx';
import { useFileChooser } from '#web/features/papers/documents/editing/file-replacement.tsx';
import type { Upload } from '#web/features/papers/documents/uploads/upload.ts';
import {
  forgetUploads,
  replaceFile,
  uploads,
  watchUploads,
} from '#web/features/papers/documents/uploads/upload-center.ts';
import { paths } from '#web/paths.ts';
import { useFollowLink } from '#web/shell/follow-link.ts';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { uploadTree } from './dropped-files.ts';
import { type EditedItem, EditRows, type EditState, type RowActs } from './edit-row.tsx';
import { FolderAudienceDialog } from './folder-dialogs.tsx';
import { type ItemKey, itemOfKey, keyOfItem } from './library-item.ts';
import { LongList, stretchesOf } from './long-list.tsx';
import { MoveDialog } from './move-dialog.tsx';
import styles from './section.module.css';
import { customOrder, type OpenedSection, reorderPages, rowsOf, sectionQuery } from './section-query.ts';
import { UploadArea, useFileDrop } from './section-uploads.tsx';
import { choose, nothingSelected, type Selection, SelectionBar, selectedAmong } from './selection.tsx';
import { useItemDrag } from './use-item-drag.ts';
import { useLibraryActs } from './use-library-acts.ts';

interface PlaceEditorProps {
  readonly categoryId: string;
  readonly folderId: string | null;
  readonly opened: OpenedSection;
}

/** A category or folder in Edit mode: uploads, and rows to rename, move, hide, delete and reorder. */
export function SectionEditor({ categoryId, folderId, opened }: PlaceEditorProps) {
  const { settings } = useStart();
  const timeZone = useTimeZone();
  const acts = useLibraryActs();
  const follow = useFollowLink();
  const [selection, setSelection] = useState<Selection<ItemKey>>(nothingSelected);
  const [renamed, setRenamed] = useState<ItemKey | null>(null);
  const [moving, setMoving] = useState<readonly EditedItem[] | null>(null);
  const [narrowed, setNarrowed] = useState<Folder | null>(null);
  const [asked, setAsked] = useState<{ readonly key: ItemKey; readonly act: DialogAct } | null>(null);
  const chooser = useFileChooser('New file of a document');

  const home: LibraryHomeInput =
    folderId === null ? { kind: 'category', id: categoryId } : { kind: 'folder', id: folderId };
  // Each step of a drag renders the page: ten thousand rows are listed once.
  const { items, byKey, order } = useMemo(() => listOf(opened), [opened]);
  const selectedKeys = selectedAmong(selection, order);
  const selected = new Set(selectedKeys);
  const itemsAt = (keys: readonly ItemKey[]) => keys.flatMap((key) => byKey.get(key) ?? []);
  const clear = (): void => setSelection(nothingSelected);

  const uploads = useLibraryUploads(home.id);
  const takeFiles = (files: Parameters<typeof uploadTree>[0], into: LibraryHomeInput): void => {
    if (files.length === 0) showToast('There are no files in this folder');
    void uploadTree(files, { home: into, slot: home.id, rules: settings });
  };
  const replace = ({ id, name: title }: EditedItem, file: File): void =>
    replaceFile({ id, title }, file, { slot: home.id, rules: settings });
  const fileDrop = useFileDrop((files, into) => {
    const item = into === 'page' ? undefined : byKey.get(into);
    const [only] = files;
    if (item?.kind === 'document' && only !== undefined) replace(item, only.file);
    else takeFiles(files, into === 'page' ? home : homeOf(into));
  });

  const drag = useItemDrag({
    order,
    selected,
    hasMore: opened.next !== null,
    nameOf: (key) => byKey.get(key)?.name ?? '',
    onReorder(keys, before) {
      // Shown before the server answers.
      const asked = sectionQuery({ categoryId, folderId, sort: customOrder });
      queryClient.setQueryData(asked.queryKey, (known) => known && reorderPages(known, { keys, before }));
      acts.reorder(keys.map(itemOfKey), { place: home, before: before === null ? null : itemOfKey(before) });
    },
    onInto(keys, folder) {
      acts.move(
        itemsAt(keys),
        { place: homeOf(folder), placeName: byKey.get(folder)?.name ?? '', from: { place: home, order: items } },
        clear,
      );
    },
  });

  // Rows keep the first object; it calls the latest functions.
  const now: RowActs = {
    select: (key, range) => setSelection(choose(selection, { key, order, range })),
    rename: (item) => setRenamed(item === null ? null : keyOfItem(item)),
    move: (item) => setMoving([item]),
    remove: (item) => acts.remove([item]),
    hide: (item) => acts.hide([item], !item.hidden),
    audience: (item) => setNarrowed(item.kind === 'folder' ? item.folder : null),
    document(item, act) {
      if (act === 'replace') chooser.choose((file) => replace(item, file));
      else if (act === 'rename') setRenamed(keyOfItem(item));
      else setAsked({ key: keyOfItem(item), act });
    },
  };
  const latest = useRef(now);
  latest.current = now;
  const rowActs = useRef<RowActs>({
    select: (key, range) => latest.current.select(key, range),
    rename: (item) => latest.current.rename(item),
    move: (item) => latest.current.move(item),
    remove: (item) => latest.current.remove(item),
    hide: (item) => latest.current.hide(item),
    audience: (item) => latest.current.audience(item),
    document: (item, act) => latest.current.document(item, act),
  });

  const { lifted, liftedByKeys, target } = drag;
  const detailed = asked === null ? undefined : byKey.get(asked.key);
  const filesInto = fileDrop.target === 'page' ? null : fileDrop.target;
  const state: EditState = {
    ...{ selected, renamed, lifted, liftedByKeys },
    into: filesInto ?? (target?.kind === 'into' ? target.key : null),
    between: target?.kind === 'between' ? target : null,
  };
  const hrefOf = useCallback(
    ({ kind, id }: EditedItem) =>
      paths.libraryCategory(categoryId, kind === 'folder' ? { folder: id } : { folder: folderId, document: id }),
    [categoryId, folderId],
  );

  return (
    <div className={fileDrop.target === 'page' ? styles.dropping : undefined} {...fileDrop.handlers}>
      <UploadArea uploads={uploads} onFiles={(files) => takeFiles(files, home)} />
      <section className={styles.edit} aria-label="Folders and documents">
        {items.length > 0 && <Head />}
        <LongList>
          {stretchesOf(itemsAt(drag.order), 0).map(({ nth, rows, before }) => (
            <EditRows
              key={nth}
              rows={rows}
              before={before}
              total={rowsOf(opened)}
              state={state}
              hrefOf={hrefOf}
              follow={follow}
              timeZone={timeZone}
              handleProps={drag.handleProps}
              acts={rowActs.current}
            />
          ))}
        </LongList>
        <span className="visually-hidden" role="status">
          {drag.spoken}
        </span>
      </section>
      {selectedKeys.length > 0 && (
        <SelectionBar
          items={itemsAt(selectedKeys)}
          onMove={() => setMoving(itemsAt(selectedKeys))}
          onHide={(hidden) => acts.hide(itemsAt(selectedKeys), hidden)}
          onDelete={() => acts.remove(itemsAt(selectedKeys), clear)}
          onClear={clear}
        />
      )}
      {moving !== null && (
        <MoveDialog
          items={moving}
          here={home}
          order={items}
          acts={acts}
          onClose={() => setMoving(null)}
          onMoved={() => {
            setMoving(null);
            clear();
          }}
        />
      )}
      {chooser.input}
      {narrowed !== null && <FolderAudienceDialog folder={narrowed} onClose={() => setNarrowed(null)} />}
      {asked !== null && detailed?.kind === 'document' && (
        <DocumentDialog document={detailed.document} open={asked.act} onClose={() => setAsked(null)} />
      )}
    </div>
  );
}

type DialogAct = Exclude<DocumentAct, 'replace' | 'rename'>;

function Head() {
  return (
    <div className={styles.head} aria-hidden="true">
      <span />
      <span />
      <span>Name</span>
      <span>Added</span>
      <span />
    </div>
  );
}

const homeOf = (key: ItemKey): LibraryHomeInput => ({ kind: 'folder', id: itemOfKey(key).id });

function listOf({ folders, documents }: OpenedSection) {
  const items: readonly EditedItem[] = [...folders.map(folderItem), ...documents.map(documentItem)];
  const byKey = new Map(items.map((item) => [keyOfItem(item), item]));
  return { items, byKey, order: [...byKey.keys()] };
}

// The same row gives the same item, so that it renders again only when it has changed.
const folderItem = remembered(
  (folder: Folder): EditedItem => ({
    ...{ kind: 'folder', id: folder.id, name: folder.name, hidden: folder.hidden, folder },
  }),
);
const documentItem = remembered(
  (document: LibraryDocument): EditedItem => ({
    ...{ kind: 'document', id: document.id, name: document.title, hidden: document.hidden, document },
  }),
);

function remembered<R extends object, I>(make: (row: R) => I): (row: R) => I {
  const made = new WeakMap<R, I>();
  return (row) => {
    const known = made.get(row) ?? make(row);
    made.set(row, known);
    return known;
  };
}

/** The uploads that were begun on a page of the library, also those into its folders, in the order of their choice. */
export function useLibraryUploads(slot: string): readonly Upload[] {
  const last = useRef<readonly Upload[]>([]);
  const here = useSyncExternalStore(watchUploads, () => {
    const now = uploads().filter((upload) => upload.slot === slot);
    const isSame = now.length === last.current.length && now.every((upload, nth) => upload === last.current[nth]);
    if (!isSame) last.current = now;
    return last.current;
  });
  const arrived = here.filter((upload) => upload.state.kind === 'uploaded');
  const areAllDone =
    arrived.length > 0 && here.every((upload) => ['uploaded', 'refused', 'failed'].includes(upload.state.kind));
  // An effect, because uploads outlive the page; forgotten after the last one, so that their order is known until then.
  useEffect(() => {
    if (areAllDone) forgetUploads(arrived.map((upload) => upload.id));
  });
  return here;
}
