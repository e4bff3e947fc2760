/**
 * Why a message was not accepted.
 * - `permanent`: this message to this recipient will never be accepted; retrying is useless.
 * - `temporary`: the connection, the server or its settings; the queue tries again with growing pauses.
 */
export type MailFailure = 'permanent' | 'temporary';

export class MailError extends Error {
  readonly failure: MailFailure;
  /** The SMTP reply code (RFC 5321), null where no reply was had. */
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

/** What nodemailer adds to its errors. */
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
 * Only a verdict on the recipient or on the message itself is final. A 5xx to the greeting, the sign-in or MAIL FROM
 * speaks of our settings, and so does 5.7.x (RFC 3463: policy, for example "relay access denied"): an operator can mend
 * those within the two days of retries, and until then nothing may be lost.
 */
function isPermanent(error: SmtpError): boolean {
  // The server announced a size limit (RFC 1870) below this message's size.
  if (error.code === 'EMESSAGE' && error.responseCode === undefined && error.command === 'MAIL FROM') return true;
  const code = error.responseCode ?? 0;
  const aboutTheMessage = error.command === 'RCPT TO' || error.command === 'DATA';
  // 503, bad sequence of commands, judges the session and not the message.
  if (!aboutTheMessage || code < 500 || code > 599 || code === 503) return false;
  return !/^\d{3}[ -]5\.7\./.test(error.response ?? '');
}

/** One mailbox. The name may be empty; the address is `local@domain`. */
export type MailAddress = Readonly<{ name: string; address: string }>;

export type MailAttachment = Readonly<{
  filename: string;
  content: string | Uint8Array;
  /** For example `text/calendar; charset=utf-8; method=REQUEST`. */
  contentType: string;
}>;

/**
 * One message to one recipient. Every message goes to one person: it carries that person's own links.
 *
 * `messageId` (`<unique@domain>`) is the caller's, kept with the queued message, so that a retry after a crash repeats
 * the same one and mail programs fold the two (product.md section 6).
 */
export type MailMessage = Readonly<{
  messageId: string;
  to: MailAddress;
  from: MailAddress;
  subject: string;
  html: string;
  text: string;
  /** Further headers, for example List-Unsubscribe. Addressing and MIME headers are refused here. */
  headers?: Readonly<Record<string, string>>;
  attachments?: readonly MailAttachment[];
  /** Message-ID of the mail that this one follows up, for threads. */
  inReplyTo?: string;
  references?: readonly string[];
}>;
