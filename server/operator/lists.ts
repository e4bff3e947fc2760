import { sql } from 'kysely';
import { asGate, type Operator } from './accounts.ts';

export const listUsers = ({ db }: Operator, find: string): Promise<readonly object[]> =>
  asGate(db, async (tx) => {
    const { rows } = await sql<object>`
      select btrim(u.first_name || ' ' || u.last_name) as name, u.email,
        concat_ws(', ',
          case when u.is_site_admin then 'site admin' end,
          case when u.disabled_at is not null then 'disabled' end,
          case when has_second_factor(u.id)
            then 'second factor' end
        ) as is,
        (select count(*) from sessions s where s.user_id = u.id) as sessions,
        coalesce((
          select string_agg(b.shortname, ', ' order by b.shortname)
          from members m join boards b on b.id = m.board_id
          where m.user_id = u.id and m.status = 'active' and m.removed_at is null
        ), '') as boards
      from users u
      where position(lower(${find}) in lower(u.first_name || ' ' || u.last_name || ' ' || u.email)) > 0
      order by lower(coalesce(nullif(u.last_name, ''), u.first_name)), lower(u.first_name), u.id
    `.execute(tx);
    return rows;
  });

export const listBoards = ({ db }: Operator): Promise<readonly object[]> =>
  asGate(db, async (tx) => {
    const { rows } = await sql<object>`
      select b.shortname, b.title, case when b.suspended_at is null then 'open' else 'suspended' end as is,
        count(m.id) as members,
        coalesce(string_agg(u.email, ', ' order by u.email) filter (where m.is_board_admin), '') as admins
      from boards b
      left join members m on m.board_id = b.id and m.status = 'active' and m.removed_at is null
      left join users u on u.id = m.user_id
      group by b.id order by lower(b.title), b.id
    `.execute(tx);
    return rows;
  });
