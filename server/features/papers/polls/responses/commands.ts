import { sql } from 'kysely';
import { meetingMessages, pollMessages } from '#domain/messages/meetings.ts';
import { fitsChoice, isPollClosed } from '#domain/polls.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { pollHomeDetail, publishPollChanged } from '#server/features/papers/polls/poll/commands.ts';
import type { LockedPoll } from '#server/features/papers/polls/poll/queries.ts';

/** A response to an anonymous poll is final and is stored without the member. The caller must have locked the poll. */
export async function respond(scope: BoardScope, locked: LockedPoll, optionIds: readonly string[]): Promise<void> {
  const { poll, home } = locked;
  if (home.state === 'cancelled') throw refused(meetingMessages.cancelled);
  if (home.state === 'draft') throw refused(meetingMessages.notPublished);
  if (home.isReadOnly) throw refused(meetingMessages.closed);
  if (!home.isInvited) throw refused(meetingMessages.notInvited);
  if (isPollClosed(poll, scope.now)) throw refused(pollMessages.closed);
  const offered = new Set(poll.options.map((option) => option.id));
  if (!fitsChoice(poll.choice, optionIds) || optionIds.some((id) => !offered.has(id))) {
    throw refused(pollMessages.doesNotFit);
  }
  const isFirst = await recordParticipation(scope, poll.id);
  if (poll.is_anonymous) {
    if (!isFirst) throw refused(pollMessages.final);
    await count(scope, poll.id, optionIds);
  } else {
    await replaceChoices(scope, poll.id, optionIds);
  }
  await audit(scope, 'poll.responded', { kind: 'poll', id: poll.id }, pollHomeDetail(home));
  await publishPollChanged(scope, home);
}

async function recordParticipation({ tx, board, member }: BoardScope, pollId: string): Promise<boolean> {
  const made = await tx
    .insertInto('poll_responses')
    .values({ board_id: board.id, poll_id: pollId, member_id: member.id })
    .onConflict((conflict) => conflict.doNothing())
    .returning('member_id')
    .executeTakeFirst();
  return made !== undefined;
}

/** Updates all tallies, even unchanged ones, so that row versions do not reveal the vote. */
async function count({ tx, board }: BoardScope, pollId: string, optionIds: readonly string[]): Promise<void> {
  await sql`
    update poll_tallies set votes = votes + (option_id = any(${optionIds}::uuid[]))::int
    where board_id = ${board.id} and poll_id = ${pollId}
  `.execute(tx);
}

async function replaceChoices(
  { tx, board, member }: BoardScope,
  pollId: string,
  optionIds: readonly string[],
): Promise<void> {
  const key = { board_id: board.id, poll_id: pollId, member_id: member.id };
  await tx
    .deleteFrom('poll_choices')
    .where('board_id', '=', board.id)
    .where('poll_id', '=', pollId)
    .where('member_id', '=', member.id)
    .execute();
  await tx
    .insertInto('poll_choices')
    .values(optionIds.map((optionId) => ({ ...key, option_id: optionId })))
    .execute();
}
