import { type NotNull, type RawBuilder, sql } from 'kysely';
import type { BallotsShownTo } from '#domain/deciding.ts';
import type { BallotChoice } from '#domain/motions.ts';
import { resolutionsOpenMax, type WrittenRules } from '#domain/resolutions.ts';
import { systemClock } from '#server/clock.ts';
import { sameBoard, selectRows } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { readTime } from '#server/db/database-time.ts';
import {
  definePage,
  defineRows,
  type PageScope,
  type QueryScope,
  type ResultOf,
  rowOf,
  rowsOf,
} from '#server/db/page-statement.ts';
import { notFound } from '#server/errors.ts';
import {
  isNoLongerActive,
  nameIn,
  selectSettings,
  selectVoterIds,
} from '#server/features/deciding/deciding/bodies/queries.ts';
import { administersBody, isOfBody } from '#server/features/deciding/deciding/bodies/visibility.ts';
import { meetingVisibleWhere } from '#server/features/homes/meetings/meeting/visibility.ts';
import { type MemberIds, pageReaderOf } from '#server/features/members/audience/queries.ts';
import { lastOpening, selectDocumentsOfResolution } from '#server/features/papers/documents/queries.ts';
import { selectWrittenFacts, writtenVisibleWhere } from './visibility.ts';

const votersMax = 2_000;
export type KeptPapers = readonly { readonly title: string }[];
export type KeptRule = Omit<WrittenRules, 'needs'>;

const fullName = (member: string) => sql<string>`known_name(${sql.ref(member)})`;

const selectVoters = ({ tx, board }: QueryScope) =>
  tx
    .selectFrom('written_voters as voter')
    .innerJoin('members as member', (join) => sameBoard(join, 'member.id', 'voter.member_id'))
    .leftJoin('written_ballots as ballot', (join) =>
      sameBoard(join, 'ballot.resolution_id', 'voter.resolution_id')
        .onRef('ballot.round', '=', 'voter.round')
        .onRef('ballot.member_id', '=', 'voter.member_id'),
    )
    .select(['voter.member_id', 'voter.is_recused', 'ballot.reason', 'ballot.at', fullName('member').as('name')])
    .select(sql<BallotChoice | null>`ballot.choice`.as('choice'))
    .select(
      sql<boolean>`case when written.decided_at is null
        then ${isNoLongerActive} or not ${isOfBody(sql.ref('member.id'), sql.ref('written.body_id'))}
        else member.id = any(written.left_ids)
      end`.as('has_left'),
    )
    .where('voter.board_id', '=', board.id)
    .where('voter.resolution_id', '=', sql.ref<string>('written.id'))
    .where('voter.round', '=', sql.ref<number>('written.round'))
    .orderBy(sql`lower(coalesce(nullif(member.last_name, ''), member.first_name)), lower(member.first_name), member.id`)
    .limit(votersMax);

const selectVotersNow = (scope: QueryScope) =>
  scope.tx
    .selectFrom('members as member')
    .select(['member.id as member_id', fullName('member').as('name')])
    .where('member.board_id', '=', scope.board.id)
    .where(sql<boolean>`written.state in ('draft', 'circulating')`)
    .where(sql<boolean>`member.id in (${selectVoterIds(scope, sql.ref('written.body_id'))})`)
    .orderBy(sql`lower(coalesce(nullif(member.last_name, ''), member.first_name)), lower(member.first_name), member.id`)
    .limit(votersMax);

const selectWritten = (scope: QueryScope & MemberIds) =>
  scope.tx
    .selectFrom('written_resolutions as written')
    .innerJoin('bodies as body', (join) => sameBoard(join, 'body.id', 'written.body_id'))
    .select(['written.id', 'written.title', 'written.text', 'written.state', 'written.revision', 'written.body_id'])
    .select(['written.circulated_at', 'written.round', 'written.ends_at', 'written.needs', 'written.may_object'])
    .select(['written.confirms_ballots', 'written.reminded_at'])
    .select(['written.decided_at', 'written.reason', 'written.votes_for', 'written.votes_against'])
    .select(['written.abstentions', 'body.name as body_name', 'body.chair_id', 'body.secretary_id'])
    .select([nameIn('written', 'created_by').as('created_by'), nameIn('written', 'circulated_by').as('circulated_by')])
    .select(nameIn('written', 'ended_by').as('ended_by'))
    .select(sql<BallotsShownTo | null>`written.ballots_shown_to`.as('ballots_shown_to'))
    .select(sql<KeptRule | null>`written.quorum_rule`.as('quorum_rule'))
    .select(sql<KeptPapers>`written.papers`.as('papers'))
    .select(
      sql<boolean>`(
        written.state = 'circulating' and written.stopped_at is null and written.ends_at <= clock_timestamp()
      )`.as('is_over'),
    )
    .select(
      sql<string | null>`(
        select n.number from resolution_numbers n where n.board_id = written.board_id and n.written_id = written.id
      )`.as('number'),
    )
    .select(
      sql<boolean>`exists (
        select from written_files f where f.board_id = written.board_id and f.resolution_id = written.id
      )`.as('has_pdf'),
    )
    .select(
      sql<boolean>`exists (
        select from minutes_decisions d where d.board_id = written.board_id and d.written_id = written.id
      )`.as('approves_minutes'),
    )
    .select([rowsOf(selectVoters(scope)).as('voters'), rowsOf(selectVotersNow(scope)).as('voters_now')])
    .select(selectWrittenFacts(scope))
    .where('written.board_id', '=', scope.board.id);

/** Does not check visibility; the caller must use `canSeeWritten`. */
export const writtenResolution = definePage({ id: 'uuid' }, (scope, { id }) =>
  selectWritten(scope).where('written.id', '=', id),
);
export type WrittenRow = NonNullable<ResultOf<typeof writtenResolution>>;

const selectMinutesOf = (scope: PageScope) =>
  scope.tx
    .selectFrom('minutes_decisions as decision')
    .innerJoin('meetings as meeting', (join) => sameBoard(join, 'meeting.id', 'decision.meeting_id'))
    .select(['meeting.id', 'meeting.title'])
    .where('decision.board_id', '=', scope.board.id)
    .where('decision.written_id', '=', sql.ref<string>('written.id'))
    .where('meeting.deleted_at', 'is', null)
    .where(meetingVisibleWhere(pageReaderOf(scope), 'meeting'));

export const shownWritten = definePage({ id: 'uuid' }, (scope, { id }) =>
  selectWritten(scope)
    .select(rowOf(selectMinutesOf(scope)).as('minutes_of'))
    .select(
      sql<number>`(select s.written_hours from deciding_settings s where s.board_id = written.board_id)`.as('hours'),
    )
    .select(
      sql<boolean>`exists (
        select from written_ballots own
        where own.board_id = written.board_id and own.resolution_id = written.id and own.round < written.round
          and own.member_id = ${scope.member.id}
      )`.as('voted_before'),
    )
    .select(
      rowsOf(selectDocumentsOfResolution(scope, sql.ref('written.id')).select(lastOpening(scope))).as('documents'),
    )
    .where('written.id', '=', id),
);
export type ShownWritten = NonNullable<ResultOf<typeof shownWritten>>;

export const openWritten = defineRows({}, (scope) =>
  selectWritten(scope)
    .where('written.state', 'in', ['draft', 'circulating'])
    .where(writtenVisibleWhere(pageReaderOf(scope)))
    .orderBy(sql`written.ends_at nulls last, written.id`)
    .limit(resolutionsOpenMax),
);

export const selectWaitingWritten = (scope: Parameters<typeof pageReaderOf>[0]) =>
  scope.tx
    .selectFrom('written_resolutions as written')
    .innerJoin('bodies as body', (join) => sameBoard(join, 'body.id', 'written.body_id'))
    .innerJoin('written_voters as voter', (join) =>
      sameBoard(join, 'voter.resolution_id', 'written.id')
        .onRef('voter.round', '=', 'written.round')
        .on('voter.member_id', '=', scope.member.id),
    )
    .select(['written.id', 'written.title', 'written.ends_at'])
    .$narrowType<{ ends_at: NotNull }>()
    .where('written.board_id', '=', scope.board.id)
    .where('written.state', '=', 'circulating')
    .where('voter.is_recused', '=', false)
    .where(sql<boolean>`written.ends_at > clock_timestamp()`)
    .where(writtenVisibleWhere(pageReaderOf(scope)))
    .where(
      sql<boolean>`not exists (
        select from written_ballots own
        where own.board_id = written.board_id and own.resolution_id = written.id and own.round = written.round
          and own.member_id = ${scope.member.id}
      )`,
    )
    .orderBy('written.ends_at')
    .orderBy('written.id');

/** Does not check visibility; the caller must use `canSeeWritten`. */
export const writtenFile = definePage({ id: 'uuid' }, (scope, { id }) =>
  selectWritten(scope)
    .leftJoin('written_files as file', (join) => sameBoard(join, 'file.resolution_id', 'written.id'))
    .select(sql<string | null>`encode(file.bytes, 'base64')`.as('base64'))
    .where('written.id', '=', id),
);

export const writtenSettings = definePage({}, (scope) => selectSettings(scope));

type Scope = Pick<BoardScope, 'tx' | 'board' | 'now'>;

export async function readWritten({ tx, now }: Pick<BoardScope, 'tx' | 'now'>, id: string): Promise<WrittenRow> {
  const row = await writtenResolution.run(tx, { id }, now);
  if (row === null) throw notFound();
  return row;
}

export interface LockedWritten {
  readonly row: WrittenRow;
  /** The database's time after the lock was taken. */
  readonly at: Date;
}

export async function lockWritten(scope: Scope, id: string): Promise<LockedWritten> {
  await selectRows(scope, 'written_resolutions', { id }).select('id').forUpdate().execute();
  const at = await readTime(scope.tx, systemClock);
  return { row: await readWritten(scope, id), at };
}

async function listMembersOf(scope: Scope, bodyId: string, isAmong: RawBuilder<boolean>): Promise<readonly string[]> {
  const rows = await scope.tx
    .selectFrom('members as member')
    .innerJoin('bodies as body', 'body.board_id', 'member.board_id')
    .select('member.id')
    .where('member.board_id', '=', scope.board.id)
    .where('member.status', '=', 'active')
    .where('body.id', '=', bodyId)
    .where(sql<boolean>`(member.id in (body.chair_id, body.secretary_id) or ${isAmong})`)
    .orderBy('member.id')
    .execute();
  return rows.map(({ id }) => id);
}

export const listBodyDesk = (scope: Scope, bodyId: string): Promise<readonly string[]> =>
  listMembersOf(scope, bodyId, administersBody(sql.ref('member.id'), sql.ref('body.id')));

export const listBody = (scope: Scope, bodyId: string): Promise<readonly string[]> =>
  listMembersOf(scope, bodyId, isOfBody(sql.ref('member.id'), sql.ref('body.id')));
