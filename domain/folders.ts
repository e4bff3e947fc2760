import { counted } from './text.ts';

/** The nesting of library folders (product 4: 'nested up to 8 deep'; quality: moves make no cycles). */

/** Levels; a folder that stands in a category directly is on level 1. */
export const folderDepthMax = 8;

/** `parent_id` is `null` for a folder that stands in its category. */
export interface FolderNode {
  readonly id: string;
  readonly parent_id: string | null;
}

/** The folder and its parents up to the top one, or `null` if the chain is broken or runs in a circle. */
export function folderPath(folders: readonly FolderNode[], id: string): readonly FolderNode[] | null {
  const byId = new Map(folders.map((folder) => [folder.id, folder]));
  const path: FolderNode[] = [];
  let next: string | null = id;
  while (next !== null) {
    const folder = byId.get(next);
    if (!folder || path.includes(folder)) return null;
    path.push(folder);
    next = folder.parent_id;
  }
  return path;
}

/** Levels that the folder's tree takes, itself included; counting stops where it is too deep anyway. */
export function folderHeight(folders: readonly FolderNode[], id: string, levelsLeft = folderDepthMax): number {
  if (levelsLeft === 0) return 1;
  const children = folders.filter((folder) => folder.parent_id === id);
  return 1 + Math.max(0, ...children.map((child) => folderHeight(folders, child.id, levelsLeft - 1)));
}

export type FolderMoveRefusal = 'into-itself' | 'too-deep' | 'missing';

/** Why a folder cannot move under `parentId` (`null`: to the top of its category), or `null` when it can. */
export function folderMoveRefusal(
  folders: readonly FolderNode[],
  move: { readonly id: string; readonly parentId: string | null },
): FolderMoveRefusal | null {
  if (!folders.some((folder) => folder.id === move.id)) return 'missing';
  const path = move.parentId === null ? [] : folderPath(folders, move.parentId);
  if (path === null) return 'missing';
  if (path.some((folder) => folder.id === move.id)) return 'into-itself';
  return path.length + folderHeight(folders, move.id) > folderDepthMax ? 'too-deep' : null;
}

/** '2 Documents, 1 Folder', with the empty half left out, or 'Empty' (specification 9). */
export function folderCountText({
  documents,
  folders,
}: {
  readonly documents: number;
  readonly folders: number;
}): string {
  const parts = [
    ...(documents === 0 ? [] : [counted(documents, 'Document')]),
    ...(folders === 0 ? [] : [counted(folders, 'Folder')]),
  ];
  return parts.length === 0 ? 'Empty' : parts.join(', ');
}
