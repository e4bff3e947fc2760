import type { SMTPPoolOptions } from 'nodemailer/lib/smtp-pool';
import { compose } from './compose.ts';
import { type MailMessage, mailErrorFrom } from './message.ts';
import { createOutboxSender } from './outbox.ts';

const connectionsMax = 4;
const messagesPerConnectionMax = 100;
const connectTimeoutMs = 15_000;
const silenceTimeoutMs = 60_000;
/** A server that trickles its replies never falls silent; this ends the attempt all the same. */
const sendTimeoutMs = 180_000;
/** Shorter than the five minutes that RFC 5321 asks of servers, so that it is we who end an idle connection. */
const idleTimeoutMs = 60_000;

/**
 * Sends over pooled SMTP connections. The address says how: `smtps://` is TLS from the start; `smtp://` insists on STARTTLS, but on
 * this machine takes it where it is offered. `?requireTLS=false` and `?ignoreTLS=true` say otherwise.
 */
export function createSmtpSender(smtpUrl: string) {
  const options = {
    url: insistingOnTls(smtpUrl),
    pool: true as const,
    maxConnections: connectionsMax,
    maxMessages: messagesPerConnectionMax,
    // Repeating is the queue's work: it has the pauses, the deadline and the record.
    maxRequeues: 0,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    dnsTimeout: connectTimeoutMs,
    socketTimeout: silenceTimeoutMs,
    idleTimeout: idleTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  let opened: ReturnType<typeof openPool> | null = null;

  return {
    /** Resolves when the server has taken responsibility for the message. @throws MailError */
    async send(message: MailMessage): Promise<void> {
      try {
        opened ??= openPool(options);
        const mailer = await opened;
        await mailer.sendMail({ ...compose(message), signal: AbortSignal.timeout(sendTimeoutMs) });
      } catch (error) {
        throw mailErrorFrom(error);
      }
    },

    /** Idle connections end now; a delivery under way ends first. */
    async close(): Promise<void> {
      (await opened)?.close();
    },
  };
}

/**
 * Mail holds links that are secrets, and the address of the server its password: whoever stands between two machines must not read
 * them by hiding that the server offers TLS.
 */
export function insistingOnTls(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  const isHere = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  const isSaid = url.searchParams.has('requireTLS') || url.searchParams.has('ignoreTLS');
  if (url.protocol === 'smtps:' || isHere || isSaid) return smtpUrl;
  url.searchParams.set('requireTLS', 'true');
  return url.href;
}

/** nodemailer is loaded with the first message; a start need not wait for it. */
async function openPool(options: SMTPPoolOptions & { readonly pool: true }) {
  const { createTransport } = await import('nodemailer');
  return createTransport(options);
}

export type MailTransport = Readonly<{
  /**
   * Resolves once the mail server (or the outbox folder) has taken responsibility for the message.
   *
   * @throws MailError: `permanent` (do not try again) or `temporary`
   */
  send(message: MailMessage): Promise<{ readonly accepted: true }>;
  /** Idle connections end now; a delivery under way ends first. */
  close(): Promise<void>;
}>;

/** The part of the log that mail writes to. Lines hold Message-IDs, never addresses, subjects or bodies. */
export type MailLog = Readonly<{
  info(fields: object, text: string): void;
  warn(fields: object, text: string): void;
}>;

/** Real SMTP where `SMTP_URL` is set; otherwise files in the data folder's outbox (product.md section 6). */
export function createMailTransport(options: {
  readonly smtpUrl: string | null;
  readonly outboxDir: string;
  readonly log: MailLog;
}): MailTransport {
  const { smtpUrl, outboxDir, log } = options;
  const sender = smtpUrl === null ? createOutboxSender(outboxDir) : createSmtpSender(smtpUrl);

  return {
    async send(message) {
      const startedAt = performance.now();
      const { messageId } = message;
      try {
        await sender.send(message);
      } catch (cause) {
        const error = mailErrorFrom(cause);
        // The server's sentence may quote the recipient's address: the error carries it, the log does not.
        log.warn({ messageId, failure: error.failure, replyCode: error.replyCode }, 'mail not accepted');
        throw error;
      }
      log.info({ messageId, ms: Math.round(performance.now() - startedAt) }, 'mail accepted');
      return { accepted: true };
    },
    close: () => sender.close(),
  };
}
