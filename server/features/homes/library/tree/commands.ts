import { sql } from 'kysely';
import type { DocumentHomeInput, LibraryHomeInput } from '#contract/documents.ts';
import { meetingMessages } from '#domain/messages/meetings.ts';
import { lockBoard } from '#server/db/board-lock.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { authorize, notFound } from '#server/errors.ts';
import { publishLive } from '#server/features/core/events/commands.ts';
import { eachMember, editableBy } from '#server/features/members/audience/queries.ts';
import { listDocumentListeners } from '#server/features/papers/documents/commands.ts';
import type { Home, LibraryHome } from '#server/features/papers/documents/ports.ts';
import { loadLibraryHome } from './queries.ts';
import {
  canEditLibraryHome,
  canSeeLibraryHome,
  categoryNameOfDocument,
  categoryVisibleWhere,
  editingAudience,
  folderVisibleWhere,
  selectLibraryHomeOfDocument,
  selectVisibleLibraryHomes,
} from './visibility.ts';

type Changing = Pick<BoardScope, 'tx' | 'board'>;

export interface LibraryChange {
  readonly categories?: readonly string[];
  readonly folders?: readonly string[];
  readonly documents?: readonly string[];
}

export async function listLibraryListeners(scope: Changing, change: LibraryChange): Promise<readonly string[]> {
  const reader = eachMember(scope, sql.ref('member.id'), 'editor');
  const boardId = sql`${scope.board.id}::uuid`;
  const { categories = [], folders = [], documents = [] } = change;
  const listeners = await sql<{ id: string }>`
    select member.id from members member
    where member.board_id = ${boardId} and member.status = 'active' and (
      exists (
        select from categories category
        where category.board_id = ${boardId} and category.id = any(${[...categories]}::uuid[])
          and (${categoryVisibleWhere(reader)} or exists (
            select from folders inside
            where inside.board_id = category.board_id and inside.category_id = category.id and inside.audience_id is not null
              and ${editableBy(reader, sql.ref('inside.audience_id'))}
          ))
      )
      or exists (
        select from folders folder
        join categories category on category.board_id = folder.board_id and category.id = folder.category_id
        join folders top on top.board_id = folder.board_id and top.id = folder.path[1]
        where folder.board_id = ${boardId} and folder.id = any(${[...folders]}::uuid[]) and ${folderVisibleWhere(reader)}
      )
      or exists (
        select from documents document
        join categories category on category.board_id = document.board_id and category.id = document.category_id
        where document.board_id = ${boardId} and document.id = any(${[...documents]}::uuid[])
          and (${editableBy(reader, sql.ref('category.audience_id'))}
            or (not document.hidden and ${categoryVisibleWhere(reader)}))
      )
      or exists (
        select from documents document
        join folders folder on folder.board_id = document.board_id and folder.id = document.folder_id
        join categories category on category.board_id = folder.board_id and category.id = folder.category_id
        join folders top on top.board_id = folder.board_id and top.id = folder.path[1]
        where document.board_id = ${boardId} and document.id = any(${[...documents]}::uuid[])
          and (${editableBy(reader, editingAudience)} or (not document.hidden and ${folderVisibleWhere(reader)}))
      )
    )
  `.execute(scope.tx);
  return listeners.rows.map(({ id }) => id);
}

export async function publishLibraryChanged(
  scope: Changing,
  change: LibraryChange,
  before: readonly string[] = [],
): Promise<void> {
  const listeners = new Set([...before, ...(await listLibraryListeners(scope, change))]);
  await publishLive(scope, { noun: 'library', id: null }, [...listeners]);
}

export const libraryHome: Home<LibraryHome> = {
  selectOfDocument: selectLibraryHomeOfDocument,
  nameOfDocument: categoryNameOfDocument,
  selectVisible: selectVisibleLibraryHomes,
  isVisible: canSeeLibraryHome,
  canEdit: canEditLibraryHome,
  documentStaysMessage: meetingMessages.documentStays,
  async open(scope, input, options) {
    if (!isLibraryInput(input)) throw notFound();
    if (options.lock) await lockBoard(scope, 'library');
    const { categoryId, folder, in_audience, administers, is_hidden } = await loadLibraryHome(scope, input);
    authorize(canEditLibraryHome(scope, { administers }));
    return { kind: 'library', categoryId, folderId: folder?.id ?? null, in_audience, administers, is_hidden };
  },
  // Does nothing, because locking the document's row is enough.
  lock: async () => undefined,
  refuseOrdering: async () => undefined,
  refuseFixed: async () => undefined,
  async publishChanged(scope, home, documentId) {
    const { categoryId, folderId } = home;
    if (documentId !== null)
      await publishLive(scope, { noun: 'library', id: documentId }, await listDocumentListeners(scope, documentId));
    else await publishLibraryChanged(scope, folderId === null ? { categories: [categoryId] } : { folders: [folderId] });
  },
};

const isLibraryInput = (input: DocumentHomeInput): input is LibraryHomeInput =>
  input.kind === 'category' || input.kind === 'folder';
