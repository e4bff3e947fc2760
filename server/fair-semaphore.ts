import { AppError } from './errors.ts';

interface Limits {
  readonly atOnceMax: number;
  readonly waitingPerKeyMax: number;
}

export interface Capacity {
  readonly connectionsMax: number;
  readonly processes: number;
}

interface Waiting {
  readonly key: string;
  readonly begin: () => void;
}

/** Throws `too-many` if too many calls are waiting for the same key. */
export type RunFairly = <T>(key: string, work: (begun: { readonly hasWaited: boolean }) => Promise<T>) => Promise<T>;

/** Call the returned function outside transactions, because a waiting call must not occupy a connection. */
export function fairSemaphore({ atOnceMax, waitingPerKeyMax }: Limits): RunFairly {
  const waiting: Waiting[] = [];
  const working = new Set<string>();
  const beginNext = (): void => {
    if (working.size >= atOnceMax) return;
    const next = waiting.findIndex((each) => !working.has(each.key));
    const [begun] = next < 0 ? [] : waiting.splice(next, 1);
    if (!begun) return;
    working.add(begun.key);
    begun.begin();
  };
  return async (key, work) => {
    if (waiting.filter((each) => each.key === key).length >= waitingPerKeyMax) throw new AppError('too-many');
    let hasWaited = true;
    await new Promise<void>((begin) => {
      waiting.push({ key, begin });
      beginNext();
      hasWaited = waiting.some((each) => each.begin === begin);
    });
    try {
      return await work({ hasWaited });
    } finally {
      working.delete(key);
      beginNext();
    }
  };
}

export function fairSemaphoreOf(
  limitsOf: (capacity: Capacity) => Limits,
): (context: { readonly capacity: Capacity }) => RunFairly {
  const made = new WeakMap<Capacity, RunFairly>();
  return ({ capacity }) => {
    const semaphore = made.get(capacity) ?? fairSemaphore(limitsOf(capacity));
    made.set(capacity, semaphore);
    return semaphore;
  };
}

export const shareOf = (atOnce: number, { processes }: Capacity): number => Math.max(1, Math.floor(atOnce / processes));
