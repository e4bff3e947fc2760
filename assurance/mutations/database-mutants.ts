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
      const mutant = mutantOf(name, name);
      const alter = `alter table ${name}`;
      return [
        mutant('not forced on its owner', `${alter} no force row level security`, `${alter} force row level security`),
        mutant('no row-level security', `${alter} disable row level security`, `${alter} enable row level security`),
      ];
    }),
  ];
}

function ofPolicy(row: PolicyRow): readonly Mutant[] {
  const on = `policy ${row.policy} on ${row.table}`;
  const mutant = mutantOf(`${row.table}.${row.policy}`, row.table);
  const using = row.using === null ? '' : ` using (${row.using})`;
  const check = row.check === null ? '' : ` with check (${row.check})`;
  const made = `create ${on} as ${row.permissive} for ${row.command} to ${row.role}${using}${check}`;
  const restricts = (condition: string | null): condition is string => condition !== null && condition !== 'true';
  return [
    ...(restricts(row.using) ? [mutant('using → true', `alter ${on} using (true)`, `alter ${on}${using}`)] : []),
    ...(restricts(row.check)
      ? [mutant('with check → true', `alter ${on} with check (true)`, `alter ${on}${check}`)]
      : []),
    mutant('dropped', `drop ${on}`, made),
  ];
}

const mutantOf =
  (where: string, touches: string) =>
  (what: string, apply: string, undo: string): Mutant => ({
    ...{ name: `${where}: ${what}`, kind: 'policy', where, what },
    change: { by: 'sql', apply, undo, touches },
  });

/** Breaks each condition of each gate function, its search path, and the right to call it. */
export async function gateMutants(client: pg.ClientBase): Promise<readonly Mutant[]> {
  const { rows } = await client.query<{ name: string; signature: string; definition: string; path: string }>(
    `select proname as name, oid::regprocedure::text as signature, pg_get_functiondef(oid) as definition,
       (select substr(setting, 13) from unnest(proconfig) setting where setting like 'search_path=%') as path
     from pg_proc where pronamespace = 'gate'::regnamespace order by oid::regprocedure::text`,
  );
  return rows.flatMap(({ name, signature, definition, path }) => {
    const function_ = `gate.${name}`;
    const mutant = (what: string, apply: string, undo: string): Mutant => ({
      ...{ name: `${function_}: ${what}`, kind: 'gate', where: function_, what },
      change: { by: 'sql', apply, undo, touches: function_ },
    });
    const [head = '', body = ''] = splitOnce(definition, 'AS $function$');
    const of = `function ${signature}`;
    const seen = new Map<string, number>();
    return [
      ...conditionsOf(body).map(({ start, end, instead }) => {
        const shown = `${body.slice(start, end).replaceAll(/\s+/g, ' ')} → ${instead}`;
        const nth = (seen.get(shown) ?? 0) + 1;
        seen.set(shown, nth);
        const broken = `${head}AS $function$${body.slice(0, start)}${instead}${body.slice(end)}`;
        return mutant(nth === 1 ? shown : `${shown} (${nth})`, broken, definition);
      }),
      mutant('search_path unset', `alter ${of} reset search_path`, `alter ${of} set search_path = ${path}`),
      mutant('anybody may call it', `grant execute on ${of} to public`, `revoke execute on ${of} from public`),
    ];
  });
}

function splitOnce(text: string, at: string): readonly string[] {
  const index = text.indexOf(at);
  return index === -1 ? [text] : [text.slice(0, index), text.slice(index + at.length)];
}
