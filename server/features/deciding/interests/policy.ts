import { type BoardScope, isSignedInAdmin } from '#server/db/board-scope.ts';
import type { InterestRow } from './queries.ts';

type Reader = Pick<BoardScope, 'member' | 'via'>;

export const canDeclareFor = (reader: Reader, memberId: string): boolean =>
  reader.via.kind === 'session' && (memberId === reader.member.id || isSignedInAdmin(reader));

export const canEditInterest = (
  reader: Reader,
  interest: Pick<InterestRow, 'member_id' | 'until' | 'holder_removed_at'>,
): boolean =>
  canDeclareFor(reader, interest.member_id) && interest.until === null && interest.holder_removed_at === null;
