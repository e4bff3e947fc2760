/** Product 5: recently opened holds ten. */
export const recentDocumentsMax = 10;

/** The list after opening a document: no duplicates, newest first (specification 4, 'Document viewing'). */
export function withRecent<T extends { readonly id: string }>(recent: readonly T[], opened: T): readonly T[] {
  return [opened, ...recent.filter((document) => document.id !== opened.id)].slice(0, recentDocumentsMax);
}
