import { type Marks, noMarks } from '#domain/xfdf/mark.ts';
import { parseXfdf } from '#domain/xfdf/parse.ts';
import { createStore, type Store } from '#web/store.ts';
import type { MarksAccess, MarksToSave, SavedMarks, SaveOutcome, WaitingMarks } from '#web/viewer/types.ts';
import { createMarksSaver, type MarksSaver } from './marks-saver.ts';
import { createMarksStore, type MarksStore } from './marks-store.ts';

/** One open document's marks: what stands there, and how it reaches the server. */
export interface MarksSession {
  readonly access: MarksAccess;
  readonly store: MarksStore;
  readonly saver: MarksSaver;
  /** True while the dialog of the size limit is open. */
  readonly limitReached: Store<boolean>;
}

export interface MarksSessionParts {
  readonly access: MarksAccess;
  readonly saved: SavedMarks;
  readonly save: (marks: MarksToSave) => Promise<SaveOutcome>;
  readonly waiting?: WaitingMarks | undefined;
}

export function createMarksSession({ access, saved, save, waiting }: MarksSessionParts): MarksSession {
  const limitReached = createStore(false);
  const onRefused = () => limitReached.set(true);
  const log = (message: string, cause: unknown) => console.warn(message, cause);
  const marks = access === 'none' || saved.xfdf === '' ? noMarks : read(saved.xfdf, log);
  const store = createMarksStore(marks ?? noMarks, onRefused);
  const saver = createMarksSaver({ store, revision: saved.revision, save, waiting, onRefused, log });
  if (marks && access === 'edit' && waiting?.kept) resume(saver, waiting.kept, log);
  return {
    // Marks that cannot be read must not be written over.
    access: marks ? access : 'none',
    store,
    saver,
    limitReached,
  };
}

/** Waiting marks that cannot be read are left to wait: throwing them away would lose them. */
function resume(saver: MarksSaver, kept: NonNullable<WaitingMarks['kept']>, log: Log): void {
  const base = kept.baseXfdf === '' ? noMarks : read(kept.baseXfdf, log);
  const ours = read(kept.xfdf, log);
  if (base && ours) saver.resume({ base, ours });
}

type Log = (message: string, cause: unknown) => void;

function read(xfdf: string, log: Log): Marks | undefined {
  // What is on the server is shown whatever its size; only growing it is refused.
  const parsed = parseXfdf(xfdf, Number.POSITIVE_INFINITY);
  if (parsed.kind === 'parsed') return parsed.marks;
  log('The annotations of this document cannot be read', new Error(`${parsed.reason}: ${parsed.message}`));
  return undefined;
}
