import type { Meeting } from '#contract/meetings.ts';
import { agendaItemCount } from '#domain/agenda.ts';
import { attendanceOpensAt, editsCloseAt } from '#domain/meeting-times.ts';
import type { Context } from '#server/context.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { authorize } from '#server/errors.ts';
import { canSeePeople } from '#server/features/members/people/policy.ts';
import { listDocumentsOfMeeting } from '#server/features/papers/documents/queries.ts';
import { readPolls } from '#server/features/papers/polls/commands.ts';
import { listGuests } from './attendance/commands.ts';
import {
  allowedActions,
  canEditMeeting,
  canPublish,
  canRespond,
  meetingPhase,
  type WindowConfig,
} from './base/policy.ts';
import { presentAgenda, presentHead, presentInvitee, presentStatus, presentTimes } from './base/present.ts';
import {
  findNeighbours,
  findOwnInvitee,
  type LoadedMeeting,
  listAgendaItems,
  listInvitees,
  loadMeeting,
  type MeetingRow,
} from './base/queries.ts';
import { countDateInvitees, findDateSearch } from './date-finding/queries.ts';
import { pollHomeFacts } from './home/commands.ts';
import { countInvitees } from './invitees/queries.ts';

/** The meeting, its row held, if the member may edit it: of several at once each finds what the one before has left. */
export async function loadMeetingForEdit(scope: BoardScope, meetingId: string): Promise<LoadedMeeting> {
  const meeting = await loadMeeting(scope, meetingId, { lock: 'update' });
  authorize(canEditMeeting(scope, meeting));
  return meeting;
}

/** What it has become, for an answer. */
export async function presentCurrentMeeting(scope: BoardScope, context: Context, meetingId: string) {
  return { meeting: await presentMeeting(scope, context.config, { meeting: await loadMeeting(scope, meetingId) }) };
}

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
  const moment = meetingPhase(scope, config, meeting);
  const acts = allowedActions(scope, meeting, moment);
  const seesPeople = canSeePeople(scope);
  const invitees = seesPeople ? await listInvitees(scope, meeting.id) : null;
  const isInvited = own !== null;
  const place = pollHomeFacts(scope, config, { meeting, isInvited });
  const { previousId, nextId } = await findNeighbours(scope, meeting);
  return {
    ...presentHead(meeting),
    ...presentTimes(meeting),
    date_search: await findDateSearch(scope, { meeting, isInvited, invitees }),
    polls: await readPolls(scope, place),
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
