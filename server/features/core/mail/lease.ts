import type { Context } from '#server/context.ts';

/**
 * A message is held by whoever sends it, outside of any transaction. The lease is kept while that lasts; of a server that died it
 * ends by itself. PostgreSQL's clock counts.
 */
export const leaseSeconds = 12;
const leaseKeptMs = 3_000;

/** Runs the work, and keeps its lease all the while. */
export async function whileLeased<T>(
  { log }: Pick<Context, 'log'>,
  keep: () => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  const again = (): void => {
    keep().catch((error: unknown) => log.warn({ err: error }, 'the lease of a message could not be kept'));
  };
  const timer = setInterval(again, leaseKeptMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
