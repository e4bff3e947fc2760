import { type RawBuilder, sql } from 'kysely';
import type { BodyQuorum, RecusedCounts, VoteWay } from '#domain/deciding.ts';
import type { MinutesState } from '#domain/meeting-minutes.ts';
import type { VoteState } from '#domain/motions.ts';
import { type PresenceMode, type RoomPhase, roomUnheardAfterMs } from '#domain/room.ts';
import { sameBoard, selectRows } from '#server/db/board-rows.ts';
import {
  definePage,
  type PageScope,
  type QueryScope,
  type ResultOf,
  rowOf,
  rowsOf,
  type SqlValue,
} from '#server/db/page-statement.ts';
import {
  isNoLongerActive,
  selectBody,
  selectSettings,
  selectVoterIds,
} from '#server/features/deciding/deciding/bodies/queries.ts';
import { bodyIdOf, isOfficerOrEditor } from '#server/features/deciding/room/desk/visibility.ts';
import { selectGuests } from '#server/features/homes/meetings/attendance/queries.ts';
import { selectMeetingOfReader } from '#server/features/homes/meetings/meeting/queries.ts';
import { meetingVisibleWhere } from '#server/features/homes/meetings/meeting/visibility.ts';
import { anyMember, eachWithRights } from '#server/features/members/audience/queries.ts';
import { selectWithheldItems, withheldWhere } from '#server/features/members/audience/visibility.ts';
import { selectPeople } from '#server/features/members/people/queries.ts';

export type KeptQuorumRule = BodyQuorum & { readonly remote_counts: boolean; readonly recused_counts: RecusedCounts };

const peopleMax = 2_000;
const presencesMax = 5_000;
const quorumChangesShownMax = 200;
const bodiesMax = 500;
const declarationsMax = 5_000;

const selectRoom = (scope: QueryScope, meetingId: SqlValue<string>) =>
  selectRows(scope, 'meeting_rooms', { meeting_id: meetingId })
    .select([
      'revision',
      'body_id',
      'has_own_desk',
      'chair_id',
      'secretary_id',
      'agenda_item_id',
      'called_at',
      'since_at',
      'changed_at',
      'motions_revision',
    ])
    .select(sql<RoomPhase>`phase`.as('phase'))
    .select(sql<KeptQuorumRule | null>`quorum_rule`.as('quorum_rule'));

const bodyId = (scope: QueryScope) => bodyIdOf(scope, 'meetings');

const selectPresences = (scope: QueryScope, meetingId: SqlValue<string>) =>
  selectRows(scope, 'presences', { meeting_id: meetingId })
    .select(['id', 'member_id', 'arrived_at', 'left_at', 'left_by_adjourning', 'revision'])
    .select(sql<PresenceMode>`mode`.as('mode'))
    .orderBy('arrived_at')
    .orderBy('id')
    .limit(presencesMax);

type Count = 'votes_for' | 'votes_against' | 'abstentions';

export const countNow = (column: Count) =>
  sql<number | null>`coalesce((
    select ${sql.ref(`corrected.${column}`)} from hand_corrections corrected
    where corrected.board_id = vote.board_id and corrected.vote_id = vote.id order by corrected.at desc limit 1
  ), ${sql.ref(`vote.${column}`)})`;
export const countOf = <Column extends Count>(column: Column) => countNow(column).as(column);

export const castIdsOfVote = sql<readonly string[]>`array(
  select b.member_id from ballots b where b.board_id = vote.board_id and b.vote_id = vote.id
  union all
  select p.member_id from vote_participations p where p.board_id = vote.board_id and p.vote_id = vote.id
)`;

const selectVotes = (scope: QueryScope, meetingId: SqlValue<string>) =>
  scope.tx
    .selectFrom('votes as vote')
    .innerJoin('motions as motion', (join) => sameBoard(join, 'motion.id', 'vote.motion_id'))
    .select('motion.agenda_item_id')
    .select(['vote.id', 'vote.motion_id', 'vote.eligible', 'vote.held_at', 'vote.inactive_ids'])
    .select([countOf('votes_for'), countOf('votes_against'), countOf('abstentions')])
    .select(sql<VoteWay>`vote.way`.as('way'))
    .select(sql<Exclude<VoteState, 'void'>>`vote.state`.as('state'))
    .select(castIdsOfVote.as('cast_ids'))
    .where('vote.board_id', '=', scope.board.id)
    .where('vote.meeting_id', '=', meetingId)
    .where('vote.state', '<>', 'void')
    .where(
      sql<boolean>`not exists (select from vote_voids v where v.board_id = vote.board_id and v.vote_id = vote.id)`,
    );

const selectNewestVote = (scope: QueryScope, meetingId: SqlValue<string>) =>
  selectVotes(scope, meetingId).orderBy('vote.opened_at', 'desc').limit(1);

const selectVotesOfItems = (scope: QueryScope, meetingId: SqlValue<string>) =>
  selectVotes(scope, meetingId)
    .distinctOn('motion.agenda_item_id')
    .select('vote.opened_at')
    .where(
      sql<boolean>`exists (
        select from withheld held
        join motions put on put.board_id = held.board_id and put.agenda_item_id = held.subject_id
        where held.board_id = ${scope.board.id}::uuid and put.meeting_id = ${meetingId} and held.lifted_at is null
      )`,
    )
    .orderBy('motion.agenda_item_id')
    .orderBy('vote.opened_at', 'desc')
    .limit(itemsVotedOnMax);
const itemsVotedOnMax = 500;

const selectUnseen = (scope: QueryScope, meetingId: SqlValue<string>) =>
  selectRows(scope, 'room_unseen', { meeting_id: meetingId })
    .select(['member_id', 'changes', 'motions'])
    .limit(peopleMax);

const selectDeclarations = (scope: QueryScope, meetingId: SqlValue<string>) =>
  selectRows(scope, 'declarations', { meeting_id: meetingId })
    .select([
      'id',
      'agenda_item_id',
      'member_id',
      'nature',
      'declared_at',
      'recused_at',
      'withheld_at',
      'reason',
      'lifted_at',
    ])
    .orderBy('declared_at')
    .orderBy('id')
    .limit(declarationsMax);

const selectUnheard = (scope: QueryScope, meetingId: SqlValue<string>) =>
  selectRows(scope, 'room_connections', { meeting_id: meetingId })
    .select(['member_id', 'seen_at'])
    .where(sql<boolean>`seen_at < clock_timestamp() - make_interval(secs => ${sql.lit(roomUnheardAfterMs / 1_000)})`)
    .limit(peopleMax);

const joinedInTime = (scope: PageScope, meetingId: SqlValue<string>) => sql<boolean>`(
  meetings.ends_at is null or meetings.ends_at > ${scope.now} or greatest(
    (select m.created_at from members m where m.board_id = ${scope.board.id}::uuid and m.id = each.id),
    (
      select gm.created_at from group_members gm
      where gm.board_id = ${scope.board.id}::uuid and gm.member_id = each.id and gm.group_id = ${bodyId(scope)}
    )
  ) <= meetings.ends_at
  or exists (
    select from invitees i
    where i.board_id = ${scope.board.id}::uuid and i.meeting_id = ${meetingId} and i.member_id = each.id
  )
  or exists (
    select from presences p
    where p.board_id = ${scope.board.id}::uuid and p.meeting_id = ${meetingId} and p.member_id = each.id
  )
)`;

const wasHeld = (scope: PageScope, meetingId: SqlValue<string>, held: RawBuilder<boolean>) => sql<boolean>`exists (
  select from meeting_rooms held
  where held.board_id = ${scope.board.id}::uuid and held.meeting_id = ${meetingId} and ${held}
)`;
const wasCalled = (scope: PageScope, meetingId: SqlValue<string>) =>
  wasHeld(scope, meetingId, sql`held.called_at is not null`);

const officers = (scope: PageScope, meetingId: SqlValue<string>) => sql<string>`(
  select kept.member_id from meeting_people kept
  where kept.board_id = ${scope.board.id}::uuid and kept.meeting_id = ${meetingId} and kept.is_voter
  union
  select each.id from (${selectVoterIds(scope, bodyId(scope))}) each (id)
  where not ${wasCalled(scope, meetingId)} and ${joinedInTime(scope, meetingId)}
)`;

const belongs = (meetingId: SqlValue<string>) => sql<boolean>`(
  exists (
    select from meeting_people kept
    where kept.board_id = member.board_id and kept.meeting_id = ${meetingId} and kept.member_id = member.id
  )
  or exists (
    select from presences there
    where there.board_id = member.board_id and there.meeting_id = ${meetingId} and there.member_id = member.id
  )
)`;

const hasNoAccess = (scope: PageScope) => sql<boolean>`(
  ${isNoLongerActive}
  or (member.status = 'active' and not ${meetingVisibleWhere(eachWithRights(scope, 'member'), 'meetings')})
)`;

const selectRoomPeople = (scope: PageScope, meetingId: SqlValue<string>) =>
  selectPeople(scope)
    .leftJoin('invitees as invitee', (join) =>
      sameBoard(join, 'invitee.member_id', 'member.id').on('invitee.meeting_id', '=', meetingId),
    )
    .where(
      sql<boolean>`(
        (
          invitee.member_id is not null and member.status <> 'inactive'
          and not ${wasHeld(scope, meetingId, sql`held.phase = 'adjourned'`)}
        )
        or member.id in ${officers(scope, meetingId)}
        or ${belongs(meetingId)}
      )`,
    )
    .select(['invitee.acceptance', 'invitee.answered_at', 'invitee.attendance'])
    .select(sql<boolean>`member.id in ${officers(scope, meetingId)}`.as('is_voter'))
    .select(sql<boolean>`(not ${wasCalled(scope, meetingId)} or ${belongs(meetingId)})`.as('belongs'))
    .select(hasNoAccess(scope).as('is_inactive'))
    .orderBy('member.id')
    .limit(peopleMax);

function unseenByDesk(scope: QueryScope, meetingId: SqlValue<string>) {
  const memberId = sql.ref<string>('member.id');
  const seesItem = sql`not ${withheldWhere({ board: scope.board, member: anyMember(memberId) }, sql.ref('item.id'))}`;
  return sql<readonly string[]>`array(
    select item.id from agenda_items item
    where item.board_id = ${scope.board.id}::uuid and item.meeting_id = ${meetingId} and exists (
      select from withheld held
      where held.board_id = item.board_id and held.subject_id = item.id and held.lifted_at is null
    ) and not exists (
      select from members member
      left join meeting_rooms room on room.board_id = member.board_id and room.meeting_id = item.meeting_id
      left join bodies body on body.board_id = member.board_id and body.id = ${bodyId(scope)}
      where member.board_id = item.board_id and member.status = 'active' and ${seesItem}
        and ${isOfficerOrEditor(eachWithRights(scope, 'member'), 'meetings')}
    )
  )`;
}

/** Does not check visibility; the caller must use `canSeeRoom`. */
export const selectRoomPage = (scope: PageScope, id: SqlValue<string>) =>
  selectMeetingOfReader(scope, id).select([
    rowOf(selectRoom(scope, id)).as('room'),
    rowOf(selectSettings(scope)).$notNull().as('settings'),
    rowOf(selectBody(scope, bodyId(scope))).as('body'),
    rowsOf(
      selectRows(scope, 'bodies')
        .select(['id', 'name'])
        .where(sql<boolean>`${bodyId(scope)} is null`)
        .where((eb) => eb.or([eb('group_id', 'is not', null), eb('id', '=', scope.board.id)]))
        .orderBy('name')
        .limit(bodiesMax),
    ).as('bodies'),
    rowsOf(selectPresences(scope, id)).as('presences'),
    rowsOf(selectRoomPeople(scope, id)).as('people'),
    rowOf(selectNewestVote(scope, id)).as('vote'),
    rowsOf(selectVotesOfItems(scope, id)).as('votes_of_items'),
    rowsOf(selectUnseen(scope, id)).as('unseen'),
    rowsOf(selectDeclarations(scope, id)).as('declarations'),
    rowsOf(selectWithheldItems(scope, id)).as('withheld'),
    unseenByDesk(scope, id).as('unseen_by_desk'),
    sql<MinutesState | null>`(
      select minutes.state from meeting_minutes minutes
      where minutes.board_id = ${scope.board.id}::uuid and minutes.meeting_id = ${id}
    )`.as('minutes_state'),
    rowsOf(selectGuests(scope, id)).as('guests'),
    rowsOf(selectUnheard(scope, id)).as('unheard'),
    rowsOf(
      selectRows(scope, 'quorum_changes', { meeting_id: id })
        .select(['at', 'agenda_item_id', 'present', 'needed', 'in_office', 'met'])
        .orderBy('at', 'desc')
        .limit(quorumChangesShownMax),
    ).as('quorum_changes'),
    sql<Date | null>`(
      select max(move.at) from pointer_moves move
      where move.board_id = ${scope.board.id}::uuid and move.meeting_id = ${id}
    )`.as('pointed_at'),
    sql<readonly string[]>`array(
      select distinct move.agenda_item_id from pointer_moves move
      where move.board_id = ${scope.board.id}::uuid and move.meeting_id = ${id} and move.agenda_item_id is not null
    )`.as('visited'),
  ]);

export const roomPage = definePage({ id: 'uuid' }, (scope, { id }) => selectRoomPage(scope, id));
export type RoomPage = NonNullable<ResultOf<typeof roomPage>>;
