import { createStore, type ReadableStore } from './store.ts';

/**
 * `offline`: the last attempt failed and will be repeated. `refused`: nothing is sent until the next change or `flush`.
 */
export type SaveStatus = 'saved' | 'saving' | 'offline' | 'refused';

export type SaveResult =
  | { readonly kind: 'saved' }
  | { readonly kind: 'conflict' }
  | { readonly kind: 'refused'; readonly cause: unknown }
  | { readonly kind: 'failed'; readonly cause: unknown };

/** Milliseconds to wait after the last change before saving. */
export const savePause = 1000;
/** Milliseconds; the first and the longest pause between retries. */
export const retryPauseFirst = 2000;
export const retryPauseMax = 60_000;
/** Maximum number of requests in a row, so that conflicts with the user's other windows cannot go on endlessly. */
const sendsMax = 5;

export interface SerialSave {
  readonly status: ReadableStore<SaveStatus>;
  readonly changed: () => void;
  /** Sends unsaved changes now. Resolves to true if everything is saved. */
  readonly flush: () => Promise<boolean>;
  readonly stop: () => void;
}

interface SerialSaveParts<Value> {
  readonly unsaved: () => Value | null;
  /** Must record the value as saved before returning `saved`. A thrown error counts as a failure. */
  readonly send: (value: Value) => Promise<SaveResult>;
  readonly onAttempted?: (() => void) | undefined;
  readonly log: (message: string, cause: unknown) => void;
  readonly what: string;
  /** Milliseconds after which the value is sent even if changes continue. */
  readonly waitMax?: number | undefined;
}

/** Sends one request at a time. Retries failures without limit, and rejections only after a change or `flush`. */
export function createSerialSave<Value>(parts: SerialSaveParts<Value>): SerialSave {
  const status = createStore<SaveStatus>('saved');
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  let failures = 0;
  let isRefused = false;
  let isStopped = false;
  let hasChangedMeanwhile = false;
  let waitingSince: number | null = null;

  function schedule(pause: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void run(), pause);
  }

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

export function createSaveQueue(): <Result>(save: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (save) => {
    const next = last.then(save, save);
    last = next;
    return next;
  };
}
