import { type RawBuilder, sql } from 'kysely';
import { definePage, type PageScope } from '#server/db/page-statement.ts';
import { meetingVisibleWhere } from '#server/features/homes/meetings/base/visibility.ts';
import { pageReaderOf } from '#server/features/members/audience/queries.ts';
import {
  nthShown,
  type SqlTerms,
  selectPage,
  sharedTerms,
  shownIds,
} from '#server/features/views/search/terms/queries.ts';

/** By title, location, description or agenda. */
export const selectMeetingHits = (scope: PageScope, { terms }: SqlTerms): RawBuilder<unknown> => sql`
  select meeting.id, found.in_title, coalesce(meeting.starts_at, meeting.created_at) as at
  from gate.search_meetings(${terms}) found
  join meetings meeting on meeting.board_id = ${scope.board.id} and meeting.id = found.id
  where meeting.deleted_at is null and ${meetingVisibleWhere(pageReaderOf(scope), 'meeting')}
`;

const selectRows = (scope: PageScope) =>
  scope.tx
    .selectFrom('meetings as meeting')
    .where('meeting.board_id', '=', scope.board.id)
    .where(sql<boolean>`meeting.id = ${shownIds}`)
    .select([
      ...(['meeting.id', 'meeting.title', 'meeting.starts_at', 'meeting.type', 'meeting.state'] as const),
      ...(['meeting.location', 'meeting.description'] as const),
      nthShown('meeting.id').as('nth'),
      sql<string[]>`array(
        select concat_ws('. ', item.title, nullif(item.presenter, ''), nullif(item.description, ''))
        from agenda_items item where item.board_id = meeting.board_id and item.meeting_id = meeting.id
        order by item.position
      )`.as('agenda'),
    ]);

export const foundMeetings = definePage({ meetings_skip: 'int', meetings_most: 'int' }, (scope, params) =>
  selectPage(scope, {
    hits: selectMeetingHits(scope, sharedTerms),
    paging: { skip: params.meetings_skip, most: params.meetings_most },
    rows: selectRows(scope),
  }),
);
