import type { SMTPPoolOptions } from 'nodemailer/lib/smtp-pool';
import { compose } from './compose.ts';
import { mailErrorFrom } from './mail-error.ts';
import type { MailMessage } from './message.ts';

const connectionsMax = 4;
const messagesPerConnectionMax = 100;
const connectTimeoutMs = 15_000;
const silenceTimeoutMs = 60_000;
/** A server that trickles its replies never falls silent; this ends the attempt all the same. */
const sendTimeoutMs = 180_000;
/** Shorter than the five minutes that RFC 5321 asks of servers, so that it is we who end an idle connection. */
const idleTimeoutMs = 60_000;

/**
 * Sends over pooled SMTP connections. The address says how: `smtps://` is TLS from the start; `smtp://` takes STARTTLS
 * where the server offers it, and `?requireTLS=true` insists.
 */
export function createSmtpSender(smtpUrl: string) {
  const options = {
    url: smtpUrl,
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

/** nodemailer is loaded with the first message; a start need not wait for it. */
async function openPool(options: SMTPPoolOptions & { readonly pool: true }) {
  const { createTransport } = await import('nodemailer');
  return createTransport(options);
}
