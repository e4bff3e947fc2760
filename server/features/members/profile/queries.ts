import { type RawBuilder, sql } from 'kysely';
import { sameBoard, selectRows } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import {
  definePage,
  defineRows,
  type PageScope,
  type QueryScope,
  type ResultOf,
  type SelectedRow,
  type SqlValue,
} from '#server/db/page-statement.ts';
import { notFound } from '#server/errors.ts';

const rowsMax = 1_000;
const valuesMax = 200_000;

const selectFields = (scope: QueryScope) =>
  selectRows(scope, 'profile_fields')
    .select(['id', 'filled_by', 'name', 'kind', 'required', 'visibility', 'options', 'retired_at'])
    .orderBy((eb) => eb.case().when('filled_by', '=', 'member').then(0).else(1).end())
    .orderBy('position')
    .orderBy('id')
    .limit(rowsMax);

export type FieldRow = SelectedRow<typeof selectFields>;

export async function listAllFields(scope: Pick<BoardScope, 'tx' | 'board'>): Promise<readonly FieldRow[]> {
  return selectFields(scope).execute();
}

export async function lockFields(scope: BoardScope, lock: 'to-read' | 'to-change'): Promise<readonly FieldRow[]> {
  const rows = selectFields(scope);
  return lock === 'to-read' ? rows.forShare().execute() : rows.forUpdate().execute();
}

export async function loadField(scope: BoardScope, fieldId: string): Promise<FieldRow> {
  const row = await selectFields(scope).where('id', '=', fieldId).forUpdate().executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

const fieldVisibleWhere = (isBoardAdmin: SqlValue<boolean>, visibility: string): RawBuilder<boolean> =>
  sql<boolean>`(${isBoardAdmin}::boolean or ${sql.ref(visibility)} = 'everyone')`;

export const selectVisibleValues = ({
  tx,
  board,
  isBoardAdmin,
}: QueryScope & { readonly isBoardAdmin: SqlValue<boolean> }) =>
  tx
    .selectFrom('profile_values as stored')
    .innerJoin('profile_fields as field', (join) => sameBoard(join, 'field.id', 'stored.field_id'))
    .where('stored.board_id', '=', board.id)
    .where('field.retired_at', 'is', null)
    .where(fieldVisibleWhere(isBoardAdmin, 'field.visibility'))
    .select([
      'stored.member_id',
      'field.id as field_id',
      'field.filled_by',
      'field.name',
      'field.kind',
      'field.visibility',
      'stored.value',
    ])
    .orderBy((eb) => eb.case().when('field.filled_by', '=', 'member').then(0).else(1).end())
    .orderBy('field.position')
    .orderBy('field.id')
    .limit(valuesMax);

export const memberIdBySlug = ({ board }: QueryScope, slug: SqlValue<string>): RawBuilder<string> =>
  sql<string>`(select named.id from members named where named.board_id = ${board.id} and named.slug = ${slug})`;

export const valuesOfPerson = defineRows({ slug: 'text' }, (scope, { slug }) =>
  selectVisibleValues(scope).where('stored.member_id', '=', memberIdBySlug(scope, slug)),
);

const selectOffices = ({ tx, board, isBoardAdmin }: PageScope) =>
  tx
    .selectFrom('profile_values as stored')
    .select(['stored.member_id', 'stored.value'])
    .where('stored.board_id', '=', board.id)
    .where(
      'stored.field_id',
      '=',
      sql<string>`(
        select field.id from profile_fields field
        where field.board_id = ${board.id} and field.retired_at is null and field.filled_by = 'admin'
          and field.kind in ('text', 'choice') and ${fieldVisibleWhere(isBoardAdmin, 'field.visibility')}
        order by field.position, field.id limit 1
      )`,
    )
    .limit(valuesMax);

export const officesOfPeople = defineRows({}, selectOffices);

export const officeOfPerson = defineRows({ slug: 'text' }, (scope, { slug }) =>
  selectOffices(scope).where('stored.member_id', '=', memberIdBySlug(scope, slug)),
);

export const ownOffice = definePage({}, (scope) =>
  selectOffices(scope).where('stored.member_id', '=', scope.member.id),
);

export const officesByMember = (rows: ResultOf<typeof officesOfPeople>): ReadonlyMap<string, string> =>
  new Map(rows.map((row) => [row.member_id, row.value]));

const selectKeptValues = (scope: QueryScope, memberId: SqlValue<string>) =>
  selectRows(scope, 'profile_values', { member_id: memberId }).select(['field_id', 'value']).limit(rowsMax);

/** Does not check visibility, so use the values only to enforce rules, never in responses. */
export async function keptValues(scope: QueryScope, memberId: string): Promise<ReadonlyMap<string, string>> {
  return valuesByField(await selectKeptValues(scope, memberId).execute());
}

/** Does not check visibility; the caller must use `seesField`. */
export const keptValuesOfPerson = defineRows({ slug: 'text' }, (scope, { slug }) =>
  selectKeptValues(scope, memberIdBySlug(scope, slug)),
);

export const valuesByField = (rows: ResultOf<typeof keptValuesOfPerson>): ReadonlyMap<string, string> =>
  new Map(rows.map((row) => [row.field_id, row.value]));

export async function owesProfile(scope: Pick<BoardScope, 'tx' | 'board'>, memberId: string): Promise<boolean> {
  const owed = await scope.tx
    .selectFrom('profile_fields as field')
    .leftJoin('profile_values as stored', (join) =>
      sameBoard(join, 'stored.field_id', 'field.id').on('stored.member_id', '=', memberId),
    )
    .select('field.id')
    .where('field.board_id', '=', scope.board.id)
    .where('field.filled_by', '=', 'member')
    .where('field.required', '=', true)
    .where('field.retired_at', 'is', null)
    .where('stored.field_id', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return owed !== undefined;
}

const selectValueCounts = (scope: QueryScope) =>
  selectRows(scope, 'profile_values')
    .select((eb) => ['field_id', eb.fn.countAll<number>().as('count')])
    .groupBy('field_id')
    .limit(rowsMax);

export const keptFields = defineRows({}, (scope) => selectFields(scope));
export const valueCounts = defineRows({}, (scope) => selectValueCounts(scope));

export async function countValues(scope: BoardScope): Promise<ReadonlyMap<string, number>> {
  return new Map((await selectValueCounts(scope).execute()).map((row) => [row.field_id, row.count]));
}
