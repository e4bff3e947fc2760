import { type RawBuilder, sql } from 'kysely';
import type { ProfileValue } from '#contract/profile.ts';
import type { FieldFiller, FieldKind, FieldVisibility } from '#domain/profile-fields.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { defineRows, type QueryScope, type ResultOf, type SqlValue } from '#server/db/page-statement.ts';
import { notFound } from '#server/errors.ts';

/** Including retired ones. */
const rowsMax = 1_000;
/** More than any board has. */
const valuesMax = 200_000;

export interface FieldRow {
  readonly id: string;
  readonly filled_by: FieldFiller;
  readonly name: string;
  readonly kind: FieldKind;
  readonly required: boolean;
  readonly visibility: FieldVisibility;
  readonly options: readonly string[];
  readonly retired_at: Date | null;
}

type Reader = Pick<BoardScope, 'tx' | 'board' | 'member'>;

const selectFields = (scope: QueryScope) =>
  scope.tx
    .selectFrom('profile_fields')
    .select(['id', 'filled_by', 'name', 'kind', 'required', 'visibility', 'options', 'retired_at'])
    .where('board_id', '=', scope.board.id)
    .orderBy((eb) => eb.case().when('filled_by', '=', 'member').then(0).else(1).end())
    .orderBy('position')
    .orderBy('id')
    .limit(rowsMax);

/** Profile fields, then position fields, retired ones included; for admins. */
export async function listAllFields(scope: Pick<BoardScope, 'tx' | 'board'>): Promise<readonly FieldRow[]> {
  return selectFields(scope).execute();
}

/** Locked until commit. */
export async function lockFields(scope: BoardScope, lock: 'to-read' | 'to-change'): Promise<readonly FieldRow[]> {
  const rows = selectFields(scope);
  return lock === 'to-read' ? rows.forShare().execute() : rows.forUpdate().execute();
}

/** In order. */
export async function listVisibleFields(scope: Reader): Promise<readonly FieldRow[]> {
  return selectFields(scope)
    .where('retired_at', 'is', null)
    .where(fieldVisibleWhere(scope.member.isBoardAdmin, 'visibility'))
    .execute();
}

export async function loadField(scope: BoardScope, fieldId: string): Promise<FieldRow> {
  const row = await selectFields(scope).where('id', '=', fieldId).forUpdate().executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** As far as the reader may see, in order, without empty fields. */
export async function listValues(scope: Reader, memberId: string): Promise<readonly ProfileValue[]> {
  const values = await listValuesOfPeople(scope, { memberId });
  return values.get(memberId) ?? [];
}

/** Members without values are left out. */
export async function listValuesOfPeople(
  scope: Reader,
  of: { readonly memberId?: string } = {},
): Promise<ReadonlyMap<string, readonly ProfileValue[]>> {
  const { memberId } = of;
  const rows = await selectVisibleValues(scope)
    .$if(memberId !== undefined, (query) => query.where('stored.member_id', '=', memberId ?? ''))
    .execute();
  const byMember = Map.groupBy(rows, (row) => row.member_id);
  return new Map([...byMember].map(([id, own]) => [id, own.map(({ member_id: _, ...value }) => value)] as const));
}

/** The first visible position field of text, by member. */
export async function listOffices(scope: Reader): Promise<ReadonlyMap<string, string>> {
  const office = await officeField(scope);
  if (!office) return new Map();
  const rows = await selectVisibleValues(scope).where('field.id', '=', office.id).execute();
  return new Map(rows.map((row) => [row.member_id, row.value]));
}

async function officeField(scope: Reader): Promise<FieldRow | undefined> {
  const fields = await listVisibleFields(scope);
  return fields.find(isOffice);
}

const isOffice = ({ filled_by: by, kind }: Pick<FieldRow, 'filled_by' | 'kind'>): boolean =>
  by === 'admin' && (kind === 'text' || kind === 'choice');

const fieldVisibleWhere = (isBoardAdmin: SqlValue<boolean>, visibility: string): RawBuilder<boolean> =>
  sql<boolean>`(${isBoardAdmin}::boolean or ${sql.ref(visibility)} = 'everyone')`;

export const selectVisibleValues = (scope: Reader) =>
  scope.tx
    .selectFrom('profile_values as stored')
    .innerJoin('profile_fields as field', (join) =>
      join.onRef('field.board_id', '=', 'stored.board_id').onRef('field.id', '=', 'stored.field_id'),
    )
    .where('stored.board_id', '=', scope.board.id)
    .where('field.retired_at', 'is', null)
    .where(fieldVisibleWhere(scope.member.isBoardAdmin, 'field.visibility'))
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

/** By field id, ignoring visibility: for rules, never for responses. */
export async function keptValues(
  scope: Pick<BoardScope, 'tx' | 'board'>,
  memberId: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await scope.tx
    .selectFrom('profile_values')
    .select(['field_id', 'value'])
    .where('board_id', '=', scope.board.id)
    .where('member_id', '=', memberId)
    .limit(rowsMax)
    .execute();
  return new Map(rows.map((row) => [row.field_id, row.value]));
}

/** Whether a required field is empty. */
export async function owesProfile(scope: Pick<BoardScope, 'tx' | 'board'>, memberId: string): Promise<boolean> {
  const owed = await scope.tx
    .selectFrom('profile_fields as field')
    .leftJoin('profile_values as stored', (join) =>
      join
        .onRef('stored.board_id', '=', 'field.board_id')
        .onRef('stored.field_id', '=', 'field.id')
        .on('stored.member_id', '=', memberId),
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

/** What decides the office of whoever entered: `officeOf`. */
export const officeFields = defineRows({}, ({ tx, board, member, isBoardAdmin }) =>
  tx
    .selectFrom('profile_fields as field')
    .leftJoin('profile_values as stored', (join) =>
      join
        .onRef('stored.board_id', '=', 'field.board_id')
        .onRef('stored.field_id', '=', 'field.id')
        .on('stored.member_id', '=', member.id),
    )
    .select(['field.filled_by', 'field.kind', 'stored.value'])
    .where('field.board_id', '=', board.id)
    .where('field.retired_at', 'is', null)
    .where(fieldVisibleWhere(isBoardAdmin, 'field.visibility'))
    .orderBy((eb) => eb.case().when('field.filled_by', '=', 'member').then(0).else(1).end())
    .orderBy('field.position')
    .orderBy('field.id')
    .limit(rowsMax),
);

export const officeOf = (fields: ResultOf<typeof officeFields>): string | null => fields.find(isOffice)?.value ?? null;

/** By field. */
const selectValueCounts = ({ tx, board }: QueryScope) =>
  tx
    .selectFrom('profile_values')
    .select((eb) => ['field_id', eb.fn.countAll<number>().as('count')])
    .where('board_id', '=', board.id)
    .groupBy('field_id')
    .limit(rowsMax);

export const keptFields = defineRows({}, (scope) => selectFields(scope));
export const valueCounts = defineRows({}, (scope) => selectValueCounts(scope));

/** By field id. */
export async function countValues(scope: BoardScope): Promise<ReadonlyMap<string, number>> {
  return new Map((await selectValueCounts(scope).execute()).map((row) => [row.field_id, row.count]));
}

/** After a change. */
export const readKeptFields = async ({ tx, now }: BoardScope) => ({
  fields: await keptFields.run(tx, {}, now),
  counts: await valueCounts.run(tx, {}, now),
});
