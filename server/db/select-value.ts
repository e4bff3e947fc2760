import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';

/** Returns the value of an SQL expression, such as a call of a function in the schema `gate`. */
export async function selectValue<T>(db: QueryExecutorProvider, expression: RawBuilder<T>): Promise<T> {
  const row = await firstRow(db, sql<{ readonly value: T }>`select ${expression} as value`);
  if (row === null) throw new Error('A select without a table must return one row.');
  return row.value;
}

export async function firstRow<Row>(db: QueryExecutorProvider, query: RawBuilder<Row>): Promise<Row | null> {
  return (await query.execute(db)).rows[0] ?? null;
}
