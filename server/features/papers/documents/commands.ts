import type { updateDocument as updateContract } from '#contract/documents.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { linkKindOf } from '#domain/links.ts';
import { libraryMessages } from '#domain/messages/documents.ts';
import { validationMessages } from '#domain/messages/general.ts';
import { publicWebAddress } from '#domain/web-address.ts';
import { updateRow } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { invalid, refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { publishLive } from '#server/features/core/events/commands.ts';
import { listenersWhoSee } from '#server/features/members/audience/commands.ts';
import { homeOf } from './ports.ts';
import type { LoadedDocument } from './queries.ts';
import { listMembersWhoSee } from './visibility.ts';

/** Throws `invalid` for addresses in private networks. */
export function linkColumns(url: string) {
  const address = publicWebAddress(url);
  if (address === null) throw invalid({ url: validationMessages.url });
  return { link_url: address, mime_type: linkKindOf(address) };
}

type PublishScope = Pick<BoardScope, 'tx' | 'board' | 'ports'>;

/** Notifies only members who can see the document. This may exclude board admins. */
export async function publishDocumentChanged(scope: PublishScope, documentId: string): Promise<void> {
  const listeners = await listDocumentListeners(scope, documentId);
  await publishLive(scope, { noun: 'document', id: documentId }, await listenersWhoSee(scope, documentId, listeners));
}

export async function listDocumentListeners(scope: PublishScope, documentId: string): Promise<readonly string[]> {
  return (await listMembersWhoSee(scope, [documentId], 'editor')).get(documentId) ?? [];
}

export async function updateDocument(
  scope: BoardScope,
  document: LoadedDocument,
  body: BodyOf<typeof updateContract>,
): Promise<void> {
  if (Object.keys(body).length === 0) return;
  if (body.hidden === true && document.home.kind !== 'library') throw refused(libraryMessages.onlyLibraryHides);
  const { url, ...columns } = body;
  if (columns.title !== undefined) await scope.ports.documentLock.refuseLocked(scope, { documentIds: [document.id] });
  if (url !== undefined && !document.is_link) throw refused(libraryMessages.onlyLinksHaveAddresses);
  const address = url === undefined ? null : linkColumns(url);
  if (address !== null) await homeOf(scope, document.home).refuseFixed(scope, document.id, 'replacing');
  await updateRow(scope, 'documents', document.id, { ...columns, ...address });
  const detail = {
    fields: Object.keys(body).join(' '),
    // A link has no versions, so only the audit log keeps its previous address.
    ...(address === null ? {} : { from: document.link_url, to: address.link_url }),
  };
  await audit(scope, 'document.updated', { kind: 'document', id: document.id }, detail);
  // Hiding a document changes counts in the library, so a null id makes pages reload the whole library.
  const changedId = body.hidden === undefined ? document.id : null;
  await homeOf(scope, document.home).publishChanged(scope, document.home, changedId);
}
