import type { BoardScope } from '#server/db/board-scope.ts';
import type { AudienceAccess } from './queries.ts';

type Reader = Pick<BoardScope, 'member' | 'via'>;

/**
 * Whoever may change an item (product.md, section 1): a board admin, or a group admin whose groups include its whole
 * audience; signed in, since a secret address makes nobody an editor.
 */
export const isEditor = (reader: Reader, item: Pick<AudienceAccess, 'administers'>): boolean =>
  reader.via.kind === 'session' && (reader.member.isBoardAdmin || item.administers);

/** Whoever may read what is out in the open: a board admin everything, others what they are in the audience of. */
export const isVisible = (reader: Reader, item: AudienceAccess): boolean => item.in_audience || isEditor(reader, item);
