import type { DocumentPlace } from '#contract/documents.ts';
import { meetingMessages } from '#domain/messages.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { authorize, notFound } from '#server/errors.ts';
import { raiseAgendaRevision } from '#server/features/homes/meetings/agenda/note-change.ts';
import { tellMeetingChanged } from '#server/features/homes/meetings/commands.ts';
import { refuseClosed } from '#server/features/homes/meetings/lifecycle/closing.ts';
import { canEditMeeting } from '#server/features/homes/meetings/policy.ts';
import { loadMeeting } from '#server/features/homes/meetings/queries.ts';
import {
  canSeeMeeting,
  selectMeetingOfDocument,
  selectVisibleMeetings,
} from '#server/features/homes/meetings/visibility.ts';
import type { Home, MeetingHome } from '#server/features/papers/documents/ports.ts';
import { tellDocumentChanged } from '#server/features/papers/documents/tell.ts';

/** A meeting as what holds documents: its own, and those of its agenda items. */
export const meetingHome: Home<MeetingHome> = {
  selectOfDocument: selectMeetingOfDocument,
  selectVisible: selectVisibleMeetings,
  isVisible: canSeeMeeting,
  canEdit: canEditMeeting,
  documentStays: meetingMessages.documentStays,
  async open(scope, place, options) {
    const meeting = await loadMeeting(scope, await meetingOfPlace(scope, place), options);
    authorize(canEditMeeting(scope, meeting));
    const { id, state, in_audience, administers } = meeting;
    return { kind: 'meeting', id, state, in_audience, administers };
  },
  async lock(scope, { id }) {
    await loadMeeting(scope, id, { lock: 'update' });
  },
  async refuseOrdering(scope, config, { id }) {
    refuseClosed(scope, config, await loadMeeting(scope, id));
  },
  async publishChanged(scope, home, documentId) {
    await raiseAgendaRevision(scope, home.id);
    // Its own event alone: open pages ask again for what it stands in as well, and would do so twice.
    if (documentId !== null) await tellDocumentChanged(scope, documentId);
    else await tellMeetingChanged(scope, home);
  },
  async listNames({ tx, board }, ids) {
    const rows = await tx
      .selectFrom('meetings')
      .select(['id', 'title'])
      .where('board_id', '=', board.id)
      .where('id', 'in', [...ids])
      .execute();
    return new Map(rows.map(({ id, title }) => [id, title]));
  },
};

async function meetingOfPlace({ tx, board }: BoardScope, place: DocumentPlace): Promise<string> {
  if (place.kind !== 'agenda-item') return place.id;
  const item = await tx
    .selectFrom('agenda_items')
    .select('meeting_id')
    .where('board_id', '=', board.id)
    .where('id', '=', place.id)
    .executeTakeFirst();
  if (!item) throw notFound();
  return item.meeting_id;
}
