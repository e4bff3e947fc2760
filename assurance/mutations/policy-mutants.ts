import type pg from 'pg';
import type { Mutant } from './mutant.ts';

interface PolicyRow {
  readonly table: string;
  readonly policy: string;
  readonly command: string;
  readonly permissive: string;
  readonly role: string;
  readonly using: string | null;
  readonly check: string | null;
}

/** Every policy of every table without its conditions and without itself, and every table without being forced or looked after. */
export async function policyMutants(client: pg.Client): Promise<readonly Mutant[]> {
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
