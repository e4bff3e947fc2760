import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { PollInput } from '#contract/polls.ts';
import type { AuditAction } from '#domain/audit.ts';
import { meetingMessages, pollMessages } from '#domain/messages/meetings.ts';
import { fitsChoice, isPollClosed, mayChangeClosing } from '#domain/polls.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { invalid, refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import type { PollHomeFacts } from './policy.ts';
import { type LockedPoll, listPollOptions, listPolls, pollsPerItemMax } from './queries.ts';

/** Answers the new poll's id. The item's row must be locked. */
export async function createPoll(
  scope: BoardScope,
  given: { readonly place: PollHomeFacts; readonly poll: PollInput },
): Promise<string> {
  const { place, poll } = given;
  const { tx, board, member, now } = scope;
  refuseReadOnly(place);
  const closesAt = comingTime(scope, poll.closes_at);
  if ((await listPolls(scope, place.item)).length >= pollsPerItemMax) {
    throw refused(pollMessages.tooMany(pollsPerItemMax));
  }
  const { id } = await tx
    .insertInto('polls')
    .values({
      board_id: board.id,
      meeting_id: place.item.kind === 'meeting' ? place.item.id : null,
      announcement_id: place.item.kind === 'announcement' ? place.item.id : null,
      ...fieldsOf(poll),
      closes_at: closesAt,
      created_by: member.id,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeOptions(scope, id, poll);
  await note(scope, { place, pollId: id, action: 'poll.created' });
  return id;
}

/** Writes it anew; of what was there before nobody has seen an answer, because there is none. */
export async function updatePoll(scope: BoardScope, opened: LockedPoll, wanted: PollInput): Promise<void> {
  const { poll, place } = opened;
  const { tx, board, now } = scope;
  refuseReadOnly(place);
  if (poll.response_count > 0) throw refused(pollMessages.answered);
  const closesAt = comingTime(scope, wanted.closes_at);
  // Options first: the choice between named and anonymous changes what may hang on them.
  await tx.deleteFrom('poll_options').where('board_id', '=', board.id).where('poll_id', '=', poll.id).execute();
  await tx
    .updateTable('polls')
    .set({ ...fieldsOf(wanted), closes_at: closesAt, closed_at: null, updated_at: now })
    .where('board_id', '=', board.id)
    .where('id', '=', poll.id)
    .execute();
  await writeOptions(scope, poll.id, wanted);
  await note(scope, { place, pollId: poll.id, action: 'poll.updated' });
}

/** Closes it at another time, or by hand alone; a closed one opens again. */
export async function setClosing(
  scope: BoardScope,
  { poll, place }: LockedPoll,
  closesAt: string | null,
): Promise<void> {
  refuseReadOnly(place);
  if (!mayChangeClosing(poll, isPollClosed(poll, scope.now))) throw refused(pollMessages.staysClosed);
  await write(scope, poll.id, { closes_at: comingTime(scope, closesAt), closed_at: null });
  await note(scope, { place, pollId: poll.id, action: 'poll.closing-set', detail: { closes_at: closesAt } });
}

export async function closePoll(scope: BoardScope, { poll, place }: LockedPoll): Promise<void> {
  refuseReadOnly(place);
  if (isPollClosed(poll, scope.now)) throw refused(pollMessages.alreadyClosed);
  if (place.state === 'draft') throw refused(meetingMessages.notPublished);
  await write(scope, poll.id, { closed_at: scope.now });
  await note(scope, { place, pollId: poll.id, action: 'poll.closed', detail: { responses: poll.response_count } });
}

export async function deletePoll(scope: BoardScope, { poll, place }: LockedPoll): Promise<void> {
  refuseReadOnly(place);
  await write(scope, poll.id, { deleted_at: scope.now });
  await note(scope, { place, pollId: poll.id, action: 'poll.deleted', detail: { responses: poll.response_count } });
}

/** As it was, its answers with it. */
export async function restorePoll(scope: BoardScope, { poll, place }: LockedPoll): Promise<void> {
  refuseReadOnly(place);
  await write(scope, poll.id, { deleted_at: null });
  await note(scope, { place, pollId: poll.id, action: 'poll.restored' });
}

function refuseReadOnly(place: PollHomeFacts): void {
  if (place.isReadOnly) throw refused(meetingMessages.closed);
}

function fieldsOf(poll: PollInput) {
  return {
    question: poll.question,
    choice: poll.choice,
    is_anonymous: poll.is_anonymous,
    results: poll.results,
  };
}

function comingTime(scope: Pick<BoardScope, 'now'>, closesAt: string | null): Date | null {
  if (closesAt === null) return null;
  const at = new Date(closesAt);
  if (at <= scope.now) throw invalid({ closes_at: pollMessages.closesInPast });
  return at;
}

async function writeOptions({ tx, board }: BoardScope, pollId: string, poll: PollInput): Promise<void> {
  const options = await tx
    .insertInto('poll_options')
    .values(poll.options.map((text, position) => ({ board_id: board.id, poll_id: pollId, position, text })))
    .returning('id')
    .execute();
  if (!poll.is_anonymous) return;
  await tx
    .insertInto('poll_tallies')
    .values(shuffled(options).map(({ id }) => ({ board_id: board.id, poll_id: pollId, option_id: id })))
    .execute();
}

/** Fisher and Yates: where a number stands in its table tells nothing. */
function shuffled<T>(items: readonly T[]): readonly T[] {
  const pool = [...items];
  return items.flatMap(() => pool.splice(randomInt(pool.length), 1));
}

async function write(
  { tx, board, now }: BoardScope,
  pollId: string,
  fields: { readonly closes_at?: Date | null; readonly closed_at?: Date | null; readonly deleted_at?: Date | null },
): Promise<void> {
  await tx
    .updateTable('polls')
    .set({ ...fields, updated_at: now })
    .where('board_id', '=', board.id)
    .where('id', '=', pollId)
    .execute();
}

async function note(
  scope: BoardScope,
  done: {
    readonly place: PollHomeFacts;
    readonly pollId: string;
    readonly action: AuditAction;
    readonly detail?: Readonly<Record<string, string | number | null>>;
  },
): Promise<void> {
  const { place, pollId, action, detail } = done;
  const said = { ...detail, ...pollHomeDetail(place) };
  await audit(scope, { action, subjectKind: 'poll', subjectId: pollId, detail: said });
  await publishPollChanged(scope, place);
}

/**
 * Writes one answer for whoever acts. In a named poll it takes the place of the one before; in an anonymous poll it is final,
 * and only that it was given stays beside a name. The poll must be held.
 */
export async function respond(scope: BoardScope, opened: LockedPoll, optionIds: readonly string[]): Promise<void> {
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
    detail: pollHomeDetail(place),
  });
  await publishPollChanged(scope, place);
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

/** Tells the open pages of the item on which a poll stands. */
export const publishPollChanged = (scope: BoardScope, place: PollHomeFacts): Promise<void> =>
  scope.ports.pollHomes[place.item.kind].publishChanged(scope, place);

/** What the log says of where a poll stands. */
export const pollHomeDetail = ({ item }: PollHomeFacts): Readonly<Record<string, string>> =>
  item.kind === 'meeting' ? { meeting_id: item.id } : { announcement_id: item.id };
