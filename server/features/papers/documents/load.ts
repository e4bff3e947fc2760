import { sql } from 'kysely';
import type { DocumentPlace } from '#contract/documents.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { notFound } from '#server/errors.ts';
import type { DocumentHome, Home } from './ports.ts';
import { type DocumentRow, selectDocuments } from './queries.ts';

export interface LoadedDocument extends DocumentRow {
  /** Shown to editors alone. */
  readonly hidden: boolean;
  readonly home: DocumentHome;
}

/** Throws `not-found` unless the document is there and visible to the reader. */
export async function loadDocument(scope: BoardScope, documentId: string): Promise<LoadedDocument> {
  const [document] = await loadDocumentsInSight(scope, [documentId]);
  if (!document) throw notFound();
  return document;
}

/** Those that are there and visible to the reader, in the order of the ids. */
export async function loadDocumentsInSight(
  scope: BoardScope,
  ids: readonly string[],
): Promise<readonly LoadedDocument[]> {
  if (ids.length === 0) return [];
  const { meeting, announcement, library } = scope.ports.homes;
  const rows = await selectDocuments(scope)
    .select([
      'document.hidden',
      sql<DocumentHome | null>`coalesce(${meeting.selectOfDocument(scope)}, ${announcement.selectOfDocument(scope)},
        ${library.selectOfDocument(scope)})`.as('home'),
    ])
    .where('document.id', 'in', [...ids])
    .execute();
  const visible = rows.flatMap((row): readonly LoadedDocument[] => {
    const { home } = row;
    if (home === null || !homeOf(scope, home).isVisible(scope, home)) return [];
    return row.hidden && !canEditHome(scope, home) ? [] : [{ ...row, home }];
  });
  return visible.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

/** Who answers for a home: the noun of its kind. */
export const homeOf = ({ ports }: Pick<BoardScope, 'ports'>, { kind }: Pick<DocumentHome, 'kind'>): Home =>
  // Each answers for homes of its own kind, which TypeScript cannot follow from the facts to the noun.
  ports.homes[kind] as Home;

/** The noun that answers for what a place belongs to. */
export const homeOfPlace = (scope: Pick<BoardScope, 'ports'>, place: DocumentPlace): Home =>
  homeOf(scope, { kind: kindOfPlace[place.kind] });

const kindOfPlace = {
  'agenda-item': 'meeting',
  meeting: 'meeting',
  announcement: 'announcement',
  category: 'library',
  folder: 'library',
} as const satisfies Readonly<Record<DocumentPlace['kind'], DocumentHome['kind']>>;

/** Whoever may change what a document stands in may change the document. */
export const canEditHome = (scope: Pick<BoardScope, 'member' | 'via' | 'ports'>, home: DocumentHome): boolean =>
  homeOf(scope, home).canEdit(scope, home);
