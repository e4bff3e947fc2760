import type pg from 'pg';
import type { Mutant } from './mutant.ts';
import { conditionsOf } from './sql-conditions.ts';

interface PolicyRow {
  readonly table: string;
  readonly policy: string;
  readonly command: string;
  readonly permissive: string;
  readonly role: string;
  readonly using: string | null;
  readonly check: string | null;
}

/** Removes each policy and its conditions, and switches row-level security off for each table and its owner. */
export async function policyMutants(client: pg.ClientBase): Promise<readonly Mutant[]> {
  const policies = await client.query<PolicyRow>(
    `select tablename as "table", policyname as policy, cmd as command, permissive, array_to_string(roles, ', ') as role, qual as "using",
       with_check as "check" from pg_policies where schemaname = 'public' order by tablename, policyname`,
  );
  const tables = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relrowsecurity order by 1`,
  );
  return [
    ...policies.rows.flatMap(ofPolicy),
    ...tables.rows.flatMap(({ name }) => {
      const alter = (what: string) => `alter table ${name} ${what} row level security`;
      return [
        mutantOf('policy', name, 'not forced on its owner', { apply: alter('no force'), undo: alter('force') }),
        mutantOf('policy', name, 'no row-level security', { apply: alter('disable'), undo: alter('enable') }),
      ];
    }),
  ];
}

function ofPolicy({ table, policy, using, check, ...row }: PolicyRow): readonly Mutant[] {
  const on = `policy ${policy} on ${table}`;
  const conditions = [
    { clause: 'using', condition: using },
    { clause: 'with check', condition: check },
  ].filter(({ condition }) => condition !== null);
  const clauses = conditions.map(({ clause, condition }) => `${clause} (${condition})`).join(' ');
  const undo = `create ${on} as ${row.permissive} for ${row.command} to ${row.role} ${clauses}`;
  const mutant = (what: string, change: SqlChange) => mutantOf('policy', `${table}.${policy}`, what, change);
  return [
    ...conditions
      .filter(({ condition }) => condition !== 'true')
      .map(({ clause, condition }) => {
        const alter = (instead: string | null) => `alter ${on} ${clause} (${instead})`;
        return mutant(`${clause} → true`, { apply: alter('true'), undo: alter(condition) });
      }),
    mutant('dropped', { apply: `drop ${on}`, undo }),
  ];
}

/** Breaks each condition of each function in the schema `gate`. */
export async function gateMutants(client: pg.ClientBase): Promise<readonly Mutant[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select 'gate.' || proname as name, pg_get_functiondef(oid) as definition
     from pg_proc where pronamespace = 'gate'::regnamespace order by oid::regprocedure::text`,
  );
  return rows.flatMap(({ name, definition }) => {
    const from = definition.indexOf('AS $function$');
    const [head, body] = [definition.slice(0, from), definition.slice(from)];
    const timesSeen = new Map<string, number>();
    return conditionsOf(body).map(({ start, end, instead }) => {
      const shown = `${body.slice(start, end).replaceAll(/\s+/g, ' ')} → ${instead}`;
      const nth = (timesSeen.get(shown) ?? 0) + 1;
      timesSeen.set(shown, nth);
      const apply = `${head}${body.slice(0, start)}${instead}${body.slice(end)}`;
      return mutantOf('gate', name, nth === 1 ? shown : `${shown} (${nth})`, { apply, undo: definition });
    });
  });
}

interface SqlChange {
  readonly apply: string;
  readonly undo: string;
}

function mutantOf(kind: 'policy' | 'gate', where: string, what: string, change: SqlChange): Mutant {
  return { name: `${where}: ${what}`, kind, where, change: { by: 'sql', ...change } };
}
