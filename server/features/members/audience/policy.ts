import type { BoardScope } from '#server/db/board-scope.ts';
import type { AudienceAccess } from './queries.ts';

type Reader = Pick<BoardScope, 'member' | 'via'>;

export const isEditor = (reader: Reader, item: Pick<AudienceAccess, 'administers'>): boolean =>
  reader.via.kind === 'session' && (reader.member.isBoardAdmin || item.administers);

export const isVisible = (reader: Reader, item: AudienceAccess): boolean => item.in_audience || isEditor(reader, item);
