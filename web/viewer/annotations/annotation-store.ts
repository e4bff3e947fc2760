import type { Annotation, AnnotationSet } from '#domain/xfdf/annotation.ts';
import { annotationCharactersMax } from '#domain/xfdf/annotation.ts';
import { writeXfdf } from '#domain/xfdf/write.ts';
import { createStore, type ReadableStore } from '#web/store.ts';

/** An addition has no `before` and a removal no `after`. `index` is the position in drawing order. */
interface Command {
  readonly before?: Annotation;
  readonly after?: Annotation;
  readonly index: number;
  readonly run?: string | undefined;
}

export interface AnnotationState {
  readonly annotations: AnnotationSet;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** UTF-16 code units left until the size limit. */
  readonly room: number;
}

export const wordsRun = 'words';

export type AnnotationOutcome = 'done' | 'refused';

export interface AnnotationStore {
  readonly state: ReadableStore<AnnotationState>;
  readonly add: (annotation: Annotation) => AnnotationOutcome;
  /** Consecutive changes with the same `run` are undone together. */
  readonly change: (annotation: Annotation, run?: string) => AnnotationOutcome;
  readonly remove: (id: string) => void;
  readonly undo: () => Annotation | null;
  readonly redo: () => Annotation | null;
  /** Adopts the result of a merge. Earlier changes can still be undone. */
  readonly adopt: (annotations: AnnotationSet) => void;
  /** Clears the undo history, so that undo cannot restore destroyed annotations. */
  readonly startOver: (annotations: AnnotationSet) => void;
}

/** Rejects a change and calls `onRefused` if the XFDF would grow to 65,000 characters or more. */
export function createAnnotationStore(initial: AnnotationSet, onRefused: () => void): AnnotationStore {
  let done: readonly Command[] = [];
  let undone: readonly Command[] = [];
  const state = createStore<AnnotationState>(stateOf(initial, done, undone));

  function attempt(command: Command): boolean {
    const before = state.get();
    const annotations = apply(before.annotations, command);
    const room = annotationCharactersMax - writeXfdf(annotations).length;
    if (room <= 0 && room < before.room) {
      onRefused();
      return false;
    }
    state.set({ ...before, annotations, room });
    return true;
  }

  function remember(nextDone: readonly Command[], nextUndone: readonly Command[]): void {
    done = nextDone;
    undone = nextUndone;
    state.set({ ...state.get(), canUndo: done.length > 0, canRedo: undone.length > 0 });
  }

  function carryOut(command: Command, history: readonly Command[] = [...done, command]): AnnotationOutcome {
    if (!attempt(command)) return 'refused';
    remember(history, []);
    return 'done';
  }

  const indexOf = (id: string): number =>
    state.get().annotations.annotations.findIndex((annotation) => annotation.id === id);

  return {
    state,
    add: (after) => carryOut({ after, index: state.get().annotations.annotations.length }),
    change(after, run) {
      const index = indexOf(after.id);
      const before = state.get().annotations.annotations[index];
      if (!before) return carryOut({ after, index: 0 });
      const command = { before, after, index, run };
      const last = done.at(-1);
      const isSameMark = last?.after?.id === after.id && run !== undefined;
      // Text typed in a new annotation is undone together with it.
      const continues = isSameMark && (last.before === undefined ? run === wordsRun : last.run === run);
      return continues ? carryOut(command, done.with(-1, { ...last, after })) : carryOut(command);
    },
    remove(id) {
      const index = indexOf(id);
      const before = state.get().annotations.annotations[index];
      if (before) carryOut({ before, index });
    },
    undo() {
      const last = done.at(-1);
      if (!last || !attempt(inverse(last))) return null;
      remember(done.slice(0, -1), [...undone, last]);
      return last.run === wordsRun ? (last.before ?? null) : null;
    },
    redo() {
      const last = undone.at(-1);
      if (!last || !attempt(last)) return null;
      remember([...done, last], undone.slice(0, -1));
      return last.run === wordsRun ? (last.after ?? null) : null;
    },
    adopt: (annotations) => state.set(stateOf(annotations, done, undone)),
    startOver(annotations) {
      done = [];
      undone = [];
      state.set(stateOf(annotations, done, undone));
    },
  };
}

function stateOf(annotations: AnnotationSet, done: readonly Command[], undone: readonly Command[]): AnnotationState {
  return {
    annotations,
    canUndo: done.length > 0,
    canRedo: undone.length > 0,
    room: annotationCharactersMax - writeXfdf(annotations).length,
  };
}

const inverse = ({ before, after, index }: Command): Command => ({
  index,
  ...(after && { before: after }),
  ...(before && { after: before }),
});

/** Finds annotations by id, so that a command still works after a merge. */
function apply({ annotations, envelope }: AnnotationSet, { before, after, index }: Command): AnnotationSet {
  if (before && after) {
    return { annotations: annotations.map((each) => (each.id === after.id ? after : each)), envelope };
  }
  const others = annotations.filter(({ id }) => id !== (before ?? after)?.id);
  return { annotations: after ? others.toSpliced(index, 0, after) : others, envelope };
}
