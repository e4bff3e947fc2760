import { counted } from './counted.ts';

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
