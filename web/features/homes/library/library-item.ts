import type { LibraryItem } from '#contract/library.ts';

/** 'folder:…', 'document:…': one name for a row of either kind. */
export type ItemKey = `${LibraryItem['kind']}:${string}`;

export const keyOfItem = ({ kind, id }: LibraryItem): ItemKey => `${kind}:${id}`;

export function itemOfKey(key: ItemKey): LibraryItem {
  const [kind, id = ''] = key.split(':');
  return { kind: kind === 'folder' ? 'folder' : 'document', id };
}
