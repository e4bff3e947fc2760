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
