/** Of the network: nobody listens, or the connection was cut. */
const networkCodes: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']);
/** What PostgreSQL says when it goes, comes, recovers or is full (its manual, appendix A), by class or code. */
const closedStates = /^(?:08...|53300|57P0[1-5])$/;
/** The words of `pg` and of its pool, which have no code for it. */
const lostWords =
  /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Client was closed)/;

/**
 * Whether an error says that the database could not be asked, rather than that it refused: the same may well succeed a moment
 * later. It does not say whether the last statement was carried out.
 */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // Of a name with several addresses each was tried.
  if (error instanceof AggregateError) return error.errors.every(isUnreachable);
  const { code } = error as { readonly code?: unknown };
  if (networkCodes.has(code)) return true;
  if (typeof code === 'string' && closedStates.test(code)) return true;
  return lostWords.test(error.message);
}
