import type { DefaultMeeting } from '#contract/meeting-lifecycle.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { canSeePeople } from '#server/features/members/people/policy.ts';
import { listDocumentsOfMeeting } from '#server/features/papers/documents/queries.ts';
import { readPolls } from '#server/features/papers/polls/base/queries.ts';
import { listGuests } from './attendance/queries.ts';
import { canEditMeeting, type WindowConfig } from './base/policy.ts';
import { findNeighbours, findOwnInvitee, type LoadedMeeting, listAgendaItems, listInvitees } from './base/queries.ts';
import { findDateSearch } from './date-finding/queries.ts';
import { pollHomeFacts } from './home/commands.ts';
import { countDateInvitees, countInvitees } from './invitees/queries.ts';

export type MeetingPage = Awaited<ReturnType<typeof readMeetingPage>>;

/** `lastVisit`: when the reader last saw it, unless the invitation says so. */
export async function readMeetingPage(
  scope: BoardScope,
  config: WindowConfig,
  given: { readonly meeting: LoadedMeeting; readonly lastVisit?: Date | null },
) {
  const { meeting } = given;
  const own = await findOwnInvitee(scope, meeting.id);
  const isInvited = own !== null;
  const seesPeople = canSeePeople(scope);
  const invitees = seesPeople ? await listInvitees(scope, meeting.id) : null;
  const countWith = meeting.finds_date ? countDateInvitees : countInvitees;
  return {
    meeting,
    own,
    seesPeople,
    invitees,
    lastVisit: given.lastVisit === undefined ? (own?.previous_visited_at ?? null) : given.lastVisit,
    items: await listAgendaItems(scope, meeting.id),
    documents: await listDocumentsOfMeeting(scope, meeting.id),
    dateSearch: await findDateSearch(scope, meeting),
    polls: await readPolls(scope, pollHomeFacts(scope, config, { meeting, isInvited })),
    guests: seesPeople ? await listGuests(scope, meeting.id) : null,
    counts: canEditMeeting(scope, meeting) ? await countWith(scope, meeting.id) : null,
    neighbours: await findNeighbours(scope, meeting),
  };
}

const plainMeeting: DefaultMeeting = {
  type: 'hybrid',
  length_minutes: 120,
  location: '',
  join_url: '',
  agenda_items: [],
};

export async function findDefaultMeeting(scope: BoardScope): Promise<DefaultMeeting> {
  const row = await scope.tx
    .selectFrom('meeting_defaults')
    .select(['type', 'length_minutes', 'location', 'join_url', 'agenda_items'])
    .where('board_id', '=', scope.board.id)
    .executeTakeFirst();
  if (!row) return plainMeeting;
  return { ...row, agenda_items: row.agenda_items as unknown as DefaultMeeting['agenda_items'] };
}
