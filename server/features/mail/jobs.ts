import { sql } from 'kysely';
import { boardInitial } from '../../../domain/initials.ts';
import type { Context } from '../../context.ts';
import { type BoardJobScope, withBoardJobScope } from '../../db/board-scope.ts';
import { renderMail } from '../../integrations/mail/design.ts';
import { MailError } from '../../integrations/mail/mail-error.ts';
import type { MailMessage } from '../../integrations/mail/message.ts';
import type { JobHandler } from '../../jobs/worker.ts';
import { baseUrlOf } from '../boards/addresses.ts';
import type { MailContent, MailKind } from './kinds.ts';

/** Longer than one attempt at sending may take (see integrations/mail/smtp.ts), with the writing of the message before it. */
const transactionMsMax = 300_000;

/**
 * Sends one queued message. The row is locked while the mail server is spoken to, so two workers never send it twice; a
 * crash between the server's acceptance and our commit repeats it with the same Message-ID (product.md, section 6).
 */
export function sendMailJob(context: Context, kinds: readonly MailKind[]): JobHandler {
  const byName = new Map(kinds.map((kind) => [kind.kind, kind]));
  return {
    name: 'send-mail',
    async handle(payload, attempt) {
      const { board_id: boardId = '', mail_id: mailId = '' } = payload;
      const failure = await withBoardJobScope(context, boardId, (scope) =>
        sendOne(context, scope, { byName, mailId, isLast: attempt.isLast }),
      );
      // Thrown after the commit: the reason stays written down, and the queue tries again later.
      if (failure) throw failure;
    },
  };
}

async function sendOne(
  context: Context,
  scope: BoardJobScope,
  what: { readonly byName: ReadonlyMap<string, MailKind>; readonly mailId: string; readonly isLast: boolean },
): Promise<Error | null> {
  // The mail server may take longer than an idle transaction is let live; cut off, what was sent would be sent again.
  await sql`select set_config('idle_in_transaction_session_timeout', ${String(transactionMsMax)}, true)`.execute(
    scope.tx,
  );
  const row = await scope.tx
    .selectFrom('mail_messages')
    .selectAll()
    .where('id', '=', what.mailId)
    .where('sent_at', 'is', null)
    .where('failed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row?.member_id || !row.subject_id) return null;
  const kind = what.byName.get(row.kind);
  if (!kind) throw new Error(`No feature writes mail of the kind ${row.kind}.`);
  const content = await kind.write(scope, context, {
    memberId: row.member_id,
    subjectId: row.subject_id,
    sealed: row.sealed ? (JSON.parse(context.secrets.unseal('mail', row.sealed)) as Record<string, string>) : {},
  });
  const note = (fields: { sent_at?: Date; failed_at?: Date; last_error?: string; sealed?: null }) =>
    scope.tx
      .updateTable('mail_messages')
      .set((eb) => ({ ...fields, attempts: eb('attempts', '+', 1) }))
      .where('id', '=', row.id)
      .execute();
  if (content === null) {
    await note({ failed_at: scope.now, last_error: 'no longer needed', sealed: null });
    return null;
  }
  try {
    await context.mail.send(await composeMessage(context, scope, row.id, content));
  } catch (error) {
    const reason = error instanceof Error ? error : new Error(String(error));
    const isFinal = what.isLast || (error instanceof MailError && error.failure === 'permanent');
    await note({
      last_error: reason.message.slice(0, 500),
      ...(isFinal ? { failed_at: scope.now, sealed: null } : {}),
    });
    return isFinal ? null : reason;
  }
  await note({ sent_at: context.clock.now(), sealed: null });
  return null;
}

async function composeMessage(
  context: Context,
  scope: BoardJobScope,
  mailId: string,
  content: MailContent,
): Promise<MailMessage> {
  const { board } = scope;
  const { html, text } = await renderMail({
    appName: context.config.appName,
    board: {
      title: board.title,
      primaryColor: board.primaryColor,
      logoUrl: board.logoUrl,
      initial: boardInitial(board.title),
      baseUrl: baseUrlOf(context.config, board.shortname),
    },
    preheader: content.preheader,
    heading: content.heading,
    blocks: content.blocks,
    footer: [content.footer],
  });
  const domain = new URL(context.config.appUrl).hostname;
  const thread = content.threadId ? `<${content.threadId}@${domain}>` : null;
  return {
    messageId: `<${mailId}@${domain}>`,
    to: content.to,
    from: { name: board.title, address: context.config.mailFrom },
    subject: content.subject,
    html,
    text,
    ...(content.headers ? { headers: content.headers } : {}),
    ...(content.attachments ? { attachments: content.attachments } : {}),
    ...(thread ? { references: [thread], inReplyTo: thread } : {}),
  };
}
