import { boardOf, currentStart } from '#web/api/start.ts';
import { createStore } from '#web/store.ts';

interface WantedCopy {
  readonly documentId: string;
  readonly isMarked: boolean;
}

/** The paper whose watermarked copy the reader wants. A dialog over the page makes it. */
export const wantedCopy = createStore<WantedCopy | null>(null);

/** Returns null if the file is downloaded as it is. Magic links and earlier versions have other addresses. */
export function copyFor(address: string): WantedCopy | null {
  const [, documentId, marked] = /^\/download\/([^/]+?)(\/annotated)?$/.exec(address) ?? [];
  const hasWatermark = (boardOf(currentStart())?.watermark ?? 'off') !== 'off';
  return documentId !== undefined && hasWatermark ? { documentId, isMarked: marked !== undefined } : null;
}
