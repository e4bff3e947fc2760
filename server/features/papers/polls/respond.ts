import { sql } from 'kysely';
import { meetingMessages, pollMessages } from '#domain/messages.ts';
import { fitsChoice, isPollClosed } from '#domain/polls.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import type { OpenedPoll } from './place.ts';
import { listPollOptions } from './queries.ts';
import { placeDetail, tellPollChanged } from './tell.ts';

/**
 * Writes one answer for whoever acts. In a named poll it takes the place of the one before; in an anonymous poll it is final,
 * and only that it was given stays beside a name. The poll must be held.
 */
export async function respond(scope: BoardScope, opened: OpenedPoll, optionIds: readonly string[]): Promise<void> {
  const { poll, place } = opened;
  if (place.state === 'cancelled') throw refused(meetingMessages.cancelled);
  if (place.state === 'draft') throw refused(meetingMessages.notPublished);
  if (place.isReadOnly) throw refused(meetingMessages.closed);
  if (!place.isInvited) throw refused(meetingMessages.notInvited);
  if (isPollClosed(poll, scope.now)) throw refused(pollMessages.closed);
  const offered = new Set((await listPollOptions(scope, [poll.id])).map((option) => option.id));
  if (!fitsChoice(poll.choice, optionIds) || optionIds.some((id) => !offered.has(id))) {
    throw refused(pollMessages.doesNotFit);
  }
  const isFirst = await noteParticipation(scope, poll.id);
  if (poll.is_anonymous) {
    if (!isFirst) throw refused(pollMessages.final);
    await count(scope, poll.id, optionIds);
  } else {
    await replaceChoices(scope, poll.id, optionIds);
  }
  await audit(scope, {
    action: 'poll.responded',
    subjectKind: 'poll',
    subjectId: poll.id,
    detail: placeDetail(place),
  });
  await tellPollChanged(scope, place);
}

/** False when whoever acts has answered before. */
async function noteParticipation({ tx, board, member }: BoardScope, pollId: string): Promise<boolean> {
  const made = await tx
    .insertInto('poll_responses')
    .values({ board_id: board.id, poll_id: pollId, member_id: member.id })
    .onConflict((conflict) => conflict.doNothing())
    .returning('member_id')
    .executeTakeFirst();
  return made !== undefined;
}

/** Writes every number of the poll, also those that stay the same: no row's version tells which has grown. */
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
  const place = { board_id: board.id, poll_id: pollId, member_id: member.id };
  await tx
    .deleteFrom('poll_choices')
    .where('board_id', '=', board.id)
    .where('poll_id', '=', pollId)
    .where('member_id', '=', member.id)
    .execute();
  await tx
    .insertInto('poll_choices')
    .values(optionIds.map((optionId) => ({ ...place, option_id: optionId })))
    .execute();
}
