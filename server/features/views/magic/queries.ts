import { callName } from '#domain/identity.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { notFound } from '#server/errors.ts';
import { canReadByLink } from '#server/features/core/secret-addresses/policy.ts';
import {
  type LoadedAnnouncement,
  loadAnnouncement,
} from '#server/features/homes/announcements/announcement/queries.ts';
import { listDateAnswers, listDateOptions } from '#server/features/homes/meetings/date-finding/queries.ts';
import {
  findOwnInvitee,
  type LoadedMeeting,
  listAgendaItems,
  loadMeeting,
} from '#server/features/homes/meetings/meeting/queries.ts';
import { selectDocumentsOfAnnouncement, selectDocumentsOfMeeting } from '#server/features/papers/documents/queries.ts';
import { listPolls } from '#server/features/papers/polls/poll/queries.ts';

export async function loadMagicMeeting(scope: BoardScope) {
  const meeting = await loadLinkedMeeting(scope);
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

async function loadLinkedMeeting(scope: BoardScope): Promise<LoadedMeeting> {
  if (scope.via.kind !== 'magic') throw notFound();
  return loadMeeting(scope, scope.via.meetingId);
}

export async function loadMagicAnnouncement(scope: BoardScope) {
  const item = await loadLinkedAnnouncement(scope);
  return {
    item,
    documents: canReadByLink(scope) ? await selectDocumentsOfAnnouncement(scope, item.id).execute() : [],
    polls: await listPolls(scope, { kind: 'announcement', id: item.id }),
    firstName: await findFirstName(scope),
  };
}

async function loadLinkedAnnouncement(scope: BoardScope): Promise<LoadedAnnouncement> {
  if (scope.via.kind !== 'magic-announcement') throw notFound();
  return loadAnnouncement(scope, scope.via.announcementId);
}

async function findFirstName(scope: BoardScope): Promise<string> {
  const row = await scope.tx
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('id', '=', scope.member.userId)
    .executeTakeFirstOrThrow();
  return callName(row);
}
