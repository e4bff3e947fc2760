import { type RawBuilder, sql } from 'kysely';
import type { BallotsShownTo, Majority, MajorityOf, MinutesNames, RecusedCounts, VoteWay } from '#domain/deciding.ts';
import { type BallotChoice, type MotionState, motionsPerItemMax, type VoteState } from '#domain/motions.ts';
import { sameBoard } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import {
  definePage,
  defineRows,
  type PageScope,
  type QueryScope,
  type ResultOf,
  rowsOf,
  type SqlValue,
} from '#server/db/page-statement.ts';
import { notFound } from '#server/errors.ts';
import { nameIn } from '#server/features/deciding/deciding/bodies/queries.ts';
import { countOf } from '#server/features/deciding/room/state/queries.ts';
import { meetingVisibleWhere } from '#server/features/homes/meetings/meeting/visibility.ts';
import { pageReaderOf } from '#server/features/members/audience/queries.ts';
import { seenIn, selectWithheld } from '#server/features/members/audience/visibility.ts';

/** An agenda has at most 500 items. */
const motionsMax = 500 * motionsPerItemMax;
const votersMax = 2_000;
export const correctionsMax = 20;
export interface NamedMember {
  readonly member_id: string;
  readonly name: string;
}

const named = (column: string) => sql<NamedMember | null>`(
  select json_build_object('member_id', m.id, 'name', known_name(m)) from members m
  where m.board_id = motion.board_id and m.id = ${sql.ref(column)}
)`;

const selectBallots = ({ tx, board }: QueryScope) =>
  tx
    .selectFrom('ballots as ballot')
    .innerJoin('members as member', (join) => sameBoard(join, 'member.id', 'ballot.member_id'))
    .select(['ballot.member_id', 'ballot.is_named'])
    .select(sql<string>`known_name(member)`.as('name'))
    .select(sql<BallotChoice>`ballot.choice`.as('choice'))
    .select(nameIn('ballot', 'entered_by').as('entered_by'))
    .where('ballot.board_id', '=', board.id)
    .where('ballot.vote_id', '=', sql.ref<string>('vote.id'))
    .orderBy(sql`lower(coalesce(nullif(member.last_name, ''), member.first_name)), lower(member.first_name), member.id`)
    .limit(votersMax);

/** Sorted by id, so that the order does not reveal who voted when. */
const participantIds = sql<readonly string[]>`array(
  select p.member_id from vote_participations p
  where p.board_id = vote.board_id and p.vote_id = vote.id order by p.member_id
)`;

const selectNumbersBefore = ({ tx, board }: QueryScope) =>
  tx
    .selectFrom('hand_corrections as corrected')
    .select(['corrected.at', nameIn('corrected', 'corrected_by').as('by')])
    .select((eb) =>
      (['votes_for', 'votes_against', 'abstentions'] as const).map((column) =>
        sql<number>`coalesce(lag(${eb.ref(`corrected.${column}`)}) over (order by corrected.at), ${sql.ref(`vote.${column}`)})`.as(
          column,
        ),
      ),
    )
    .where('corrected.board_id', '=', board.id)
    .where('corrected.vote_id', '=', sql.ref<string>('vote.id'))
    .orderBy('corrected.at')
    .limit(correctionsMax);

const selectMembersIn = ({ tx, board }: QueryScope, column: 'silent_ids' | 'inactive_ids') =>
  tx
    .selectFrom('members as member')
    .select(['member.id as member_id'])
    .select(sql<string>`known_name(member)`.as('name'))
    .where('member.board_id', '=', board.id)
    .where(sql<boolean>`member.id = any(${sql.ref(`vote.${column}`)})`)
    .orderBy(sql`lower(coalesce(nullif(member.last_name, ''), member.first_name)), lower(member.first_name), member.id`)
    .limit(votersMax);

const seenPapers = (scope: PageScope) => sql<readonly string[]>`array(
  select paper ->> 'title' from jsonb_array_elements(vote.papers) with ordinality each (paper, nth)
  where ${seenIn(scope, sql`(paper ->> 'document_id')::uuid`)} order by nth
)`;

interface Void {
  readonly at: Date;
  readonly by_id: string;
  readonly by: string | null;
  readonly reason: string;
  readonly by_objection: boolean;
}

const selectVotes = (scope: PageScope) =>
  scope.tx
    .selectFrom('votes as vote')
    .select(['vote.id', 'vote.text', 'vote.chair_id', 'vote.casting_vote', 'vote.opened_at', 'vote.closed_at'])
    .select([countOf('votes_for'), countOf('votes_against'), countOf('abstentions'), 'vote.eligible', 'vote.held_at'])
    .select(['vote.recused', 'vote.recused_present', rowsOf(selectNumbersBefore(scope)).as('corrections')])
    .select(rowsOf(selectMembersIn(scope, 'silent_ids')).as('silent'))
    .select(rowsOf(selectMembersIn(scope, 'inactive_ids')).as('inactive'))
    .select(['vote.present', 'vote.needed', 'vote.in_office'])
    .select(sql<VoteWay>`vote.way`.as('way'))
    .select(sql<VoteState>`vote.state`.as('state'))
    .select(sql<RecusedCounts>`vote.recused_counts`.as('recused_counts'))
    .select(sql<Majority>`vote.majority`.as('majority'))
    .select(sql<MajorityOf>`vote.majority_of`.as('majority_of'))
    .select(sql<BallotsShownTo>`vote.ballots_shown_to`.as('ballots_shown_to'))
    .select(sql<MinutesNames>`vote.minutes_names`.as('minutes_names'))
    .select(sql<'for' | 'against' | null>`vote.casting_choice`.as('casting'))
    .select(seenPapers(scope).as('papers'))
    .select(nameIn('vote', 'closed_by').as('closed_by'))
    .select(
      sql<string | null>`(
        select n.number from resolution_numbers n where n.board_id = vote.board_id and n.vote_id = vote.id
      )`.as('number'),
    )
    .select(
      sql<Void | null>`(
        select json_build_object(
          'at', v.at, 'by_id', v.voided_by, 'reason', v.reason, 'by_objection', v.by_objection, 'by', ${nameIn('v', 'voided_by')}
        )
        from vote_voids v where v.board_id = vote.board_id and v.vote_id = vote.id
      )`.as('void'),
    )
    .select([rowsOf(selectBallots(scope)).as('ballots'), participantIds.as('participant_ids')])
    .select(
      sql<boolean>`exists (
        select from meeting_minutes minutes where minutes.board_id = vote.board_id and minutes.approved_vote_id = vote.id
      )`.as('has_approved'),
    )
    .where('vote.board_id', '=', scope.board.id);

export interface NamedMeeting {
  readonly id: string;
  readonly title: string;
}

const otherMeeting = (scope: PageScope, condition: RawBuilder<boolean>) => sql<NamedMeeting | null>`(
  select json_build_object('id', meeting.id, 'title', meeting.title)
  from motions other join meetings meeting on meeting.board_id = other.board_id and meeting.id = other.meeting_id
  where other.board_id = motion.board_id and ${condition} and meeting.deleted_at is null
    and ${meetingVisibleWhere(pageReaderOf(scope), 'meeting')}
)`;

const selectMotions = (scope: PageScope) =>
  scope.tx
    .selectFrom('motions as motion')
    .select(selectWithheld(scope, sql.ref('motion.id')))
    .select(['motion.id', 'motion.meeting_id', 'motion.agenda_item_id', 'motion.text', 'motion.reason'])
    .select([
      'motion.revision',
      'motion.created_at',
      'motion.mover_id',
      'motion.seconder_id',
      'motion.suggested_by as suggested_by_id',
    ])
    .select(sql<MotionState>`motion.state`.as('state'))
    .select(named('motion.mover_id').as('mover'))
    .select(named('motion.seconder_id').as('seconder'))
    .select(named('motion.suggested_by').as('suggested_by'))
    .select(otherMeeting(scope, sql`other.id = motion.deferred_to`).as('deferred_to'))
    .select(otherMeeting(scope, sql`other.deferred_to = motion.id`).as('deferred_from'))
    .select(
      rowsOf(
        selectVotes(scope).where('vote.motion_id', '=', sql.ref<string>('motion.id')).orderBy('vote.opened_at'),
      ).as('votes'),
    )
    .where('motion.board_id', '=', scope.board.id);

/** Does not check visibility; the caller must use `canSeeMotion`. */
export const motionsOfMeeting = defineRows({ id: 'uuid' }, (scope: PageScope, { id }) =>
  selectMotions(scope)
    .where('motion.meeting_id', '=', id)
    .orderBy('motion.created_at')
    .orderBy('motion.id')
    .limit(motionsMax),
);

export const oneMotion = definePage({ id: 'uuid' }, (scope: PageScope, { id }) =>
  selectMotions(scope).where('motion.id', '=', id),
);

export const motionOfVote = definePage({ vote_id: 'uuid' }, (scope: PageScope, { vote_id: id }) =>
  selectMotions(scope).where('motion.id', '=', (eb) =>
    eb
      .selectFrom('votes as put')
      .select('put.motion_id')
      .where('put.board_id', '=', scope.board.id)
      .where('put.id', '=', id),
  ),
);
export type MotionRow = ResultOf<typeof motionsOfMeeting>[number];
export type VoteRow = MotionRow['votes'][number];
export async function meetingOf(
  scope: BoardScope,
  { kind, id }: { readonly kind: 'agenda_items' | 'motions' | 'votes'; readonly id: string },
): Promise<string> {
  const { tx, board } = scope;
  const row = await tx
    .selectFrom(kind)
    .select('meeting_id')
    .where('board_id', '=', board.id)
    .where('id', '=', id)
    .where(seenIn(scope, sql.ref(`${kind}.id`)))
    .executeTakeFirst();
  if (!row) throw notFound();
  return row.meeting_id;
}

export const papersOf = (
  { board }: QueryScope,
  home: 'agenda_item_id' | 'written_resolution_id',
  id: SqlValue<string>,
) => sql<string>`(
  select coalesce(jsonb_agg(
    jsonb_build_object('document_id', d.id, 'title', d.title, 'version_id', (
      select v.id from document_versions v where v.board_id = d.board_id and v.document_id = d.id
      order by v.number desc limit 1
    )) order by d.position, d.id
  ), '[]')
  from documents d
  where d.board_id = ${board.id} and ${sql.ref(`d.${home}`)} = ${id} and d.deleted_at is null and not d.hidden
)`;
