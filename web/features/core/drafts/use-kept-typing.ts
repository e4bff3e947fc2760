import { useEffect, useRef, useState } from 'react';
import { setBeforeLogin } from '#web/shell/before-login.ts';
import { showToast } from '#web/ui/overlays/toast.tsx';
import { forgetReturnedTyping, keepTyping, returnedTyping } from './kept-typing.ts';
import { marksKey } from './marks-key.ts';

/** Keeps what a form holds over the way to /login and back, when the session ends under it. `read` says what that is. */
export function useKeptTyping(form: string, isDirty: boolean, read: () => unknown): void {
  const latest = useRef(read);
  latest.current = read;
  // An effect, because the way to /login is the frame's.
  useEffect(() => {
    if (!isDirty) return;
    // Asked for now, while the session lasts.
    marksKey().catch((cause: unknown) => console.warn('What is typed here could not be kept', cause));
    setBeforeLogin(() => keepTyping({ form, typed: latest.current() }));
    return () => setBeforeLogin(null);
  }, [form, isDirty]);
}

/** What was typed in this form before the session ended; null mostly. It is put back once. */
export function useReturnedTyping<Typed>(form: string): Typed | null {
  const [returned] = useState(() => returnedTyping(form));
  // An effect, because the form stands only once it is drawn.
  useEffect(() => {
    if (returned === null) return;
    forgetReturnedTyping();
    showToast('What you had typed is back. It is not saved yet.');
  }, [returned]);
  return returned === null ? null : (returned.typed as Typed);
}
