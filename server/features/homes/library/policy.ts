import type { BoardScope } from '#server/db/board-scope.ts';
import { isEditor } from '#server/features/members/audience/policy.ts';

type Reader = Pick<BoardScope, 'member' | 'via'>;

/** How whoever acts stands towards a category or a folder, with all that it stands in. */
export interface PlaceStanding {
  /** Belongs to the audience of the category, and to that of the top folder where it has one. */
  readonly in_audience: boolean;
  /** Is group admin of the audience that counts: the top folder's, else the category's. */
  readonly administers: boolean;
  /** The place, or one that it stands in, is hidden. */
  readonly is_hidden: boolean;
}

export const canEditPlace = (reader: Reader, place: Pick<PlaceStanding, 'administers'>): boolean =>
  isEditor(reader, place);

/** What is hidden is there for editors alone. No secret address opens the library. */
export const canSeePlace = (reader: Reader, place: PlaceStanding): boolean =>
  reader.via.kind === 'session' && (canEditPlace(reader, place) || (!place.is_hidden && place.in_audience));
