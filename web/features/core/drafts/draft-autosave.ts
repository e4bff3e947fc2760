import { useEffect, useRef, useState } from 'react';
import { pageBoard } from '#web/api/call.ts';
import { draftStorageKey, setBeforeLogin } from '#web/shell/before-login.ts';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { openSealed, type SealingKeys, seal, sealingKeys } from './sealing.ts';

/** What one form holds that is not saved. */
export interface Draft {
  /** Of which form: the address of its page. */
  readonly form: string;
  readonly typed: unknown;
}

interface StoredTyping {
  readonly userId: string;
  /** Base64, as is `sealed`. */
  readonly nonce: string;
  readonly sealed: string;
}

type Content = Draft & { readonly boardId: string | null };

/** What was typed before the session ended, of the form that has not been opened again yet. */
let returned: Draft | null = null;

/** Seals it under the user's own key, which has to be known by now: the session that gives it has ended. */
export async function autosaveDraft({ form, typed }: Draft): Promise<void> {
  const { userId, key } = await sealingKeys();
  const content: Content = { form, typed, boardId: pageBoard() };
  const { nonce, sealed } = await seal(key, new TextEncoder().encode(JSON.stringify(content)));
  const stored: StoredTyping = { userId, nonce: toBase64(nonce), sealed: toBase64(new Uint8Array(sealed)) };
  sessionStorage.setItem(draftStorageKey, JSON.stringify(stored));
}

/** Opens what this tab has kept, for the user who typed it and on the same board; whoever else signs in here takes it away. */
export async function openDraft(userId: string): Promise<void> {
  const text = sessionStorage.getItem(draftStorageKey);
  if (text === null) return;
  const stored = JSON.parse(text) as StoredTyping;
  if (stored.userId !== userId) return sessionStorage.removeItem(draftStorageKey);
  const content = await unsealed(await sealingKeys(), stored);
  if (content?.boardId === pageBoard()) returned = { form: content.form, typed: content.typed };
}

export function restoredDraft(form: string): Draft | null {
  return returned?.form === form ? returned : null;
}

/** It stands in its form again. */
export function forgetRestoredDraft(): void {
  returned = null;
  sessionStorage.removeItem(draftStorageKey);
}

async function unsealed(keys: SealingKeys, { nonce, sealed }: StoredTyping): Promise<Content | null> {
  try {
    const { bytes } = await openSealed(keys, { nonce: toBytes(nonce), sealed: toBytes(sealed).buffer });
    return JSON.parse(new TextDecoder().decode(bytes)) as Content;
  } catch (cause) {
    console.warn('What was typed cannot be opened any more', cause);
    sessionStorage.removeItem(draftStorageKey);
    return null;
  }
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

function toBytes(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

/** Keeps what a form holds over the way to /login and back, when the session ends under it. `read` says what that is. */
export function useDraftAutosave(form: string, isDirty: boolean, read: () => unknown): void {
  const latest = useRef(read);
  latest.current = read;
  // An effect, because the way to /login is the frame's.
  useEffect(() => {
    if (!isDirty) return;
    // Asked for now, while the session lasts.
    sealingKeys().catch((cause: unknown) => console.warn('What is typed here could not be kept', cause));
    setBeforeLogin(() => autosaveDraft({ form, typed: latest.current() }));
    return () => setBeforeLogin(null);
  }, [form, isDirty]);
}

/** What was typed in this form before the session ended; null mostly. It is put back once. */
export function useRestoredDraft<Typed>(form: string): Typed | null {
  const [returned] = useState(() => restoredDraft(form));
  // An effect, because the form stands only once it is drawn.
  useEffect(() => {
    if (returned === null) return;
    forgetRestoredDraft();
    showToast('What you had typed is back. It is not saved yet.');
  }, [returned]);
  return returned === null ? null : (returned.typed as Typed);
}
