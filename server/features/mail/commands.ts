import type { BoardScope } from '../../db/board-scope.ts';
import { addJob } from '../../jobs/queue.ts';
import type { Secrets } from '../../secrets.ts';

/** Growing pauses up to six hours: together about two days (product.md, section 6). */
export const mailAttemptsMax = 17;

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
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addJob(scope.tx, {
    name: 'send-mail',
    payload: { board_id: scope.board.id, mail_id: row.id },
    attempts: mailAttemptsMax,
    key: `mail:${row.id}`,
  });
}
