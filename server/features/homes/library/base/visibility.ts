import { type Expression, type RawBuilder, sql } from 'kysely';
import type { BoardScope } from '#server/db/board-scope.ts';
import { isEditor } from '#server/features/members/audience/policy.ts';
import {
  administersAudience,
  editableBy,
  inAudience,
  type SqlReader,
  visibleTo,
} from '#server/features/members/audience/queries.ts';
import type { LibraryHome } from '#server/features/papers/documents/ports.ts';

/** Who sees a category or a folder, and so its documents: as a condition of SQL, and of facts that are loaded. */

type Reader = Pick<BoardScope, 'member' | 'via'>;

/** How whoever acts stands towards a category or a folder, with all that it stands in. */
export interface LibraryAccess {
  /** Belongs to the audience of the category, and to that of the top folder where it has one. */
  readonly in_audience: boolean;
  /** Is group admin of the audience that counts: the top folder's, else the category's. */
  readonly administers: boolean;
  /** The place, or one that it stands in, is hidden. */
  readonly is_hidden: boolean;
}

export const canEditLibraryHome = (reader: Reader, place: Pick<LibraryAccess, 'administers'>): boolean =>
  isEditor(reader, place);

/** What is hidden is there for editors alone. No secret address opens the library. */
export const canSeeLibraryHome = (reader: Reader, place: LibraryAccess): boolean =>
  reader.via.kind === 'session' && (canEditLibraryHome(reader, place) || (!place.is_hidden && place.in_audience));

/** `PlaceStanding` of a folder as columns, where `category`, `folder` and `top` (the top folder) are joined. */
export function folderAccess(scope: Pick<BoardScope, 'board' | 'member'>) {
  const me = sql<string>`${scope.member.id}::uuid`;
  return {
    in_audience: sql<boolean>`(${inAudience(scope, sql.ref('category.audience_id'), me)}
      and (top.audience_id is null or ${inAudience(scope, sql.ref('top.audience_id'), me)}))`,
    administers: administersAudience(scope, editingAudience, me),
    is_hidden: isFolderHidden,
  } as const;
}

/** Whether a condition on `above` holds for one of the folders of a path. */
export function someAbove(path: Expression<unknown>, condition: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from folders above where above.id = any(${path}) and ${condition})`;
}

/** The audience whose editors a folder has, where `category` and `top` are joined. */
export const editingAudience = sql<string>`coalesce(top.audience_id, category.audience_id)`;
const isFolderHidden = sql<boolean>`(category.hidden or ${someAbove(sql.ref('folder.path'), sql`above.hidden`)})`;

/** `canSeePlace` as a condition of SQL: of the category named `category`. */
export function categoryVisibleWhere(reader: SqlReader): RawBuilder<boolean> {
  const audienceId = sql.ref<string>('category.audience_id');
  return sql<boolean>`(${editableBy(reader, audienceId)} or (not category.hidden and ${visibleTo(reader, audienceId)}))`;
}

/** The same of `folder`, where `category` and `top` are joined. */
export function folderVisibleWhere(reader: SqlReader): RawBuilder<boolean> {
  const inTop = sql`(top.audience_id is null or ${visibleTo(reader, sql.ref('top.audience_id'))})`;
  return sql<boolean>`(${editableBy(reader, editingAudience)}
    or (not ${isFolderHidden} and ${visibleTo(reader, sql.ref('category.audience_id'))} and ${inTop}))`;
}

/** The categories and folders that a reader sees, with whether they edit it: columns `id` and `edits`. */
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
      and not ${someAbove(sql.ref('folder.path'), sql`above.deleted_at is not null`)}
  `;
}

/** The category and folder in which the row `document` stands; null: in none, or in what is deleted. */
export function selectLibraryHomeOfDocument(
  scope: Pick<BoardScope, 'board' | 'member'>,
): RawBuilder<LibraryHome | null> {
  const standing = folderAccess(scope);
  return sql<LibraryHome | null>`(
    select jsonb_build_object(
      'kind', 'library', 'categoryId', category.id, 'folderId', folder.id,
      'in_audience', ${standing.in_audience}, 'administers', ${standing.administers}, 'is_hidden', ${standing.is_hidden}
    )
    from (select document.category_id, document.folder_id) stands
    left join folders folder on folder.board_id = document.board_id and folder.id = stands.folder_id
    left join folders top on top.board_id = folder.board_id and top.id = folder.path[1]
    join categories category on category.board_id = document.board_id
      and category.id = coalesce(stands.category_id, folder.category_id)
    where category.deleted_at is null and not ${someAbove(sql.ref('folder.path'), sql`above.deleted_at is not null`)}
  )`;
}
