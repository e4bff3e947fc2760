import { sql } from 'kysely';
import type { BoardScope } from '#server/db/board-scope.ts';
import { administersAudience, inAudience } from '#server/features/members/audience/queries.ts';
import { tellLive } from '#server/http/live-hub.ts';
import { someAbove } from './queries.ts';

type Changing = Pick<BoardScope, 'tx' | 'board'>;

/** Ids of what was changed. */
export interface ChangedPlaces {
  readonly categories?: readonly string[];
  readonly folders?: readonly string[];
  readonly documents?: readonly string[];
}

/**
 * The active members who may see one of these places, deleted ones too: the audience of the category and of the top folder
 * where it has one; of what is hidden the editors alone. A category is also named to the editors of what stands in it.
 */
export async function libraryListeners(scope: Changing, places: ChangedPlaces): Promise<readonly string[]> {
  const boardId = sql`${scope.board.id}::uuid`;
  const memberId = sql.ref<string>('member.id');
  const isIn = (audienceId: string) => inAudience(scope, sql.ref<string>(audienceId), memberId);
  const { categories = [], folders = [], documents = [] } = places;
  const listeners = await sql<{ id: string }>`
    with named as (
      select c.id as category_id, null::uuid as folder_id, false as is_hidden
      from categories c where c.board_id = ${boardId} and c.id = any(${[...categories]}::uuid[])
      union
      select f.category_id, f.id, false
      from folders f where f.board_id = ${boardId} and f.id = any(${[...folders]}::uuid[])
      union
      select coalesce(d.category_id, f.category_id), f.id, d.hidden
      from documents d left join folders f on f.board_id = d.board_id and f.id = d.folder_id
      where d.board_id = ${boardId} and d.id = any(${[...documents]}::uuid[])
    ),
    place as (
      select category.audience_id, top.audience_id as top_audience_id,
        coalesce(top.audience_id, category.audience_id) as editing_audience_id,
        named.is_hidden or category.hidden or ${someAbove(sql.ref('folder.path'), sql`above.hidden`)} as is_for_editors
      from named
      join categories category on category.board_id = ${boardId} and category.id = named.category_id
      left join folders folder on folder.board_id = ${boardId} and folder.id = named.folder_id
      left join folders top on top.board_id = ${boardId} and top.id = folder.path[1]
      union
      select f.audience_id, null, f.audience_id, true
      from folders f
      where f.board_id = ${boardId} and f.category_id = any(${[...categories]}::uuid[]) and f.audience_id is not null
    )
    select member.id from members member
    where member.board_id = ${boardId} and member.status = 'active' and exists (
      select from place where ${administersAudience(scope, sql.ref<string>('place.editing_audience_id'), memberId)} or (
        not place.is_for_editors and ${isIn('place.audience_id')}
        and (place.top_audience_id is null or ${isIn('place.top_audience_id')})
      )
    )
  `.execute(scope.tx);
  return listeners.rows.map(({ id }) => id);
}

/**
 * Tells the open pages of whoever may see what was changed that something in the library has; what, each asks with its own
 * rights. `before`: who could see it until now, and should hear of that.
 */
export async function tellLibraryChanged(
  scope: Changing,
  places: ChangedPlaces,
  before: readonly string[] = [],
): Promise<void> {
  const listeners = new Set([...before, ...(await libraryListeners(scope, places))]);
  await tellLive(scope, { noun: 'library', id: null }, [...listeners]);
}
