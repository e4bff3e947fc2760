import { draftStorageKey } from './shell/before-login.ts';

/** Runs before the first render, so that forms start with the restored input. */
export async function restoreDrafts(userId: string): Promise<void> {
  if (sessionStorage.getItem(draftStorageKey) === null) return;
  try {
    const { openDraft } = await import('./features/core/drafts/draft-autosave.ts');
    await openDraft(userId);
  } catch (cause) {
    console.warn('The draft could not be restored', cause);
  }
}
