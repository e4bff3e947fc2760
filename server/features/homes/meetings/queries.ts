import { sql } from 'kysely';
import type { DefaultMeeting } from '#contract/meeting-lifecycle.ts';
import { restorableSince } from '#domain/timings.ts';
import { selectRows } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { definePage, type ResultOf, rowOf, rowsOf } from '#server/db/page-statement.ts';
import { notFound } from '#server/errors.ts';
import { pageReaderOf, selectAudience, selectPeopleIn } from '#server/features/members/audience/queries.ts';
import {
  lastOpening,
  selectDocumentsOfMeeting,
  selectFaultyDocuments,
} from '#server/features/papers/documents/queries.ts';
import { hasPolls, selectDeletedPolls, selectPollsOf } from '#server/features/papers/polls/poll/queries.ts';
import { selectGuests } from './attendance/queries.ts';
import { selectDateAnswers, selectDateOptions } from './date-finding/queries.ts';
import { type InviteeCounts, selectDateInviteeCounts, selectInviteeCounts } from './invitees/queries.ts';
import { hasMore } from './meeting/policy.ts';
import {
  selectAgendaItemsOf,
  selectInvitee,
  selectInvitees,
  selectMeeting,
  selectMeetingOfReader,
  selectNeighbour,
} from './meeting/queries.ts';

const meetingParams = { id: 'uuid', restorable_since: 'timestamptz' } as const;

/** Does not check visibility; the caller must use `canSeeMeeting`. */
export const meetingPage = definePage(meetingParams, (scope, { id, restorable_since }) => {
  const reader = pageReaderOf(scope);
  return selectMeetingOfReader(scope, id).select([
    rowOf(selectInvitee(scope, { meetingId: id, memberId: scope.member.id })).as('own'),
    rowsOf(selectAgendaItemsOf(scope, id, scope)).as('items'),
    rowsOf(selectDocumentsOfMeeting(scope, id, scope).select(lastOpening(scope))).as('documents'),
    rowsOf(selectInvitees(scope, id)).as('invitees'),
    rowsOf(selectGuests(scope, id)).as('guests'),
    hasPolls(scope, { item: { kind: 'meeting', id }, since: restorable_since }).as('has_polls'),
    sql<string | null>`(${selectNeighbour(scope, reader, 'previous')})`.as('previous_id'),
    sql<string | null>`(${selectNeighbour(scope, reader, 'next')})`.as('next_id'),
  ]);
});

export const meetingMorePage = definePage(meetingParams, (scope, { id, restorable_since }) => {
  const item = { kind: 'meeting', id } as const;
  return selectMeeting(scope, id).select([
    rowsOf(selectPollsOf(scope, item)).as('polls'),
    rowsOf(selectDeletedPolls(scope, { item, since: restorable_since })).as('deleted_polls'),
    rowsOf(selectDateOptions(scope, id)).as('date_options'),
    rowsOf(selectDateAnswers(scope, id)).as('date_answers'),
    sql<InviteeCounts>`case
      when meetings.finds_date then ${rowOf(selectDateInviteeCounts(scope, id))}
      else ${rowOf(selectInviteeCounts(scope, id))}
    end`.as('counts'),
  ]);
});

/** Does not check rights; the caller must use `canEditMeeting`. */
export const meetingAudience = definePage({ id: 'uuid' }, (scope, { id }) => {
  const audienceId = sql.ref<string>('meetings.audience_id');
  return selectMeetingOfReader(scope, id).select(rowOf(selectAudience(scope, audienceId)).$notNull().as('named'));
});

export const meetingRecipients = definePage({ id: 'uuid' }, (scope, { id }) => {
  const audienceId = sql.ref<string>('meetings.audience_id');
  return selectMeetingOfReader(scope, id).select([
    rowsOf(selectPeopleIn(scope, audienceId)).as('people'),
    rowsOf(selectFaultyDocuments(scope, id)).as('faults'),
  ]);
});

export type MeetingPage = NonNullable<ResultOf<typeof meetingPage>>;
export type MeetingMore = ResultOf<typeof meetingMorePage>;

export async function readMeetingPage(
  scope: BoardScope,
  meetingId: string,
): Promise<{ readonly page: MeetingPage; readonly more: MeetingMore }> {
  const params = meetingPageParams(scope, meetingId);
  const page = await meetingPage.run(scope.tx, params, scope.now);
  if (!page) throw notFound();
  const more = hasMore(scope, page) ? await meetingMorePage.run(scope.tx, params, scope.now) : null;
  return { page, more };
}

export const meetingPageParams = ({ now }: Pick<BoardScope, 'now'>, meetingId: string) => ({
  id: meetingId,
  restorable_since: restorableSince(now),
});

export const plainMeeting: DefaultMeeting = {
  type: 'hybrid',
  length_minutes: 120,
  location: '',
  join_url: '',
  agenda_items: [],
};

/** Selects nothing until the board has chosen defaults. */
export const defaultMeeting = definePage({}, (scope) =>
  selectRows(scope, 'meeting_defaults')
    .select(['type', 'length_minutes', 'location', 'join_url'])
    .select(sql<DefaultMeeting['agenda_items']>`agenda_items`.as('agenda_items')),
);
