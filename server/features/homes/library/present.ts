import type { Category, Folder } from '#contract/library.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { canSeePeople } from '#server/features/members/people/policy.ts';
import { presentDocument } from '#server/features/papers/documents/present.ts';
import type { DeletedItem } from './items/queries.ts';
import type { AudienceRow, LatestRow, LibraryDocumentRow } from './queries.ts';
import type { CategoryRow, FolderRow } from './tree/queries.ts';
import { canEditLibraryHome } from './tree/visibility.ts';

type Reader = Pick<BoardScope, 'member' | 'via'>;

interface Counts {
  readonly documents: number;
  readonly folders: number;
}

export interface LibraryDetails {
  readonly counted: ReadonlyMap<string, Counts>;
  readonly audiences: ReadonlyMap<string, AudienceRow['audience']>;
}

export function libraryDetailsOf(
  reader: Reader,
  categories: readonly CategoryRow[],
  { folders, audiences }: { readonly folders: readonly FolderRow[]; readonly audiences: readonly AudienceRow[] },
): LibraryDetails {
  const homes = [...categories.map((category) => ({ ...category, path: [], category_id: category.id })), ...folders];
  const counted = new Map(homes.map((home) => [home.id, { documents: 0, folders: 0 }]));
  for (const folder of folders) {
    const above = counted.get(folder.parent_id ?? folder.category_id);
    if (above) above.folders += 1;
  }
  for (const home of homes) {
    const documents = home.document_count - (canEditLibraryHome(reader, home) ? 0 : home.hidden_count);
    for (const id of new Set([home.id, ...home.path, home.category_id])) {
      const counts = counted.get(id);
      if (counts) counts.documents += documents;
    }
  }
  return { counted, audiences: new Map(audiences.map(({ id, audience }) => [id, audience])) };
}

export const presentCategory = (reader: Reader, row: CategoryRow, beside: LibraryDetails): Category => ({
  ...presentHead(reader, row, beside),
  description: row.description,
});

export const presentFolder = (reader: Reader, row: FolderRow, beside: LibraryDetails): Folder => ({
  ...presentHead(reader, row, beside),
  parent_id: row.parent_id,
});

function presentHead(reader: Reader, row: CategoryRow | FolderRow, { counted, audiences }: LibraryDetails) {
  const edit = canEditLibraryHome(reader, row);
  const audience = edit ? audiences.get(row.id) : undefined;
  return {
    id: row.id,
    name: row.name,
    hidden: row.hidden,
    counts: counted.get(row.id) ?? { documents: 0, folders: 0 },
    audience: audience ? { ...audience, groups: [...audience.groups] } : null,
    can: { edit },
  };
}

export function presentTree(reader: Reader, categories: readonly CategoryRow[], folders: readonly FolderRow[]) {
  const own = folders.filter((folder) => canEditLibraryHome(reader, folder));
  const leading = new Set(own.map((folder) => folder.category_id));
  return {
    categories: categories
      .filter((row) => canEditLibraryHome(reader, row) || leading.has(row.id))
      .map((row) => ({ id: row.id, name: row.name, can: { edit: canEditLibraryHome(reader, row) } })),
    folders: own.map(({ id, name, category_id, parent_id }) => ({ id, name, category_id, parent_id })),
  };
}

export const presentLatest = ({ folder_id: _, ...row }: LatestRow) => ({
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
