import { boardInitial } from '#domain/identity.ts';
import type { Context } from '#server/context.ts';
import { BoardSuspended, type ScopeBoard } from '#server/db/board-scope.ts';
import { baseUrlOf } from '#server/features/core/boards/queries.ts';
import type { MailText } from '#server/integrations/mail/blocks.ts';
import { renderMail } from '#server/integrations/mail/design.ts';
import { MailError, type MailMessage } from '#server/integrations/mail/message.ts';
import type { SendingEnd } from './leases/commands.ts';
import type { MailContent } from './ports.ts';

export type WrittenMail =
  | {
      readonly kind: 'written';
      readonly board: ScopeBoard | null;
      readonly content: MailContent;
      readonly unsubscribe: { readonly address: string; readonly label: string } | null;
    }
  | { readonly kind: 'dropped'; readonly reason: string };

export const noLongerNeeded: WrittenMail = { kind: 'dropped', reason: 'no longer needed' };

const reasonCharactersMax = 500;

/** Throws `BoardSuspended`. All other errors are returned. */
export async function deliver(
  context: Context,
  mail: { readonly mailId: string; readonly write: () => Promise<WrittenMail>; readonly isLast: boolean },
): Promise<{ readonly end: SendingEnd; readonly error?: unknown }> {
  try {
    const written = await mail.write();
    if (written.kind === 'dropped') return { end: written };
    await context.mail.send(await composeMessage(context, mail.mailId, written));
    return { end: { kind: 'sent' } };
  } catch (error) {
    if (error instanceof BoardSuspended) throw error;
    const isFinal = mail.isLast || (error instanceof MailError && error.failure === 'permanent');
    const reason = (error instanceof Error ? error.message : String(error)).slice(0, reasonCharactersMax);
    return { end: { kind: isFinal ? 'never' : 'later', reason }, error };
  }
}

export async function composeMessage(
  context: Context,
  mailId: string,
  { board, content, unsubscribe }: Extract<WrittenMail, { kind: 'written' }>,
): Promise<MailMessage> {
  const { html, text } = await renderMail({
    appName: context.config.appName,
    board:
      board === null
        ? null
        : {
            title: board.title,
            primaryColor: board.primaryColor,
            logoUrl: board.logoUrl,
            initial: boardInitial(board.title),
            baseUrl: baseUrlOf(context.config, board.shortname),
          },
    preheader: content.preheader,
    heading: content.heading,
    blocks: content.blocks,
    footer: [content.footer, ...(unsubscribe === null ? [] : [stopLine(unsubscribe)])],
  });
  const domain = new URL(context.config.appUrl).hostname;
  return {
    messageId: `<${mailId}@${domain}>`,
    to: content.to,
    ...(content.replyTo ? { replyTo: content.replyTo } : {}),
    from: { name: board?.title ?? context.config.appName, address: context.config.mailFrom },
    subject: content.subject,
    html,
    text,
    ...(unsubscribe === null ? {} : { headers: listHeaders(unsubscribe.address) }),
    ...(content.attachments ? { attachments: content.attachments } : {}),
    ...(content.threadId ? { thread: `<${content.threadId}@${domain}>` } : {}),
  };
}

const stopLine = ({ address, label }: { readonly address: string; readonly label: string }): MailText => [
  `You can choose which messages you receive. `,
  { text: `Unsubscribe: ${label}`, href: address },
];

/** Headers for one-click unsubscribing (RFC 8058). */
const listHeaders = (address: string): Readonly<Record<string, string>> => ({
  'List-Unsubscribe': `<${address}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});
