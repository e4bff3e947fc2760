import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { sendTestMail as testEndpoint } from '#contract/mail.ts';
import { fullName } from '#domain/identity.ts';
import { mailMessages } from '#domain/messages/boards.ts';
import type { Context } from '#server/context.ts';
import { type BoardScope, withBoardJobScope } from '#server/db/board-scope.ts';
import { selectValue } from '#server/db/select-value.ts';
import { type UserScope, withUserScope } from '#server/db/user-scope.ts';
import { notFound, refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { paragraph } from '#server/integrations/mail/blocks.ts';
import { MailError } from '#server/integrations/mail/message.ts';
import { addJob, addJobs } from '#server/jobs/queue.ts';
import type { Secrets } from '#server/secrets.ts';
import { composeMessage } from './mail.ts';
import { mailJobKeyPrefix, onBoardOf, type UnsubscribeAddress } from './queries.ts';

/** Pauses between attempts grow up to six hours, so all attempts together take about two days. */
const mailAttemptsMax = 17;

interface MailRequest {
  readonly kind: string;
  readonly memberId: string;
  readonly subjectId: string;
  /** Values that cannot be computed again, such as a token. They stay encrypted until the message is sent. */
  readonly sealed?: Readonly<Record<string, string>>;
}

const sealedOf = (secrets: Secrets, { sealed }: Pick<MailRequest, 'sealed'>): Buffer | null =>
  sealed ? secrets.seal('mail', JSON.stringify(sealed)) : null;

export const queueMail = (
  scope: Pick<BoardScope, 'tx' | 'board' | 'now'>,
  secrets: Secrets,
  request: MailRequest,
): Promise<void> => queueRows(scope, { ...request, memberIds: [request.memberId], sealed: sealedOf(secrets, request) });

export const queueMails = (
  scope: Pick<BoardScope, 'tx' | 'board' | 'now'>,
  request: Pick<MailRequest, 'kind' | 'subjectId'> & { readonly memberIds: readonly (string | null)[] },
): Promise<void> => queueRows(scope, { ...request, sealed: null });

async function queueRows(
  scope: Pick<BoardScope, 'tx' | 'board' | 'now'>,
  request: Parameters<typeof queueMails>[1] & { readonly sealed: Buffer | null },
): Promise<void> {
  if (request.memberIds.length === 0) return;
  const rows = await scope.tx
    .insertInto('mail_messages')
    .values(
      request.memberIds.map((memberId) => ({
        board_id: scope.board.id,
        member_id: memberId,
        kind: request.kind,
        subject_id: request.subjectId,
        queued_at: scope.now,
        sealed: request.sealed,
        is_repeatable: request.sealed === null,
      })),
    )
    .returning('id')
    .execute();
  const jobs = rows.map(({ id }) => jobOf(id, scope.board.id));
  await addJobs(scope.tx, { name: 'send-mail', attempts: mailAttemptsMax, jobs });
}

const jobOf = (mailId: string, boardId?: string) => ({
  payload: { ...(boardId === undefined ? {} : { board_id: boardId }), mail_id: mailId },
  key: `${mailJobKeyPrefix}${mailId}`,
});

export const queueOutsiderMail = (
  scope: Parameters<typeof queueMails>[0],
  request: Pick<MailRequest, 'kind' | 'subjectId'>,
): Promise<void> => queueMails(scope, { ...request, memberIds: [null] });

export async function queueUserMail(
  scope: Pick<UserScope, 'tx' | 'now'>,
  secrets: Secrets,
  request: Pick<MailRequest, 'kind' | 'sealed'> & { readonly userId: string },
): Promise<void> {
  const sealed = sealedOf(secrets, request);
  const id = await selectValue(
    scope.tx,
    sql<string>`gate.add_user_mail(${request.userId}::uuid, ${request.kind}, ${sealed}::bytea, ${scope.now})`,
  );
  await addJob(scope.tx, { name: 'send-user-mail', attempts: mailAttemptsMax, ...jobOf(id) });
}

/** Throws for messages with encrypted contents, because those are deleted after sending. */
export async function resendMail(context: Context, mailId: string, byUserId: string): Promise<void> {
  const boardId = await selectValue(
    context.db,
    sql<string | null>`gate.board_of_mail(${byUserId}::uuid, ${mailId}::uuid)`,
  );
  if (boardId === null) throw notFound();
  await withBoardJobScope(
    context,
    boardId,
    async (scope) => {
      const waits = await scope.tx
        .updateTable('mail_messages')
        .set({ failed_at: null, leased_until: null })
        .where('id', '=', mailId)
        .where('failed_at', 'is not', null)
        .where('is_repeatable', '=', true)
        .returning(['kind', 'member_id'])
        .executeTakeFirst();
      if (!waits) throw refused(mailMessages.notRepeatable);
      await addJob(scope.tx, { name: 'send-mail', attempts: mailAttemptsMax, ...jobOf(mailId, boardId) });
      await audit(
        scope,
        'mail.resent',
        { kind: 'member', id: waits.member_id },
        { kind: waits.kind, by_site_admin: byUserId },
      );
    },
    { evenSuspended: true },
  );
}

/** Sends the message immediately instead of queueing it, so that the admin sees the mail server's reply. */
export async function sendTestMail(context: Context, userId: string): Promise<AnswerOf<typeof testEndpoint>> {
  const { appName, appUrl } = context.config;
  const user = await withUserScope(context, userId, ({ tx }) =>
    tx
      .selectFrom('users')
      .select(['email', 'first_name', 'last_name'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow(),
  );
  const text = `This is a test message from ${appName} at ${appUrl}. If it has arrived in your mailbox, mail is set up correctly.`;
  const message = await composeMessage(context, randomUUID(), {
    kind: 'written',
    board: null,
    content: {
      to: { name: fullName(user), address: user.email },
      subject: `Test message (${appName})`,
      preheader: text,
      heading: 'Mail works',
      blocks: [paragraph(text)],
      footer: 'You are receiving this message because you asked for it under Site Admin.',
    },
    unsubscribe: null,
  });
  try {
    const reply = await context.mail.send(message);
    return { to: user.email, outcome: reply === null ? 'kept' : 'accepted', reply };
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    return { to: user.email, outcome: 'refused', reply: error.message };
  }
}

export async function unsubscribe(context: Context, address: UnsubscribeAddress): Promise<void> {
  const { choice, member_id: memberId } = address;
  await onBoardOf(context, address, async (scope) => {
    const muted = await scope.tx
      .insertInto('muted_mail')
      .values({ board_id: scope.board.id, member_id: memberId, choice, created_at: scope.now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('choice')
      .executeTakeFirst();
    if (!muted) return;
    await audit(
      scope,
      'notifications.chosen',
      { kind: 'member', id: memberId },
      { on: '', off: choice, via: 'unsubscribe' },
    );
  });
}
