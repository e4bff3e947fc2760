import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { actionField, actionItemsMax } from '#contract/action-items.ts';
import { callName, knownName } from '#domain/identity.ts';
import { isFound, sameBoard, selectRows } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { definePage, defineRows, type QueryScope, type ResultOf, type SelectedRow } from '#server/db/page-statement.ts';
import { notFound } from '#server/errors.ts';
import { isOfBody } from '#server/features/deciding/deciding/bodies/visibility.ts';
import { bodyIdOf, deskOfficer } from '#server/features/deciding/room/desk/visibility.ts';
import { anyMember, inAudience, type MemberIds, pageReaderOf } from '#server/features/members/audience/queries.ts';
import { peopleMax, selectPeople } from '#server/features/members/people/queries.ts';
import { actionVisibleWhere, canSeeActionItem, isOfDraftMinutes, selectActionItemFacts } from './visibility.ts';

const changesMax = 200;
const reportedMax = 20_000;

const fieldChange = z.object({ revision: z.number(), by: z.uuid(), at: z.string() });
export const fieldChanges = z.partialRecord(actionField, fieldChange);
export type FieldChange = z.output<typeof fieldChange>;

const agendaOfMeeting = sql<readonly { readonly id: string; readonly depth: number }[] | null>`case
  when item.agenda_item_id is not null then (
    select json_agg(json_build_object('id', each.id, 'depth', each.depth) order by each.position)
    from agenda_items each where each.board_id = item.board_id and each.meeting_id = item.meeting_id
  )
end`;

export const selectActionItems = (scope: QueryScope & MemberIds) =>
  scope.tx
    .selectFrom('action_items as item')
    .innerJoin(selectPeople(scope).as('owner'), (join) => join.onRef('owner.id', '=', 'item.owner_id'))
    .leftJoin('meetings as meeting', (join) => sameBoard(join, 'meeting.id', 'item.meeting_id'))
    .leftJoin('meeting_rooms as room', (join) => sameBoard(join, 'room.meeting_id', 'item.meeting_id'))
    .leftJoin('bodies as body', (join) =>
      join
        .onRef('body.board_id', '=', 'item.board_id')
        .on(
          'body.id',
          '=',
          sql<string>`case when item.body_id is null then ${bodyIdOf(scope, 'meeting')} else item.body_id end`,
        ),
    )
    .where('item.board_id', '=', scope.board.id)
    .select([
      'item.id',
      'item.title',
      'item.notes',
      'item.state',
      'item.revision',
      'item.changes',
      'item.ended_at',
      'item.owner_id',
      'item.meeting_id',
      'item.agenda_item_id',
      'item.link_generation',
      'meeting.title as meeting_title',
      'body.id as body_id',
      'body.name as body_name',
      deskOfficer('chair_id').as('chair_id'),
      deskOfficer('secretary_id').as('secretary_id'),
      'owner.img_url as owner_img_url',
      'owner.status as owner_status',
    ])
    .select([
      sql<string>`item.due_on::text`.as('due_on'),
      sql<boolean>`item.uid_hash is not null`.as('has_link'),
      sql<string>`btrim(owner.first_name || ' ' || owner.last_name) || owner.name_note`.as('owner_name'),
      agendaOfMeeting.as('agenda'),
    ])
    .select(selectActionItemFacts(scope));

export type ActionItemRow = SelectedRow<typeof selectActionItems>;

const inOrder = sql`(item.ended_at is not null), case when item.ended_at is null then item.due_on end, item.ended_at desc, item.id`;

export const actionItemsOfReader = defineRows(
  { show: 'text', whose: 'text', body: 'uuid', done_since: 'timestamptz' },
  (scope, { show, whose, body, done_since }) =>
    selectActionItems(scope)
      .where(actionVisibleWhere(pageReaderOf(scope)))
      .where(
        sql<boolean>`case ${show}
          when 'current' then item.state in ('open', 'in-progress') or (item.state = 'done' and item.ended_at > ${done_since})
          else item.state = ${show}
        end`,
      )
      .where(sql<boolean>`(${whose} = 'all' or item.owner_id = ${scope.member.id})`)
      .where(sql<boolean>`(${body} is null or body.id = ${body})`)
      .orderBy(inOrder)
      .limit(actionItemsMax + 1),
);

export const actionItemsOfBoard = defineRows({}, (scope) =>
  selectActionItems(scope)
    .where(actionVisibleWhere(pageReaderOf(scope)))
    .orderBy('item.due_on')
    .orderBy('item.id')
    .limit(reportedMax),
);

export const actionItemsOfMeeting = defineRows({ id: 'uuid' }, (scope, { id }) =>
  selectActionItems(scope).where('item.meeting_id', '=', id).orderBy(inOrder).limit(actionItemsMax),
);

/** Does not check visibility; the caller must use `canSeeActionItem`. */
export const actionItemOfReader = definePage({ id: 'uuid' }, (scope, { id }) =>
  selectActionItems(scope).where('item.id', '=', id),
);

export const changesOfActionItem = defineRows({ id: 'uuid' }, (scope, { id }) =>
  scope.tx
    .selectFrom('action_item_changes as change')
    .leftJoin(selectPeople(scope).as('person'), (join) => join.onRef('person.id', '=', 'change.member_id'))
    .select(['change.field', 'change.old', 'change.new', 'change.by_link', 'change.at', 'change.member_id'])
    .select(
      sql<string>`coalesce(btrim(person.first_name || ' ' || person.last_name) || person.name_note, '')`.as('name'),
    )
    .where('change.board_id', '=', scope.board.id)
    .where('change.action_item_id', '=', id)
    .orderBy('change.id', 'desc')
    .limit(changesMax),
);
export type ActionChangeRow = ResultOf<typeof changesOfActionItem>[number];

export const deskOfMeeting = definePage({ id: 'uuid' }, (scope, { id }) =>
  scope.tx
    .selectFrom('meetings as meeting')
    .leftJoin('meeting_rooms as room', (join) => sameBoard(join, 'room.meeting_id', 'meeting.id'))
    .leftJoin('bodies as body', (join) =>
      join.onRef('body.board_id', '=', 'meeting.board_id').on('body.id', '=', bodyIdOf(scope, 'meeting')),
    )
    .select([deskOfficer('chair_id').as('chair_id'), deskOfficer('secretary_id').as('secretary_id')])
    .where('meeting.board_id', '=', scope.board.id)
    .where('meeting.id', '=', id),
);

export async function isItemOfDraftMinutes(
  { tx, board }: Pick<BoardScope, 'tx' | 'board'>,
  id: string,
): Promise<boolean> {
  return isFound(
    tx
      .selectFrom('action_items as item')
      .select('item.id')
      .where('item.board_id', '=', board.id)
      .where('item.id', '=', id)
      .where(isOfDraftMinutes),
  );
}

const selectOwners = (scope: QueryScope, isAmong: RawBuilder<boolean>) =>
  selectPeople(scope)
    .where('member.status', 'in', ['active', 'invited'])
    .where('member.removed_at', 'is', null)
    .where(isAmong)
    .orderBy('member.id')
    .limit(peopleMax);

export const selectOwnersOfMeeting = (scope: QueryScope, id: Parameters<typeof inAudience>[1]) =>
  selectOwners(
    scope,
    sql<boolean>`(member.is_board_admin or ${inAudience(
      scope,
      sql<string>`(select m.audience_id from meetings m where m.board_id = ${scope.board.id}::uuid and m.id = ${id})`,
      anyMember(sql.ref('member.id')),
    )})`,
  );
export const selectOwnersOfBody = (scope: QueryScope, id: Parameters<typeof inAudience>[1]) =>
  selectOwners(scope, isOfBody(sql.ref('member.id'), id));

export const ownersOfMeeting = defineRows({ id: 'uuid' }, (scope, { id }) => selectOwnersOfMeeting(scope, id));
export const ownersOfBody = defineRows({ id: 'uuid' }, (scope, { id }) => selectOwnersOfBody(scope, id));

/** Locks the item. Throws `not-found` if the actor cannot see it. */
export async function loadActionItem(scope: BoardScope, id: string): Promise<ActionItemRow> {
  // Take the lock in a separate statement, so that the next statement reads what the previous lock holder wrote.
  await selectRows(scope, 'action_items', { id }).select('id').forNoKeyUpdate().execute();
  return readActionItem(scope, id);
}

export async function readActionItem(scope: BoardScope, id: string): Promise<ActionItemRow> {
  const row = await selectActionItems(scope).where('item.id', '=', id).executeTakeFirst();
  if (!row || !canSeeActionItem(scope, row)) throw notFound();
  return row;
}

export async function namesOf(scope: QueryScope, memberIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (memberIds.length === 0) return new Map();
  const people = await selectPeople(scope).where('member.id', 'in', memberIds).execute();
  return new Map(people.map((person) => [person.id, knownName(person)]));
}

export async function readFirstName(scope: BoardScope): Promise<string> {
  const row = await scope.tx
    .selectFrom('users')
    .select(['first_name', 'last_name'])
    .where('id', '=', scope.member.userId)
    .executeTakeFirstOrThrow();
  return callName(row);
}
