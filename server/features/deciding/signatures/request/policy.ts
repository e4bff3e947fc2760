import { lastDayOf, type SignatureState } from '#domain/signatures.ts';
import { type BoardScope, isSignedInAdmin, todayOf } from '#server/db/board-scope.ts';

type Reader = Pick<BoardScope, 'member' | 'via'>;

interface RequestFacts {
  readonly state: SignatureState;
  readonly ends_at: Date;
  readonly requested_by_id: string;
  readonly sees: boolean;
  readonly signers: readonly { readonly member_id: string; readonly signed_at: Date | null }[];
}

export const ownPart = <S extends { readonly member_id: string }>(
  reader: Reader,
  { signers }: { readonly signers: readonly S[] },
): S | null =>
  reader.via.kind === 'session' ? (signers.find(({ member_id: id }) => id === reader.member.id) ?? null) : null;

const runsRequest = (reader: Reader, { requested_by_id: by }: Pick<RequestFacts, 'requested_by_id'>): boolean =>
  isSignedInAdmin(reader) || (reader.via.kind === 'session' && by === reader.member.id);

export const isInvolved = (reader: Reader, request: RequestFacts): boolean =>
  request.sees && (runsRequest(reader, request) || ownPart(reader, request) !== null);

/** A request is open until its last day ends in the board's time zone. */
export const isOpenAt = (
  { state, ends_at: end }: Pick<RequestFacts, 'state' | 'ends_at'>,
  reader: Parameters<typeof todayOf>[0],
): boolean => state === 'open' && todayOf(reader) <= lastDayOf(end, reader.board.timeZone);

export function requestCan(reader: Reader & Pick<BoardScope, 'now' | 'board'>, request: RequestFacts) {
  const isOpen = isOpenAt(request, reader);
  const runs = runsRequest(reader, request);
  return {
    sign: isOpen && request.sees && ownPart(reader, request)?.signed_at === null,
    remind: isOpen && runs,
    void: request.state === 'open' && runs,
  };
}
