import { sql } from 'kysely';
import type { DefaultMeeting } from '#contract/meeting-lifecycle.ts';
import { restorableSince } from '#domain/timings.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { definePage, type RowOfPage, rowOf, rowsOf } from '#server/db/page-statement.ts';
import { notFound } from '#server/errors.ts';
import { editableBy, pageReaderOf, selectAudienceAccess } from '#server/features/members/audience/queries.ts';
import { selectDocumentsOfMeeting } from '#server/features/papers/documents/queries.ts';
import { selectDeletedPolls, selectPollsOf } from '#server/features/papers/polls/queries.ts';
import { selectGuests } from './attendance/queries.ts';
import {
  type LoadedMeeting,
  selectAgendaItemsOf,
  selectInvitee,
  selectInvitees,
  selectMeeting,
  selectNeighbour,
} from './base/queries.ts';
import { selectDateAnswers, selectDateOptions } from './date-finding/queries.ts';
import { type InviteeCounts, selectDateInviteeCounts, selectInviteeCounts } from './invitees/queries.ts';

/** A meeting with all that its page shows, whoever reads it: `canSeeMeeting` decides. */
export const meetingPage = definePage({ id: 'uuid', restorable_since: 'timestamptz' }, (scope, params) => {
  const { id } = params;
  const reader = pageReaderOf(scope);
  const polls = { kind: 'meeting', id } as const;
  const editable = editableBy(reader, sql.ref('meetings.audience_id'));
  return selectMeeting(scope, id)
    .select(selectAudienceAccess(scope, sql.ref('meetings.audience_id')))
    .$castTo<LoadedMeeting>()
    .select([
      rowOf(selectInvitee(scope, { meetingId: id, memberId: scope.member.id })).as('own'),
      rowsOf(selectAgendaItemsOf(scope, id)).as('items'),
      rowsOf(selectDocumentsOfMeeting(scope, id)).as('documents'),
      rowsOf(selectInvitees(scope, id)).as('invitees'),
      rowsOf(selectGuests(scope, id)).as('guests'),
      rowsOf(selectDateOptions(scope, id)).as('date_options'),
      rowsOf(selectDateAnswers(scope, id)).as('date_answers'),
      rowsOf(selectPollsOf(scope, polls)).as('polls'),
      rowsOf(selectDeletedPolls(scope, { item: polls, since: params.restorable_since })).as('deleted_polls'),
      sql<InviteeCounts | null>`case
        when not ${editable} then null
        when meetings.finds_date then ${rowOf(selectDateInviteeCounts(scope, id))}
        else ${rowOf(selectInviteeCounts(scope, id))}
      end`.as('counts'),
      sql<string | null>`(${selectNeighbour(scope, reader, 'previous')})`.as('previous_id'),
      sql<string | null>`(${selectNeighbour(scope, reader, 'next')})`.as('next_id'),
    ]);
});

export type MeetingPage = RowOfPage<typeof meetingPage>;

/** After a change. */
export async function readMeetingPage(scope: BoardScope, meetingId: string): Promise<MeetingPage> {
  const row = await meetingPage.run(scope.tx, meetingPageParams(scope, meetingId), scope.now);
  if (!row) throw notFound();
  return row;
}

export const meetingPageParams = ({ now }: Pick<BoardScope, 'now'>, meetingId: string) => ({
  id: meetingId,
  restorable_since: restorableSince(now),
});

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
