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
  const options = {
    url: requireTls(smtpUrl),
    pool: true as const,
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
  let opened: ReturnType<typeof openPool> | null = null;
  const using = async <T>(work: (pool: Awaited<ReturnType<typeof openPool>>) => Promise<T>): Promise<T> => {
    try {
      opened ??= openPool(options);
      return await work(await opened);
    } catch (error) {
      throw mailErrorFrom(error);
    }
  };

  return {
    send: (message: MailMessage): Promise<string> =>
      using(async (pool) => {
        const sent = await pool.sendMail({ ...compose(message), signal: AbortSignal.timeout(sendTimeoutMs) });
        return sent.response;
      }),

    verify: (): Promise<void> =>
      using(async (pool) => {
        await pool.verify();
      }),

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

async function openPool(options: SMTPPoolOptions & { readonly pool: true }) {
  const { createTransport } = await import('nodemailer');
  return createTransport(options);
}

export type MailTransport = Readonly<{
  /** Resolves once the message is accepted. `reply` is null if there is no mail server. Throws MailError. */
  send(message: MailMessage): Promise<{ readonly accepted: true; readonly reply: string | null }>;
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
      let reply: string | null;
      try {
        reply = await sender.send(message);
      } catch (cause) {
        const error = mailErrorFrom(cause);
        // The server's reply is not logged, because it may quote the address.
        log.warn({ messageId, failure: error.failure, replyCode: error.replyCode }, 'mail not accepted');
        throw error;
      }
      log.info({ messageId, ms: Math.round(performance.now() - startedAt) }, 'mail accepted');
      return { accepted: true, reply };
    },
    verify: () => sender.verify(),
    close: () => sender.close(),
  };
}
