import { getMarksKey } from '../../../../contract/reading.ts';
import { call } from '../../../api/call.ts';

interface MarksKey {
  readonly userId: string;
  /** AES-256-GCM; it cannot be read out again. */
  readonly key: CryptoKey;
}

let asked: Promise<MarksKey> | undefined;

/** The user's own key, from the server once a page; only this page's memory holds it. */
export function marksKey(): Promise<MarksKey> {
  asked ??= askKey().catch((cause: unknown) => {
    // Asked again the next time, when the network may be back.
    asked = undefined;
    throw cause;
  });
  return asked;
}

async function askKey(): Promise<MarksKey> {
  const { user_id: userId, key } = await call(getMarksKey);
  const bytes = Uint8Array.from(atob(key), (letter) => letter.charCodeAt(0));
  return { userId, key: await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']) };
}
