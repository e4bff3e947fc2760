import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Email } from 'postal-mime';
import { nullIfMissing } from '#server/file-system.ts';
import { compose } from './compose.ts';
import { type MailAddress, MailError, type MailMessage } from './message.ts';

const outboxPageMax = 200;
const fileName = /^\d{8}T\d{9}Z-[0-9a-f]{12}\.eml$/;

export type OutboxMessage = Readonly<{
  id: string;
  date: string;
  from: MailAddress;
  to: MailAddress;
  subject: string;
  html: string;
  text: string;
  attachments: readonly Readonly<{ filename: string; contentType: string; content: Uint8Array }>[];
}>;

export function createOutboxSender(outboxDir: string, now: () => Date = () => new Date()) {
  let lastStampMs = 0;

  return {
    /** Throws MailError. The result is always null, because there is no mail server to reply. */
    async send(message: MailMessage): Promise<null> {
      const bytes = await messageBytes(message);
      // Each stamp is later than the one before, so that messages of the same millisecond stay in order.
      lastStampMs = Math.max(now().getTime(), lastStampMs + 1);
      try {
        await writeWhole(outboxDir, `${fileStamp(lastStampMs)}-${randomBytes(6).toString('hex')}.eml`, bytes);
      } catch (error) {
        throw new MailError('temporary', `The outbox folder cannot be written to: ${(error as Error).message}`, {
          cause: error,
        });
      }
      return null;
    },
    verify: async (): Promise<void> => {},
    close: async (): Promise<void> => {},
  };
}

export async function readOutbox(outboxDir: string): Promise<OutboxMessage[]> {
  const names = ((await readdir(outboxDir).catch(nullIfMissing)) ?? []).filter((name) => fileName.test(name));
  const newest = names.sort().reverse().slice(0, outboxPageMax);
  const messages = await Promise.all(newest.map((name) => readOutboxMessage(outboxDir, name)));
  return messages.filter((message) => message !== null);
}

export async function readOutboxMessage(outboxDir: string, id: string): Promise<OutboxMessage | null> {
  if (!fileName.test(id)) return null;
  const bytes = await readFile(join(outboxDir, id)).catch(nullIfMissing);
  if (bytes === null) return null;
  // Loaded on demand, because only the demonstration uses this package.
  const { default: PostalMime } = await import('postal-mime');
  return presentMessage(id, await PostalMime.parse(bytes));
}

async function messageBytes(message: MailMessage): Promise<Buffer> {
  const composed = compose(message);
  const { createTransport } = await import('nodemailer');
  const mailer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return (await mailer.sendMail(composed)).message as Buffer;
}

function presentMessage(id: string, email: Email): OutboxMessage {
  return {
    id,
    date: email.date ?? '',
    from: firstMailbox(email.from),
    to: firstMailbox(email.to?.[0]),
    subject: email.subject ?? '',
    html: email.html ?? '',
    text: email.text ?? '',
    attachments: email.attachments.flatMap(({ filename, mimeType, content }) => {
      if (filename === null) return [];
      const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
      return [{ filename, contentType: mimeType, content: asSent(mimeType, bytes) }];
    }),
  };
}

/** Restores the CRLF that calendar files need (RFC 5545), because the parser normalises line breaks. */
function asSent(mimeType: string, content: Uint8Array): Uint8Array {
  if (mimeType !== 'text/calendar' && mimeType !== 'application/ics') return content;
  return Buffer.from(Buffer.from(content).toString('utf8').replace(/\r?\n/g, '\r\n'));
}

function firstMailbox(address: Email['from']): MailAddress {
  return address?.address === undefined ? { name: '', address: '' } : { name: address.name, address: address.address };
}

async function writeWhole(folder: string, name: string, bytes: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unfinished = join(folder, `.${name}.part`);
  try {
    await using file = await open(unfinished, 'wx', 0o600);
    await file.writeFile(bytes);
    await file.sync();
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  await rename(unfinished, join(folder, name));
  await using directory = await open(folder, 'r');
  await directory.sync();
}

const fileStamp = (timeMs: number) => new Date(timeMs).toISOString().replace(/[-:.]/g, '');
