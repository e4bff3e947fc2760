import type { z } from 'zod';
import type { Poll, pollsOfItem } from '#contract/polls.ts';
import { areResultsShown, isPollClosed } from '#domain/polls.ts';
import { purgedAt } from '#domain/timings.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { canSeePeople } from '#server/features/members/people/policy.ts';
import { canEditPolls, pollCan } from './base/policy.ts';
import type { PollRow, PollsFacts } from './base/queries.ts';

type Reader = Pick<BoardScope, 'member' | 'via' | 'board' | 'now'>;

/** The polls of an item as the reader may see them. */
export function presentPollsOfItem(scope: Reader, facts: PollsFacts): z.output<typeof pollsOfItem> {
  return {
    polls: presentPolls(scope, facts),
    deleted: facts.deleted.map((row) => ({
      id: row.id,
      question: row.question,
      deleted_at: row.deleted_at.toISOString(),
      purged_at: purgedAt(row.deleted_at).toISOString(),
    })),
    can: { create: canEditPolls(scope, facts.home) },
  };
}

export const presentPolls = (scope: Reader, facts: PollsFacts): Poll[] =>
  facts.polls.map((row) => presentPoll(scope, row, facts));

/**
 * An anonymous poll is closed only once that is written: one more vote after its numbers were seen would reveal itself, and
 * servers' clocks differ.
 */
function presentPoll(scope: Reader, row: PollRow, { home, options, votes, inviteeCount }: PollsFacts): Poll {
  const isClosed = row.is_anonymous ? row.closed_at !== null : isPollClosed(row, scope.now);
  const isShown = areResultsShown(row, {
    isClosed,
    hasAnswered: row.has_answered,
    responseCount: row.response_count,
  });
  const own = votes.filter((vote) => vote.poll_id === row.id && vote.member_id === scope.member.id);
  return {
    id: row.id,
    question: row.question,
    choice: row.choice,
    is_anonymous: row.is_anonymous,
    results: row.results,
    closes_at: row.closes_at?.toISOString() ?? null,
    is_closed: isClosed,
    options: options
      .filter((option) => option.poll_id === row.id)
      .map((option) => ({
        id: option.id,
        text: option.text,
        votes: isShown ? option.votes : null,
        voters:
          isShown && !row.is_anonymous && canSeePeople(scope)
            ? votes.filter((vote) => vote.option_id === option.id).map((vote) => vote.name)
            : null,
      })),
    response_count: row.response_count,
    // Who has answered may have left the audience since.
    invitee_count: Math.max(inviteeCount, row.response_count),
    has_answered: row.has_answered,
    own_option_ids: row.is_anonymous || !row.has_answered ? null : own.map((vote) => vote.option_id),
    can: pollCan(scope, home, row, scope.now),
  };
}
