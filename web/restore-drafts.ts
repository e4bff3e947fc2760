import { draftStorageKey } from './shell/before-login.ts';

/** Before the first render, so that the form begins with what was typed. Without a draft nothing is loaded. */
export async function restoreDrafts(userId: string): Promise<void> {
  if (sessionStorage.getItem(draftStorageKey) === null) return;
  try {
    const { openDraft: openKeptTyping } = await import('./features/core/drafts/draft-autosave.ts');
    await openKeptTyping(userId);
  } catch (cause) {
    console.warn('What was typed could not be brought back', cause);
  }
}
