import { AppError } from './errors.ts';

interface Limits {
  /** Of all users together. */
  readonly atOnceMax: number;
  readonly waitingPerUserMax: number;
}

interface Waiting {
  readonly userId: string;
  readonly begin: () => void;
}

/** Answers what does the work when it is the user's turn, and throws `too-many` for a user who has too many waiting. */
export type RunFairly = <T>(userId: string, work: () => Promise<T>) => Promise<T>;

/**
 * For dear work on this server: a few at once, of one user one at a time. Who sends many waits for themselves, and everybody
 * else goes first as soon as it is their turn. Call it outside of any transaction: what waits must not hold a connection.
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
    await new Promise<void>((begin) => {
      waiting.push({ userId, begin });
      beginNext();
    });
    try {
      return await work();
    } finally {
      working.delete(userId);
      beginNext();
    }
  };
}
