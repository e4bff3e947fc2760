/** http/error-handler.ts maps each code to an HTTP status. */
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
  /** Only for `invalid`: messages by field name, with dots in nested names. */
  readonly fields: Readonly<Record<string, string>>;
  /** Only for `too-many`: seconds until a retry is allowed, or null if unknown. */
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

/** The caller must have locked the counted rows against concurrent additions. */
export function refuseBeyond(
  limit: { readonly present: number; readonly adding?: number; readonly most: number },
  message: (most: number) => string,
): void {
  const { present, adding = 1, most } = limit;
  if (present + adding > most) throw refused(message(most));
}

export function authorize(allowed: boolean): void {
  if (!allowed) throw forbidden();
}

/** Error codes for a full disk, an exceeded quota, and a full disk in PostgreSQL. */
const codes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', '53100']);

export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && (codes.has((error as { readonly code?: unknown }).code) || isDiskFull(error.cause));

export const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
