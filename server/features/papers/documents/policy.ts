import { documentView, type ViewerEngine } from '#domain/documents.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { type DocumentHome, homeOf } from './ports.ts';
import type { LoadedDocument } from './queries.ts';

/** Whoever may edit the home may edit its documents. */
export const canEditHome = (scope: Pick<BoardScope, 'member' | 'via' | 'ports'>, home: DocumentHome): boolean =>
  homeOf(scope, home).canEdit(scope, home);

/** `seenAt`: when the reader last visited its home, or last opened it; null for never. */
export const isNewSince = (seenAt: Date | null, uploadedAt: Date): boolean => seenAt !== null && uploadedAt > seenAt;

/** Own annotations, on PDF and pictures that are shown; a magic link only reads. */
export function canAnnotate(scope: Pick<BoardScope, 'via'>, document: LoadedDocument, engine: ViewerEngine): boolean {
  const view = documentView(document, engine);
  return scope.via.kind === 'session' && !document.hidden && engine !== 'none' && (view === 'pdf' || view === 'image');
}
