import { createHash } from 'node:crypto';
import type pg from 'pg';
import { expect } from 'vitest';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import type { TestContext } from '#tests/support/context.ts';
import { instants, kinds, sceneTables } from './scene-tables.ts';

/** All writes of a check are rolled back. */
export type Check = string | readonly Check[] | ((run: Run) => Promise<void>);
export type Run = (script: string) => Promise<void>;

/**
 * Parses scripts, one for each function in the schema `gate`. A script begins with a line that contains only the
 * function's name. Its steps are indented by two spaces and continue on lines that are indented further. A step is one
 * of these:
 *
 *     users: own other/late(disabled_at=@before)      inserts three users and sets disabled_at for other and late
 *     update users set theme = 'dark'                 is a statement, which must succeed
 *     gate.trust_days(user:own) → 30                  is the rest of a select, and what it returns
 *     gate.has_password(user:?) for own / other → true for unknown → false
 *                                                     repeats the select with each of these in place of the `?`
 *     # is a comment
 *
 * Rows have names. In rows, SQL and results, `user:own` is the id of the user `own`, and `hash:own` is a secret. A name
 * without a row is an id that does not exist. A row refers to rows of its own name unless it has other settings, and
 * rows that it refers to are inserted with it. In settings, `user:own` is short for `user_id=user:own`. `@now`,
 * `@before` and `@after` are instants, and `@scene` is the list of all ids so far.
 *
 * In results, commas separate columns and ` | ` separates rows; `nothing` stands for no rows. An error is written as
 * its code if Dais has one for it, and otherwise as its message.
 */
export function checks(
  { raw }: TemplateStringsArray,
  ...values: readonly (string | readonly string[])[]
): Readonly<Record<string, string>> {
  const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');
  const inserted = values.map((value) =>
    typeof value === 'string' ? oneLine(value) : value.map(oneLine).join('\n  '),
  );
  const text = String.raw({ raw }, ...inserted);
  const [, ...parts] = text.split(/^(\w+)\n/m);
  return Object.fromEntries(parts.flatMap((part, index) => (index % 2 === 0 ? [[part, parts[index + 1] ?? '']] : [])));
}

export const isLocked = (user: string): string => `xmax <> '0'::xid from users where id = user:${user}`;

export async function checkGate(context: Pick<TestContext, 'pool'>, check: Check): Promise<void> {
  if (Array.isArray(check)) {
    for (const part of check) await checkGate(context, part);
    return;
  }
  await asSuperuser(context, async (client) => {
    await client.query('begin');
    try {
      const run = runnerOn(client);
      await (typeof check === 'function' ? check(run) : run(`${check}`));
    } finally {
      await client.query('rollback');
    }
  });
}

export async function writeScene(context: Pick<TestContext, 'pool'>, script: string): Promise<void> {
  await asSuperuser(context, async (client) => {
    await client.query('begin');
    await runnerOn(client)(script);
    await client.query('commit');
  });
}

class Names {
  readonly #values = new Map<string, string | Buffer>();
  readonly #names = new Map<string, string>(Object.entries(instants).map(([name, instant]) => [instant, name]));
  readonly #pattern = new RegExp(`(?<![\\w:'])((?:${[...kinds.keys(), 'hash'].join('|')}):[a-z0-9-]+)`, 'g');

  valueOf(name: string): string | Buffer {
    const known = this.#values.get(name);
    if (known !== undefined) return known;
    const id = `00000000-0000-4000-8000-${String(this.#values.size + 1).padStart(12, '0')}`;
    const value = name.startsWith('hash:') ? createHash('sha256').update(name).digest() : id;
    this.#values.set(name, value);
    this.#names.set(value.toString('hex'), name);
    return value;
  }

  inSetting(text: string | null): string | Buffer | null {
    if (text === null) return null;
    if (text.match(this.#pattern)?.[0] === text) return this.valueOf(text);
    if (text.startsWith('{')) return text.replaceAll(this.#pattern, (name) => `${this.valueOf(name)}`);
    return isInstant(text) ? instants[text] : text;
  }

  inSql(sql: string): string {
    const literal = (name: string): string => {
      const value = this.valueOf(name);
      return typeof value === 'string' ? `'${value}'` : `'\\x${value.toString('hex')}'`;
    };
    return sql
      .replaceAll(this.#pattern, literal)
      .replaceAll(/@\w+/g, (name) => (isInstant(name) ? `'${instants[name]}'::timestamptz` : name))
      .replaceAll(/@scene\b/g, () => {
        const ids = [...this.#values.values()].filter((value) => typeof value === 'string');
        return `(${ids.map((id) => `'${id}'`).join(', ')})`;
      });
  }

  inResult(value: unknown): string {
    if (value instanceof Date) return this.inResult(value.toISOString().replace('.000Z', 'Z'));
    if (Buffer.isBuffer(value)) return this.inResult(value.toString('hex'));
    if (typeof value !== 'object' || value === null)
      return this.#names.get(String(value)) ?? (value === '' ? "''" : String(value));
    return JSON.stringify(value, (_, each) => (typeof each === 'string' ? (this.#names.get(each) ?? each) : each));
  }
}
const isInstant = (text: string): text is keyof typeof instants => text in instants;

function runnerOn(client: pg.ClientBase): Run {
  const names = new Names();

  async function put(of: string, name: string, settings: string, boardId?: string | null): Promise<void> {
    const { table, kind, defaults } = tableOf(of);
    const given = settingsOf(settings);
    const row = { ...settingsOf(defaults.replaceAll('*', name)), ...given };
    if (boardId && 'board_id' in row) row.board_id = boardId;
    for (const [column, value] of Object.entries(row)) {
      if (value?.startsWith('$')) row[column] = row[value.slice(1)] ?? null;
      else if (value !== null) await putParent(value, row.board_id);
    }
    const all = Object.entries({ ...(kind !== null && { id: `${kind}:${name}` }), ...row });
    const columns = all.map(([column]) => column).join(', ');
    const places = all.map((_, index) => `$${index + 1}`).join(', ');
    await client.query(
      `insert into ${table} (${columns}) values (${places})`,
      all.map(([, value]) => names.inSetting(value)),
    );
  }

  async function putParent(reference: string, boardId?: string | null): Promise<void> {
    const [, kind = '', name = ''] = reference.match(/^([a-z]+):([a-z0-9-]+)$/) ?? [];
    const parent = kinds.get(kind);
    if (!parent) return;
    const found = await client.query(`select from ${parent.table} where id = $1`, [names.valueOf(reference)]);
    if (found.rowCount !== 0) return;
    const [of = ''] = [...sceneTables].find(([, table]) => table === parent) ?? [];
    await put(of, name, '', boardId);
  }

  async function outcomeOf(sql: string): Promise<{ readonly text: string; readonly hasFailed: boolean }> {
    try {
      const result = await client.query<unknown[]>({ text: names.inSql(sql), rowMode: 'array' });
      await client.query('release step; savepoint step');
      const lines = result.rows.map((row) => row.map((value) => names.inResult(value)).join(', '));
      return { text: lines.length === 0 ? 'nothing' : lines.join(' | '), hasFailed: false };
    } catch (error) {
      await client.query('rollback to step');
      const { code, message } = error as pg.DatabaseError;
      return { text: code?.startsWith('DA') ? code : message, hasFailed: true };
    }
  }

  async function runStep(step: string): Promise<void> {
    const [, tables, rowsText] = step.match(/^([a-z_/]+): (.+)$/) ?? [];
    if (tables !== undefined && rowsText !== undefined) {
      for (const table of tables.split('/')) {
        for (const [name, settings] of rowsIn(rowsText)) {
          const error = await put(table, name, settings).then(
            () => null,
            ({ message }: Error) => message,
          );
          expect(error, `${table}: ${name}`).toBeNull();
        }
      }
      return;
    }
    if (/^(savepoint|rollback to) /.test(step)) {
      await client.query(`release step; ${step}; savepoint step`);
      return;
    }
    const [head = '', ...cases] = step.split(' for ');
    const [query = '', expected] = head.split(' → ');
    const sql = /^(create|delete|insert|select|set|update) /.test(query) ? query : `select ${query}`;
    if (cases.length === 0) {
      const { text, hasFailed } = await outcomeOf(sql);
      expect(expected === undefined && !hasFailed ? undefined : text, query).toBe(expected);
    }
    for (const each of cases) {
      const [keys = '', outcome] = each.split(' → ');
      for (const key of keys.split(' / ')) {
        expect((await outcomeOf(sql.replaceAll('?', () => key))).text, `${query}: ${key}`).toBe(outcome);
      }
    }
  }

  return async (script) => {
    await client.query('savepoint step');
    for (const step of stepsOf(script)) await runStep(step);
    await client.query('release step');
  };
}

const tableOf = (name: string) => {
  const table = sceneTables.get(name);
  if (!table) throw new Error(`Scenes have no table ${name}.`);
  return table;
};

function stepsOf(script: string): readonly string[] {
  const lines = script.split('\n').filter((line) => line.trim() !== '' && !line.trim().startsWith('# '));
  const indent = lines[0]?.search(/\S/) ?? 0;
  return lines
    .join('\n')
    .replaceAll(new RegExp(`\\n {${indent + 1},}`, 'g'), ' ')
    .split('\n')
    .map((line) => line.trim());
}

const rowsIn = (text: string): readonly (readonly [name: string, settings: string])[] =>
  [...text.matchAll(/([\w/-]+)(?:\(((?:'[^']*'|[^')])*)\))?/g)].flatMap(([, names = '', settings = '']) =>
    names.split('/').map((name) => [name, settings] as const),
  );

function settingsOf(text: string): Record<string, string | null> {
  const row: Record<string, string | null> = {};
  for (const [setting] of text.matchAll(/(?:'[^']*'|[^,'])+/g)) {
    const [, kind, column, value = ''] = setting.trim().match(/^(?:([a-z]+):[a-z0-9-]+|(\w+)=(.*))$/s) ?? [];
    if (kind !== undefined) row[`${kind}_id`] = setting.trim();
    else if (column !== undefined) row[column] = value === 'null' ? null : value.replace(/^'(.*)'$/, '$1');
    else throw new Error(`A setting cannot be ${setting}.`);
  }
  return row;
}
