import type { ClientBase } from 'pg';

/** Ours, and the job queue's. */
const schemas = ['public', 'graphile_worker'] as const;

export interface Table {
  readonly schema: string;
  readonly name: string;
  /** All that can be written: what is generated comes by itself. */
  readonly columns: readonly string[];
}

/** Every table with rows of the installation: not those that say which migrations were applied. */
export async function tablesOf(client: ClientBase): Promise<readonly Table[]> {
  const { rows } = await client.query<{ schema: string; name: string; columns: string[] }>(
    `select n.nspname as schema, c.relname as name,
       array(select a.attname::text from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname = any($1) and c.relname <> 'migrations' order by 1, 2`,
    [schemas],
  );
  return rows;
}

export interface Sequence {
  readonly schema: string;
  readonly name: string;
}

export async function sequencesOf(client: ClientBase): Promise<readonly Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'S' and n.nspname = any($1) order by 1, 2`,
    [schemas],
  );
  return rows;
}

export const quoted = (client: ClientBase, { schema, name }: { readonly schema: string; readonly name: string }) =>
  `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`;

export const listed = (client: ClientBase, columns: readonly string[]): string =>
  columns.map((column) => client.escapeIdentifier(column)).join(', ');
