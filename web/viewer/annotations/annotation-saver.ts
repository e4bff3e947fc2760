import { type AnnotationSet, annotationCharactersMax, noAnnotations } from '#domain/xfdf/annotation.ts';
import { type AnnotationsToMerge, mergeAnnotations } from '#domain/xfdf/merge.ts';
import { parseXfdf } from '#domain/xfdf/parse.ts';
import { writeXfdf } from '#domain/xfdf/write.ts';
import { createSerialSave, type SaveResult } from '#web/serial-save.ts';
import type {
  AnnotationsToSave,
  LaterAnnotations,
  SavedAnnotations,
  SaveOutcome,
  UnsentAnnotations,
} from '#web/viewer/types.ts';
import type { AnnotationStore } from './annotation-store.ts';

interface SaverParts {
  readonly store: AnnotationStore;
  readonly revision: string | null;
  readonly save: (annotations: AnnotationsToSave) => Promise<SaveOutcome>;
  readonly waiting?: Pick<UnsentAnnotations, 'keep' | 'clear'> | undefined;
  /** Called if the reader's newest annotations were removed because merging exceeded the size limit. */
  readonly onRefused: () => void;
  readonly onDestroyed: () => void;
  readonly log: (message: string, cause: unknown) => void;
}

/** If the server has a newer revision, the saver merges it and sends the result. */
export function createAnnotationSaver(parts: SaverParts) {
  const { store, save, waiting, onRefused, onDestroyed, log } = parts;
  const agreed = { annotations: store.state.get().annotations, revision: parts.revision };
  let isAbandoned = false;
  const saving = createSerialSave<AnnotationSet>({
    what: 'Annotations',
    unsaved,
    send,
    onAttempted: storeUnsent,
    log,
  });

  function unsaved(): AnnotationSet | null {
    const { annotations } = store.state.get();
    if (annotations === agreed.annotations) return null;
    return writeXfdf(annotations) === writeXfdf(agreed.annotations) ? null : annotations;
  }

  function storeUnsent(): void {
    if (!waiting || isAbandoned) return;
    const unsent = unsaved();
    const base = { baseXfdf: writeXfdf(agreed.annotations), baseRevision: agreed.revision };
    if (unsent === null) waiting.clear();
    else waiting.keep({ xfdf: writeXfdf(unsent), ...base });
  }

  async function send(annotations: AnnotationSet): Promise<SaveResult> {
    const base = agreed.revision;
    const outcome = await save({ xfdf: writeXfdf(annotations), baseRevision: base });
    if (outcome.kind === 'failed' || outcome.kind === 'refused') return { ...outcome, cause: outcome.cause };
    // `refresh` has already merged this revision or a later one.
    if (agreed.revision !== base && !isNewer(outcome.revision, agreed.revision)) return { kind: 'conflict' };
    if (outcome.kind === 'saved') agreed.annotations = annotations;
    else {
      const theirs = readAnnotations(outcome.xfdf, log);
      if (!theirs) return { kind: 'failed', cause: new Error('The newer annotations on the server cannot be read') };
      take(theirs, outcome);
    }
    agreed.revision = outcome.revision;
    return { kind: outcome.kind };
  }

  /** Drops annotations that were destroyed on the server, together with unsent changes to them. */
  function take(theirs: AnnotationSet, saved: SavedAnnotations): void {
    if (!isDestroyed(agreed.revision, saved)) {
      adopt({ base: agreed.annotations, theirs });
      return;
    }
    if (store.state.get().annotations.annotations.length > 0) onDestroyed();
    agreed.annotations = theirs;
    store.startOver(theirs);
  }

  function adopt(given: Omit<AnnotationsToMerge, 'ours'> & Partial<AnnotationsToMerge>): void {
    const merged = mergeAnnotations({ ours: store.state.get().annotations, ...given });
    const fitting = fitted(merged, given.theirs);
    agreed.annotations = given.theirs;
    store.adopt(fitting);
    if (fitting !== merged) onRefused();
  }

  /** Stops retrying. Unsent changes stay stored on this device. */
  function rest(): void {
    isAbandoned = true;
    saving.stop();
  }

  return {
    state: saving.status,
    /** The returned function stops saving and sends unsent changes without waiting for the response. */
    start(): () => void {
      const changed = (): void => {
        if (store.state.get().annotations !== agreed.annotations) storeUnsent();
        saving.changed();
      };
      const unsubscribe = store.state.subscribe(changed);
      changed();
      return () => {
        unsubscribe();
        if (!isAbandoned) void saving.flush();
      };
    },
    flush: saving.flush,
    abandon(): void {
      rest();
      waiting?.clear();
    },
    rest,
    async refresh(load: LaterAnnotations['load']): Promise<void> {
      try {
        const later = await load(agreed.revision);
        if (later === null || isAbandoned || !isNewer(later.revision, agreed.revision)) return;
        const theirs = readAnnotations(later.xfdf, log);
        if (!theirs) throw new Error('The newer annotations on the server cannot be read');
        take(theirs, later);
        agreed.revision = later.revision;
        storeUnsent();
      } catch (cause) {
        log('Annotations made elsewhere could not be fetched', cause);
      }
    },
    resume({ base, ours }: Pick<AnnotationsToMerge, 'base' | 'ours'>): void {
      adopt({ base, ours, theirs: agreed.annotations });
      storeUnsent();
    },
  };
}

export const isDestroyed = (revision: string | null, { base = 0 }: Pick<SavedAnnotations, 'base'>): boolean =>
  Number(revision ?? 0) < base;

/** Revisions are numbers that count up from 1. */
const isNewer = (revision: string | null, known: string | null): boolean => Number(revision ?? 0) > Number(known ?? 0);

/** Parses without a limit, because the limit applies only to additions. */
export function readAnnotations(xfdf: string, log: SaverParts['log']): AnnotationSet | undefined {
  if (xfdf === '') return noAnnotations;
  const parsed = parseXfdf(xfdf, Number.POSITIVE_INFINITY);
  if (parsed.kind === 'parsed') return parsed.annotations;
  log('The annotations of this document cannot be read', new Error(`${parsed.reason}: ${parsed.message}`));
  return undefined;
}

/** Removes the newest unsaved annotations until the others fit within the size limit. */
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
