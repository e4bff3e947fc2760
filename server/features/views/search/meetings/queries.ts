import { sql } from 'kysely';
import type { SearchResult } from '#contract/search.ts';
import { excerptAround, highlightWords, type WordsToHighlight } from '#domain/find-in-text.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { meetingVisibleWhere } from '#server/features/homes/meetings/base/visibility.ts';
import { readerOf } from '#server/features/members/audience/queries.ts';
import {
  type FindRequest,
  type FoundResults,
  inOrderOfIds,
  selectHits,
  termQueries,
  wordsToMark,
} from '#server/features/views/search/terms/queries.ts';

/** By title, location, description or agenda. */
export async function findMeetings(scope: BoardScope, request: FindRequest): Promise<FoundResults> {
  const { count, ids } = await selectHits(
    scope,
    request,
    sql`
      select meeting.id, found.in_title, coalesce(meeting.starts_at, meeting.created_at) as at
      from gate.search_meetings(${termQueries(scope, request.terms)}) found
      join meetings meeting on meeting.board_id = ${scope.board.id}::uuid and meeting.id = found.id
      where meeting.deleted_at is null and ${meetingVisibleWhere(readerOf(scope), 'meeting')}
    `,
  );
  const rows = ids.length === 0 ? [] : await readMeetings(scope, ids);
  const words = wordsToMark(request.terms);
  return { count, results: inOrderOfIds(rows, ids).map((row) => presentMeeting(row, words)) };
}

type MeetingRow = Awaited<ReturnType<typeof readMeetings>>[number];

async function readMeetings(scope: BoardScope, ids: readonly string[]) {
  return scope.tx
    .selectFrom('meetings as meeting')
    .where('meeting.board_id', '=', scope.board.id)
    .where('meeting.id', 'in', [...ids])
    .select([
      ...(['meeting.id', 'meeting.title', 'meeting.starts_at', 'meeting.type', 'meeting.state'] as const),
      ...(['meeting.location', 'meeting.description'] as const),
      sql<string[]>`array(
        select concat_ws('. ', item.title, nullif(item.presenter, ''), nullif(item.description, ''))
        from agenda_items item where item.board_id = meeting.board_id and item.meeting_id = meeting.id
        order by item.position
      )`.as('agenda'),
    ])
    .execute();
}

function presentMeeting(row: MeetingRow, words: readonly WordsToHighlight[]): SearchResult {
  const texts = [
    { label: 'Location', text: row.location },
    ...row.agenda.map((text) => ({ label: 'Agenda', text })),
    { label: null, text: row.description },
  ];
  const found = texts.flatMap(({ label, text }) => {
    const excerpt = excerptAround(text, words);
    return excerpt === null ? [] : [{ label, text: excerpt }];
  });
  return {
    ...{ itemType: 'meetings', id: row.id, title: highlightWords(row.title, words), type: row.type, state: row.state },
    start: row.starts_at?.toISOString() ?? null,
    excerpt: found[0] ?? null,
  };
}
