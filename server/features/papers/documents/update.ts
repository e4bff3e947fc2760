import type { z } from 'zod';
import type { updateDocument as updateContract } from '#contract/documents.ts';
import { libraryMessages } from '#domain/messages.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { linkColumns } from './link-columns.ts';
import type { LoadedDocument } from './load.ts';
import { notePlaceChanged } from './place.ts';

type UpdateBody = z.output<NonNullable<typeof updateContract.body>>;

/** Renames a document, hides it or shows it again (in the library), forbids to print it, or changes a link's address. */
export async function updateDocument(scope: BoardScope, document: LoadedDocument, body: UpdateBody): Promise<void> {
  if (Object.keys(body).length === 0) return;
  if (body.hidden === true && document.home.kind !== 'library') throw refused(libraryMessages.onlyLibraryHides);
  const { url, ...columns } = body;
  const address = url === undefined ? null : changedAddress(document, url);
  await scope.tx
    .updateTable('documents')
    .set({ ...columns, ...address })
    .where('board_id', '=', scope.board.id)
    .where('id', '=', document.id)
    .execute();
  const detail = {
    fields: Object.keys(body).join(' '),
    // A link has no versions: what it led to before is written nowhere else.
    ...(address === null ? {} : { from: document.link_url, to: address.link_url }),
  };
  await audit(scope, { action: 'document.updated', subjectKind: 'document', subjectId: document.id, detail });
  // What is hidden counts no more.
  await notePlaceChanged(scope, document.home, body.hidden === undefined ? document.id : null);
}

function changedAddress(document: LoadedDocument, url: string) {
  if (!document.is_link) throw refused(libraryMessages.onlyLinksHaveAddresses);
  return linkColumns(url);
}
