import type pg from 'pg';
import type { Mutant } from './mutant.ts';

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

interface SqlAlternative {
  readonly start: number;
  readonly end: number;
  readonly instead: 'true' | 'false';
}

const tokensOf = (sql: string) =>
  [...sql.matchAll(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|[\w.$]+|\S/g)]
    .filter(([text]) => !/^(--|\/\*|\$\w*\$$)/.test(text))
    .map(({ 0: text, index }) => ({ text: text.toLowerCase(), start: index, end: index + text.length }));

const clauseEnd =
  /^(;|group|order|limit|offset|returning|union|except|intersect|for|then|loop|join|inner|cross|where|having|window|on)$/;

function conditionsOf(body: string): readonly SqlAlternative[] {
  const tokens = tokensOf(body);
  const textAt = (at: number): string => tokens[at]?.text ?? ';';
  const found = new Map<string, SqlAlternative>();

  const add = (from: number, to: number, instead: 'true' | 'false'): void => {
    const [first, last] = [tokens[from], tokens[to - 1]];
    if (!first || !last || (to - from === 1 && /^(true|false)$/.test(first.text))) return;
    const alternative = { start: first.start, end: last.end, instead };
    found.set(Object.values(alternative).join(), alternative);
  };

  const endOf = (from: number, what: 'condition' | 'part' | 'bracket'): number => {
    let [depth, isRange] = [0, false];
    for (let at = from; at < tokens.length; at += 1) {
      const text = textAt(at);
      const isOuterJoin = text === 'left' && textAt(at + 1) !== '(';
      if (depth === 0 && what !== 'bracket' && (clauseEnd.test(text) || isOuterJoin)) return at;
      if (depth === 0 && what === 'part' && (text === 'or' || (text === 'and' && !isRange))) return at;
      if (depth === 0 && (text === 'between' || text === 'and')) isRange = text === 'between';
      if (text === '(' || text === 'case') depth += 1;
      if (text === ')' || text === 'end') depth -= 1;
      if (depth < 0) return at;
    }
    return tokens.length;
  };

  const begins = new Set<number>();
  for (const [index, { text }] of tokens.entries()) {
    const [before, next] = [textAt(index - 1), index + 1];
    if (text === 'exists' && textAt(next) === '(') add(index, endOf(next + 1, 'bracket') + 1, 'true');
    const isBranch =
      (text === 'if' && before !== 'end') || text === 'elsif' || (text === 'when' && isSearched(tokens, index));
    const isFilter =
      text === 'where' || text === 'having' || (text === 'on' && textAt(next) !== 'conflict' && before !== 'distinct');
    if (isBranch || isFilter) {
      begins.add(next);
      // Breaks the parts of a conjunction separately, which is stricter than breaking the whole.
      if (isBranch || textAt(endOf(next, 'part')) !== 'and') add(next, endOf(next, 'condition'), 'true');
      if (isBranch) add(next, endOf(next, 'condition'), 'false');
    }
    if (!begins.has(index)) continue;
    const end = endOf(index, 'part');
    const words = [before, textAt(end)];
    if (words.includes('and')) add(index, end, 'true');
    else if (words.includes('or')) add(index, end, 'false');
    if (/^(and|or)$/.test(textAt(end))) begins.add(end + 1);
    // Only parentheses around a condition begin a part. Parentheses of a call or a subquery do not.
    const isBracketed = text === '(' && !/^(select|with)$/.test(textAt(next)) && endOf(next, 'condition') === end - 1;
    if (isBracketed) begins.add(next);
  }
  return [...found.values()].toSorted((one, other) => one.start - other.start);
}

function isSearched(tokens: readonly { readonly text: string }[], when: number): boolean {
  let depth = 0;
  for (let at = when - 1; at >= 0; at -= 1) {
    const text = tokens[at]?.text;
    if (text === 'end') depth += 1;
    if (text === 'case' && depth === 0) return tokens[at + 1]?.text === 'when';
    if (text === 'case') depth -= 1;
  }
  return false;
}
