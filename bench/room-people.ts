import pg from 'pg';
import { httpClient } from '#tests/support/http-client.ts';

export interface RoomPerson {
  readonly memberId: string;
  readonly headers: Readonly<Record<string, string>>;
}

export async function makePeople(
  at: { readonly url: string; readonly superuserUrl: string },
  count: number,
): Promise<{ readonly boardId: string; readonly people: readonly RoomPerson[] }> {
  const client = new pg.Client({ connectionString: at.superuserUrl });
  await client.connect();
  try {
    const board = await client.query(
      `insert into boards (shortname, title, time_zone) values ('room', 'Board of the room', 'Europe/London') returning id`,
    );
    const boardId: string = board.rows[0].id;
    const { rows } = await client.query(
      `with made as (
         insert into users (email, first_name, last_name, password_hash)
         select 'voter-' || n || '@bench.example', 'Voter', 'Nr ' || n, 'nobody signs in with it' from generate_series(1, $2::int) n
         returning id, email, first_name, last_name
       ), joined as (
         insert into members (board_id, user_id, is_board_admin, status, slug, first_name, last_name, email)
         select $1, id, email = 'voter-1@bench.example', 'active', split_part(email, '@', 1), first_name, last_name, email from made
         returning id, user_id, email
       ), signed_in as (
         insert into sessions (user_id, token_hash, board_id, remember, user_agent, expires_at)
         select user_id, sha256(email::bytea), $1, true, 'bench', now() + interval '1 day' from joined
       )
       select id, email from joined order by length(email), email`,
      [boardId, count],
    );
    const people: RoomPerson[] = [];
    for (const { id, email } of rows) people.push({ memberId: id, headers: await headersOf(at.url, boardId, email) });
    return { boardId, people };
  } finally {
    await client.end();
  }
}

export async function addBoards(
  superuserUrl: string,
  people: readonly RoomPerson[],
  count: number,
): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    const { rows } = await client.query(
      `insert into boards (shortname, title, time_zone)
       select 'other-' || n, 'Another board ' || n, 'Europe/London' from generate_series(1, $1::int) n returning id`,
      [count],
    );
    await client.query(
      `insert into members (board_id, user_id, is_board_admin, status, slug, first_name, last_name, email)
       select b.id, m.user_id, true, 'active', m.slug, m.first_name, m.last_name, m.email from unnest($1::uuid[]) b (id), members m
       where m.id = any($2::uuid[])`,
      [rows.map(({ id }) => id), people.slice(0, 2).map(({ memberId }) => memberId)],
    );
    return rows.map(({ id }) => id);
  } finally {
    await client.end();
  }
}

async function headersOf(url: string, boardId: string, token: string): Promise<Readonly<Record<string, string>>> {
  const browser = httpClient(url);
  browser.keep('dais_session', token);
  const started = await browser.call('GET', '/ajax/start', undefined, { 'x-board': boardId });
  if (started.json?.data?.user === null) throw new Error(`The session of ${token} opens nothing.`);
  const cookies = browser.cookies();
  return {
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    'x-xsrf-token': decodeURIComponent(cookies.get('XSRF-TOKEN') ?? ''),
    'x-requested-with': 'XMLHttpRequest',
    'x-board': boardId,
    'content-type': 'application/json',
  };
}
