import type { RawBuilder } from 'kysely';
import type { DocumentHomeInput } from '#contract/documents.ts';
import type { Config } from '#server/config.ts';
import type { BoardJobScope, BoardScope } from '#server/db/board-scope.ts';
import type { AudienceAccess, MemberIds, SqlReader } from '#server/features/members/audience/queries.ts';

export interface MeetingHome extends AudienceAccess {
  readonly kind: 'meeting';
  readonly id: string;
  readonly state: 'draft' | 'finding-date' | 'published' | 'cancelled';
  readonly is_shown: boolean;
}

export interface AnnouncementHome extends AudienceAccess {
  readonly kind: 'announcement';
  readonly id: string;
  readonly state: 'draft' | 'scheduled' | 'published';
}

export interface LibraryHome extends AudienceAccess {
  readonly kind: 'library';
  readonly categoryId: string;
  readonly folderId: string | null;
  /** Whether the category, the folder or any parent folder is hidden. */
  readonly is_hidden: boolean;
}

export interface ResolutionHome {
  readonly kind: 'resolution';
  readonly id: string;
  readonly state: 'draft' | 'circulating' | 'passed' | 'not-passed' | 'withdrawn' | 'to-meeting';
  readonly round: number;
  readonly body_id: string;
  readonly chair_id: string | null;
  readonly secretary_id: string | null;
  readonly of_body: boolean;
  readonly administers: boolean;
}

export type DocumentHome = MeetingHome | AnnouncementHome | LibraryHome | ResolutionHome;
export type HomeKind = DocumentHome['kind'];

type Reader = Pick<BoardScope, 'member' | 'via'>;

export interface Home<Facts extends DocumentHome = DocumentHome> {
  /** Selects null if the document's home is of another kind or deleted. */
  selectOfDocument(scope: MemberIds): RawBuilder<Facts | null>;
  /** Selects null if the document's home is of another kind. */
  readonly nameOfDocument: RawBuilder<string | null>;
  selectVisible(reader: SqlReader): RawBuilder<unknown>;
  isVisible(reader: Reader, home: Facts): boolean;
  canEdit(reader: Reader, home: Facts): boolean;
  /** Throws `not-found` if the home is hidden from the actor, and `forbidden` if the actor may not edit it. */
  open(scope: BoardScope, placement: DocumentHomeInput, options: { readonly lock?: 'update' }): Promise<Facts>;
  /** Every writer of a document must lock its home first, to avoid deadlocks. */
  lock(scope: BoardScope, home: Facts): Promise<void>;
  refuseOrdering(scope: BoardScope, config: Pick<Config, 'editsCloseMinutesAfter'>, home: Facts): Promise<void>;
  /** Throws if the document cannot change, for example because of a vote. The caller must have locked the home. */
  refuseFixed(scope: BoardScope, documentId: string, what: 'deleting' | 'replacing'): Promise<void>;
  readonly documentStaysMessage: string;
  publishChanged(scope: BoardScope, home: Facts, documentId: string | null): Promise<void>;
}

export const homeOf = ({ ports }: Pick<BoardScope, 'ports'>, { kind }: Pick<DocumentHome, 'kind'>): Home =>
  // The cast is needed, because TypeScript cannot relate a home's facts to its implementation.
  ports.homes[kind] as Home;

export const homeOfPlacement = (scope: Pick<BoardScope, 'ports'>, placement: DocumentHomeInput): Home =>
  homeOf(scope, { kind: homeKinds[placement.kind] });

const homeKinds = {
  'agenda-item': 'meeting',
  meeting: 'meeting',
  announcement: 'announcement',
  category: 'library',
  folder: 'library',
  resolution: 'resolution',
} as const satisfies Readonly<Record<DocumentHomeInput['kind'], DocumentHome['kind']>>;

export interface DerivedFiles {
  deleteExpired(scope: BoardJobScope): Promise<void>;
  filterKeysInUse(scope: BoardJobScope, keys: readonly string[]): Promise<readonly string[]>;
}

export type DocumentPlace =
  | { readonly documentIds: readonly string[] }
  | { readonly meetingId: string }
  | { readonly categoryId: string }
  | { readonly folderIds: readonly string[] };

export interface DocumentLock {
  /** Throws if any of the documents may not be replaced, renamed or deleted. */
  refuseLocked(scope: Pick<BoardScope, 'tx' | 'board'>, place: DocumentPlace): Promise<void>;
}

declare module '#server/db/board-scope.ts' {
  interface Ports {
    readonly documentLock: DocumentLock;
    readonly homes: {
      readonly meeting: Home<MeetingHome>;
      readonly announcement: Home<AnnouncementHome>;
      readonly library: Home<LibraryHome>;
      readonly resolution: Home<ResolutionHome>;
    };
    readonly derivedFiles: readonly DerivedFiles[];
  }
}
