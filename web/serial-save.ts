import { createStore, type ReadableStore } from './store.ts';

/**
 * `offline`: the last attempt failed, and another follows. `refused`: no attempt follows until something changes or `flush`
 * is called.
 */
export type SaveStatus = 'saved' | 'saving' | 'offline' | 'refused';

export type SaveResult =
  | { readonly kind: 'saved' }
  /** Something newer was there: what is unsaved now is sent again at once. */
  | { readonly kind: 'conflict' }
  | { readonly kind: 'refused'; readonly cause: unknown }
  | { readonly kind: 'failed'; readonly cause: unknown };

/** Milliseconds between the last change and saving. */
export const savePause = 1000;
/** Milliseconds before the first, and at most before any, further attempt. */
export const retryPauseFirst = 2000;
export const retryPauseMax = 60_000;
/** Other windows of the same user can conflict only so often in a row. */
const sendsMax = 5;

export interface SerialSave {
  readonly status: ReadableStore<SaveStatus>;
  /** To be called after each change: it is sent after a pause. */
  readonly changed: () => void;
  /** Sends what is unsaved, now. Returns whether nothing is left. */
  readonly flush: () => Promise<boolean>;
  /** Ends all attempts; what is unsaved is not sent. */
  readonly stop: () => void;
}

interface SerialSaveParts<Value> {
  /** What is unsaved now, the latest of it; null: nothing. */
  readonly unsaved: () => Value | null;
  /** Sends the value, and records it as saved before it returns `saved`. A throw is a failure. */
  readonly send: (value: Value) => Promise<SaveResult>;
  /** After each attempt that reached an end. */
  readonly onAttempted?: (() => void) | undefined;
  /** Failures are logged with their cause, and shown only by the status (specification, section 8). */
  readonly log: (message: string, cause: unknown) => void;
  /** Begins the sentence of a failure: 'Annotations'. */
  readonly what: string;
  /** Milliseconds after which it is sent though changes go on. */
  readonly waitMax?: number | undefined;
}

/**
 * Saves by itself: one call at a time, each with the latest that is unsaved. Failures are tried again with growing pauses,
 * for ever; a refusal, only when something has changed.
 */
export function createSerialSave<Value>(parts: SerialSaveParts<Value>): SerialSave {
  const status = createStore<SaveStatus>('saved');
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  let failures = 0;
  let isRefused = false;
  let isStopped = false;
  let hasChangedMeanwhile = false;
  /** The first change that was not sent; null: none. */
  let waitingSince: number | null = null;

  function schedule(pause: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void run(), pause);
  }

  /** One attempt at a time; what changes meanwhile goes with the next. */
  function run(): Promise<void> {
    clearTimeout(timer);
    running ??= attempt().finally(() => {
      running = undefined;
      if (isStopped || (isRefused && !hasChangedMeanwhile)) return;
      if (failures > 0) schedule(retryPause(failures));
      else if (parts.unsaved() !== null) schedule(savePause);
    });
    return running;
  }

  async function attempt(): Promise<void> {
    isRefused = false;
    hasChangedMeanwhile = false;
    waitingSince = null;
    const result = await sendAll(parts, () => status.set('saving'));
    if (result.kind === 'failed') {
      failures += 1;
      parts.log(`${parts.what} could not be saved`, result.cause);
      return status.set('offline');
    }
    failures = 0;
    if (result.kind === 'refused') {
      isRefused = true;
      parts.log(`${parts.what} were refused`, result.cause);
      return status.set('refused');
    }
    parts.onAttempted?.();
    status.set(parts.unsaved() === null ? 'saved' : 'saving');
  }

  return {
    status,
    changed() {
      hasChangedMeanwhile = true;
      if (running || isStopped) return;
      if (status.get() === 'saved') {
        if (parts.unsaved() === null) return;
        status.set('saving');
      }
      waitingSince ??= Date.now();
      const longest = waitingSince + (parts.waitMax ?? Number.POSITIVE_INFINITY) - Date.now();
      schedule(failures === 0 ? Math.max(0, Math.min(savePause, longest)) : retryPause(failures));
    },
    async flush() {
      if (running) await running;
      if (parts.unsaved() !== null) await run();
      return parts.unsaved() === null;
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** Sends until nothing is unsaved; a conflict leaves something to send again. */
async function sendAll<Value>(
  { unsaved, send }: Pick<SerialSaveParts<Value>, 'unsaved' | 'send'>,
  onSending: () => void,
): Promise<Exclude<SaveResult, { readonly kind: 'conflict' }>> {
  for (let sends = 0; sends < sendsMax; sends += 1) {
    const value = unsaved();
    if (value === null) break;
    onSending();
    try {
      const result = await send(value);
      if (result.kind === 'failed' || result.kind === 'refused') return result;
    } catch (cause) {
      return { kind: 'failed', cause };
    }
  }
  return { kind: 'saved' };
}

export function retryPause(failures: number): number {
  return Math.min(retryPauseMax, retryPauseFirst * 2 ** (failures - 1));
}

/** Runs one save after the other, in order: each begins from what the one before has left, well or not. */
export function createSaveQueue(): <Result>(save: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (save) => {
    const next = last.then(save, save);
    last = next;
    return next;
  };
}
