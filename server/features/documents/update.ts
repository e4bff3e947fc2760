import type { z } from 'zod';
import type { updateDocument as updateContract } from '../../../contract/documents.ts';
import { libraryMessages } from '../../../domain/messages.ts';
import type { BoardScope } from '../../db/board-scope.ts';
import { refused } from '../../errors.ts';
import { audit } from '../audit/commands.ts';
import type { LoadedDocument } from './load.ts';
import { notePlaceChanged } from './place.ts';

type UpdateBody = z.output<NonNullable<typeof updateContract.body>>;

/** Renames a document, hides it or shows it again (in the library), or forbids to print it. */
export async function updateDocument(scope: BoardScope, document: LoadedDocument, body: UpdateBody): Promise<void> {
  if (Object.keys(body).length === 0) return;
  if (body.hidden === true && document.home.kind !== 'library') throw refused(libraryMessages.onlyLibraryHides);
  await scope.tx
    .updateTable('documents')
    .set(body)
    .where('board_id', '=', scope.board.id)
    .where('id', '=', document.id)
    .execute();
  const detail = { fields: Object.keys(body).join(' ') };
  await audit(scope, { action: 'document.updated', subjectKind: 'document', subjectId: document.id, detail });
  // What is hidden counts no more.
  await notePlaceChanged(scope, document.home, body.hidden === undefined ? document.id : null);
}
