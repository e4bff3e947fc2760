import type { Category, Folder } from '#contract/library.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import type { Audience } from '#server/features/members/audience/queries.ts';
import { canSeePeople } from '#server/features/members/people/policy.ts';
import { presentDocument } from '#server/features/papers/documents/present.ts';
import type { CategoryRow, FolderRow } from './base/queries.ts';
import { canEditLibraryHome } from './base/visibility.ts';
import type { DeletedItem } from './items/queries.ts';
import type { LibraryDocumentRow, listLatest } from './queries.ts';
import { type Counts, nothingInside } from './queries.ts';

type Reader = Pick<BoardScope, 'member' | 'via'>;
type Counted = ReadonlyMap<string, Counts>;

export function presentCategory(reader: Reader, row: CategoryRow, counted: Counted): Category {
  const edit = canEditLibraryHome(reader, row);
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    hidden: row.hidden,
    counts: counted.get(row.id) ?? nothingInside,
    audience: edit ? named(row.audience) : null,
    can: { edit },
  };
}

export function presentFolder(reader: Reader, row: FolderRow, counted: Counted): Folder {
  const edit = canEditLibraryHome(reader, row);
  return {
    id: row.id,
    name: row.name,
    parent_id: row.parent_id,
    hidden: row.hidden,
    counts: counted.get(row.id) ?? nothingInside,
    audience: edit && row.audience !== null ? named(row.audience) : null,
    can: { edit },
  };
}

export const presentAudience = ({ wholeBoard, groupIds, memberIds }: Audience) => ({
  ...{ whole_board: wholeBoard, group_ids: [...groupIds], member_ids: [...memberIds] },
});

const named = (audience: CategoryRow['audience']) => ({ ...audience, groups: [...audience.groups] });

/** Without `folder_id`, which only the dashboard's addresses need. */
export const presentLatest = ({ folder_id: _, ...row }: Awaited<ReturnType<typeof listLatest>>[number]) => ({
  ...row,
  created_at: row.created_at.toISOString(),
});

export const presentLibraryDocument = (row: LibraryDocumentRow) => ({
  ...presentDocument(row, { lastVisit: null }),
  hidden: row.hidden,
});

export const presentDeletedItem = (scope: Pick<BoardScope, 'board' | 'member' | 'via'>, row: DeletedItem) => ({
  kind: row.kind,
  id: row.id,
  name: row.name,
  path: [...row.path],
  deleted_at: row.deleted_at.toISOString(),
  deleted_by: canSeePeople(scope) ? row.deleted_by : null,
});
