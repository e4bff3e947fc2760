import type { PapersOnDevices } from '#domain/board-settings.ts';
import { documentView, type ViewerEngine } from '#domain/documents.ts';
import { keptDays } from '#domain/kept-papers.ts';
import type { DocumentHome } from '#server/features/papers/documents/ports.ts';
import type { LoadedDocument } from '#server/features/papers/documents/queries.ts';

export const expiryOf = (now: Date): Date => new Date(now.getTime() + keptDays * 86_400_000);

export const mayKeepPapers = (rule: PapersOnDevices): boolean => rule !== 'not-allowed';

type Facts = Pick<LoadedDocument, 'hidden' | 'not_on_devices' | 'home'>;

export const mayBeOnDevices = ({ hidden, not_on_devices: isExcluded, home }: Facts): boolean =>
  !hidden && !isExcluded && isPublished(home);

function isPublished(home: DocumentHome): boolean {
  switch (home.kind) {
    case 'meeting':
    case 'resolution':
      return home.state !== 'draft';
    case 'announcement':
      return home.state === 'published';
    case 'library':
      return !home.is_hidden;
  }
}

export function isStorable(document: LoadedDocument, engine: ViewerEngine): boolean {
  if (document.version_id === null || engine === 'none') return false;
  const view = documentView(document, engine);
  return view === 'pdf' || view === 'image' || (view === 'preview' && document.preview_state === 'made');
}
