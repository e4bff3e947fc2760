import { boardOf, currentStart } from '#web/api/start.ts';
import { createStore } from '#web/store.ts';

interface WantedCopy {
  readonly documentId: string;
  readonly isMarked: boolean;
}

export const wantedCopy = createStore<WantedCopy | null>(null);

/** Returns null if the file is downloaded without a watermark, for example through a magic link. */
export function copyFor(address: string): WantedCopy | null {
  const [, documentId, marked] = /^\/download\/([^/]+?)(\/annotated)?$/.exec(address) ?? [];
  const hasWatermark = (boardOf(currentStart())?.watermark ?? 'off') !== 'off';
  return documentId !== undefined && hasWatermark ? { documentId, isMarked: marked !== undefined } : null;
}
