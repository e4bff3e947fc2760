import type { z } from 'zod';
import type { Poll, pollsOfItem } from '#contract/polls.ts';
import { areResultsShown, isPollClosed } from '#domain/polls.ts';
import { purgedAt, restorableSince } from '#domain/timings.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { isEditor } from '#server/features/members/audience/policy.ts';
import { canSeePeople } from '#server/features/members/people/policy.ts';
import { canEditPolls, type PollHomeFacts, pollCan } from './policy.ts';
import {
  closeDuePolls,
  countPollInvitees,
  listDeletedPolls,
  listPollOptions,
  listPolls,
  listPollVotes,
  type PollRow,
} from './queries.ts';

/** The polls of an item as the reader may see them. */
export async function presentPolls(scope: BoardScope, place: PollHomeFacts): Promise<z.output<typeof pollsOfItem>> {
  const { item } = place;
  const since = restorableSince(scope.now);
  const deleted = isEditor(scope, place) ? await listDeletedPolls(scope, { item, since }) : [];
  return {
    polls: await presentPollRows(scope, { place, rows: await listPolls(scope, item) }),
    deleted: deleted.map((row) => ({
      id: row.id,
      question: row.question,
      deleted_at: row.deleted_at.toISOString(),
      purged_at: purgedAt(row.deleted_at).toISOString(),
    })),
    can: { create: canEditPolls(scope, place) },
  };
}

/**
 * No anonymous poll is closed by its time alone: whoever comes first after it writes that it is, before any number is told. Who votes or moves
 * the time meanwhile is waited for, and who comes later finds it closed, however long ago their call began and whatever their
 * server's clock says; else one more vote would show what it was.
 */
async function settleAnonymous(scope: BoardScope, rows: readonly PollRow[]): Promise<readonly PollRow[]> {
  const due = rows.filter((row) => row.is_anonymous && row.closed_at === null && isPollClosed(row, scope.now));
  const settled = new Map((await closeDuePolls(scope, due)).map((row) => [row.id, row]));
  return rows.map((row) => settled.get(row.id) ?? row);
}

export async function presentPollRows(
  scope: BoardScope,
  given: { readonly place: PollHomeFacts; readonly rows: readonly PollRow[] },
): Promise<Poll[]> {
  const { place } = given;
  if (given.rows.length === 0) return [];
  const rows = await settleAnonymous(scope, given.rows);
  const ids = rows.map((row) => row.id);
  const options = await listPollOptions(scope, ids);
  const votes = await listPollVotes(scope, ids);
  const inviteeCount = await countPollInvitees(scope, place.item);
  const seesPeople = canSeePeople(scope);
  return rows.map((row): Poll => {
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
            isShown && !row.is_anonymous && seesPeople
              ? votes.filter((vote) => vote.option_id === option.id).map((vote) => vote.name)
              : null,
        })),
      response_count: row.response_count,
      // Whoever has left the audience since may be among those who have answered.
      invitee_count: Math.max(inviteeCount, row.response_count),
      has_answered: row.has_answered,
      own_option_ids: row.is_anonymous || !row.has_answered ? null : own.map((vote) => vote.option_id),
      can: pollCan(scope, place, row, scope.now),
    };
  });
}
