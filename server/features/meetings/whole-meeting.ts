import type { Meeting } from '../../../contract/meetings.ts';
import type { Config } from '../../config.ts';
import type { BoardScope } from '../../db/board-scope.ts';
import { listDocumentsOfMeeting } from '../documents/queries.ts';
import { canSeePeople } from '../people/policy.ts';
import { isClosed } from './closing.ts';
import { canDeleteMeeting, canEditMeeting, canPublish, canRespond } from './policy.ts';
import { presentAgenda, presentHead, presentInvitee, presentStatus } from './present.ts';
import { findNeighbours, findOwnInvitee, listAgendaItems, listInvitees, type MeetingRow } from './queries.ts';

/** A meeting, whole. `lastVisit`: when the reader saw it before; what was added since then is new. */
export async function presentMeeting(
  scope: BoardScope,
  config: Pick<Config, 'editsCloseMinutesAfter'>,
  given: { readonly meeting: MeetingRow; readonly lastVisit?: Date | null },
): Promise<Meeting> {
  const { meeting } = given;
  const own = await findOwnInvitee(scope, meeting.id);
  const lastVisit = given.lastVisit === undefined ? (own?.previous_visited_at ?? null) : given.lastVisit;
  const items = await listAgendaItems(scope, meeting.id);
  const documents = await listDocumentsOfMeeting(scope, meeting.id);
  const { previousId, nextId } = await findNeighbours(scope, meeting);
  return {
    ...presentHead(meeting),
    join_url: meeting.join_url,
    description: meeting.description,
    agenda_item_count: items.length,
    document_count: documents.length,
    ...presentAgenda({ items, documents, lastVisit }),
    meeting_status: own ? presentStatus(own) : null,
    invitees: canSeePeople(scope) ? (await listInvitees(scope, meeting.id)).map(presentInvitee) : null,
    previous_id: previousId,
    next_id: nextId,
    can: {
      edit: canEditMeeting(scope),
      publish: canPublish(scope, meeting),
      delete: canDeleteMeeting(scope, meeting),
      respond: canRespond(meeting, own, { areEditsClosed: isClosed(scope, config, meeting) }),
    },
  };
}
