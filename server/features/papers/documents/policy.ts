import { documentView, type ViewerEngine } from '#domain/documents.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import type { LoadedDocument } from './queries.ts';

/** Own annotations, on PDF and pictures that are shown; a magic link only reads (product.md, section 2). */
export function canAnnotate(scope: Pick<BoardScope, 'via'>, document: LoadedDocument, engine: ViewerEngine): boolean {
  const view = documentView(document, engine);
  return scope.via.kind === 'session' && !document.hidden && engine !== 'none' && (view === 'pdf' || view === 'image');
}
