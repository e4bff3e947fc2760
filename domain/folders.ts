import { counted } from './text.ts';

export const folderDepthMax = 8;

export interface FolderNode {
  readonly id: string;
  readonly parent_id: string | null;
}

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

/** For example, '2 Documents, 1 Folder' or 'Empty'. */
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
