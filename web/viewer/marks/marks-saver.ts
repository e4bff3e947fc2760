import { annotationCharactersMax } from '#domain/xfdf/limits.ts';
import { type Marks, noMarks } from '#domain/xfdf/mark.ts';
import { mergeMarks } from '#domain/xfdf/merge.ts';
import { parseXfdf } from '#domain/xfdf/parse.ts';
import { writeXfdf } from '#domain/xfdf/write.ts';
import { createStore, type ReadableStore } from '#web/store.ts';
import type { MarksToSave, SaveOutcome, WaitingMarks } from '#web/viewer/types.ts';
import type { MarksStore } from './marks-store.ts';

/**
 * What the reader is told. `offline`: the last attempt failed, another will follow. `refused`: the server will not have these
 * marks, and no attempt follows until they change.
 */
export type SavingState = 'saved' | 'saving' | 'offline' | 'refused';

/** Milliseconds between the last stroke and saving. */
export const savePause = 1000;
/** Milliseconds before the first, and at most before any, further attempt. */
export const retryPauseFirst = 2000;
export const retryPauseMax = 60_000;
/** Other windows of the same reader can be in the way only so often in a row. */
const conflictsMax = 5;

export interface MarksSaver {
  readonly state: ReadableStore<SavingState>;
  /** Begins to save changes. @returns what ends it; unsent changes are sent at once, without waiting */
  readonly start: () => () => void;
  /** Sends what is unsent, now. True when nothing is left unsent. */
  readonly flush: () => Promise<boolean>;
  /** The reader agreed to lose what is unsent. */
  readonly abandon: () => void;
  /** No further attempts; what is unsent stays where it waits. */
  readonly rest: () => void;
  /** Goes on with what was unsent when the page was last left: merged with what the server has now. */
  readonly resume: (unsent: { readonly base: Marks; readonly ours: Marks }) => void;
}

export interface SaverParts {
  readonly store: MarksStore;
  /** What the server has, as the store was filled with it. */
  readonly revision: string | null;
  readonly save: (marks: MarksToSave) => Promise<SaveOutcome>;
  /** Where unsent marks wait in case the page is lost. */
  readonly waiting?: Pick<WaitingMarks, 'keep' | 'clear'> | undefined;
  /** A merge made more than fits; the newest of the reader's unsent marks were taken back. */
  readonly onRefused: () => void;
  /** Failures are logged with their cause, and shown only by the state (specification, section 8). */
  readonly log: (message: string, cause: unknown) => void;
}

/**
 * Sends the marks after a short pause, the whole document at a time, with the revision they were based on. A newer
 * revision is merged mark by mark and sent again. Failures are tried again with growing pauses, for ever; what was refused, only
 * when something has changed or somebody asks.
 */
export function createMarksSaver(parts: SaverParts): MarksSaver {
  const { store, revision: firstRevision, save, waiting, onRefused, log } = parts;
  let agreed: Marks = store.state.get().marks;
  let revision = firstRevision;
  let failures = 0;
  let refused: Marks | undefined;
  let abandoned = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  const state = createStore<SavingState>('saved');

  const isUnsent = () => store.state.get().marks !== agreed && writeXfdf(store.state.get().marks) !== writeXfdf(agreed);

  function schedule(pause: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void run(), pause);
  }

  /** What is unsent outlives the page; what was sent does not stay. */
  function keepUnsent(): void {
    if (!waiting || abandoned) return;
    if (!isUnsent()) waiting.clear();
    else {
      const xfdf = writeXfdf(store.state.get().marks);
      waiting.keep({ xfdf, baseXfdf: writeXfdf(agreed), baseRevision: revision });
    }
  }

  function changed(): void {
    if (store.state.get().marks !== agreed) keepUnsent();
    if (running || (store.state.get().marks === agreed && refused === undefined)) return;
    if (state.get() === 'saved') state.set('saving');
    schedule(failures === 0 ? savePause : retryPause(failures));
  }

  /** One attempt at a time; what changes meanwhile goes with the next. */
  function run(): Promise<void> {
    clearTimeout(timer);
    running ??= attempt().finally(() => {
      running = undefined;
      if (abandoned || store.state.get().marks === refused) return;
      if (failures > 0) schedule(retryPause(failures));
      else if (isUnsent()) schedule(savePause);
    });
    return running;
  }

  async function attempt(): Promise<void> {
    refused = undefined;
    for (let conflicts = 0; conflicts < conflictsMax; conflicts += 1) {
      const sent = store.state.get().marks;
      if (!isUnsent()) {
        agreed = sent;
        break;
      }
      state.set('saving');
      const outcome = await saveOrFail({ xfdf: writeXfdf(sent), baseRevision: revision });
      if (outcome.kind === 'failed') return fail(outcome.cause);
      if (outcome.kind === 'refused') return refuse(sent, outcome.cause);
      if (outcome.kind === 'conflict') {
        const theirs = read(outcome.xfdf);
        if (!theirs) return fail(new Error('The newer marks on the server cannot be read'));
        takeOver(theirs);
      } else {
        agreed = sent;
      }
      revision = outcome.revision;
    }
    failures = 0;
    keepUnsent();
    state.set(isUnsent() ? 'saving' : 'saved');
  }

  async function saveOrFail(marks: MarksToSave): Promise<SaveOutcome> {
    try {
      return await save(marks);
    } catch (cause) {
      return { kind: 'failed', cause };
    }
  }

  function fail(cause: unknown): void {
    failures += 1;
    log('Annotations could not be saved', cause);
    state.set('offline');
  }

  function refuse(sent: Marks, cause: unknown): void {
    failures = 0;
    refused = sent;
    log('Annotations were refused', cause);
    state.set('refused');
  }

  function takeOver(theirs: Marks): void {
    const merged = mergeMarks({ base: agreed, ours: store.state.get().marks, theirs });
    const fitting = fitted(merged, theirs);
    agreed = theirs;
    store.adopt(fitting);
    if (fitting !== merged) onRefused();
  }

  return {
    state,
    start() {
      const unsubscribe = store.state.subscribe(changed);
      changed();
      return () => {
        unsubscribe();
        // What cannot be sent now is tried again even after the viewer is gone.
        if (isUnsent() && !abandoned) void run();
      };
    },
    async flush() {
      if (running) await running;
      if (isUnsent()) await run();
      return !isUnsent();
    },
    abandon() {
      abandoned = true;
      clearTimeout(timer);
      waiting?.clear();
    },
    rest() {
      abandoned = true;
      clearTimeout(timer);
    },
    resume({ base, ours }) {
      const merged = mergeMarks({ base, ours, theirs: agreed });
      const fitting = fitted(merged, agreed);
      store.adopt(fitting);
      if (fitting !== merged) onRefused();
      keepUnsent();
    },
  };
}

export function retryPause(failures: number): number {
  return Math.min(retryPauseMax, retryPauseFirst * 2 ** (failures - 1));
}

function read(xfdf: string): Marks | undefined {
  if (xfdf === '') return noMarks;
  const parsed = parseXfdf(xfdf);
  return parsed.kind === 'parsed' ? parsed.marks : undefined;
}

/** Takes back the newest marks that only we have, until the rest fits. What the server has always fitted. */
function fitted(merged: Marks, theirs: Marks): Marks {
  const saved = new Set(theirs.marks.map((mark) => mark.id));
  let fitting = merged;
  while (writeXfdf(fitting).length >= annotationCharactersMax) {
    const index = fitting.marks.findLastIndex((mark) => !saved.has(mark.id));
    if (index < 0) return theirs;
    fitting = { ...fitting, marks: fitting.marks.toSpliced(index, 1) };
  }
  return fitting;
}
