import { sql } from 'kysely';
import { limits } from '#contract/fields.ts';
import { restorableSince } from '#domain/timings.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { defineRows, type QueryScope, type SqlValue } from '#server/db/page-statement.ts';
import { editingAudience } from '#server/features/homes/library/tree/visibility.ts';
import { editableBy, pageReaderOf, readerOf, type SqlReader } from '#server/features/members/audience/queries.ts';

const listedMax = 200;

export interface DeletedItem {
  readonly kind: 'category' | 'folder' | 'document';
  readonly id: string;
  readonly name: string;
  readonly path: readonly string[];
  readonly deleted_at: Date;
  readonly deleted_by: string | null;
  /** Whether a deleted category or parent folder must be restored first. */
  readonly is_orphan: boolean;
}

function selectDeletedItems(
  { board }: Pick<QueryScope, 'board'>,
  reader: SqlReader,
  { since, named }: { readonly since: SqlValue<Date>; readonly named: readonly string[] | null },
) {
  const isNamed = named === null ? sql`true` : sql`id = any(${[...named]}::uuid[])`;
  const isListed = named === null ? sql`not item.is_orphan` : sql`true`;
  return sql<DeletedItem>`
    with gone as materialized (select * from (
      select 'category' as kind, c.id, c.name, c.id as category_id, '{}'::uuid[] as above, c.deleted_at, c.deleted_by
      from categories c where c.board_id = ${board.id}::uuid and c.deleted_at > ${since}
      union all
      select 'folder', f.id, f.name, f.category_id, f.path[:cardinality(f.path) - 1], f.deleted_at, f.deleted_by
      from folders f where f.board_id = ${board.id}::uuid and f.deleted_at > ${since}
      union all
      select 'document', d.id, d.title, coalesce(d.category_id, f.category_id), coalesce(f.path, '{}'), d.deleted_at, d.deleted_by
      from documents d left join folders f on f.board_id = d.board_id and f.id = d.folder_id
      where d.board_id = ${board.id}::uuid and d.deleted_at > ${since} and num_nonnulls(d.category_id, d.folder_id) = 1
    ) each where ${isNamed})
    select * from (select gone.kind, gone.id, gone.name, gone.deleted_at,
      (case when gone.kind = 'category' then '{}' else array[category.name] end) || array(
        select above.name from folders above where above.id = any(gone.above) order by cardinality(above.path)
      ) as path,
      (select known_name(m) from members m
        where m.board_id = ${board.id}::uuid and m.id = gone.deleted_by) as deleted_by,
      ${editableBy(reader, editingAudience)} as edits,
      (gone.kind <> 'category' and category.deleted_at is not null) or exists (
        select from folders above where above.id = any(gone.above) and above.deleted_at is not null
      ) as is_orphan
    from gone
    join categories category on category.board_id = ${board.id}::uuid and category.id = gone.category_id
    left join folders top on top.board_id = ${board.id}::uuid
      and top.id = coalesce(gone.above[1], case when gone.kind = 'folder' then gone.id end)
    ) item
    where item.edits and ${isListed}
    order by item.deleted_at desc, item.id
    limit ${named === null ? listedMax : limits.libraryItemsMax}
  `;
}

export const deletedItems = defineRows({ restorable_since: 'timestamptz' }, (scope, { restorable_since: since }) => ({
  compile: () => selectDeletedItems(scope, pageReaderOf(scope), { since, named: null }).compile(scope.tx),
}));

export async function listDeletedAmong(scope: BoardScope, ids: readonly string[]): Promise<readonly DeletedItem[]> {
  const since = restorableSince(scope.now);
  return (await selectDeletedItems(scope, readerOf(scope), { since, named: ids }).execute(scope.tx)).rows;
}
