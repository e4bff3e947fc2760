import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { TestContext } from '#tests/support/context.ts';

const impossible: Readonly<Record<string, string>> = {
  'an agenda whose places are taken twice': `
    select meeting_id, position from agenda_items group by 1, 2 having count(*) > 1`,
  'an agenda that jumps a level': `
    select * from (select meeting_id, id, depth, lag(depth) over (partition by meeting_id order by position) as above
      from agenda_items) t where depth > coalesce(above, -1) + 1`,
  'a choice by somebody who has not answered': `
    select c.poll_id, c.member_id from poll_choices c left join poll_responses r using (board_id, poll_id, member_id)
    where r.member_id is null`,
  'two choices where one is asked for': `
    select c.poll_id, c.member_id from poll_choices c join polls p on p.id = c.poll_id
    where p.choice = 'single' group by 1, 2 having count(*) > 1`,
  'a named answer without a choice': `
    select r.poll_id, r.member_id from poll_responses r join polls p on p.id = r.poll_id
    where not p.is_anonymous and not exists (
      select from poll_choices c where c.poll_id = r.poll_id and c.member_id = r.member_id)`,
  'a secret choice that is kept': `
    select c.poll_id from poll_choices c join polls p on p.id = c.poll_id where p.is_anonymous`,
  'a secret count that is no sum of its answers': `
    select p.id from polls p where p.is_anonymous and p.choice = 'single'
      and (select coalesce(sum(votes), 0) from poll_tallies t where t.poll_id = p.id)
        <> (select count(*) from poll_responses r where r.poll_id = p.id)`,
  'a poll’s option in a place that another has': `
    select poll_id, position from poll_options group by 1, 2 having count(*) > 1`,
  'an answer without its time': `
    select meeting_id, member_id from invitees where (answered_at is null) <> (acceptance = 'none')`,
  'a date answered that another meeting offers': `
    select a.option_id from date_answers a join date_options o on o.id = a.option_id where o.meeting_id <> a.meeting_id`,
  'a published meeting without its time': `
    select id from meetings where state = 'published' and (starts_at is null or ends_at is null or ends_at < starts_at)`,
  'a place of the library that counts wrongly': `
    select p.id, p.document_count, p.hidden_count, count(d.id), count(d.id) filter (where d.hidden) from (
        select id, document_count, hidden_count from categories union all select id, document_count, hidden_count from folders) p
      left join documents d on coalesce(d.folder_id, d.category_id) = p.id and d.deleted_at is null
    group by 1, 2, 3 having p.document_count <> count(d.id) or p.hidden_count <> count(d.id) filter (where d.hidden)`,
  'a folder whose way leads elsewhere than its parent’s': `
    select f.id from folders f left join folders parent on parent.id = f.parent_id
    where f.path <> coalesce(parent.path, '{}') || f.id or (parent.id is not null and parent.category_id <> f.category_id)`,
  'a document in two places, or in none': `
    select id from documents where num_nonnulls(agenda_item_id, meeting_id, announcement_id, folder_id, category_id, written_resolution_id) <> 1`,
  'versions that are not numbered 1, 2, 3': `
    select document_id from document_versions group by 1 having min(number) <> 1 or max(number) <> count(*)`,
  'somebody active without a user': `select id from members where status = 'active' and user_id is null`,
  'somebody twice on a board': `
    select board_id, user_id from members where user_id is not null and removed_at is null group by 1, 2 having count(*) > 1`,
  'a member of a group who is gone': `
    select g.group_id, g.member_id from group_members g join members m on m.id = g.member_id where m.removed_at is not null`,
  'an invitation redeemed by nobody': `
    select i.id from invitations i join members m on m.id = i.member_id
    where i.redeemed_at is not null and m.user_id is null and m.removed_at is null`,
  'a time of two-factor authentication without a code': `
    select user_id from two_factors t where confirmed_at is not null
      and not exists (select from recovery_codes c where c.user_id = t.user_id)`,
};

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

export async function brokenInvariants(
  context: TestContext,
  client: pg.ClientBase,
  hadAdmin: readonly string[],
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [what, sql] of Object.entries(impossible)) {
    const { rows } = await client.query(sql);
    if (rows.length > 0) found.push(`${what}: ${JSON.stringify(rows.slice(0, 3))}`);
  }
  const { rows: abandoned } = await client.query(
    `select id from boards b where id = any($1) and not exists (
       select from members m where m.board_id = b.id and m.is_board_admin and m.status = 'active' and m.removed_at is null)`,
    [hadAdmin],
  );
  if (abandoned.length > 0) found.push(`a board without an admin: ${JSON.stringify(abandoned)}`);
  return [...found, ...(await crossedBoards(client)), ...(await missingFiles(context, client))];
}

async function crossedBoards(client: pg.ClientBase): Promise<readonly string[]> {
  const { rows: tables } = await client.query<{ name: string; has_id: boolean }>(
    `select c.table_name as name, bool_or(i.column_name is not null) as has_id from information_schema.columns c
     join pg_tables t on t.tablename = c.table_name and t.schemaname = 'public'
     left join information_schema.columns i on i.table_schema = 'public' and i.table_name = c.table_name
       and i.column_name = 'id' and i.data_type = 'uuid'
     where c.table_schema = 'public' and c.column_name = 'board_id' and c.table_name <> 'sessions' group by 1`,
  );
  const boards = new Map<string, string>();
  const lines: { readonly table: string; readonly board: string; readonly text: string }[] = [];
  for (const { name, has_id } of tables) {
    const id = has_id ? 'id' : 'null';
    const { rows } = await client.query(
      `select board_id, ${id} as id, t::text as text from ${name} t where board_id is not null`,
    );
    for (const row of rows) {
      if (row.id !== null) boards.set(row.id, row.board_id);
      lines.push({ table: name, board: row.board_id, text: row.text });
    }
  }
  const { rows: all } = await client.query<{ id: string }>('select id from boards');
  for (const { id } of all) boards.set(id, id);
  const crossed = lines.filter(({ board, text }) =>
    (text.match(uuids) ?? []).some((id) => boards.get(id) !== undefined && boards.get(id) !== board),
  );
  return crossed
    .slice(0, 3)
    .map(({ table, text }) => `a row of ${table} that names another board: ${text.slice(0, 300)}`);
}

async function missingFiles(context: TestContext, client: pg.ClientBase): Promise<readonly string[]> {
  const { rows } = await client.query<{ key: string }>(
    `select storage_key as key from document_versions union select preview_key from document_versions where preview_key is not null
     union select reading_key from document_versions where reading_key is not null
     union select storage_key from board_books where storage_key is not null
     union select unnest(array_remove(array[storage_key, sealed_key], null)) from signature_requests where kind <> 'document'`,
  );
  const absent: string[] = [];
  for (const { key } of rows) {
    await access(join(context.config.dataDir, 'files', key)).catch(() => absent.push(key));
  }
  return absent.length === 0 ? [] : [`a row without its file: ${absent.slice(0, 3).join(', ')}`];
}
