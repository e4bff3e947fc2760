import type pg from 'pg';
import type { Mutant } from './mutant.ts';
import { conditionsOf } from './sql-conditions.ts';

export async function policyMutants(client: pg.ClientBase): Promise<readonly Mutant[]> {
  const { rows } = await client.query<{ name: string; what: string; apply: string; undo: string }>(`
    with policies as (
      select tablename || '.' || policyname as name, format('policy %I on %I', policyname, tablename) as policy, qual, with_check,
        format('as %s for %s to %s', permissive, cmd, array_to_string(roles, ', '))
          || coalesce(' using (' || qual || ')', '') || coalesce(' with check (' || with_check || ')', '') as definition
      from pg_policies where schemaname = 'public'
    ), tables as (
      select relname::text as name, format('alter table %I', relname) as alter from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relrowsecurity
    )
    select name, 'dropped' as what, format('drop %s', policy) as apply, format('create %s %s', policy, definition) as undo
    from policies
    union all select name, 'using → true', format('alter %s using (true)', policy), format('alter %s using (%s)', policy, qual)
    from policies where qual <> 'true'
    union all select name, 'with check → true', format('alter %s with check (true)', policy),
      format('alter %s with check (%s)', policy, with_check)
    from policies where with_check <> 'true'
    union all select name, 'not forced on its owner', alter || ' no force row level security', alter || ' force row level security'
    from tables
    union all select name, 'no row-level security', alter || ' disable row level security', alter || ' enable row level security'
    from tables
    order by name, what`);
  return rows.map(({ name, what, ...change }) => ({
    name: `${name}: ${what}`,
    kind: 'policy',
    where: name,
    change: { by: 'sql', ...change },
  }));
}

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
      const what = nth === 1 ? shown : `${shown} (${nth})`;
      return { name: `${name}: ${what}`, kind: 'gate', where: name, change: { by: 'sql', apply, undo: definition } };
    });
  });
}
