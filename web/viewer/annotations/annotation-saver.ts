import { type AnnotationSet, annotationCharactersMax, noAnnotations } from '#domain/xfdf/annotation.ts';
import { mergeAnnotations } from '#domain/xfdf/merge.ts';
import { parseXfdf } from '#domain/xfdf/parse.ts';
import { writeXfdf } from '#domain/xfdf/write.ts';
import { createSerialSave, type SaveResult, type SaveStatus } from '#web/serial-save.ts';
import type { ReadableStore } from '#web/store.ts';
import type { AnnotationsToSave, SaveOutcome, UnsentAnnotations } from '#web/viewer/types.ts';
import type { AnnotationStore } from './annotation-store.ts';

export interface AnnotationSaver {
  readonly state: ReadableStore<SaveStatus>;
  /** Begins to save changes. Returns what ends it; unsent changes are sent at once, without waiting. */
  readonly start: () => () => void;
  /** Sends what is unsent, now. Returns whether nothing is left unsent. */
  readonly flush: () => Promise<boolean>;
  /** The reader agreed to lose what is unsent. */
  readonly abandon: () => void;
  /** No further attempts; what is unsent stays in the waiting store. */
  readonly rest: () => void;
  /** Goes on with what was unsent when the page was last left: merged with what the server has now. */
  readonly resume: (unsent: { readonly base: AnnotationSet; readonly ours: AnnotationSet }) => void;
}

export interface SaverParts {
  readonly store: AnnotationStore;
  /** The server's, on which the store's annotations are based. */
  readonly revision: string | null;
  readonly save: (annotations: AnnotationsToSave) => Promise<SaveOutcome>;
  /** Where unsent annotations are stored in case the page is lost. */
  readonly waiting?: Pick<UnsentAnnotations, 'keep' | 'clear'> | undefined;
  /** A merge made more than fits; the newest of the reader's unsent annotations were taken back. */
  readonly onRefused: () => void;
  readonly log: (message: string, cause: unknown) => void;
}

/**
 * Saves the annotations of a whole document at a time, with the revision they were based on. A newer revision is merged
 * annotation by annotation and sent again.
 */
export function createAnnotationSaver(parts: SaverParts): AnnotationSaver {
  const { store, revision: firstRevision, save, waiting, onRefused, log } = parts;
  let agreed: AnnotationSet = store.state.get().annotations;
  let revision = firstRevision;
  let isAbandoned = false;

  const isUnsent = () =>
    store.state.get().annotations !== agreed && writeXfdf(store.state.get().annotations) !== writeXfdf(agreed);
  const saving = createSerialSave<AnnotationSet>({
    what: 'Annotations',
    unsaved: () => (isUnsent() ? store.state.get().annotations : null),
    send,
    onAttempted: storeUnsent,
    log,
  });

  /** What is unsent outlives the page. */
  function storeUnsent(): void {
    if (!waiting || isAbandoned) return;
    if (!isUnsent()) waiting.clear();
    else {
      const xfdf = writeXfdf(store.state.get().annotations);
      waiting.keep({ xfdf, baseXfdf: writeXfdf(agreed), baseRevision: revision });
    }
  }

  function changed(): void {
    if (store.state.get().annotations !== agreed) storeUnsent();
    saving.changed();
  }

  async function send(annotations: AnnotationSet): Promise<SaveResult> {
    const outcome = await save({ xfdf: writeXfdf(annotations), baseRevision: revision });
    if (outcome.kind === 'failed') return { kind: 'failed', cause: outcome.cause };
    if (outcome.kind === 'refused') return outcome;
    if (outcome.kind === 'saved') agreed = annotations;
    else {
      const theirs = read(outcome.xfdf);
      if (!theirs) return { kind: 'failed', cause: new Error('The newer annotations on the server cannot be read') };
      adopt({ base: agreed, theirs });
    }
    revision = outcome.revision;
    return { kind: outcome.kind };
  }

  /** Merges the server's annotations into the store's. */
  function adopt({ base, theirs, ours = store.state.get().annotations }: Omit<Merge, 'ours'> & Partial<Merge>): void {
    const merged = mergeAnnotations({ base, ours, theirs });
    const fitting = fitted(merged, theirs);
    agreed = theirs;
    store.adopt(fitting);
    if (fitting !== merged) onRefused();
  }

  return {
    state: saving.status,
    start() {
      const unsubscribe = store.state.subscribe(changed);
      changed();
      return () => {
        unsubscribe();
        // What cannot be sent now is tried again even after the viewer is closed.
        if (!isAbandoned) void saving.flush();
      };
    },
    flush: saving.flush,
    abandon() {
      isAbandoned = true;
      saving.stop();
      waiting?.clear();
    },
    rest() {
      isAbandoned = true;
      saving.stop();
    },
    resume({ base, ours }) {
      adopt({ base, ours, theirs: agreed });
      storeUnsent();
    },
  };
}

type Merge = Parameters<typeof mergeAnnotations>[0];

function read(xfdf: string): AnnotationSet | undefined {
  if (xfdf === '') return noAnnotations;
  const parsed = parseXfdf(xfdf);
  return parsed.kind === 'parsed' ? parsed.annotations : undefined;
}

/** Removes the newest annotations that only we have, until the rest fits. The server's always fit. */
function fitted(merged: AnnotationSet, theirs: AnnotationSet): AnnotationSet {
  const saved = new Set(theirs.annotations.map((annotation) => annotation.id));
  let fitting = merged;
  while (writeXfdf(fitting).length >= annotationCharactersMax) {
    const index = fitting.annotations.findLastIndex((annotation) => !saved.has(annotation.id));
    if (index < 0) return theirs;
    fitting = { ...fitting, annotations: fitting.annotations.toSpliced(index, 1) };
  }
  return fitting;
}
