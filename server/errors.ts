/**
 * http/error-handler.ts maps each code to an HTTP status. `misdirected` is for an unknown host. `refused` has status
 * 200.
 */
export type ErrorCode =
  | 'not-found'
  | 'forbidden'
  | 'session-expired'
  | 'malformed'
  | 'invalid'
  | 'too-large'
  | 'too-many'
  | 'conflict'
  | 'password-unconfirmed'
  | 'two-factor-missing'
  | 'provider-missing'
  | 'refused'
  | 'unavailable'
  | 'disk-full'
  | 'misdirected';

export class AppError extends Error {
  readonly code: ErrorCode;
  /** For `invalid`: messages by field name, with dots in nested names. */
  readonly fields: Readonly<Record<string, string>>;
  /** For `too-many`: seconds until a retry is allowed, or null if unknown. */
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
/** The page shows the message unchanged, so it must come from the message catalogue. */
export const refused = (message: string): AppError => new AppError('refused', message);
export const invalid = (fields: Readonly<Record<string, string>>): AppError =>
  new AppError('invalid', 'invalid', fields);

/** `message` must state the limit. The caller must have locked the counted rows against concurrent additions. */
export function refuseBeyond(
  limit: { readonly present: number; readonly adding?: number; readonly most: number },
  message: (most: number) => string,
): void {
  const { present, adding = 1, most } = limit;
  if (present + adding > most) throw refused(message(most));
}

/** Throws 403. For an item that the reader cannot see, the `loadX` functions throw 404 instead. */
export function authorize(allowed: boolean): void {
  if (!allowed) throw forbidden();
}

/** Also covers full quotas and PostgreSQL's code for a full disk. */
const codes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', '53100']);

export function isDiskFull(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (codes.has((cause as { readonly code?: unknown }).code)) return true;
  }
  return false;
}
