import type pg from 'pg';
import type { Mutant } from './mutant.ts';
import { conditionsOf } from './sql-conditions.ts';

/** Every condition of every function of the gate, its search path, and who may call it, from the catalogue. */
export async function gateMutants(client: pg.Client): Promise<readonly Mutant[]> {
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
