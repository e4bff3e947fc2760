import type pg from 'pg';
import { expect } from 'vitest';
import { gateChecks } from './gate-checks.ts';

export const gateFunctions = Object.keys(gateChecks).toSorted();

const queueFunctions = ['add_job', 'add_jobs', 'has_job', 'job_health'];
const ownerOf = (name: string): string => (queueFunctions.includes(name) ? 'dais_queue' : 'dais_gate');

export async function runsOnItsOwnPath(client: pg.ClientBase): Promise<void> {
  const found = await client.query<{ function: string }>(
    `select concat_ws(', ', proname, prosecdef, proowner::regrole, array_to_string(proconfig, ', ')) as function from pg_proc
     where pronamespace = 'gate'::regnamespace order by proname`,
  );
  const settingsOf = (name: string): string => {
    if (queueFunctions.includes(name)) return 'search_path=pg_catalog, pg_temp';
    // `similar_words` also sets `enable_seqscan`, which affects only the query plan.
    return `search_path=pg_catalog, public, pg_temp${name === 'similar_words' ? ', enable_seqscan=off' : ''}`;
  };
  expect(found.rows.map((row) => row.function)).toEqual(
    gateFunctions.map((name) => `${name}, t, ${ownerOf(name)}, ${settingsOf(name)}`),
  );
}

export async function isCalledByServingRoleAlone(client: pg.ClientBase): Promise<void> {
  const found = await client.query<{ name: string; callers: string[] }>(
    `select proname as name, array_agg(distinct case acl.grantee when 0 then 'public' else acl.grantee::regrole::text end)::text[] as callers
     from pg_proc, aclexplode(proacl) acl where pronamespace = 'gate'::regnamespace group by proname order by 1`,
  );
  expect(found.rows.map(({ name, callers }) => ({ name, callers: callers.toSorted() }))).toEqual(
    gateFunctions.map((name) => ({ name, callers: [ownerOf(name), 'dais_serving'].toSorted() })),
  );
}
