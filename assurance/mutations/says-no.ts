/** What is left of an error that a test failed with: vitest tells another process its values as text. */
interface Failure {
  readonly name?: string | undefined;
  readonly message?: string;
  readonly actual?: unknown;
  readonly expected?: unknown;
  readonly cause?: unknown;
}

/**
 * Whether a test failed by what it expected. A server that failed (500) has refused nothing and allowed nothing; a timeout, a
 * crash or a page that is not there says nothing of a rule either. Property tests wrap what failed as their cause.
 */
export function saysNo(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { name, message, actual, expected, cause } = error as Failure;
  if (name !== 'AssertionError') return saysNo(cause);
  return failuresIn(actual) <= failuresIn(expected) && !`${message}`.includes('"msg":"","request_id"');
}

/** Each 500 that stands alone: a status, or one of several. */
function failuresIn(value: unknown): number {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.match(/(?<![\w.'-])500(?![\w.'-])|"request_id"/g)?.length ?? 0;
}
