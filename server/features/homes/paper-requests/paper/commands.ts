import { sql } from 'kysely';
import type { AuditAction } from '#domain/audit.ts';
import { deleteRows } from '#server/db/board-rows.ts';
import type { BoardJobScope, BoardScope } from '#server/db/board-scope.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { publishLive } from '#server/features/core/events/commands.ts';
import { listenersWhoSee } from '#server/features/members/audience/commands.ts';
import { defineListeners, editableBy } from '#server/features/members/audience/queries.ts';
import type { PaperRow } from './queries.ts';

export const papersAskedMail = 'papers-asked';
export const papersDueMail = 'papers-due';
export const papersSentBackMail = 'papers-sent-back';
export const papersEndedMail = 'papers-ended';
export const paperLinkMail = 'papers-link';

const editorsOfMeeting = defineListeners(
  ({ board }, { id }) => sql`(
    select own.audience_id from meetings own where own.board_id = ${board.id} and own.id = ${id}
  ) meeting`,
  (reader) => editableBy(reader, sql.ref('meeting.audience_id')),
);

type Paper = Pick<PaperRow, 'id' | 'agenda_item_id' | 'meeting_id'>;

/** Only editors who can see the item are notified. */
export async function recordPaper(
  scope: BoardScope | BoardJobScope,
  paper: Paper,
  action: AuditAction,
  detail: Readonly<Record<string, string>> = {},
): Promise<void> {
  await audit(
    scope,
    action,
    { kind: 'agenda-item', id: paper.agenda_item_id },
    { ...detail, meeting_id: paper.meeting_id, request_id: paper.id },
  );
  const editors = await editorsOfMeeting.run(scope.tx, { id: paper.meeting_id, state: '' }, scope.now);
  const listeners = await listenersWhoSee(scope, paper.agenda_item_id, editors);
  await publishLive(scope, { noun: 'paper-requests', id: paper.meeting_id }, listeners);
}

export async function deleteSubmission(scope: Pick<BoardScope, 'tx' | 'board'>, requestId: string) {
  await deleteRows(scope, 'paper_submissions', { request_id: requestId }).execute();
}
