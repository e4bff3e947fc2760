import { sql } from 'kysely';
import type { Majority, MajorityOf, VoteWay } from '#domain/deciding.ts';
import type { VoteState } from '#domain/motions.ts';
import { sameBoard } from '#server/db/board-rows.ts';
import { defineRows, type ResultOf } from '#server/db/page-statement.ts';
import { countOf } from '#server/features/deciding/room/state/queries.ts';
import { seenIn } from '#server/features/members/audience/visibility.ts';
import { filterParams, inPeriod } from '#server/features/views/reports/filter/queries.ts';

/** Maximum number of votes in a report. Older votes are omitted. */
export const votesMax = 1_000;

export const closedVotes = defineRows(filterParams, (scope, filter) =>
  scope.tx
    .selectFrom('votes as vote')
    .innerJoin('motions as motion', (join) => sameBoard(join, 'motion.id', 'vote.motion_id'))
    .innerJoin('agenda_items as item', (join) => sameBoard(join, 'item.id', 'motion.agenda_item_id'))
    .innerJoin('meetings as meeting', (join) => sameBoard(join, 'meeting.id', 'vote.meeting_id'))
    .innerJoin('bodies as body', (join) => sameBoard(join, 'body.id', 'vote.body_id'))
    .leftJoin('vote_voids as voided', (join) => sameBoard(join, 'voided.vote_id', 'vote.id'))
    .leftJoin('resolution_numbers as numbered', (join) => sameBoard(join, 'numbered.vote_id', 'vote.id'))
    .select(['vote.id', 'vote.text', 'vote.eligible', 'vote.present', 'vote.needed', 'vote.in_office', 'vote.held_at'])
    .select(['meeting.id as meeting_id', 'meeting.title as meeting_title', 'item.title as item_title'])
    .select(['body.name as body_name', 'numbered.number', countOf('votes_for'), countOf('votes_against')])
    .select([countOf('abstentions'), sql<Date>`vote.closed_at`.as('closed_at')])
    .select(sql<boolean>`vote.casting_choice is not null and voided.vote_id is null`.as('by_casting_vote'))
    .select(sql<VoteWay>`vote.way`.as('way'))
    .select(sql<Majority>`vote.majority`.as('majority'))
    .select(sql<MajorityOf>`vote.majority_of`.as('majority_of'))
    .select(
      sql<Exclude<VoteState, 'open'>>`case when voided.vote_id is null then vote.state else 'void' end`.as('result'),
    )
    .select(
      sql<readonly string[]>`array(
        select b.member_id from ballots b where b.board_id = vote.board_id and b.vote_id = vote.id
      )`.as('named_ids'),
    )
    .select(sql<readonly string[]>`coalesce(vote.silent_ids, '{}')`.as('silent_ids'))
    .where('vote.board_id', '=', scope.board.id)
    .where('vote.closed_at', 'is not', null)
    .where('meeting.deleted_at', 'is', null)
    .where(seenIn(scope, sql.ref('motion.id')))
    .where(inPeriod(scope, filter, sql.ref('vote.closed_at')))
    .where(sql<boolean>`(not ${filter.whole_board} or vote.body_id = vote.board_id)`)
    .where(sql<boolean>`(${filter.group} is null or vote.body_id = ${filter.group})`)
    .where(
      sql<boolean>`(${filter.member} is null or ${filter.member} = any(vote.silent_ids)
        or exists (
          select from ballots b
          where b.board_id = vote.board_id and b.vote_id = vote.id and b.member_id = ${filter.member}
        )
        or exists (
          select from vote_participations p
          where p.board_id = vote.board_id and p.vote_id = vote.id and p.member_id = ${filter.member}
        )
      )`,
    )
    .orderBy('vote.closed_at', 'desc')
    .orderBy('vote.id', 'desc')
    .limit(votesMax + 1),
);
export type ClosedVote = ResultOf<typeof closedVotes>[number];
