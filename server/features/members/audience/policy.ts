import type { BoardScope } from '#server/db/board-scope.ts';
import type { AudienceAccess } from './queries.ts';

type Reader = Pick<BoardScope, 'member' | 'via'>;

/**
 * Whether the reader is a board admin, or a group admin whose groups cover the audience. Always false for a secret
 * link.
 */
export const isEditor = (reader: Reader, item: Pick<AudienceAccess, 'administers'>): boolean =>
  reader.via.kind === 'session' && (reader.member.isBoardAdmin || item.administers);

export const isVisible = (reader: Reader, item: AudienceAccess): boolean => item.in_audience || isEditor(reader, item);
