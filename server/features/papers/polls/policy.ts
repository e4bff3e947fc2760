import { isPollClosed, mayAnswer, mayChangeClosing } from '#domain/polls.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { isEditor } from '#server/features/members/audience/policy.ts';
import type { AudienceAccess } from '#server/features/members/audience/queries.ts';
import type { PollItem, PollRow } from './queries.ts';

/** Product.md, sections 2 and 4. Pure. */
type Reader = Pick<BoardScope, 'member' | 'via'>;

/** How whoever acts stands towards the meeting or the announcement on which a poll stands. */
export interface PollHomeFacts extends Pick<AudienceAccess, 'administers'> {
  readonly item: PollItem;
  /** Of an announcement: `draft` until it is out. */
  readonly state: 'draft' | 'finding-date' | 'published' | 'cancelled';
  readonly isInvited: boolean;
  /** A meeting that is over and has become read-only, polls with it. */
  readonly isReadOnly: boolean;
}

export const canEditPolls = (reader: Reader, place: Pick<PollHomeFacts, 'administers' | 'isReadOnly'>): boolean =>
  isEditor(reader, place) && !place.isReadOnly;

/** Invited, and the meeting out in the open. */
export function canRespondAt(place: PollHomeFacts): boolean {
  return place.isInvited && !place.isReadOnly && (place.state === 'published' || place.state === 'finding-date');
}

export interface PollCan {
  readonly answer: boolean;
  readonly edit: boolean;
  readonly close: boolean;
  readonly extend: boolean;
  readonly delete: boolean;
}

export function pollCan(reader: Reader, place: PollHomeFacts, poll: PollRow, now: Date): PollCan {
  const edits = canEditPolls(reader, place);
  const isClosed = isPollClosed(poll, now);
  return {
    answer: canRespondAt(place) && mayAnswer(poll, { isClosed, hasAnswered: poll.has_answered }),
    edit: edits && poll.response_count === 0,
    close: edits && !isClosed && place.state !== 'draft',
    extend: edits && mayChangeClosing(poll, isClosed),
    delete: edits,
  };
}
