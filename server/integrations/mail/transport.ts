import type { SMTPPoolOptions } from 'nodemailer/lib/smtp-pool';
import { compose } from './compose.ts';
import { type MailMessage, mailErrorFrom } from './message.ts';
import { createOutboxSender } from './outbox.ts';

const connectionsMax = 4;
const messagesPerConnectionMax = 100;
const connectTimeoutMs = 15_000;
const silenceTimeoutMs = 60_000;
/** Milliseconds. Stops sending to a server that keeps replying very slowly. */
const sendTimeoutMs = 180_000;
/** Milliseconds. Shorter than the five minutes of RFC 5321, so that we close the connection first. */
const idleTimeoutMs = 60_000;

/** `smtp://` requires STARTTLS unless the server is local or the query sets `requireTLS` or `ignoreTLS`. */
function createSmtpSender(smtpUrl: string) {
  const options: SMTPPoolOptions & { readonly pool: true } = {
    url: requireTls(smtpUrl),
    pool: true,
    maxConnections: connectionsMax,
    maxMessages: messagesPerConnectionMax,
    maxRequeues: 0,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    dnsTimeout: connectTimeoutMs,
    socketTimeout: silenceTimeoutMs,
    idleTimeout: idleTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  const open = async () => (await import('nodemailer')).createTransport(options);
  let opened: ReturnType<typeof open> | null = null;
  const pool = (): ReturnType<typeof open> => {
    opened ??= open();
    return opened;
  };

  return {
    async send(message: MailMessage): Promise<string> {
      const signal = AbortSignal.timeout(sendTimeoutMs);
      return (await (await pool()).sendMail({ ...compose(message), signal })).response;
    },
    async verify(): Promise<void> {
      await (await pool()).verify();
    },
    async close(): Promise<void> {
      (await opened)?.close();
    },
  };
}

/** Prevents an attacker from stripping STARTTLS to read the SMTP password or the secret links in mail. */
export function requireTls(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  const isHere = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  const isExplicit = url.searchParams.has('requireTLS') || url.searchParams.has('ignoreTLS');
  if (url.protocol === 'smtps:' || isHere || isExplicit) return smtpUrl;
  url.searchParams.set('requireTLS', 'true');
  return url.href;
}

export type MailTransport = Readonly<{
  /** Returns the mail server's reply, or null if there is no mail server. Throws MailError. */
  send(message: MailMessage): Promise<string | null>;
  verify(): Promise<void>;
  close(): Promise<void>;
}>;

export function createMailTransport(options: {
  readonly smtpUrl: string | null;
  readonly outboxDir: string;
  /** Logs contain message ids, never addresses, subjects or bodies. */
  readonly log: { info(fields: object, text: string): void; warn(fields: object, text: string): void };
}): MailTransport {
  const { smtpUrl, outboxDir, log } = options;
  const sender = smtpUrl === null ? createOutboxSender(outboxDir) : createSmtpSender(smtpUrl);

  return {
    async send(message) {
      const startedAt = performance.now();
      const { messageId } = message;
      try {
        const reply = await sender.send(message);
        log.info({ messageId, ms: Math.round(performance.now() - startedAt) }, 'mail accepted');
        return reply;
      } catch (cause) {
        const error = mailErrorFrom(cause);
        // The server's reply is not logged, because it may quote the address.
        log.warn({ messageId, failure: error.failure, replyCode: error.replyCode }, 'mail not accepted');
        throw error;
      }
    },
    verify: () => sender.verify(),
    close: () => sender.close(),
  };
}
