import { createStore, useStore } from '#web/store.ts';

const editing = createStore(false);

/** Whether the library is in Edit mode, switched by the Edit/Done button of the top bar. */
export function useLibraryEditing(): readonly [isEditing: boolean, set: (next: boolean) => void] {
  return [useStore(editing), editing.set];
}
