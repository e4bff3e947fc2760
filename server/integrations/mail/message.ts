/** `permanent`: retries are useless. `temporary`: a problem with the connection, the server or its settings. */
export type MailFailure = 'permanent' | 'temporary';

export class MailError extends Error {
  readonly failure: MailFailure;
  readonly replyCode: number | null;

  constructor(
    failure: MailFailure,
    message: string,
    options: ErrorOptions & { readonly replyCode?: number | null } = {},
  ) {
    super(message, options);
    this.name = 'MailError';
    this.failure = failure;
    this.replyCode = options.replyCode ?? null;
  }
}

type SmtpError = Error & {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
};

export function mailErrorFrom(cause: unknown): MailError {
  if (cause instanceof MailError) return cause;
  if (!(cause instanceof Error)) return new MailError('temporary', String(cause), { cause });
  return new MailError(isPermanent(cause) ? 'permanent' : 'temporary', cause.message, {
    cause,
    replyCode: (cause as SmtpError).responseCode ?? null,
  });
}

/** Only replies about recipient or message are final. Other 5xx and 5.7.x (RFC 3463) are about settings. */
function isPermanent(error: SmtpError): boolean {
  // The message is larger than the limit that the server announced (RFC 1870).
  if (error.code === 'EMESSAGE' && error.responseCode === undefined && error.command === 'MAIL FROM') return true;
  const code = error.responseCode ?? 0;
  const aboutTheMessage = error.command === 'RCPT TO' || error.command === 'DATA';
  // A 503 is about the session, not about this message, so it is not permanent.
  if (!aboutTheMessage || code < 500 || code > 599 || code === 503) return false;
  return !/^\d{3}[ -]5\.7\./.test(error.response ?? '');
}

export type MailAddress = Readonly<{ name: string; address: string }>;

export type MailAttachment = Readonly<{
  filename: string;
  content: string | Uint8Array;
  contentType: string;
  /** Also sent as an alternative to the text, because mail programs act on a cancellation only if it is there. */
  cancelsEvent?: boolean;
}>;

/**
 * A message has one recipient, because it contains personal links. `messageId` is stored, so that retries use the same.
 */
export type MailMessage = Readonly<{
  messageId: string;
  to: MailAddress;
  from: MailAddress;
  replyTo?: MailAddress;
  subject: string;
  html: string;
  text: string;
  /** Such as List-Unsubscribe. Headers for addressing and MIME are rejected. */
  headers?: Readonly<Record<string, string>>;
  attachments?: readonly MailAttachment[];
  inReplyTo?: string;
  references?: readonly string[];
}>;
