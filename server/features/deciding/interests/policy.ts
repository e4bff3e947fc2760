import { type BoardScope, isSignedInAdmin } from '#server/db/board-scope.ts';

type Reader = Pick<BoardScope, 'member' | 'via'>;

export interface InterestFacts {
  readonly member_id: string;
  readonly until: string | null;
  readonly holder_removed_at: Date | null;
}

export const canDeclareFor = (reader: Reader, memberId: string): boolean =>
  reader.via.kind === 'session' && (memberId === reader.member.id || isSignedInAdmin(reader));

export const canEditInterest = (reader: Reader, interest: InterestFacts): boolean =>
  canDeclareFor(reader, interest.member_id) && interest.until === null && interest.holder_removed_at === null;
