import { sql } from 'kysely';
import type { BoardScope } from '#server/db/board-scope.ts';
import type { BoardTransaction } from '#server/db/database.ts';
import { addJob, addJobs } from '#server/jobs/queue.ts';
import type { Secrets } from '#server/secrets.ts';

/** Growing pauses up to six hours: together about two days (product.md, section 6). */
export const mailAttemptsMax = 17;
/** Before a message's id: the key of its job. */
export const mailJobKeyPrefix = 'mail:';

export interface MailRequest {
  /** Which feature's renderer writes it: `invitation`, `meeting-published`, … */
  readonly kind: string;
  readonly memberId: string;
  /** What it is about: a meeting, an invitation. */
  readonly subjectId: string;
  /** What the message needs and nobody can derive later (an invitation's token); kept encrypted until it went out. */
  readonly sealed?: Readonly<Record<string, string>>;
}

/** Queues one message in the transaction of what it tells of. It is written when it is sent. */
export async function queueMail(
  scope: Pick<BoardScope, 'tx' | 'board' | 'now'>,
  secrets: Secrets,
  request: MailRequest,
): Promise<void> {
  const row = await scope.tx
    .insertInto('mail_messages')
    .values({
      board_id: scope.board.id,
      member_id: request.memberId,
      kind: request.kind,
      subject_id: request.subjectId,
      queued_at: scope.now,
      sealed: request.sealed ? secrets.seal('mail', JSON.stringify(request.sealed)) : null,
      is_repeatable: request.sealed === undefined,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await queueAgain(scope, row.id);
}

/** The job of a message that waits. */
export async function queueAgain(scope: Pick<BoardScope, 'tx' | 'board'>, mailId: string): Promise<void> {
  await addJob(scope.tx, {
    name: 'send-mail',
    payload: { board_id: scope.board.id, mail_id: mailId },
    attempts: mailAttemptsMax,
    key: `${mailJobKeyPrefix}${mailId}`,
  });
}

/** The same message about one thing to several members, in two statements however many they are. */
export async function queueMails(
  scope: Pick<BoardScope, 'tx' | 'board' | 'now'>,
  request: Pick<MailRequest, 'kind' | 'subjectId'> & { readonly memberIds: readonly string[] },
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
      })),
    )
    .returning('id')
    .execute();
  const jobs = rows.map((row) => ({
    payload: { board_id: scope.board.id, mail_id: row.id },
    key: `${mailJobKeyPrefix}${row.id}`,
  }));
  await addJobs(scope.tx, { name: 'send-mail', attempts: mailAttemptsMax, jobs });
}

export interface UserMailRequest {
  /** Which feature's renderer writes it: `security-notice`, `password-reset`, … */
  readonly kind: string;
  readonly userId: string;
  /** As with a board's mail: what it needs and nobody can derive later. */
  readonly sealed?: Readonly<Record<string, string>>;
}

/** Queues one message to a user as such: no board speaks in it, and no choice holds it back. */
export async function queueUserMail(
  scope: { readonly tx: BoardTransaction; readonly now: Date },
  secrets: Secrets,
  request: UserMailRequest,
): Promise<void> {
  const sealed = request.sealed ? secrets.seal('mail', JSON.stringify(request.sealed)) : null;
  const made = await sql<{ id: string }>`
    select gate.add_user_mail(${request.userId}::uuid, ${request.kind}, ${sealed}::bytea, ${scope.now}) as id
  `.execute(scope.tx);
  const id = made.rows[0]?.id;
  if (id === undefined) throw new Error('The message was not queued.');
  await addJob(scope.tx, {
    name: 'send-user-mail',
    payload: { mail_id: id },
    attempts: mailAttemptsMax,
    key: `${mailJobKeyPrefix}${id}`,
  });
}
