/** `permanent`: a retry would fail too. `temporary`: the connection, the server or its settings have a problem. */
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

/**
 * Only replies about the recipient or the message are permanent. Other 5xx replies and 5.7.x (RFC 3463) are usually
 * caused by settings.
 */
function isPermanent(error: SmtpError): boolean {
  // The message exceeds the size that the server announced (RFC 1870).
  if (error.code === 'EMESSAGE' && error.responseCode === undefined && error.command === 'MAIL FROM') return true;
  const code = error.responseCode ?? 0;
  const aboutTheMessage = error.command === 'RCPT TO' || error.command === 'DATA';
  // A 503 concerns the session, not the message, so a retry may succeed.
  if (!aboutTheMessage || code < 500 || code > 599 || code === 503) return false;
  return !/^\d{3}[ -]5\.7\./.test(error.response ?? '');
}

export type MailAddress = Readonly<{ name: string; address: string }>;

export type MailAttachment = Readonly<{
  filename: string;
  content: string | Uint8Array;
  contentType: string;
  /**
   * If true, the attachment is also sent as an alternative to the text, because mail programs otherwise ignore a
   * cancellation.
   */
  cancelsEvent?: boolean;
}>;

/** A message has one recipient, because it contains personal links. */
export type MailMessage = Readonly<{
  messageId: string;
  to: MailAddress;
  from: MailAddress;
  replyTo?: MailAddress;
  subject: string;
  html: string;
  text: string;
  /** Additional headers, such as List-Unsubscribe. Headers for addressing and MIME are rejected. */
  headers?: Readonly<Record<string, string>>;
  attachments?: readonly MailAttachment[];
  /** Mail programs group messages with the same value, which looks like a Message-ID. */
  thread?: string;
}>;
