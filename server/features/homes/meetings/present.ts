import type { Meeting } from '#contract/meetings.ts';
import { agendaItemCount } from '#domain/agenda.ts';
import { attendanceOpensAt, editsCloseAt } from '#domain/meeting-times.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { presentPollsOfItem } from '#server/features/papers/polls/present.ts';
import {
  allowedActions,
  canEditMeeting,
  canPublish,
  canRespond,
  meetingPhase,
  type WindowConfig,
} from './base/policy.ts';
import { presentAgenda, presentHead, presentInvitee, presentStatus, presentTimes } from './base/present.ts';
import type { MeetingRow } from './base/queries.ts';
import { presentDateSearch } from './date-finding/present.ts';
import type { MeetingPage } from './queries.ts';

export function presentMeeting(
  scope: Pick<BoardScope, 'member' | 'via' | 'board' | 'now'>,
  config: WindowConfig,
  page: MeetingPage,
): Meeting {
  const { meeting, own, items, documents, lastVisit, seesPeople } = page;
  const phase = meetingPhase(scope, config, meeting);
  const edit = canEditMeeting(scope, meeting);
  return {
    ...presentHead(meeting),
    ...presentTimes(meeting),
    date_search:
      page.dateSearch &&
      presentDateSearch(scope, page.dateSearch, { meeting, isInvited: own !== null, invitees: page.invitees }),
    polls: presentPollsOfItem(scope, page.polls),
    join_url: meeting.join_url,
    description: meeting.description,
    agenda_item_count: agendaItemCount(items),
    document_count: documents.length,
    ...presentAgenda({ items, documents, lastVisit, seesPeople }),
    agenda_revision: meeting.agenda_revision,
    meeting_status: own ? presentStatus(own) : null,
    invitees: page.invitees?.map(presentInvitee) ?? null,
    guests: page.guests ? [...page.guests] : null,
    counts: page.counts,
    ...presentWindow(config, meeting),
    is_closed: phase.isClosed,
    is_reopened: meeting.reopened_at !== null,
    previous_id: page.neighbours.previousId,
    next_id: page.neighbours.nextId,
    can: {
      edit,
      edit_agenda: edit && !phase.isClosed,
      publish: canPublish(scope, meeting),
      respond: canRespond(meeting, own, { areEditsClosed: phase.isClosed }),
      ...allowedActions(scope, meeting, phase),
    },
  };
}

function presentWindow(config: WindowConfig, row: Pick<MeetingRow, 'starts_at' | 'ends_at'>) {
  const { starts_at: start, ends_at: end } = row;
  if (start === null || end === null) return { attendance_opens_at: null, closes_at: null };
  return {
    attendance_opens_at: attendanceOpensAt(start, config.attendanceOpensMinutesBefore).toISOString(),
    closes_at: editsCloseAt(end, config.editsCloseMinutesAfter).toISOString(),
  };
}
