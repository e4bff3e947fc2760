import { sql } from 'kysely';
import type { RegisterEntry } from '#contract/resolutions.ts';
import { withheldItemTitle, withheldTitle } from '#domain/messages/interests.ts';
import { selectRows } from '#server/db/board-rows.ts';
import { definePage, defineRows, type PageScope, type ResultOf } from '#server/db/page-statement.ts';
import { writtenVisibleWhere } from '#server/features/deciding/motions/written/resolution/visibility.ts';
import { isDeskWhere } from '#server/features/deciding/room/desk/visibility.ts';
import { countNow } from '#server/features/deciding/room/state/queries.ts';
import { meetingVisibleWhere } from '#server/features/homes/meetings/meeting/visibility.ts';
import { pageReaderOf, pageReaderOfPublished } from '#server/features/members/audience/queries.ts';
import { withheldWhere } from '#server/features/members/audience/visibility.ts';

export interface DecidedRow extends Omit<RegisterEntry, 'body' | 'decided_at' | 'meeting' | 'counts'> {
  readonly is_withheld: boolean;
  readonly year: number;
  readonly body_id: string;
  readonly body_name: string;
  readonly decided_at: Date;
  readonly meeting_id: string | null;
  readonly meeting_title: string | null;
  readonly votes_for: number | null;
  readonly votes_against: number | null;
  readonly abstentions: number | null;
}

const decided = (scope: PageScope) => sql<DecidedRow>`(
  select vote.id, 'meeting' as kind, case when voided.vote_id is not null then 'void' when vote.state = 'tied' then 'not-carried' else vote.state end as state, is_withheld,
    case when is_withheld then ${sql.lit(withheldTitle)} else numbered.number end as number,
    coalesce(numbered.year, extract(year from gate.local_time(coalesce(vote.cast_at, vote.closed_at), board.time_zone))::int) as year,
    case when is_withheld then ${sql.lit(withheldItemTitle)} else item.title end as title,
    case when is_withheld then '' else vote.text end as text,
    vote.body_id, coalesce(vote.cast_at, vote.closed_at) as decided_at,
    case when not is_withheld then vote.way end as way,
    not is_withheld and vote.casting_choice is not null and voided.vote_id is null as by_casting_vote, not is_withheld and vote.held_at is not null as entered_afterwards,
    meeting.id as meeting_id, meeting.title as meeting_title,
    case when not is_withheld and not (vote.way = 'secret' and voided.vote_id is not null) then ${countNow('votes_for')} end as votes_for,
    case when not is_withheld then ${countNow('votes_against')} end as votes_against,
    case when not is_withheld then ${countNow('abstentions')} end as abstentions, body.name as body_name
  from votes vote
  join boards board on board.id = vote.board_id
  left join resolution_numbers numbered on numbered.board_id = vote.board_id and numbered.vote_id = vote.id
  join motions motion on motion.board_id = vote.board_id and motion.id = vote.motion_id
  cross join lateral (select ${withheldWhere(pageReaderOf(scope), sql.ref('motion.id'))} as is_withheld) held
  join agenda_items item on item.board_id = motion.board_id and item.id = motion.agenda_item_id
  join meetings meeting on meeting.board_id = vote.board_id and meeting.id = vote.meeting_id
  join bodies body on body.board_id = vote.board_id and body.id = vote.body_id
  left join vote_voids voided on voided.board_id = vote.board_id and voided.vote_id = vote.id
  where vote.board_id = ${scope.board.id}::uuid and meeting.deleted_at is null
    and (
      numbered.vote_id is not null or vote.state = 'not-carried' or vote.state = 'tied' and exists (
        select from meeting_rooms room
        where room.board_id = vote.board_id and room.meeting_id = vote.meeting_id and room.phase = 'adjourned'
      )
    )
    and ${meetingVisibleWhere(pageReaderOfPublished(scope), 'meeting')}
  union all
  select motion.id, 'meeting', 'not-voted-on', is_withheld, null,
    extract(year from gate.local_time(room.since_at, board.time_zone))::int,
    case when is_withheld then ${sql.lit(withheldItemTitle)} else item.title end,
    case when is_withheld then '' else motion.text end,
    room.body_id, room.since_at, null, false, false, meeting.id, meeting.title, null, null, null, body.name
  from motions motion
  join boards board on board.id = motion.board_id
  cross join lateral (select ${withheldWhere(pageReaderOf(scope), sql.ref('motion.id'))} as is_withheld) held
  join agenda_items item on item.board_id = motion.board_id and item.id = motion.agenda_item_id
  join meetings meeting on meeting.board_id = motion.board_id and meeting.id = motion.meeting_id
  join meeting_rooms room on room.board_id = motion.board_id and room.meeting_id = meeting.id and room.phase = 'adjourned'
  join bodies body on body.board_id = motion.board_id and body.id = room.body_id
  where motion.board_id = ${scope.board.id}::uuid and meeting.deleted_at is null
    and motion.state = 'proposed' and motion.mover_id is not null
    and not exists (select from votes vote where vote.board_id = motion.board_id and vote.motion_id = motion.id)
    and ${meetingVisibleWhere(pageReaderOfPublished(scope), 'meeting')}
  union all
  select written.id, 'written', written.state, false, numbered.number,
    coalesce(numbered.year, extract(year from gate.local_time(written.decided_at, board.time_zone))::int),
    written.title, written.text, written.body_id, written.decided_at,
    null, false, false, null, null, written.votes_for, written.votes_against, written.abstentions, body.name
  from written_resolutions written
  join boards board on board.id = written.board_id
  join bodies body on body.board_id = written.board_id and body.id = written.body_id
  left join resolution_numbers numbered on numbered.board_id = written.board_id and numbered.written_id = written.id
  where written.board_id = ${scope.board.id}::uuid and written.decided_at is not null and written.round > 0
    and ${writtenVisibleWhere(pageReaderOf(scope))}
)`;

export const registerReader = definePage({}, ({ tx, board, member }) =>
  selectRows({ tx, board }, 'members', { id: member.id }).select(sql<string>`known_name(members)`.as('name')),
);

export const registerEntries = defineRows(
  { year: 'int', body: 'uuid', states: 'text[]', words: 'text', after: 'uuid', most: 'int' },
  (scope, { year, body, states, words, after, most }) =>
    scope.tx
      .with('decided', () => scope.tx.selectFrom(decided(scope).as('each')).selectAll())
      .selectFrom('decided')
      .selectAll()
      .where(sql<boolean>`decided.year = coalesce(${year}, (select max(year) from decided))`)
      .where(sql<boolean>`(${body} is null or decided.body_id = ${body})`)
      .where(sql<boolean>`(${states} is null or decided.state = any(${states}))`)
      .where(
        sql<boolean>`not exists (
          select from regexp_split_to_table(${words}, '\\s+') asked (word)
          where position(
            ' ' || search_fold(word) in ' ' || search_fold(concat_ws(' ', decided.number, decided.title, decided.text, decided.meeting_title))
          ) = 0
        )`,
      )
      .where(
        sql<boolean>`(${after} is null or (decided.decided_at, decided.id) < (
          select last.decided_at, last.id from decided last where last.id = ${after}
        ))`,
      )
      .orderBy(sql`decided.decided_at desc, decided.id desc`)
      .limit(most),
);

/** Selects a vote only if it was carried and not declared void. */
export const registerVote = definePage({ id: 'uuid' }, (scope, { id }) =>
  scope.tx
    .selectFrom(decided(scope).as('entry'))
    .innerJoin('meetings as meeting', 'meeting.id', 'entry.meeting_id')
    .selectAll('entry')
    .select(isDeskWhere(pageReaderOf(scope)).as('is_desk'))
    .where('meeting.board_id', '=', scope.board.id)
    .where('entry.id', '=', id)
    .where('entry.is_withheld', '=', false)
    .where('entry.state', '=', 'carried'),
);

const yearsMax = 200;

export const registerYears = defineRows({ body: 'uuid' }, (scope, { body }) =>
  scope.tx
    .selectFrom(decided(scope).as('decided'))
    .select('decided.year')
    .select(
      (['carried', 'passed', 'void'] as const).map((state) =>
        sql<number>`(count(*) filter (where decided.state = ${sql.lit(state)} and (${body} is null or decided.body_id = ${body})))::int`.as(
          state,
        ),
      ),
    )
    .select(
      sql<number>`(count(decided.number) filter (where ${body} is null or decided.body_id = ${body}))::int`.as(
        'numbers',
      ),
    )
    .groupBy('decided.year')
    .orderBy('decided.year', 'desc')
    .limit(yearsMax),
);
export type YearRow = ResultOf<typeof registerYears>[number];
