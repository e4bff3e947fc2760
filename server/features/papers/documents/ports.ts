import type { RawBuilder } from 'kysely';
import type { DocumentHomeInput } from '#contract/documents.ts';
import type { Config } from '#server/config.ts';
import type { BoardJobScope, BoardScope } from '#server/db/board-scope.ts';
import type { AudienceAccess, SqlReader } from '#server/features/members/audience/queries.ts';

/** A meeting that holds documents, by itself or under its agenda items. */
export interface MeetingHome extends AudienceAccess {
  readonly kind: 'meeting';
  readonly id: string;
  readonly state: 'draft' | 'finding-date' | 'published' | 'cancelled';
}

export interface AnnouncementHome extends AudienceAccess {
  readonly kind: 'announcement';
  readonly id: string;
  readonly state: 'draft' | 'scheduled' | 'published';
}

/** A category, or a folder of it. */
export interface LibraryHome extends AudienceAccess {
  readonly kind: 'library';
  readonly categoryId: string;
  /** Null: the category itself. */
  readonly folderId: string | null;
  /** It, or one that it stands in, is hidden. */
  readonly is_hidden: boolean;
}

/** What a document stands in, with what policies ask about whoever acts. */
export type DocumentHome = MeetingHome | AnnouncementHome | LibraryHome;
export type HomeKind = DocumentHome['kind'];

type Reader = Pick<BoardScope, 'member' | 'via'>;

/** What a place that holds documents must answer; meetings, announcements and the library each supply one. */
export interface Home<Facts extends DocumentHome = DocumentHome> {
  /** The facts of what the row `document` stands in; null: in nothing of this kind, or in what is deleted. */
  selectOfDocument(scope: BoardScope): RawBuilder<Facts | null>;
  /** What of this kind the reader sees, with whether they edit it: a query with the columns `id` and `edits`. */
  selectVisible(reader: SqlReader): RawBuilder<unknown>;
  /** The row twin of `selectVisible`. */
  isVisible(reader: Reader, home: Facts): boolean;
  canEdit(reader: Reader, home: Facts): boolean;
  /**
   * What a place belongs to, for whoever may put documents there. Throws `not-found` for a place that is not visible, `forbidden`
   * for one that is not theirs. `lock` holds it until the transaction ends.
   */
  open(scope: BoardScope, place: DocumentHomeInput, options: { readonly lock?: 'update' }): Promise<Facts>;
  /** Holds it before one of its documents is written, as all do who change something there. */
  lock(scope: BoardScope, home: Facts): Promise<void>;
  /** Refuses to order documents anew, where that is over. `is locked`: by `open`. */
  refuseOrdering(scope: BoardScope, config: Pick<Config, 'editsCloseMinutesAfter'>, home: Facts): Promise<void>;
  /** Told to whoever would move a document elsewhere. */
  readonly documentStaysMessage: string;
  /** Publishes that documents came, went or moved; `documentId`: when one of them has changed alone. */
  publishChanged(scope: BoardScope, home: Facts, documentId: string | null): Promise<void>;
  /** Titles of meetings and announcements, names of categories, by id. */
  listNames(scope: BoardScope, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** Files of a board that no document names: what another noun has made of them. */
export interface DerivedFiles {
  /** Forgets what nobody wants any more. */
  forget(scope: BoardJobScope): Promise<void>;
  /** Those of the keys that are still wanted. */
  keysAmong(scope: BoardJobScope, keys: readonly string[]): Promise<readonly string[]>;
}

declare module '#server/db/board-scope.ts' {
  interface Ports {
    readonly homes: {
      readonly meeting: Home<MeetingHome>;
      readonly announcement: Home<AnnouncementHome>;
      readonly library: Home<LibraryHome>;
    };
    readonly ownFiles: readonly DerivedFiles[];
  }
}
