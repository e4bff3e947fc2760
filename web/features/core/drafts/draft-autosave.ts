import { useEffect, useRef, useState } from 'react';
import { pageBoard } from '#web/api/call.ts';
import { draftStorageKey, setBeforeLogin } from '#web/shell/before-login.ts';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { openSealed, type SealingKeys, seal, sealingKeys, toBytes } from './sealing.ts';

interface Draft {
  readonly form: string;
  readonly typed: unknown;
}

interface StoredDraft {
  readonly userId: string;
  /** Base64, like `sealed`. */
  readonly nonce: string;
  readonly sealed: string;
}

type Content = Draft & { readonly boardId: string | null };

let restored: Draft | null = null;

/** The user's key must already be loaded, because it cannot be loaded after the session has ended. */
async function autosaveDraft({ form, typed }: Draft): Promise<void> {
  const { userId, key } = await sealingKeys();
  const content: Content = { form, typed, boardId: pageBoard() };
  const { nonce, sealed } = await seal(key, new TextEncoder().encode(JSON.stringify(content)));
  const stored: StoredDraft = { userId, nonce: toBase64(nonce), sealed: toBase64(new Uint8Array(sealed)) };
  sessionStorage.setItem(draftStorageKey, JSON.stringify(stored));
}

/** Deletes the draft if another user has signed in. */
export async function openDraft(userId: string): Promise<void> {
  const text = sessionStorage.getItem(draftStorageKey);
  if (text === null) return;
  const stored = JSON.parse(text) as StoredDraft;
  if (stored.userId !== userId) return sessionStorage.removeItem(draftStorageKey);
  const content = await unsealed(await sealingKeys(), stored);
  if (content?.boardId === pageBoard()) restored = { form: content.form, typed: content.typed };
}

export function restoredDraft(form: string): Draft | null {
  return restored?.form === form ? restored : null;
}

async function unsealed(keys: SealingKeys, { nonce, sealed }: StoredDraft): Promise<Content | null> {
  try {
    const { bytes } = await openSealed(keys, { nonce: toBytes(nonce), sealed: toBytes(sealed).buffer });
    return JSON.parse(new TextDecoder().decode(bytes)) as Content;
  } catch (cause) {
    console.warn('The draft cannot be opened any more', cause);
    sessionStorage.removeItem(draftStorageKey);
    return null;
  }
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

export function useDraftAutosave(form: string, isDirty: boolean, read: () => unknown): void {
  const latest = useRef(read);
  latest.current = read;
  useEffect(() => {
    if (!isDirty) return;
    // Loads the key now, because it cannot be loaded after the session has ended.
    sealingKeys().catch((cause: unknown) => console.warn('The draft could not be saved', cause));
    setBeforeLogin(() => autosaveDraft({ form, typed: latest.current() }));
    return () => setBeforeLogin(null);
  }, [form, isDirty]);
}

/** Each draft is returned only once. */
export function useRestoredDraft<Typed>(form: string): Typed | null {
  const [draft] = useState(() => restoredDraft(form));
  // In an effect, because the draft must not be deleted before its form has rendered.
  useEffect(() => {
    if (draft === null) return;
    restored = null;
    sessionStorage.removeItem(draftStorageKey);
    showToast('Your unsaved text has been restored. It has not been saved yet.');
  }, [draft]);
  return draft === null ? null : (draft.typed as Typed);
}
