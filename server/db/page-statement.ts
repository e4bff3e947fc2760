import {
  type Compilable,
  CompiledQuery,
  DummyDriver,
  type Expression,
  type InferResult,
  type Kysely,
  type RawBuilder,
  sql,
} from 'kysely';
import { type BoardTransaction, queriesOn } from './database.ts';
import { executeAhead, executeTogether } from './flight-driver.ts';
import type { FlightStatement } from './flight-messages.ts';
import type { DB } from './generated.ts';
import { nameOfCompiled } from './statement-names.ts';

export type SqlValue<T> = T | Expression<T>;

export interface QueryScope {
  readonly tx: Kysely<DB>;
  readonly board: { readonly id: SqlValue<string> };
}

/**
 * `settings` means the group ids that were stored when the transaction began. They may be outdated after a wait for a
 * lock.
 */
export type GroupsFrom = 'settings' | 'tables';

/**
 * `isBoardAdmin` and `isGroupAdmin` are false for requests with a secret URL. `isGroupAdmin` is also false for board
 * admins.
 */
export interface PageScope extends QueryScope {
  readonly board: { readonly id: Expression<string> };
  readonly member: { readonly id: Expression<string>; readonly groupsFrom: GroupsFrom };
  readonly isBoardAdmin: Expression<boolean>;
  readonly isGroupAdmin: Expression<boolean>;
  readonly now: Expression<Date>;
}

interface ParameterTypes {
  uuid: string;
  text: string;
  int: number;
  boolean: boolean;
  timestamptz: Date;
  'text[]': readonly string[];
  'boolean[]': readonly boolean[];
}
type Declared = Readonly<Record<string, keyof ParameterTypes>>;
type ParamsOf<D extends Declared> = { readonly [K in keyof D]: ParameterTypes[D[K]] | null };
type ExpressionsOf<D extends Declared> = { readonly [K in keyof D]: RawBuilder<ParameterTypes[D[K]]> };

export interface Statement<Params, Result> {
  /** Returns null if the parameters require no statement. `result` then gets no rows. */
  query(params: Params, now: Date, groupsFrom: GroupsFrom): FlightStatement | null;
  result(rows: readonly unknown[]): Result;
  run(tx: BoardTransaction, params: Params, now: Date): Promise<Result>;
  /** Like `run`, but does not wait for the result. */
  runAhead(tx: BoardTransaction, params: Params, now: Date): Promise<void>;
}

const statementOf = <Params, Result>({
  query,
  result,
}: Pick<Statement<Params, Result>, 'query' | 'result'>): Statement<Params, Result> => ({
  query,
  result,
  async run(tx, params, now) {
    const asked = query(params, now, 'tables');
    const [rows] = asked === null ? [] : await executeTogether(tx, [asked]);
    return result(rows ?? []);
  },
  async runAhead(tx, params, now) {
    const asked = query(params, now, 'tables');
    if (asked !== null) await executeAhead(tx, CompiledQuery.raw(asked.text, [...asked.values]));
  },
});

export type Statements<Params> = Readonly<Record<string, Statement<Params, unknown>>>;
export type StatementResults<S> = { readonly [Name in keyof S]: ResultOf<S[Name]> };

export interface Reading<Params, S> {
  readonly statements: S;
  readonly params: Params;
}

export type SelectedRow<Build extends (...given: never[]) => Compilable> = InferResult<ReturnType<Build>>[number];

export type ResultOf<S> = S extends Statement<infer _Params, infer Result> ? Result : never;

export function sendingOf<Params, S extends Statements<Params>>(
  { statements, params }: Reading<Params, S>,
  now: Date,
  groupsFrom: GroupsFrom,
) {
  const needed = Object.entries(statements).flatMap(([name, statement]) => {
    const query = statement.query(params, now, groupsFrom);
    return query === null ? [] : [{ name, query }];
  });
  const foundIn = (answers: readonly (readonly unknown[])[]): StatementResults<S> => {
    const rowsOf = new Map(needed.map(({ name }, nth) => [name, answers[nth]]));
    return Object.fromEntries(
      Object.entries(statements).map(([name, statement]) => [name, statement.result(rowsOf.get(name) ?? [])]),
    ) as StatementResults<S>;
  };
  return { queries: needed.map(({ query }) => query), foundIn };
}

class Parameter {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

const compiling = queriesOn(new DummyDriver());

const scopeWith = (groupsFrom: GroupsFrom): PageScope => ({
  tx: compiling,
  board: { id: sql<string>`current_board_id()` },
  member: { id: sql<string>`current_member_id()`, groupsFrom },
  isBoardAdmin: sql<boolean>`(current_rights() = 'board-admin')`,
  isGroupAdmin: sql<boolean>`(current_rights() = 'group-admin')`,
  now: sql<Date>`${new Parameter('now')}::timestamptz`,
});

type Build<D extends Declared, Row> = (scope: PageScope, params: ExpressionsOf<D>) => { compile(): CompiledQuery<Row> };

/** `declared` maps the parameters to their SQL types. */
export const definePage = <D extends Declared, Row>(
  declared: D,
  build: Build<D, Row>,
): Statement<ParamsOf<D>, Row | null> => define(declared, build, (rows) => rows[0] ?? null);

export const defineRows = <D extends Declared, Row>(
  declared: D,
  build: Build<D, Row>,
): Statement<ParamsOf<D>, readonly Row[]> => define(declared, build, (rows) => rows);

function define<D extends Declared, Row, Result>(
  declared: D,
  build: Build<D, Row>,
  resultOf: (rows: readonly Row[]) => Result,
): Statement<ParamsOf<D>, Result> {
  const expressions = Object.fromEntries(
    Object.entries(declared).map(([name, type]) => [name, sql`${new Parameter(name)}::${sql.raw(type)}`]),
  ) as ExpressionsOf<D>;
  const compiled = build(scopeWith('settings'), expressions).compile();
  const name = nameOfCompiled(compiled.sql);
  let ofTransaction: CompiledQuery<Row> | null = null;
  const compiledForTransaction = (): CompiledQuery<Row> => {
    ofTransaction ??= build(scopeWith('tables'), expressions).compile();
    return ofTransaction;
  };
  return statementOf({
    query(params, now, groupsFrom) {
      const given: Readonly<Record<string, unknown>> = { ...params, now };
      const { sql: text, parameters } = groupsFrom === 'settings' ? compiled : compiledForTransaction();
      const values = parameters.map((each) => (each instanceof Parameter ? given[each.name] : each));
      return { name: groupsFrom === 'settings' ? name : null, text, values };
    },
    result: (rows) => resultOf(withDates(rows) as readonly Row[]),
  });
}

/** Builds a statement for each key, such as each sort order of a list. All must return the same columns. */
export function defineEither<Key extends string, Params, Result>(
  keys: readonly Key[],
  build: (key: Key) => Statement<Params, Result>,
): Statement<Params & { readonly key: Key }, Result> {
  const built = Object.fromEntries(keys.map((key) => [key, build(key)])) as Readonly<
    Record<Key, Statement<Params, Result>>
  >;
  const [first] = Object.values<Statement<Params, Result>>(built);
  if (first === undefined) throw new Error('There is no statement to choose.');
  return statementOf({
    query: (params, now, groupsFrom) => built[params.key].query(params, now, groupsFrom),
    result: first.result,
  });
}

/** Runs the statement only if the parameters request it. Otherwise the result is an empty list. */
export const onlyWhere = <Asked, Params, Row>(
  isAsked: (params: Asked) => boolean,
  statement: Statement<Params, readonly Row[]>,
): Statement<Params & Asked, readonly Row[]> =>
  statementOf({
    query: (params, now, groupsFrom) => (isAsked(params) ? statement.query(params, now, groupsFrom) : null),
    result: statement.result,
  });

export const mapResult = <Params, Result, Mapped>(
  statement: Statement<Params, Result>,
  mapped: (result: Result) => Mapped,
): Statement<Params, Mapped> =>
  statementOf({ query: statement.query, result: (rows) => mapped(statement.result(rows)) });

/** Replaces `coalesce`, which is not leakproof and would therefore prevent index use under row-level security. */
export const firstOf = (first: RawBuilder<unknown>, second: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`case when ${first} is null then ${second} else ${first} end`;

export const rowsOf = <O>(query: Expression<O>): RawBuilder<readonly O[]> =>
  sql<readonly O[]>`(select coalesce(json_agg(each), '[]') from ${query} as each)`;

export const rowOf = <O>(query: Expression<O>): RawBuilder<O | null> =>
  sql<O | null>`(select to_json(each) from ${query} as each)`;

/** Timestamp columns whose names do not end in `_at`. */
const otherInstants: ReadonlySet<string> = new Set(['at', 'publish_on', 'leased_until', 'trusted_until']);
export const isInstant = (column: string): boolean => column.endsWith('_at') || otherInstants.has(column);

/** PostgreSQL returns timestamps within JSON as text. */
function withDates(value: unknown): unknown {
  if (Array.isArray(value)) for (const each of value) withDates(each);
  else if (typeof value === 'object' && value !== null && !(value instanceof Date)) {
    const row = value as Record<string, unknown>;
    for (const key in row) {
      const field = row[key];
      if (typeof field === 'string') {
        if (isInstant(key)) row[key] = new Date(field);
      } else if (typeof field === 'object') withDates(field);
    }
  }
  return value;
}
