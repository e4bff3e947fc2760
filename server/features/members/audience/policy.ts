import type { BoardScope } from '#server/db/board-scope.ts';
import type { AudienceAccess } from './queries.ts';

type Reader = Pick<BoardScope, 'member' | 'via'>;

/**
 * A board admin, or a group admin whose groups cover the audience; signed in, since a secret address makes nobody an
 * editor.
 */
export const isEditor = (reader: Reader, item: Pick<AudienceAccess, 'administers'>): boolean =>
  reader.via.kind === 'session' && (reader.member.isBoardAdmin || item.administers);

/** Of a published item. */
export const isVisible = (reader: Reader, item: AudienceAccess): boolean => item.in_audience || isEditor(reader, item);
