import type { LibraryItem } from '#contract/library.ts';

export type ItemKey = `${LibraryItem['kind']}:${string}`;

export const keyOfItem = ({ kind, id }: LibraryItem): ItemKey => `${kind}:${id}`;

export function itemOfKey(key: ItemKey): LibraryItem {
  const [kind, id = ''] = key.split(':');
  return { kind: kind === 'folder' ? 'folder' : 'document', id };
}
