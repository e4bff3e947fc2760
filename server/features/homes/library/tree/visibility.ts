import { type Expression, type RawBuilder, sql } from 'kysely';
import type { BoardScope } from '#server/db/board-scope.ts';
import { firstOf } from '#server/db/page-statement.ts';
import { isEditor } from '#server/features/members/audience/policy.ts';
import {
  actorOf,
  administersAudience,
  editableBy,
  inAudience,
  type MemberIds,
  type SqlReader,
  visibleTo,
} from '#server/features/members/audience/queries.ts';
import type { LibraryHome } from '#server/features/papers/documents/ports.ts';

type Reader = Pick<BoardScope, 'member' | 'via'>;

export interface LibraryAccess {
  /** Whether the reader is in the category's audience and also in the top folder's audience, if there is one. */
  readonly in_audience: boolean;
  readonly administers: boolean;
  readonly is_hidden: boolean;
}

export const canEditLibraryHome = (reader: Reader, home: Pick<LibraryAccess, 'administers'>): boolean =>
  isEditor(reader, home);

/** Only editors see hidden categories and folders. Secret links never open the library. */
export const canSeeLibraryHome = (reader: Reader, home: LibraryAccess): boolean =>
  reader.via.kind === 'session' && (canEditLibraryHome(reader, home) || (!home.is_hidden && home.in_audience));

/** The query must join `category`, `folder` and `top` (the top folder). */
export function folderAccess(scope: MemberIds) {
  const me = actorOf(scope);
  return {
    in_audience: sql<boolean>`(${inAudience(scope, sql.ref('category.audience_id'), me)}
      and (top.audience_id is null or ${inAudience(scope, sql.ref('top.audience_id'), me)}))`,
    administers: administersAudience(scope, editingAudience, me),
    is_hidden: isFolderHidden,
  } as const;
}

export function anyParentFolder(path: Expression<unknown>, condition: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from folders above where above.id = any(${path}) and ${condition})`;
}

export const editingAudience = firstOf(sql`top.audience_id`, sql`category.audience_id`);
const isFolderHidden = sql<boolean>`(category.hidden or ${anyParentFolder(sql.ref('folder.path'), sql`above.hidden`)})`;

export function categoryVisibleWhere(reader: SqlReader): RawBuilder<boolean> {
  const audienceId = sql.ref<string>('category.audience_id');
  return sql<boolean>`(${editableBy(reader, audienceId)} or (not category.hidden and ${visibleTo(reader, audienceId)}))`;
}

/** The query must join `category` and `top` (the top folder). */
export function folderVisibleWhere(reader: SqlReader): RawBuilder<boolean> {
  const inTop = sql`(top.audience_id is null or ${visibleTo(reader, sql.ref('top.audience_id'))})`;
  return sql<boolean>`(${editableBy(reader, editingAudience)}
    or (not ${isFolderHidden} and ${visibleTo(reader, sql.ref('category.audience_id'))} and ${inTop}))`;
}

export function selectVisibleLibraryHomes(reader: SqlReader): RawBuilder<unknown> {
  const board = sql`${reader.board.id}::uuid`;
  return sql`
    select category.id, ${editableBy(reader, sql.ref('category.audience_id'))} as edits
    from categories category
    where category.board_id = ${board} and category.deleted_at is null and ${categoryVisibleWhere(reader)}
    union all
    select folder.id, ${editableBy(reader, editingAudience)}
    from folders folder
    join categories category on category.board_id = folder.board_id and category.id = folder.category_id
    join folders top on top.board_id = folder.board_id and top.id = folder.path[1]
    where folder.board_id = ${board} and category.deleted_at is null and ${folderVisibleWhere(reader)}
      and not ${anyParentFolder(sql.ref('folder.path'), sql`above.deleted_at is not null`)}
  `;
}

/** Selects null if the document is not in the library or its category or folder is deleted. */
export function selectLibraryHomeOfDocument(scope: MemberIds): RawBuilder<LibraryHome | null> {
  const access = folderAccess(scope);
  return sql<LibraryHome | null>`(
    select jsonb_build_object(
      'kind', 'library', 'categoryId', category.id, 'folderId', folder.id,
      'in_audience', ${access.in_audience}, 'administers', ${access.administers}, 'is_hidden', ${access.is_hidden}
    )
    from (select document.category_id, document.folder_id) held
    left join folders folder on folder.board_id = document.board_id and folder.id = held.folder_id
    left join folders top on top.board_id = folder.board_id and top.id = folder.path[1]
    join categories category on category.board_id = document.board_id
      and category.id = ${firstOf(sql`held.category_id`, sql`folder.category_id`)}
    where category.deleted_at is null and not ${anyParentFolder(sql.ref('folder.path'), sql`above.deleted_at is not null`)}
  )`;
}

export const categoryNameOfDocument = sql<string | null>`(
  select category.name from categories category
  where category.board_id = document.board_id and category.id = coalesce(document.category_id, (
    select folder.category_id from folders folder
    where folder.board_id = document.board_id and folder.id = document.folder_id
  ))
)`;
