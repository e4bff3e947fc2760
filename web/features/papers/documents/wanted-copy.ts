import { boardOf, currentStart } from '#web/api/start.ts';
import { createStore } from '#web/store.ts';

interface WantedCopy {
  readonly documentId: string;
  readonly isMarked: boolean;
}

/** The paper whose watermarked copy the reader wants. A dialog over the page creates the copy. */
export const wantedCopy = createStore<WantedCopy | null>(null);

/** Returns null if the file is downloaded unchanged. Addresses of magic links and earlier versions never match. */
export function copyFor(address: string): WantedCopy | null {
  const [, documentId, marked] = /^\/download\/([^/]+?)(\/annotated)?$/.exec(address) ?? [];
  const hasWatermark = (boardOf(currentStart())?.watermark ?? 'off') !== 'off';
  return documentId !== undefined && hasWatermark ? { documentId, isMarked: marked !== undefined } : null;
}
