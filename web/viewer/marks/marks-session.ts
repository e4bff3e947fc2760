import { type Marks, noMarks } from '../../../domain/xfdf/mark.ts';
import { parseXfdf } from '../../../domain/xfdf/parse.ts';
import { createObservable, type Settable } from '../observable.ts';
import type { MarksAccess, MarksToSave, SavedMarks, SaveOutcome } from '../types.ts';
import { createMarksSaver, type MarksSaver } from './marks-saver.ts';
import { createMarksStore, type MarksStore } from './marks-store.ts';

/** One open document's marks: what stands there, and how it reaches the server. */
export interface MarksSession {
  readonly access: MarksAccess;
  readonly store: MarksStore;
  readonly saver: MarksSaver;
  /** True while the dialog of the size limit is open. */
  readonly limitReached: Settable<boolean>;
}

export interface MarksSessionParts {
  readonly access: MarksAccess;
  readonly saved: SavedMarks;
  readonly save: (marks: MarksToSave) => Promise<SaveOutcome>;
}

export function createMarksSession({ access, saved, save }: MarksSessionParts): MarksSession {
  const limitReached = createObservable(false);
  const onRefused = () => limitReached.set(true);
  const log = (message: string, cause: unknown) => console.warn(message, cause);
  const marks = access === 'none' || saved.xfdf === '' ? noMarks : read(saved.xfdf, log);
  const store = createMarksStore(marks ?? noMarks, onRefused);
  return {
    // Marks that cannot be read must not be written over.
    access: marks ? access : 'none',
    store,
    saver: createMarksSaver({ store, revision: saved.revision, save, onRefused, log }),
    limitReached,
  };
}

function read(xfdf: string, log: (message: string, cause: unknown) => void): Marks | undefined {
  // What is on the server is shown whatever its size; only growing it is refused.
  const parsed = parseXfdf(xfdf, Number.POSITIVE_INFINITY);
  if (parsed.kind === 'parsed') return parsed.marks;
  log('The annotations of this document cannot be read', new Error(`${parsed.reason}: ${parsed.message}`));
  return undefined;
}
