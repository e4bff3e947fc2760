import { BookOpen, Folder } from 'lucide-react';
import type { LibraryPlace } from '#contract/documents.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { getLibraryTree, LibraryItem } from '#contract/library.ts';
import { folderPath } from '#domain/folder-tree.ts';
import type { TreeNode } from '#web/ui/rows/tree.tsx';

type Places = AnswerOf<typeof getLibraryTree>;

/** 'category:…' or 'folder:…'. */
export const keyOfPlace = ({ kind, id }: LibraryPlace): string => `${kind}:${id}`;

export function placeOfKey(key: string): LibraryPlace {
  const [kind, id = ''] = key.split(':');
  return { kind: kind === 'category' ? 'category' : 'folder', id };
}

/**
 * The categories and folders to choose from. Where things stand now is told and cannot be chosen; a folder that moves is
 * left out with all that stands in it. With words to find, only what has them in its name, and what leads there.
 */
export function placeNodes(
  { categories, folders }: Places,
  given: { readonly here: LibraryPlace; readonly moving: readonly LibraryItem[]; readonly find: string },
): readonly TreeNode[] {
  const hereKey = keyOfPlace(given.here);
  const moving = new Set(given.moving.filter(({ kind }) => kind === 'folder').map(({ id }) => id));
  const wanted = given.find.trim().toLowerCase();
  const isFound = (name: string): boolean => name.toLowerCase().includes(wanted);
  const childrenOf = (categoryId: string, parentId: string | null): readonly TreeNode[] =>
    folders
      .filter((folder) => folder.category_id === categoryId && parentOf(folder) === parentId && !moving.has(folder.id))
      .flatMap((folder) => {
        const key = keyOfPlace({ kind: 'folder', id: folder.id });
        const children = childrenOf(categoryId, folder.id);
        if (children.length === 0 && !isFound(folder.name)) return [];
        return [{ id: key, label: folder.name, icon: Folder, children, ...standing(key === hereKey, false) }];
      });
  return categories.flatMap(({ id, name, can }) => {
    const key = keyOfPlace({ kind: 'category', id });
    const children = childrenOf(id, null);
    if (children.length === 0 && !isFound(name)) return [];
    return [{ id: key, label: name, icon: BookOpen, children, ...standing(key === hereKey, !can.edit) }];
  });

  /** A folder whose parent is not the reader's to edit hangs below its category. */
  function parentOf(folder: Places['folders'][number]): string | null {
    return folders.some(({ id }) => id === folder.parent_id) ? folder.parent_id : null;
  }
}

function standing(isHere: boolean, isForeign: boolean): Pick<TreeNode, 'note' | 'isDisabled'> {
  return { isDisabled: isHere || isForeign, ...(isHere ? { note: 'Here now' } : {}) };
}

/** What has to be open for a place to be seen, itself included. */
export function keysAround({ folders }: Places, place: LibraryPlace): readonly string[] {
  if (place.kind === 'category') return [keyOfPlace(place)];
  const folder = folders.find(({ id }) => id === place.id);
  const path = folder === undefined ? null : folderPath(folders, folder.id);
  const above = folder === undefined ? [] : [keyOfPlace({ kind: 'category', id: folder.category_id })];
  return [...above, ...(path ?? []).map(({ id }) => keyOfPlace({ kind: 'folder', id }))];
}

export function nameOfPlace({ categories, folders }: Places, { kind, id }: LibraryPlace): string {
  const found = (kind === 'category' ? categories : folders).find((each) => each.id === id);
  return found?.name ?? '';
}
