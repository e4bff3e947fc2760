import { counted } from './text.ts';

export const folderDepthMax = 8;

export interface FolderNode {
  readonly id: string;
  readonly parent_id: string | null;
}

/** From the folder to its top parent. Returns null if the chain is broken or circular. */
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

/** Number of levels including its own. Stops counting at `levelsLeft`. */
export function folderHeight(folders: readonly FolderNode[], id: string, levelsLeft = folderDepthMax): number {
  if (levelsLeft === 0) return 1;
  const children = folders.filter((folder) => folder.parent_id === id);
  return 1 + Math.max(0, ...children.map((child) => folderHeight(folders, child.id, levelsLeft - 1)));
}

export type FolderMoveRefusal = 'into-itself' | 'too-deep' | 'missing';

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
