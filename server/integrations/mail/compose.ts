import type { SendMailOptions } from 'nodemailer';
import { singleLine } from './block-text.ts';
import { type MailAddress, type MailAttachment, MailError, type MailMessage } from './message.ts';

/** Keeps the header line below the limit of 998 octets (RFC 5322). */
const subjectCharactersMax = 250;
const nameCharactersMax = 120;
const addressCharactersMax = 320;
const filenameCharactersMax = 150;

/** Callers must not set these headers, so that a message cannot be sent to someone else. */
const ownHeaders =
  /^(to|from|cc|bcc|sender|reply-to|return-path|subject|date|message-id|in-reply-to|references|mime-version|content-.*|received|dkim-signature)$/i;

/**
 * Removes line breaks from names and subjects, so that no input can start a header. Throws a permanent MailError for
 * invalid input.
 */
export function compose(message: MailMessage): SendMailOptions & { messageId: string } {
  const to = mailbox(message.to);
  const from = mailbox(message.from);
  const attachments = message.attachments ?? [];
  const cancellation = attachments.find((each) => each.cancelsEvent);
  return {
    messageId: identifier(message.messageId),
    from,
    to,
    ...(message.replyTo === undefined ? {} : { replyTo: mailbox(message.replyTo) }),
    // Set explicitly, so that recipients do not depend on how names are parsed.
    envelope: { from: from.address, to: [to.address] },
    subject: singleLine(message.subject, subjectCharactersMax),
    text: message.text,
    html: message.html,
    // Prevents automatic replies (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', ...checkedHeaders(message.headers ?? {}) },
    attachments: attachments.filter((each) => each !== cancellation).map(attachment),
    ...(cancellation ? { icalEvent: { ...attachment(cancellation), method: 'CANCEL' } } : {}),
    ...(message.thread === undefined ? {} : { inReplyTo: identifier(message.thread), references: [message.thread] }),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function mailbox({ name, address }: MailAddress): { name: string; address: string } {
  const wellFormed = /^[^\s\p{C}<>()[\]\\,;:"@]+@[^\s\p{C}<>()[\]\\,;:"@]+$/u.test(address);
  if (!wellFormed || address.length > addressCharactersMax) throw refusedMessage('address');
  return { name: singleLine(name, nameCharactersMax), address };
}

function identifier(id: string): string {
  if (!/^<[!-~]+@[!-~]+>$/.test(id) || /[<>]/.test(id.slice(1, -1)) || id.length > 250)
    throw refusedMessage('Message-ID');
  return id;
}

function checkedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      if (!/^[A-Za-z][A-Za-z0-9-]{0,75}$/.test(name) || ownHeaders.test(name)) throw refusedMessage('header name');
      if (/[\p{Cc}\u2028\u2029]/u.test(value)) throw refusedMessage(`header ${name}`);
      return [name, value];
    }),
  );
}

function attachment({ filename, content, contentType }: MailAttachment) {
  if (!/^[a-z]+\/[a-z0-9.+-]+(; ?[a-z0-9-]+=[A-Za-z0-9._-]+)*$/.test(contentType))
    throw refusedMessage('attachment type');
  return {
    filename: singleLine(filename.replace(/[/\\]/g, '-'), filenameCharactersMax),
    content: typeof content === 'string' ? content : Buffer.from(content),
    contentType,
    contentDisposition: 'attachment',
    // Base64, because text encodings may change the CRLF line breaks that calendar files need (RFC 5545).
    contentTransferEncoding: 'base64',
  };
}

const refusedMessage = (part: string) =>
  new MailError('permanent', `The message cannot be sent, because its ${part} is malformed`);
