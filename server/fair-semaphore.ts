import { AppError } from './errors.ts';

interface Limits {
  readonly atOnceMax: number;
  readonly waitingPerUserMax: number;
}

/** What this process may use. */
export interface Capacity {
  /** To the database. */
  readonly connectionsMax: number;
  /** That serve the installation on this machine. */
  readonly processes: number;
}

interface Waiting {
  readonly userId: string;
  readonly begin: () => void;
}

/** Throws `too-many` when the user has too many waiting. */
export type RunFairly = <T>(userId: string, work: (begun: { readonly hasWaited: boolean }) => Promise<T>) => Promise<T>;

/**
 * Limits costly work: a few at once, one per user, fairly. Call it outside transactions, since waiting must not hold a
 * connection.
 */
export function fairSemaphore({ atOnceMax, waitingPerUserMax }: Limits): RunFairly {
  const waiting: Waiting[] = [];
  const working = new Set<string>();
  const beginNext = (): void => {
    if (working.size >= atOnceMax) return;
    const next = waiting.findIndex((each) => !working.has(each.userId));
    const [begun] = next < 0 ? [] : waiting.splice(next, 1);
    if (!begun) return;
    working.add(begun.userId);
    begun.begin();
  };
  return async (userId, work) => {
    if (waiting.filter((each) => each.userId === userId).length >= waitingPerUserMax) throw new AppError('too-many');
    let hasWaited = true;
    await new Promise<void>((begin) => {
      waiting.push({ userId, begin });
      beginNext();
      hasWaited = waiting.some((each) => each.begin === begin);
    });
    try {
      return await work({ hasWaited });
    } finally {
      working.delete(userId);
      beginNext();
    }
  };
}

/** A semaphore for each process, by what that may use. */
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

/** Of what the machine does at once, the part of one process. */
export const shareOf = (atOnce: number, { processes }: Capacity): number => Math.max(1, Math.floor(atOnce / processes));
