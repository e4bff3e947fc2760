import { sql } from 'kysely';
import { limits } from '#contract/fields.ts';
import { libraryMessages } from '#domain/messages/documents.ts';
import { restorableSince } from '#domain/timings.ts';
import { lockBoard } from '#server/db/board-lock.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { notFound, refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { publishLibraryChanged } from '#server/features/homes/library/base/commands.ts';
import { editableBy, readerOf } from '#server/features/members/audience/queries.ts';

/** Told at most. */
const toldMax = 200;

export interface DeletedItem {
  readonly kind: 'category' | 'folder' | 'document';
  readonly id: string;
  readonly name: string;
  /** The category, then the folders, that it stood in. */
  readonly path: readonly string[];
  readonly deleted_at: Date;
  readonly deleted_by: string | null;
  /** What it stood in is deleted too, and has to come back first. */
  readonly is_orphan: boolean;
}

/** What was deleted in the library by who may bring it back, newest first: all of it, or of what is named. */
function deletedItems(scope: BoardScope, named: readonly string[] | null) {
  const { board, now } = scope;
  const since = restorableSince(now);
  const isNamed = named === null ? sql`true` : sql`id = any(${[...named]}::uuid[])`;
  const isTold = named === null ? sql`not item.is_orphan` : sql`true`;
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
      (select u.first_name || ' ' || u.last_name from members m join users u on u.id = m.user_id
        where m.board_id = ${board.id}::uuid and m.id = gone.deleted_by) as deleted_by,
      ${editableBy(readerOf(scope), sql<string>`coalesce(top.audience_id, category.audience_id)`)} as edits,
      (gone.kind <> 'category' and category.deleted_at is not null) or exists (
        select from folders above where above.id = any(gone.above) and above.deleted_at is not null
      ) as is_orphan
    from gone
    join categories category on category.board_id = ${board.id}::uuid and category.id = gone.category_id
    left join folders top on top.board_id = ${board.id}::uuid
      and top.id = coalesce(gone.above[1], case when gone.kind = 'folder' then gone.id end)
    ) item
    where item.edits and ${isTold}
    order by item.deleted_at desc, item.id
    limit ${named === null ? toldMax : limits.libraryItemsMax}
  `;
}

/** Of what the reader may bring back; not what lies in something deleted. */
export async function listDeleted(scope: BoardScope): Promise<readonly DeletedItem[]> {
  return (await deletedItems(scope, null).execute(scope.tx)).rows;
}

const tableOf = { category: 'categories', folder: 'folders', document: 'documents' } as const;

/** Brings back to where it stood. What stood in something that is deleted is refused until that is back. */
export async function restoreItems(
  scope: BoardScope,
  items: readonly { readonly kind: DeletedItem['kind']; readonly id: string }[],
): Promise<void> {
  await lockBoard(scope, 'library');
  const ids = items.map((item) => item.id);
  const { rows } = await deletedItems(scope, ids).execute(scope.tx);
  for (const { kind, id } of items) {
    const found = rows.find((row) => row.kind === kind && row.id === id);
    if (!found) throw notFound();
    if (found.is_orphan) throw refused(libraryMessages.placeGone);
    await scope.tx
      .updateTable(tableOf[kind])
      .set({ deleted_at: null, deleted_by: null })
      .where('board_id', '=', scope.board.id)
      .where('id', '=', id)
      .execute();
    await audit(scope, { action: `${kind}.restored`, subjectKind: kind, subjectId: id });
  }
  const idsOf = (wanted: DeletedItem['kind']) => items.filter(({ kind }) => kind === wanted).map(({ id }) => id);
  await publishLibraryChanged(scope, {
    categories: idsOf('category'),
    folders: idsOf('folder'),
    documents: idsOf('document'),
  });
}
