/**
 * One HTTP status each, in http/error-handler.ts. `password-unconfirmed`, `two-factor-missing`, `provider-missing`: valid
 * after a step that the response names; `misdirected`: not our host; `refused`: HTTP 200 with a message to show.
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
  /** For `invalid`: message by field name, dotted when nested. */
  readonly fields: Readonly<Record<string, string>>;
  /** For `too-many`: seconds until a retry; null when unknown. */
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
/** Shown as it is, so it must come from the catalogue. */
export const refused = (message: string): AppError => new AppError('refused', message);
export const invalid = (fields: Readonly<Record<string, string>>): AppError =>
  new AppError('invalid', 'invalid', fields);

/** `message` says the limit. What is counted must be locked, so that nobody else adds to it meanwhile. */
export function refuseBeyond(
  limit: { readonly present: number; readonly adding?: number; readonly most: number },
  message: (most: number) => string,
): void {
  const { present, adding = 1, most } = limit;
  if (present + adding > most) throw refused(message(most));
}

/** 403. Invisible items are 404 instead, thrown by `loadX`. */
export function authorize(allowed: boolean): void {
  if (!allowed) throw forbidden();
}

/** Also for a full quota and in PostgreSQL. */
const codes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', '53100']);

export function isDiskFull(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (codes.has((cause as { readonly code?: unknown }).code)) return true;
  }
  return false;
}
