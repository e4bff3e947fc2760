import { callName } from '#domain/identity.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { notFound } from '#server/errors.ts';
import { canReadByLink } from '#server/features/core/secret-addresses/policy.ts';
import { loadAnnouncement } from '#server/features/homes/announcements/announcement/queries.ts';
import { listDateAnswers, listDateOptions } from '#server/features/homes/meetings/date-finding/queries.ts';
import { findOwnInvitee, listAgendaItems, loadMeeting } from '#server/features/homes/meetings/meeting/queries.ts';
import { selectDocumentsOfAnnouncement, selectDocumentsOfMeeting } from '#server/features/papers/documents/queries.ts';
import { listPolls } from '#server/features/papers/polls/poll/queries.ts';

export async function loadMagicMeeting(scope: BoardScope) {
  if (scope.via.kind !== 'magic') throw notFound();
  const meeting = await loadMeeting(scope, scope.via.meetingId);
  const own = await findOwnInvitee(scope, meeting.id);
  if (!own || meeting.state === 'draft') throw notFound();
  const canRead = canReadByLink(scope);
  return {
    meeting,
    own,
    items: canRead ? await listAgendaItems(scope, meeting.id, scope) : [],
    documents: canRead ? await selectDocumentsOfMeeting(scope, meeting.id, scope).execute() : [],
    polls: await listPolls(scope, { kind: 'meeting', id: meeting.id }),
    dateOptions: await listDateOptions(scope, meeting.id),
    dateAnswers: await listDateAnswers(scope, meeting.id),
    firstName: await findFirstName(scope),
  };
}

export async function loadMagicAnnouncement(scope: BoardScope) {
  if (scope.via.kind !== 'magic-announcement') throw notFound();
  const item = await loadAnnouncement(scope, scope.via.announcementId);
  return {
    item,
    documents: canReadByLink(scope) ? await selectDocumentsOfAnnouncement(scope, item.id).execute() : [],
    polls: await listPolls(scope, { kind: 'announcement', id: item.id }),
    firstName: await findFirstName(scope),
  };
}

async function findFirstName(scope: BoardScope): Promise<string> {
  const row = await scope.tx
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('id', '=', scope.member.userId)
    .executeTakeFirstOrThrow();
  return callName(row);
}
