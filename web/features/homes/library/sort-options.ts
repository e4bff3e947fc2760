import { type LibrarySort, librarySort } from '#contract/library.ts';

/** How a list of the library is sorted (specification, section 3, 'Sort options'). */
export interface SortOptions {
  readonly attribute: LibrarySort;
  readonly descending: boolean;
}

/** As the editors have put it; what everybody begins with. */
export const customOrder: SortOptions = { attribute: 'custom', descending: false };

export const sortChoices = [
  { id: 'title-up', label: 'Title, A to Z', attribute: 'title', descending: false },
  { id: 'title-down', label: 'Title, Z to A', attribute: 'title', descending: true },
  { id: 'newest', label: 'Newest first', attribute: 'added', descending: true },
  { id: 'oldest', label: 'Oldest first', attribute: 'added', descending: false },
  { id: 'custom', label: 'Custom order', attribute: 'custom', descending: false },
  { id: 'kind', label: 'Kind', attribute: 'kind', descending: false },
] as const satisfies readonly (SortOptions & { readonly id: string; readonly label: string })[];

export type SortChoice = (typeof sortChoices)[number];

/** The entry of the menu for these options. */
export function choiceOf({ attribute, descending }: SortOptions): SortChoice {
  const same = sortChoices.filter((choice) => choice.attribute === attribute);
  return same.find((choice) => choice.descending === descending) ?? same[0] ?? sortChoices[4];
}

/** What stands in local storage as text; null for what was never written by this product. */
export function readSortOptions(text: string | null): SortOptions | null {
  if (text === null) return null;
  try {
    const { attribute, descending } = JSON.parse(text) as Record<string, unknown>;
    const known = librarySort.safeParse(attribute);
    return known.success && typeof descending === 'boolean' ? { attribute: known.data, descending } : null;
  } catch {
    // Somebody else's text, or an old one.
    return null;
  }
}

/** Folders come whole, in the editors' order; the reader's order of titles holds for them too. */
export function sortFolders<F extends { readonly name: string }>(
  folders: readonly F[],
  { attribute, descending }: SortOptions,
): readonly F[] {
  if (attribute !== 'title') return folders;
  const inOrder = folders.toSorted((one, other) => one.name.localeCompare(other.name, 'en', { sensitivity: 'base' }));
  return descending ? inOrder.toReversed() : inOrder;
}
