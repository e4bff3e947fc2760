import { createStore, useStore } from '#web/store.ts';
import { customOrder, readSortOptions, type SortOptions } from './sort-options.ts';

/** Beside the calendar type the only thing in local storage (specification, section 3). */
const key = 'sortOptions';

const chosen = createStore<SortOptions>(kept());

/** How the reader sorts lists of the library, in every category alike. */
export function useSort(): readonly [SortOptions, (next: SortOptions) => void] {
  return [useStore(chosen), choose];
}

/** The same outside of components. */
export const currentSort = (): SortOptions => chosen.get();

function choose({ attribute, descending }: SortOptions): void {
  chosen.set({ attribute, descending });
  try {
    window.localStorage.setItem(key, JSON.stringify({ attribute, descending }));
  } catch (error) {
    console.info('Local storage cannot be written', error);
  }
}

function kept(): SortOptions {
  try {
    return readSortOptions(window.localStorage.getItem(key)) ?? customOrder;
  } catch (error) {
    console.info('Local storage cannot be read', error);
    return customOrder;
  }
}
