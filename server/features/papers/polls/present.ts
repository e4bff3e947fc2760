import type { z } from 'zod';
import type { Poll, pollsOfItem } from '#contract/polls.ts';
import { areResultsShown, isPollClosed } from '#domain/polls.ts';
import { purgedAt } from '#domain/timings.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { isEditor } from '#server/features/members/audience/policy.ts';
import { canSeePeople } from '#server/features/members/people/policy.ts';
import { canEditPolls, type PollHomeFacts, pollCan } from './poll/policy.ts';
import type { PollRow, PollsOfItem } from './poll/queries.ts';

type Reader = Pick<BoardScope, 'member' | 'via' | 'board' | 'now'>;

export function presentPolls(reader: Reader, home: PollHomeFacts, found: PollsOfItem): z.output<typeof pollsOfItem> {
  return {
    polls: found.polls.map((row) => presentPoll(reader, home, row)),
    deleted: (isEditor(reader, home) ? found.deleted : []).map((row) => ({
      id: row.id,
      question: row.question,
      deleted_at: row.deleted_at.toISOString(),
      purged_at: purgedAt(row.deleted_at).toISOString(),
    })),
    can: { create: canEditPolls(reader, home) },
  };
}

/**
 * An anonymous poll stays open until the database marks it as closed, because anyone could recognise a vote that
 * arrives after the results are shown.
 */
export function presentPoll(scope: Reader, home: PollHomeFacts, row: PollRow): Poll {
  const isClosed = row.is_anonymous ? row.closed_at !== null : isPollClosed(row, scope.now);
  const isShown = areResultsShown(row, {
    isClosed,
    hasAnswered: row.has_answered,
    responseCount: row.response_count,
  });
  const own = row.votes.filter((vote) => vote.member_id === scope.member.id);
  return {
    id: row.id,
    question: row.question,
    choice: row.choice,
    is_anonymous: row.is_anonymous,
    results: row.results,
    closes_at: row.closes_at?.toISOString() ?? null,
    is_closed: isClosed,
    options: row.options.map((option) => ({
      id: option.id,
      text: option.text,
      votes: isShown ? option.votes : null,
      voters:
        isShown && !row.is_anonymous && canSeePeople(scope)
          ? row.votes.filter((vote) => vote.option_id === option.id).map((vote) => vote.name)
          : null,
    })),
    response_count: row.response_count,
    // People may leave the audience after responding, so the count is at least the number of responses.
    invitee_count: Math.max(row.invitee_count, row.response_count),
    has_answered: row.has_answered,
    own_option_ids: row.is_anonymous || !row.has_answered ? null : own.map((vote) => vote.option_id),
    can: pollCan(scope, home, row, scope.now),
  };
}
