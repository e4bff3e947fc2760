import type { Meeting } from '#contract/meetings.ts';
import { agendaItemCount } from '#domain/agenda.ts';
import { attendanceOpensAt, editsCloseAt } from '#domain/edit-window.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { canSeePeople } from '#server/features/members/people/policy.ts';
import { listDocumentsOfMeeting } from '#server/features/papers/documents/queries.ts';
import { presentPolls } from '#server/features/papers/polls/present.ts';
import { listGuests } from './attendance/guests.ts';
import { presentDateSearch } from './date-finding/present.ts';
import { countDateInvitees } from './date-finding/silent.ts';
import { countInvitees } from './invitees/recipients.ts';
import { momentOf, type WindowConfig } from './lifecycle/moment.ts';
import { meetingActs } from './lifecycle/state-policy.ts';
import { canEditMeeting, canPublish, canRespond } from './policy.ts';
import { pollPlaceOf } from './polls/commands.ts';
import { presentAgenda, presentHead, presentInvitee, presentStatus, presentTimes } from './present.ts';
import {
  findNeighbours,
  findOwnInvitee,
  type LoadedMeeting,
  listAgendaItems,
  listInvitees,
  type MeetingRow,
} from './queries.ts';

/** A meeting, whole. `lastVisit`: when the reader saw it before; what was added since then is new. */
export async function presentMeeting(
  scope: BoardScope,
  config: WindowConfig,
  given: { readonly meeting: LoadedMeeting; readonly lastVisit?: Date | null },
): Promise<Meeting> {
  const { meeting } = given;
  const own = await findOwnInvitee(scope, meeting.id);
  const lastVisit = given.lastVisit === undefined ? (own?.previous_visited_at ?? null) : given.lastVisit;
  const items = await listAgendaItems(scope, meeting.id);
  const documents = await listDocumentsOfMeeting(scope, meeting.id);
  const moment = momentOf(scope, config, meeting);
  const acts = meetingActs(scope, meeting, moment);
  const seesPeople = canSeePeople(scope);
  const invitees = seesPeople ? await listInvitees(scope, meeting.id) : null;
  const isInvited = own !== null;
  const place = pollPlaceOf(scope, config, { meeting, isInvited });
  const { previousId, nextId } = await findNeighbours(scope, meeting);
  return {
    ...presentHead(meeting),
    ...presentTimes(meeting),
    date_search: await presentDateSearch(scope, { meeting, isInvited, invitees }),
    polls: await presentPolls(scope, place),
    join_url: meeting.join_url,
    description: meeting.description,
    agenda_item_count: agendaItemCount(items),
    document_count: documents.length,
    ...presentAgenda({ items, documents, lastVisit, seesPeople }),
    agenda_revision: meeting.agenda_revision,
    meeting_status: own ? presentStatus(own) : null,
    invitees: invitees?.map(presentInvitee) ?? null,
    guests: seesPeople ? [...(await listGuests(scope, meeting.id))] : null,
    counts: canEditMeeting(scope, meeting) ? await countOf(scope, meeting) : null,
    ...windowOf(config, meeting),
    is_closed: moment.isClosed,
    is_reopened: meeting.reopened_at !== null,
    previous_id: previousId,
    next_id: nextId,
    can: {
      edit: canEditMeeting(scope, meeting),
      edit_agenda: canEditMeeting(scope, meeting) && !moment.isClosed,
      publish: canPublish(scope, meeting),
      respond: canRespond(meeting, own, { areEditsClosed: moment.isClosed }),
      ...acts,
    },
  };
}

function windowOf(config: WindowConfig, { starts_at: start, ends_at: end }: Pick<MeetingRow, 'starts_at' | 'ends_at'>) {
  if (start === null || end === null) return { attendance_opens_at: null, closes_at: null };
  return {
    attendance_opens_at: attendanceOpensAt(start, config.attendanceOpensMinutesBefore).toISOString(),
    closes_at: editsCloseAt(end, config.editsCloseMinutesAfter).toISOString(),
  };
}

const countOf = (scope: BoardScope, meeting: LoadedMeeting) =>
  meeting.finds_date ? countDateInvitees(scope, meeting.id) : countInvitees(scope, meeting.id);
