/** The file system is full, or what this user may take of it; PostgreSQL's word for the same. */
const codes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** Whether an error, or what caused it, says that there is no room left to write to. */
export function isNoSpace(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (codes.has((cause as { readonly code?: unknown }).code)) return true;
  }
  return false;
}
