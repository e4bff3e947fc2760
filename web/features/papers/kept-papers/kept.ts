import { createStore } from '#web/store.ts';

/** Small enough to be loaded with every page. The rest is loaded only if papers are kept. */
export type KeptKind = 'meeting' | 'document';

export type Keeping =
  | { readonly kind: 'resting' }
  | { readonly kind: 'fetching'; readonly done: number; readonly total: number }
  /** The connection was lost. Another attempt follows. */
  | { readonly kind: 'waiting' }
  /** `missing` contains the titles of papers that could not be fetched. Another attempt follows. */
  | { readonly kind: 'incomplete'; readonly missing: readonly string[] }
  /** The server still makes the previews of this many papers. Another attempt follows. */
  | { readonly kind: 'preparing'; readonly count: number }
  | { readonly kind: 'full' }
  /** A board requires a stronger passcode before it keeps more papers. */
  | { readonly kind: 'short-passcode' };

export interface KeptHere {
  readonly hasPasscode: boolean;
  readonly hasShortPasscode: boolean;
  readonly meetings: readonly string[];
  readonly documents: readonly string[];
  readonly keepsNextMeetings: boolean;
  readonly papers: number;
  readonly byteSize: number;
}

export const nothingKept: KeptHere = {
  hasPasscode: false,
  hasShortPasscode: false,
  meetings: [],
  documents: [],
  keepsNextMeetings: false,
  papers: 0,
  byteSize: 0,
};

export const keeping = createStore<Keeping>({ kind: 'resting' });
export const keptHere = createStore<KeptHere>(nothingKept);

/** Browsers have service workers and Web Crypto only on https and localhost. */
export const canKeepPapers = (): boolean => window.isSecureContext && 'serviceWorker' in navigator;

/** Safari deletes the stored data of web sites, but not of apps on the Home Screen. */
export function needsHomeScreen(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  const isApple = /iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
  return isApple && !matchMedia('(display-mode: standalone)').matches;
}
