import type { Poll } from '#contract/polls.ts';
import { isPollClosed, mayAnswer, mayChangeClosing, type PollTimes } from '#domain/polls.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { isEditor } from '#server/features/members/audience/policy.ts';
import type { AudienceAccess } from '#server/features/members/audience/queries.ts';

type Reader = Pick<BoardScope, 'member' | 'via'>;

export interface PollItem {
  readonly kind: 'meeting' | 'announcement';
  readonly id: string;
}

export interface PollHomeFacts extends Pick<AudienceAccess, 'administers'> {
  readonly item: PollItem;
  readonly state: 'draft' | 'finding-date' | 'published' | 'cancelled';
  readonly isInvited: boolean;
  readonly isReadOnly: boolean;
}

export const canEditPolls = (reader: Reader, home: Pick<PollHomeFacts, 'administers' | 'isReadOnly'>): boolean =>
  isEditor(reader, home) && !home.isReadOnly;

export function canRespondAt(home: PollHomeFacts): boolean {
  return home.isInvited && !home.isReadOnly && (home.state === 'published' || home.state === 'finding-date');
}

export interface PollFacts extends PollTimes {
  readonly is_anonymous: boolean;
  readonly response_count: number;
  readonly has_answered: boolean;
}

export function pollCan(reader: Reader, home: PollHomeFacts, poll: PollFacts, now: Date): Poll['can'] {
  const edits = canEditPolls(reader, home);
  const isClosed = isPollClosed(poll, now);
  return {
    answer: canRespondAt(home) && mayAnswer(poll, { isClosed, hasAnswered: poll.has_answered }),
    edit: edits && poll.response_count === 0,
    close: edits && !isClosed && home.state !== 'draft',
    extend: edits && mayChangeClosing(poll, isClosed),
    delete: edits,
  };
}
