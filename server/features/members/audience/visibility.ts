import { type RawBuilder, sql } from 'kysely';
import { sameBoard, selectRows } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import type { QueryScope, SqlValue } from '#server/db/page-statement.ts';
import { actorOf, type MemberIds, type SqlReader } from './queries.ts';

/** `everybody` includes everything that is withheld, so never use it for a reader. */
export type ViewOf = MemberIds | 'everybody';

/** Withholding overrides every role, even an editor's. */
export const withheldWhere = (
  { board, member }: Pick<SqlReader, 'board' | 'member'>,
  subjectId: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`coalesce(${subjectId} = any(array(
  select w.subject_id from withheld w
  where w.board_id = ${board.id}::uuid and w.member_id = ${member.id} and w.lifted_at is null
)), false)`;

export const selectWithheldIds = (scope: QueryScope, { member }: Exclude<ViewOf, 'everybody'>) =>
  selectRows(scope, 'withheld', { member_id: member.id, lifted_at: null })
    .select('subject_id')
    .distinct()
    .limit(withheldIdsMax);
const withheldIdsMax = 50_000;

export const memberView = (
  { board }: { readonly board: { readonly id: string } },
  memberId: string,
): Exclude<ViewOf, 'everybody'> => ({ board: { id: board.id }, member: { id: memberId } });

export const seenIn = (view: ViewOf, subjectId: RawBuilder<unknown>): RawBuilder<boolean> =>
  view === 'everybody'
    ? sql<boolean>`true`
    : sql<boolean>`not ${withheldWhere({ board: view.board, member: actorOf(view) }, subjectId)}`;

export interface WithheldFacts {
  readonly is_withheld: boolean;
}

export const selectWithheld = (scope: MemberIds, subjectId: RawBuilder<unknown>) =>
  withheldWhere({ board: scope.board, member: actorOf(scope) }, subjectId).as('is_withheld');

export const isWithheld = (row: WithheldFacts): boolean => row.is_withheld;

export interface Withholding {
  readonly by: string;
  readonly withheld_at: Date;
  readonly reason: string;
}

export const withholdingOf = (scope: MemberIds, subjectId: RawBuilder<unknown>): RawBuilder<Withholding | null> =>
  sql<Withholding | null>`(
    select jsonb_build_object('by', known_name(desk), 'withheld_at', w.withheld_at, 'reason', w.reason)
    from withheld w join members desk on desk.board_id = w.board_id and desk.id = w.withheld_by
    where w.board_id = ${scope.board.id}::uuid and w.member_id = ${actorOf(scope).id} and w.subject_id = ${subjectId}
      and w.lifted_at is null
    order by w.id desc limit 1
  )`;

export interface WithheldRow {
  readonly subject_id: string;
  /** The item may have been deleted or belong to another meeting. */
  readonly agenda_item_id: string;
  readonly member_id: string;
  readonly withheld_at: Date;
  readonly lifted_at: Date | null;
  /** Whether a parent item is withheld by the same decision. */
  readonly is_within: boolean;
}

const isWithin = sql<boolean>`exists (
  select from agenda_items above
  join withheld same on same.board_id = above.board_id and same.subject_id = above.id
    and same.member_id = held.member_id and same.agenda_item_id = held.agenda_item_id and same.lifted_at is null
  where above.board_id = item.board_id and above.meeting_id = item.meeting_id
    and above.position < item.position and above.depth < item.depth and not exists (
      select from agenda_items next
      where next.board_id = above.board_id and next.meeting_id = above.meeting_id
        and next.position > above.position and next.position < item.position and next.depth <= above.depth
    )
)`;

export const selectWithheldItems = (scope: QueryScope, meetingId: SqlValue<string>) =>
  scope.tx
    .selectFrom('withheld as held')
    .innerJoin('agenda_items as item', (join) => sameBoard(join, 'item.id', 'held.subject_id'))
    .select(['held.subject_id', 'held.agenda_item_id', 'held.member_id', 'held.withheld_at', 'held.lifted_at'])
    .select(isWithin.as('is_within'))
    .where('held.board_id', '=', scope.board.id)
    .where('item.meeting_id', '=', meetingId)
    .orderBy('held.id')
    .limit(withheldItemsMax);
const withheldItemsMax = 20_000;

export async function listMovedUnderWithheld({ tx, board }: Pick<BoardScope, 'tx' | 'board'>, meetingId: string) {
  const { rows } = await sql<{ readonly itemId: string; readonly memberId: string }>`
    select distinct sub.id as "itemId", held.member_id as "memberId"
    from agenda_items item
    join withheld held on held.board_id = item.board_id and held.subject_id = item.id and held.lifted_at is null
    cross join lateral sub_items_of(item.board_id, item.id) sub
    where item.board_id = ${board.id} and item.meeting_id = ${meetingId} and not exists (
      select from withheld own
      where own.board_id = held.board_id and own.member_id = held.member_id and own.subject_id = sub.id and own.lifted_at is null
    )
  `.execute(tx);
  return rows;
}

type Withheld = Pick<WithheldRow, 'subject_id' | 'member_id' | 'lifted_at'>;

export const withheldFrom = (rows: readonly Withheld[], memberId: string): ReadonlySet<string> =>
  new Set(
    rows
      .filter(({ member_id, lifted_at: lifted }) => member_id === memberId && lifted === null)
      .map(({ subject_id }) => subject_id),
  );
