import type { MeetingPlace } from '#contract/documents.ts';
import { announcementMessages } from '#domain/later-messages.ts';
import { meetingMessages } from '#domain/messages.ts';
import type { Config } from '#server/config.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { raiseAgendaRevision } from '#server/features/homes/meetings/agenda/note-change.ts';
import { tellMeetingChanged } from '#server/features/homes/meetings/commands.ts';
import { refuseClosed } from '#server/features/homes/meetings/lifecycle/closing.ts';
import type { LoadedDocument } from './load.ts';
import { notePlaceChanged, openAnnouncementPlace, openMeetingPlace, positionInPlace } from './place.ts';

/** Puts a document before another one of an item or of the meeting itself, or last; only its own row is written. */
export async function moveDocument(
  scope: BoardScope,
  config: Pick<Config, 'editsCloseMinutesAfter'>,
  document: LoadedDocument,
  to: { readonly place: MeetingPlace; readonly beforeId: string | null },
): Promise<void> {
  if (to.beforeId === document.id) return;
  const meeting = await openMeetingPlace(scope, to.place, { lock: 'update' });
  if (document.home.kind !== 'meeting' || meeting.id !== document.home.id) throw refused(meetingMessages.documentStays);
  refuseClosed(scope, config, meeting);
  const position = await positionInPlace(scope, to.place, { beforeId: to.beforeId, besides: document.id });
  const isUnderItem = to.place.kind === 'agenda-item';
  await scope.tx
    .updateTable('documents')
    .set({
      position,
      agenda_item_id: isUnderItem ? to.place.id : null,
      meeting_id: isUnderItem ? null : to.place.id,
    })
    .where('board_id', '=', scope.board.id)
    .where('id', '=', document.id)
    .execute();
  const detail = { meeting_id: meeting.id, ...(isUnderItem ? { agenda_item_id: to.place.id } : {}) };
  await audit(scope, { action: 'document.moved', subjectKind: 'document', subjectId: document.id, detail });
  await raiseAgendaRevision(scope, meeting.id);
  await tellMeetingChanged(scope, meeting);
}

/** The same among the documents of an announcement. */
export async function moveWithinAnnouncement(
  scope: BoardScope,
  document: LoadedDocument,
  to: { readonly announcementId: string; readonly beforeId: string | null },
): Promise<void> {
  if (to.beforeId === document.id) return;
  const { home } = document;
  const item = await openAnnouncementPlace(scope, to.announcementId, { lock: 'update' });
  if (home.kind !== 'announcement' || home.id !== item.id) throw refused(announcementMessages.documentStays);
  const place = { kind: 'announcement', id: item.id } as const;
  const position = await positionInPlace(scope, place, { beforeId: to.beforeId, besides: document.id });
  await scope.tx
    .updateTable('documents')
    .set({ position })
    .where('board_id', '=', scope.board.id)
    .where('id', '=', document.id)
    .execute();
  const detail = { announcement_id: item.id };
  await audit(scope, { action: 'document.moved', subjectKind: 'document', subjectId: document.id, detail });
  await notePlaceChanged(scope, home);
}
