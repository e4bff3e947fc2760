import { documentView, type ViewerEngine } from '#domain/documents.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { type DocumentHome, homeOf } from './ports.ts';

export const canEditHome = (scope: Pick<BoardScope, 'member' | 'via' | 'ports'>, home: DocumentHome): boolean =>
  homeOf(scope, home).canEdit(scope, home);

/** Nothing counts as new on a reader's first visit, when `seenAt` is null. */
export const isNewSince = (seenAt: Date | null, uploadedAt: Date): boolean => seenAt !== null && uploadedAt > seenAt;

export function canAnnotate(
  scope: Pick<BoardScope, 'via'>,
  document: Parameters<typeof documentView>[0] & { readonly hidden: boolean },
  engine: ViewerEngine,
): boolean {
  const view = documentView(document, engine);
  return scope.via.kind === 'session' && !document.hidden && engine !== 'none' && (view === 'pdf' || view === 'image');
}
