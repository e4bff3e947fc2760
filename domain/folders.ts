/** '2 Documents, 1 Folder', with the empty half left out, or 'Empty' (specification 9). */
export function folderCountText(counts: { readonly documents: number; readonly folders: number }): string {
  const parts = [counted(counts.documents, 'Document'), counted(counts.folders, 'Folder')].filter(
    (part) => part !== null,
  );
  return parts.length === 0 ? 'Empty' : parts.join(', ');
}

function counted(count: number, noun: string): string | null {
  if (count === 0) return null;
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
