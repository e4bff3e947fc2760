import { createStore } from '#web/store.ts';

/** Keep this file small, because every page loads it. */
export type KeptKind = 'meeting' | 'document';

export type Keeping =
  | { readonly kind: 'resting' }
  | { readonly kind: 'fetching'; readonly done: number; readonly total: number }
  /** The connection was lost. A retry follows. */
  | { readonly kind: 'waiting' }
  /** `missing` are titles of papers that could not be fetched. A retry follows. */
  | { readonly kind: 'incomplete'; readonly missing: readonly string[] }
  /** The server is still making previews of this many papers. A retry follows. */
  | { readonly kind: 'preparing'; readonly count: number }
  | { readonly kind: 'full' }
  /** A board requires a stronger passcode before more papers are stored. */
  | { readonly kind: 'short-passcode' };

const none: readonly string[] = [];

export const nothingKept = {
  hasPasscode: false,
  hasShortPasscode: false,
  meetings: none,
  documents: none,
  keepsNextMeetings: false,
  papers: 0,
  byteSize: 0,
};

export const keeping = createStore<Keeping>({ kind: 'resting' });
export const keptHere = createStore<Readonly<typeof nothingKept>>(nothingKept);

/** Service workers and Web Crypto need https or localhost. */
export const canKeepPapers = (): boolean => window.isSecureContext && 'serviceWorker' in navigator;

/** Safari deletes stored data of websites after a while, but not of Home Screen apps. */
export function needsHomeScreen(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  const isApple = /iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  return isApple && !matchMedia('(display-mode: standalone)').matches;
}
