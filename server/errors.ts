/**
 * Why a request ends without its answer. One status each, in `http/error-answer.ts`; the browser turns the status into
 * the specification's sentences (section 8).
 * - `password-unconfirmed`, `two-factor-missing`: the same call is right once the user has taken a step, which the answer
 *   names and to which the browser leads
 * - `misdirected`: the request names a host that is none of ours
 * - `refused`: a rule of the product said no; HTTP 200 with `{status: 'error', msg}`, shown as it is
 */
export type ErrorCode =
  | 'not-found'
  | 'forbidden'
  | 'session-expired'
  | 'invalid'
  | 'too-large'
  | 'too-many'
  | 'conflict'
  | 'password-unconfirmed'
  | 'two-factor-missing'
  | 'refused'
  | 'unavailable'
  | 'disk-full'
  | 'misdirected';

export class AppError extends Error {
  readonly code: ErrorCode;
  /** `invalid` only: message per field name (dotted for nested fields). */
  readonly fields: Readonly<Record<string, string>>;
  /** `too-many` only: seconds until it may be asked again; null where nobody can say. */
  readonly retrySeconds: number | null;

  constructor(
    code: ErrorCode,
    message: string = code,
    fields: Readonly<Record<string, string>> = {},
    options?: ErrorOptions & { readonly retrySeconds?: number },
  ) {
    super(message, options);
    this.name = 'AppError';
    this.code = code;
    this.fields = fields;
    this.retrySeconds = options?.retrySeconds ?? null;
  }
}

export const notFound = (): AppError => new AppError('not-found');
export const forbidden = (): AppError => new AppError('forbidden');
/** `message` is shown to the user as it is: it must come from the catalogue. */
export const refused = (message: string): AppError => new AppError('refused', message);
export const invalid = (fields: Readonly<Record<string, string>>): AppError =>
  new AppError('invalid', 'invalid', fields);

/** Ends the request with 403 unless a policy's predicate holds. What is out of sight is 404 instead: `loadX` throws that. */
export function authorize(allowed: boolean): void {
  if (!allowed) throw forbidden();
}

/** The file system is full, or what this user may take of it; PostgreSQL's word for the same. */
const codes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', '53100']);

/** Whether an error, or what caused it, says that there is no room left to write to. */
export function isDiskFull(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (codes.has((cause as { readonly code?: unknown }).code)) return true;
  }
  return false;
}
