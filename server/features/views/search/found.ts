import { type RawBuilder, sql } from 'kysely';
import type { SearchResult } from '#contract/search.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import type { Wanted } from './wanted.ts';

/** Which of what was found are to be shown; `most` 0: they are only counted. */
export interface Asking {
  readonly wanted: readonly Wanted[];
  readonly skip: number;
  readonly most: number;
}

/** What one type has; all that the reader may see is counted. */
export interface Found {
  readonly count: number;
  readonly results: readonly SearchResult[];
}

/** Counts the hits of a query, and takes the ids of those to be shown: those with more of the words in the title first, then the newest. */
export async function takeHits(
  scope: BoardScope,
  { skip, most }: Pick<Asking, 'skip' | 'most'>,
  /** Answers `id`, `in_title` and `at`, of what the reader may see alone. */
  hits: RawBuilder<unknown>,
): Promise<{ readonly count: number; readonly ids: readonly string[] }> {
  const { rows } = await sql<{ count: number; ids: string[] }>`
    with hit as materialized (${hits})
    select (select count(*) from hit)::int as count,
      array(select id from hit order by in_title desc, at desc, id limit ${most} offset ${skip}) as ids
  `.execute(scope.tx);
  return rows[0] ?? { count: 0, ids: [] };
}

/** Rows in the order of their ids. */
export function inOrder<Row extends { readonly id: string }>(rows: readonly Row[], ids: readonly string[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
