import type pg from 'pg';
import { boardsOfScale, perBoard } from './sizes.ts';

const firstNames =
  "array['Ada','Bram','Chioma','Dario','Elena','Femi','Grace','Hiro','Ines','Jonas','Kaya','Liam','Mina','Noor','Otto','Priya','Ruth','Sam','Tara','Uma']";
const lastNames =
  "array['Abbott','Berg','Castro','Dube','Evans','Fischer','Gupta','Hansen','Ivanov','Jones','Kowalczyk','Larsen','Moreau','Nowak','Okafor','Petrov','Quinn','Rossi','Silva','Tanaka']";

export async function fillPeople(client: pg.Client, scale: number): Promise<void> {
  const boards = boardsOfScale(scale);
  await client.query(`create temp table at_board as select n, uuidv7() as id from generate_series(1, ${boards}) n`);
  await client.query(
    `insert into boards (id, shortname, title, time_zone) select id, 'bench-' || n, 'Board of Trustees ' || n, 'Europe/London' from at_board`,
  );
  await client.query(
    `create temp table at_user as select n, uuidv7() as id from generate_series(0, ${boards * (perBoard.members - 1)}) n`,
  );
  await client.query(
    `insert into users (id, email, first_name, last_name, password_hash)
     select id, 'person-' || n || '@bench.example', (${firstNames})[1 + n % 20], (${lastNames})[1 + n / 20 % 20], 'nobody signs in with it' from at_user`,
  );
  await client.query(
    `create temp table at_member as
     select b.n as board, b.id as board_id, k, uuidv7() as id, u.id as user_id, u.n as user, k = ${perBoard.members - 1} as inactive
     from at_board b, generate_series(1, ${perBoard.members}) k, at_user u where u.n = (b.n - 1) * ${perBoard.members - 1} + k - 1`,
  );
  await client.query('create index on at_member (board_id, k)');
  await client.query('analyze at_member');
  await client.query(
    `insert into members (id, board_id, user_id, is_board_admin, status, slug, first_name, last_name, email)
     select m.id, board_id, user_id, k <= 2, case when inactive then 'inactive' else 'active' end, 'person-' || k, u.first_name, u.last_name, u.email
     from at_member m join users u on u.id = m.user_id`,
  );
  await client.query(
    `insert into groups (board_id, name) select b.id, (array['Finance','Audit','People','Buildings','Governance'])[k] || ' committee'
     from at_board b, generate_series(1, ${perBoard.groups}) k`,
  );
  await client.query(
    `create temp table at_group as select board_id, id, row_number() over (partition by board_id order by id)::int as k from groups`,
  );
  await client.query(
    `insert into group_members (board_id, group_id, member_id, is_group_admin, added_by_board_admin)
     select m.board_id, g.id, m.id, m.k = 3 + g.k, true from at_member m join at_group g on g.board_id = m.board_id
     where m.k % ${perBoard.groups} = g.k - 1 or (m.k * 7) % 11 = g.k`,
  );
  await client.query(
    `insert into sessions (user_id, token_hash, board_id, remember, user_agent, expires_at)
     select u.id, sha256(('bench-session-of-user-' || u.n)::bytea), b.id, true, 'bench', now() + interval '30 days'
     from at_user u join at_board b on b.n = least(${boards}, u.n / ${perBoard.members - 1} + 1)`,
  );
  await client.query(
    `insert into calendar_feeds (board_id, member_id, uid_hash)
     select board_id, id, sha256(('f' || translate(md5(board || ':' || k), '0189', 'ghij'))::bytea) from at_member`,
  );
}
