import { AppError } from './errors.ts';

interface Limits {
  readonly atOnceMax: number;
  readonly waitingPerUserMax: number;
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
