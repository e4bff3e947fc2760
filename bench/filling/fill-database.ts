import pg from 'pg';
import { fillMeetings } from './meetings.ts';
import { fillPapers, markFiles } from './papers.ts';
import { fillPeople } from './people.ts';
import { fillTraces } from './traces.ts';

export async function fillDatabase(
  url: string,
  scale: number,
): Promise<readonly { readonly key: string; readonly bytes: number }[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Triggers are off, so the statements below must also write what triggers would write, such as counts.
    await client.query(
      "set synchronous_commit = off; set work_mem = '256MB'; set maintenance_work_mem = '512MB'; set session_replication_role = replica; set jit = off",
    );
    const indexes = await dropIndexes(client);
    for (const [what, fill] of [
      ['people', () => fillPeople(client, scale)],
      ['meetings', () => fillMeetings(client)],
      ['papers', () => fillPapers(client)],
      ['announcements, marks, log', () => fillTraces(client)],
      ['audiences', () => runAll(client, [audiencesNamed])],
      ['indexes', () => runAll(client, indexes)],
    ] as const) {
      const begun = performance.now();
      await fill();
      console.log(`  ${what}: ${Math.round((performance.now() - begun) / 1000)} s`);
    }
    const files = await markFiles(client);
    await client.query('vacuum analyze');
    await client.query('checkpoint');
    return files;
  } finally {
    await client.end();
  }
}

const audiencesNamed = `
  update audiences a set
    group_ids = array(select g.group_id from audience_groups g where g.board_id = a.board_id and g.audience_id = a.id order by 1),
    member_ids = array(select m.member_id from audience_members m where m.board_id = a.board_id and m.audience_id = a.id order by 1)`;

async function dropIndexes(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relnamespace = 'public'::regnamespace and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`,
  );
  await runAll(
    client,
    rows.map(({ name }) => `drop index ${name}`),
  );
  return rows.map(({ definition }) => definition);
}

async function runAll(client: pg.Client, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await client.query(statement);
}
