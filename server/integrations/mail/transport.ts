import { mailErrorFrom } from './mail-error.ts';
import type { MailMessage } from './message.ts';
import { createOutboxSender } from './outbox.ts';
import { createSmtpSender } from './smtp.ts';

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
