import { meetingMessages } from '#domain/messages/meetings.ts';
import { selectRows } from '#server/db/board-rows.ts';
import { authorize } from '#server/errors.ts';
import { raiseAgendaRevision } from '#server/features/homes/meetings/agenda/commands.ts';
import { publishMeetingChanged, refuseClosed } from '#server/features/homes/meetings/meeting/commands.ts';
import { canEditMeeting, pollHomeFacts } from '#server/features/homes/meetings/meeting/policy.ts';
import { findOwnInvitee, loadMeeting, loadMeetingOfItem } from '#server/features/homes/meetings/meeting/queries.ts';
import {
  canReadMeeting,
  meetingNameOfDocument,
  selectMeetingOfDocument,
  selectVisibleMeetings,
} from '#server/features/homes/meetings/meeting/visibility.ts';
import { publishDocumentChanged } from '#server/features/papers/documents/commands.ts';
import type { Home, MeetingHome } from '#server/features/papers/documents/ports.ts';
import type { PollHome } from '#server/features/papers/polls/ports.ts';

export const meetingHome: Home<MeetingHome> = {
  selectOfDocument: selectMeetingOfDocument,
  nameOfDocument: meetingNameOfDocument,
  selectVisible: selectVisibleMeetings,
  isVisible: canReadMeeting,
  canEdit: canEditMeeting,
  documentStaysMessage: meetingMessages.documentStays,
  async open(scope, input, options) {
    const meetingId = input.kind === 'agenda-item' ? await loadMeetingOfItem(scope, input.id) : input.id;
    const meeting = await loadMeeting(scope, meetingId, options);
    authorize(canEditMeeting(scope, meeting));
    const { id, state, is_shown, in_audience, administers } = meeting;
    return { kind: 'meeting', id, state, is_shown, in_audience, administers };
  },
  async lock(scope, { id }) {
    await loadMeeting(scope, id, { lock: 'update' });
  },
  async refuseOrdering(scope, config, { id }) {
    refuseClosed(scope, config, await loadMeeting(scope, id));
  },
  refuseFixed: (scope, documentId, what) => scope.ports.decisions.refusePaper(scope, { documentId, what }),
  async publishChanged(scope, home, documentId) {
    await raiseAgendaRevision(scope, home.id);
    // One event is enough, because an event about a document also makes open pages reload its meeting.
    if (documentId !== null) await publishDocumentChanged(scope, documentId);
    else await publishMeetingChanged(scope, home);
  },
};

export const meetingPollHome: PollHome = {
  async open(scope, config, { id, lock }) {
    const meeting = await loadMeeting(scope, id, { lock });
    const own = await findOwnInvitee(scope, meeting.id);
    return pollHomeFacts(scope, config, { meeting, isInvited: own !== null });
  },
  publishChanged: (scope, { item, state }) => publishMeetingChanged(scope, { id: item.id, state }),
  async publishClosing(scope, id) {
    const meeting = await selectRows(scope, 'meetings', { id }).select(['id', 'state']).executeTakeFirstOrThrow();
    await publishMeetingChanged(scope, meeting);
  },
};
