import type { Annotation, AnnotationSet } from '#domain/xfdf/annotation.ts';
import { annotationCharactersMax } from '#domain/xfdf/annotation.ts';
import { writeXfdf } from '#domain/xfdf/write.ts';
import { createStore, type ReadableStore } from '#web/store.ts';

/** `index` is the position in drawing order. */
type Command =
  | { readonly kind: 'add'; readonly annotation: Annotation; readonly index: number }
  | {
      readonly kind: 'change';
      readonly before: Annotation;
      readonly after: Annotation;
      readonly run?: string | undefined;
    }
  | { readonly kind: 'remove'; readonly annotation: Annotation; readonly index: number };

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

  return {
    state,
    add: (annotation) => carryOut({ kind: 'add', annotation, index: state.get().annotations.annotations.length }),
    change(after, run) {
      const before = state.get().annotations.annotations.find((annotation) => annotation.id === after.id);
      if (!before) return carryOut({ kind: 'add', annotation: after, index: 0 });
      const command = { kind: 'change', before, after, run } as const;
      const last = done.at(-1);
      if (run === wordsRun && last?.kind === 'add' && last.annotation.id === after.id) {
        return carryOut(command, done.with(-1, { ...last, annotation: after }));
      }
      if (run !== undefined && last?.kind === 'change' && last.run === run && last.after.id === after.id) {
        return carryOut(command, done.with(-1, { ...last, after }));
      }
      return carryOut(command);
    },
    remove(id) {
      const index = state.get().annotations.annotations.findIndex((annotation) => annotation.id === id);
      const annotation = state.get().annotations.annotations[index];
      if (annotation) carryOut({ kind: 'remove', annotation, index });
    },
    undo() {
      const last = done.at(-1);
      if (!last || !attempt(inverse(last))) return null;
      remember(done.slice(0, -1), [...undone, last]);
      return last.kind === 'change' && last.run === wordsRun ? last.before : null;
    },
    redo() {
      const last = undone.at(-1);
      if (!last || !attempt(last)) return null;
      remember([...done, last], undone.slice(0, -1));
      return last.kind === 'change' && last.run === wordsRun ? last.after : null;
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

function inverse(command: Command): Command {
  switch (command.kind) {
    case 'add':
      return { ...command, kind: 'remove' };
    case 'remove':
      return { ...command, kind: 'add' };
    case 'change':
      return { kind: 'change', before: command.after, after: command.before };
    default:
      return command satisfies never;
  }
}

/** Finds annotations by id, so that a command still works after a merge. */
function apply({ annotations, envelope }: AnnotationSet, command: Command): AnnotationSet {
  switch (command.kind) {
    case 'add': {
      const others = annotations.filter((annotation) => annotation.id !== command.annotation.id);
      return { annotations: others.toSpliced(command.index, 0, command.annotation), envelope };
    }
    case 'remove':
      return { annotations: annotations.filter((annotation) => annotation.id !== command.annotation.id), envelope };
    case 'change':
      return {
        annotations: annotations.map((annotation) => (annotation.id === command.after.id ? command.after : annotation)),
        envelope,
      };
    default:
      return command satisfies never;
  }
}
