import type {
  DeleteQueryBuilder,
  DeleteResult,
  ExpressionBuilder,
  FilterObject,
  InsertObject,
  JoinBuilder,
  SelectQueryBuilder,
  StringReference,
  UpdateObject,
  UpdateQueryBuilder,
  UpdateResult,
} from 'kysely';
import type { BoardTransaction } from './database.ts';
import type { DB } from './generated.ts';
import type { QueryScope } from './page-statement.ts';

interface OfBoard {
  readonly tx: BoardTransaction;
  readonly board: { readonly id: string };
}

type BoardTable = { [T in keyof DB]: DB[T] extends { board_id: unknown } ? T : never }[keyof DB];
type TableWithId = { [T in BoardTable]: DB[T] extends { id: unknown } ? T : never }[BoardTable];
type NewRow<T extends BoardTable> = Omit<InsertObject<DB, T>, 'board_id'>;

/** Kysely cannot type a table parameter, so the type of `polls` stands in for every table. */
const anyTable = (table: BoardTable) => table as 'polls';

const insertion = <T extends BoardTable>({ tx, board }: OfBoard, table: T, row: NewRow<T>) =>
  tx.insertInto(anyTable(table)).values({ ...row, board_id: board.id } as unknown as InsertObject<DB, 'polls'>);

export async function insertRow<T extends BoardTable>(scope: OfBoard, table: T, row: NewRow<T>): Promise<void> {
  await insertion(scope, table, row).execute();
}

export async function insertRows<T extends BoardTable>(
  { tx, board }: OfBoard,
  table: T,
  rows: readonly NewRow<T>[],
): Promise<void> {
  if (rows.length === 0) return;
  const values = rows.map((row) => ({ ...row, board_id: board.id })) as unknown as InsertObject<DB, 'polls'>[];
  await tx.insertInto(anyTable(table)).values(values).execute();
}

export async function createRow<T extends TableWithId>(scope: OfBoard, table: T, row: NewRow<T>): Promise<string> {
  const { id } = await insertion(scope, table, row).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateRow<T extends TableWithId>(
  { tx, board }: OfBoard,
  table: T,
  id: string,
  fields: UpdateObject<DB, T>,
): Promise<void> {
  await tx
    .updateTable(anyTable(table))
    .set(fields as UpdateObject<DB, 'polls'>)
    .where('board_id', '=', board.id)
    .where('id', '=', id)
    .execute();
}

export async function deleteRow({ tx, board }: OfBoard, table: TableWithId, id: string): Promise<void> {
  await tx.deleteFrom(anyTable(table)).where('board_id', '=', board.id).where('id', '=', id).execute();
}

type Match<T extends BoardTable> = Omit<FilterObject<DB, T>, 'board_id'>;

/** Throws if a value is undefined, because Kysely would leave out its condition. */
function matching(board: QueryScope['board'], match: object = {}) {
  if (Object.values(match).includes(undefined)) throw new Error('A value to match is undefined.');
  return ({ and }: ExpressionBuilder<DB, 'polls'>) => and({ ...match, board_id: board.id });
}

/** Selects the board's rows with these values, as in `selectRows(scope, 'votes', { meeting_id: id })`. */
export const selectRows = <T extends BoardTable>({ tx, board }: QueryScope, table: T, match?: Match<T>) =>
  tx.selectFrom(anyTable(table)).where(matching(board, match)) as unknown as SelectQueryBuilder<DB, T, unknown>;

export const updateRows = <T extends BoardTable>({ tx, board }: QueryScope, table: T, match: Match<T>) =>
  tx.updateTable(anyTable(table)).where(matching(board, match)) as unknown as UpdateQueryBuilder<
    DB,
    T,
    T,
    UpdateResult
  >;

export const deleteRows = <T extends BoardTable>({ tx, board }: QueryScope, table: T, match: Match<T>) =>
  tx.deleteFrom(anyTable(table)).where(matching(board, match)) as unknown as DeleteQueryBuilder<DB, T, DeleteResult>;

export async function isFound(query: { executeTakeFirst(): Promise<unknown> }): Promise<boolean> {
  return (await query.executeTakeFirst()) !== undefined;
}

/** Joins by id within the board, as in `sameBoard(join, 'member.id', 'item.owner_id')`. */
export const sameBoard = <Tables, Joined extends keyof Tables>(
  join: JoinBuilder<Tables, Joined>,
  left: StringReference<Tables, Joined>,
  right: StringReference<Tables, Joined>,
): JoinBuilder<Tables, Joined> => join.onRef(boardIdOf(left), '=', boardIdOf(right)).onRef(left, '=', right);

const boardIdOf = <Reference extends string>(column: Reference): Reference =>
  column.replace(/\.\w+$/, '.board_id') as Reference;
