import {
  type CompiledQuery,
  DummyDriver,
  type Expression,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely';
import type pg from 'pg';
import { type BoardTransaction, listsAsArrays } from './database.ts';
import type { DB } from './generated.ts';

/** A value in an open transaction, an expression in a page's statement. */
export type SqlValue<T> = T | Expression<T>;

/** What queries of a board are built with, in a transaction and in a page's statement alike. */
export interface QueryScope {
  readonly tx: Kysely<DB>;
  readonly board: { readonly id: SqlValue<string> };
}

/** With the reader: `isBoardAdmin` and `mayAdminister` are false for a secret address. */
export interface PageScope extends QueryScope {
  readonly board: { readonly id: Expression<string> };
  readonly member: { readonly id: Expression<string> };
  readonly isBoardAdmin: Expression<boolean>;
  readonly mayAdminister: Expression<boolean>;
  readonly now: Expression<Date>;
}

interface ParameterTypes {
  uuid: string;
  text: string;
  int: number;
  boolean: boolean;
  timestamptz: Date;
}
type Declared = Readonly<Record<string, keyof ParameterTypes>>;
type ParamsOf<D extends Declared> = { readonly [K in keyof D]: ParameterTypes[D[K]] | null };
type ExpressionsOf<D extends Declared> = { readonly [K in keyof D]: RawBuilder<ParameterTypes[D[K]]> };

/** All that a screen shows, as one statement that returns at most one row. */
export interface PageStatement<Params, Row> {
  query(params: Params, now: Date): pg.QueryConfig;
  /** Of what the driver returned; null for no row. */
  row(raw: unknown): Row | null;
  /** In a transaction that has entered a board: after a change. */
  run(tx: BoardTransaction, params: Params, now: Date): Promise<Row | null>;
}

export type RowOfPage<P> = P extends PageStatement<infer _Params, infer Row> ? Row : never;

/** Stands for a parameter until the statement is sent. */
class Parameter {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

const compiling = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
  plugins: [listsAsArrays],
});

const pageScope: PageScope = {
  tx: compiling,
  board: { id: sql<string>`(select current_board_id())` },
  member: { id: sql<string>`(select current_member_id())` },
  isBoardAdmin: sql<boolean>`(select current_rights() = 'board-admin')`,
  mayAdminister: sql<boolean>`(select current_rights() = 'group-admin')`,
  now: sql<Date>`${new Parameter('now')}::timestamptz`,
};

let pages = 0;

/** Builds and compiles the statement once. `declared`: its parameters by their types in SQL. */
export function definePage<D extends Declared, Row>(
  declared: D,
  build: (scope: PageScope, params: ExpressionsOf<D>) => { compile(): CompiledQuery<Row> },
): PageStatement<ParamsOf<D>, Row> {
  const expressions = Object.fromEntries(
    Object.entries(declared).map(([name, type]) => [name, sql`${new Parameter(name)}::${sql.raw(type)}`]),
  ) as ExpressionsOf<D>;
  const compiled = build(pageScope, expressions).compile();
  pages += 1;
  const name = `dais_page_${pages}`;
  const valuesOf = (params: ParamsOf<D>, now: Date): unknown[] => {
    const given: Readonly<Record<string, unknown>> = { ...params, now };
    return compiled.parameters.map((each) => (each instanceof Parameter ? given[each.name] : each));
  };
  const row = (raw: unknown): Row | null => (raw === undefined ? null : (withDates(raw) as Row));
  return {
    query: (params, now) => ({ name, text: compiled.sql, values: valuesOf(params, now) }),
    row,
    async run(tx, params, now) {
      const { rows } = await tx.executeQuery({ ...compiled, parameters: valuesOf(params, now) });
      return row(rows[0]);
    },
  };
}

/** Rows of a query within a page's row. */
export const rowsOf = <O>(query: Expression<O>): RawBuilder<readonly O[]> =>
  sql<readonly O[]>`(select coalesce(json_agg(each), '[]') from ${query} as each)`;

/** The only row of a query within a page's row, or null. */
export const rowOf = <O>(query: Expression<O>): RawBuilder<O | null> =>
  sql<O | null>`(select to_json(each) from ${query} as each)`;

/** Instants within JSON come as texts; every column that holds one ends in `_at`. */
function withDates(value: unknown): unknown {
  if (Array.isArray(value)) for (const each of value) withDates(each);
  else if (typeof value === 'object' && value !== null && !(value instanceof Date)) {
    const row = value as Record<string, unknown>;
    for (const key in row) {
      const field = row[key];
      if (typeof field === 'string') {
        if (key.endsWith('_at')) row[key] = new Date(field);
      } else if (typeof field === 'object') withDates(field);
    }
  }
  return value;
}
