import type pg from 'pg';

/** SQL that makes a copied value unique, by column type. */
const differentBy: Readonly<Record<string, string>> = {
  text: "|| '-' || made.n",
  bytea: "sha256((made.n || ':' || t.id)::bytea)",
  integer: '+ made.n * 1000',
  'timestamp with time zone': "+ made.n * interval '1 second'",
};

const parents = [
  ...['meetings', 'meeting_templates', 'announcements', 'categories', 'folders'].map(
    (table) =>
      `insert into audiences (id, board_id, whole_board) select audience_id, board_id, true from ${table} where audience_id is not null on conflict do nothing`,
  ),
  'delete from members m where m.user_id is null and not exists (select from invitations i where i.member_id = m.id)',
  `insert into users (id, email, first_name, last_name, password_hash)
   select user_id, id || '@many.example', 'One', 'Of many', 'nobody signs in with it' from members where user_id is not null on conflict do nothing`,
];

interface Column {
  readonly name: string;
  readonly type: string;
}

export async function fillTables(
  client: pg.ClientBase,
  of: { readonly boardId: string; readonly rows: number },
): Promise<readonly string[]> {
  await client.query('set session_replication_role = replica');
  const { rows: tables } = await client.query<{
    name: string;
    columns: Column[];
    unique: string[];
    has_board: boolean;
  }>(
    `select c.oid::regclass::text as name,
       (select jsonb_agg(jsonb_build_object('name', quote_ident(a.attname), 'type', format_type(a.atttypid, null)) order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
       (select coalesce(jsonb_agg(distinct quote_ident(last.attname)), '[]') from pg_index i
        join lateral (select a.attname from pg_attribute a where a.attrelid = c.oid and a.attname not in ('board_id', 'id')
          and (a.attnum = any(i.indkey) or pg_get_indexdef(i.indexrelid) like '%lower(' || a.attname || ')%')
          order by array_position(i.indkey::int2[], a.attnum) desc nulls last limit 1) last on true
        where i.indrelid = c.oid and i.indisunique) as unique,
       exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'board_id') as has_board
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'id') order by 1`,
  );
  const filled: string[] = [];
  for (const { name, columns, unique, has_board } of tables) {
    const copyOf = (column: Column): string => {
      if (column.name === 'id') return 'made.id';
      // A folder's path contains the folder's own id.
      if (column.type === 'uuid[]') return `array_replace(t.${column.name}, t.id, made.id)`;
      if (!unique.includes(column.name)) return `t.${column.name}`;
      if (column.type === 'uuid') return `case when t.${column.name} is not null then made.id end`;
      const different = differentBy[column.type] ?? '';
      if (column.type === 'bytea') return `case when t.${column.name} is not null then ${different} end`;
      return /^[|+]/.test(different) ? `t.${column.name} ${different}` : different || `t.${column.name}`;
    };
    const copied = await client.query(
      `insert into ${name} (${columns.map((column) => column.name)})
       select ${columns.map(copyOf)} from (select * from ${name} ${has_board ? 'where board_id = $1' : 'where $1::uuid is not null'} ) t, lateral (select n, uuidv7() as id from generate_series(1, $2::int) n where t.id is not null) made`,
      [of.boardId, of.rows],
    );
    if ((copied.rowCount ?? 0) > 0) filled.push(name);
  }
  for (const statement of parents) await client.query(statement);
  return filled;
}
