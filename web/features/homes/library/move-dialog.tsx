import { useQuery } from '@tanstack/react-query';
import { BookOpen, Folder, FolderPlus, Search } from 'lucide-react';
import { useState } from 'react';
import type { LibraryHomeInput } from '#contract/documents.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { getLibraryTree, type LibraryItem } from '#contract/library.ts';
import { folderPath } from '#domain/folders.ts';
import { queryFor } from '#web/api/queries.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Skeleton } from '#web/ui/feedback/skeletons.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { ActionDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { Tree, type TreeNode } from '#web/ui/rows/tree.tsx';
import { NewFolderDialog } from './folder-dialogs.tsx';
import { itemsName, type LibraryActs, type NamedItem } from './use-library-acts.ts';

interface MoveDialogProps {
  readonly items: readonly NamedItem[];
  readonly here: LibraryHomeInput;
  readonly order: readonly LibraryItem[];
  readonly acts: LibraryActs;
  readonly onClose: () => void;
  readonly onMoved: () => void;
}

export function MoveDialog({ items, here, order, acts, onClose, onMoved }: MoveDialogProps) {
  const [isNaming, setNaming] = useState(false);
  const chooser = useLocationChooser(here, items);
  const { tree, target } = chooser;
  return (
    <ActionDialog
      onClose={onClose}
      size="m"
      scrolls
      title="Move"
      actionsStart={
        <Button variant="quiet" icon={FolderPlus} isDisabled={tree === undefined} onPress={() => setNaming(true)}>
          New folder
        </Button>
      }
      confirmLabel="Move"
      isDisabled={target === null}
      isPending={acts.isMoving}
      onConfirm={() => {
        if (target === null || tree === undefined) return;
        const from = { place: here, order };
        acts.move(items, { place: target, placeName: nameOfLocation(tree, target), from }, onMoved);
      }}
    >
      <Stack gap="s">
        <p>{itemsName(items)}</p>
        <TextField
          label="Find a folder"
          labelHidden
          placeholder="Find a folder"
          icon={Search}
          value={chooser.find}
          onChange={chooser.setFind}
        />
        {tree === undefined ? (
          <Skeleton width={75} />
        ) : (
          <Tree
            label="Move to"
            nodes={chooser.nodes}
            selected={chooser.selected}
            onSelect={chooser.setSelected}
            expanded={chooser.expanded}
            onExpand={chooser.setOpened}
            emptyText="No folders match your search."
          />
        )}
      </Stack>
      {isNaming && (
        <NewFolderDialog
          home={target ?? here}
          onClose={() => setNaming(false)}
          onCreated={(id) => {
            chooser.choose(id, target ?? here);
            setNaming(false);
          }}
        />
      )}
    </ActionDialog>
  );
}

function useLocationChooser(here: LibraryHomeInput, moving: readonly NamedItem[]) {
  const [find, setFind] = useState('');
  const [selected, setSelected] = useState<string | null>(null);
  const [opened, setOpened] = useState<ReadonlySet<string> | null>(null);
  const { data: tree } = useQuery({ ...queryFor(getLibraryTree), staleTime: 0 });
  const nodes = tree === undefined ? [] : locationNodes(tree, { here, moving, find });
  const expanded = find.trim() === '' ? (opened ?? new Set(tree && idsAround(tree, here))) : new Set(idsOf(nodes));
  return {
    tree,
    nodes,
    find,
    setFind,
    selected,
    setSelected,
    expanded,
    setOpened,
    target: selected === null ? null : locationOf(tree, selected),
    choose(folderId: string, inside: LibraryHomeInput): void {
      setOpened(new Set([...expanded, inside.id]));
      setFind('');
      setSelected(folderId);
    },
  };
}

function idsOf(nodes: readonly TreeNode[]): readonly string[] {
  return nodes.flatMap((node) => [node.id, ...idsOf(node.children)]);
}

type LibraryTree = AnswerOf<typeof getLibraryTree>;

/** A new folder may not be in the tree yet. */
function locationOf(tree: LibraryTree | undefined, id: string): LibraryHomeInput {
  return { kind: tree?.categories.some((category) => category.id === id) ? 'category' : 'folder', id };
}

/** Omits moved folders, because a folder cannot be moved into itself. */
function locationNodes(
  { categories, folders }: LibraryTree,
  given: { readonly here: LibraryHomeInput; readonly moving: readonly LibraryItem[]; readonly find: string },
): readonly TreeNode[] {
  const moving = new Set(given.moving.filter(({ kind }) => kind === 'folder').map(({ id }) => id));
  const wanted = given.find.trim().toLowerCase();
  const isFound = (name: string): boolean => name.toLowerCase().includes(wanted);
  const childrenOf = (categoryId: string, parentId: string | null): readonly TreeNode[] =>
    folders
      .filter((folder) => folder.category_id === categoryId && parentOf(folder) === parentId && !moving.has(folder.id))
      .flatMap((folder) => {
        const { id, name } = folder;
        const children = childrenOf(categoryId, id);
        if (children.length === 0 && !isFound(name)) return [];
        return [{ id, label: name, icon: Folder, children, ...selectability(id === given.here.id, false) }];
      });
  return categories.flatMap(({ id, name, can }) => {
    const children = childrenOf(id, null);
    if (children.length === 0 && !isFound(name)) return [];
    return [{ id, label: name, icon: BookOpen, children, ...selectability(id === given.here.id, !can.edit) }];
  });

  function parentOf(folder: LibraryTree['folders'][number]): string | null {
    return folders.some(({ id }) => id === folder.parent_id) ? folder.parent_id : null;
  }
}

function selectability(isHere: boolean, isForeign: boolean): Pick<TreeNode, 'note' | 'isDisabled'> {
  return { isDisabled: isHere || isForeign, ...(isHere ? { note: 'Current location' } : {}) };
}

function idsAround({ folders }: LibraryTree, home: LibraryHomeInput): readonly string[] {
  if (home.kind === 'category') return [home.id];
  const folder = folders.find(({ id }) => id === home.id);
  if (folder === undefined) return [];
  return [folder.category_id, ...(folderPath(folders, home.id) ?? []).map(({ id }) => id)];
}

function nameOfLocation({ categories, folders }: LibraryTree, { id }: LibraryHomeInput): string {
  return [...categories, ...folders].find((each) => each.id === id)?.name ?? '';
}
