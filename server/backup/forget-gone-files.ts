import type { ClientBase } from 'pg';
import { logos, people } from '#server/features/members/pictures/store.ts';

/**
 * What was removed while the backup was made is gone from its rows too: a picture and a logo that were replaced, a board book that was
 * dropped, a document that was purged. Runs before the foreign keys are back, so it names every table itself.
 */
export async function forgetGoneFiles(client: ClientBase, gone: readonly string[]): Promise<void> {
  if (gone.length === 0) return;
  await client.query('delete from board_books where storage_key = any($1)', [gone]);
  const pictures = gone.flatMap((key) => {
    const [, folder, id] = /^(pictures|logos)\/([a-f0-9]{64})-/.exec(key) ?? [];
    if (id === undefined) return [];
    return [folder === people.folder ? people.url(id) : logos.url(id)];
  });
  await client.query('update users set img_url = null where img_url = any($1)', [pictures]);
  await client.query('update boards set logo_url = null where logo_url = any($1)', [pictures]);
  const purged = await client.query<{ id: string }>(
    'select distinct document_id as id from document_versions where storage_key = any($1)',
    [gone],
  );
  const ids = purged.rows.map(({ id }) => id);
  const { rows: below } = await client.query<{ name: string; column: string }>(
    `select c.table_name as name, c.column_name as column from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name in ('document_id', 'version_id')`,
  );
  const versions = await client.query<{ id: string }>('select id from document_versions where document_id = any($1)', [
    ids,
  ]);
  const idsOf = { document_id: ids, version_id: versions.rows.map(({ id }) => id) };
  for (const { name, column } of below) {
    await client.query(`delete from ${client.escapeIdentifier(name)} where ${column} = any($1)`, [
      idsOf[column as keyof typeof idsOf],
    ]);
  }
  await client.query('delete from documents where id = any($1)', [ids]);
}
