import { sql } from 'kysely';
import type { PollInput } from '#contract/polls.ts';
import type { AuditAction } from '#domain/audit.ts';
import { meetingMessages, pollMessages } from '#domain/messages/meetings.ts';
import { fitsChoice, isPollClosed, mayChangeClosing } from '#domain/polls.ts';
import { restorableSince } from '#domain/timings.ts';
import { createRow, deleteRows, insertRows, updateRow, updateRows } from '#server/db/board-rows.ts';
import type { BoardJobScope, BoardScope } from '#server/db/board-scope.ts';
import { invalid, refuseBeyond, refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { shuffled } from '#server/shuffled.ts';
import type { PollHomeFacts } from './poll/policy.ts';
import { homeColumns, type LockedPoll, listPolls, pollsPerItemMax } from './poll/queries.ts';

export async function createPoll(
  scope: BoardScope,
  given: { readonly home: PollHomeFacts; readonly poll: PollInput },
): Promise<string> {
  const { home, poll } = given;
  const { item } = home;
  const { member, now } = scope;
  refuseReadOnly(home);
  const closesAt = futureTime(scope, poll.closes_at);
  const present = (await listPolls(scope, item)).length;
  refuseBeyond({ present, most: pollsPerItemMax }, pollMessages.tooMany);
  const id = await createRow(scope, 'polls', {
    [homeColumns[item.kind]]: item.id,
    ...fieldsOf(poll),
    closes_at: closesAt,
    created_by: member.id,
    created_at: now,
    updated_at: now,
  });
  await writeOptions(scope, id, poll);
  await record(scope, { home, pollId: id, action: 'poll.created' });
  return id;
}

/** Throws after the first response, because a later change would alter what people have voted for. */
export async function updatePoll(scope: BoardScope, locked: LockedPoll, wanted: PollInput): Promise<void> {
  const { poll, home } = locked;
  refuseReadOnly(home);
  if (poll.response_count > 0) throw refused(pollMessages.answered);
  const closesAt = futureTime(scope, wanted.closes_at);
  await deleteRows(scope, 'poll_options', { poll_id: poll.id }).execute();
  await updateRow(scope, 'polls', poll.id, {
    ...fieldsOf(wanted),
    closes_at: closesAt,
    closed_at: null,
    updated_at: scope.now,
  });
  await writeOptions(scope, poll.id, wanted);
  await record(scope, { home, pollId: poll.id, action: 'poll.updated' });
}

/** Reopens the poll if it is closed. If `closesAt` is null, the poll stays open until an editor closes it. */
export async function setClosing(
  scope: BoardScope,
  { poll, home }: LockedPoll,
  closesAt: string | null,
): Promise<void> {
  refuseReadOnly(home);
  if (!mayChangeClosing(poll, isPollClosed(poll, scope.now))) throw refused(pollMessages.staysClosed);
  const at = futureTime(scope, closesAt);
  await write(scope, poll.id, { closes_at: at, closed_at: null });
  await record(scope, { home, pollId: poll.id, action: 'poll.closing-set', detail: { closes_at: closesAt } });
}

/** The caller must have locked the meeting's row. */
export async function movePollsWithStart(
  scope: BoardScope,
  { meetingId, from, to }: { readonly meetingId: string; readonly from: Date; readonly to: Date },
): Promise<void> {
  const { now } = scope;
  if (from <= now || +from === +to) return;
  const moved = await updateRows(scope, 'polls', { meeting_id: meetingId, closes_at: from, closed_at: null })
    .set({ closes_at: to, updated_at: now })
    .returning('id')
    .execute();
  for (const { id } of moved) {
    const detail = { closes_at: to.toISOString(), meeting_id: meetingId };
    await audit(scope, 'poll.closing-set', { kind: 'poll', id }, detail);
  }
}

export async function closePoll(scope: BoardScope, { poll, home }: LockedPoll): Promise<void> {
  refuseReadOnly(home);
  if (isPollClosed(poll, scope.now)) throw refused(pollMessages.alreadyClosed);
  if (home.state === 'draft') throw refused(meetingMessages.notPublished);
  await write(scope, poll.id, { closed_at: scope.now });
  await record(scope, { home, pollId: poll.id, action: 'poll.closed', detail: { responses: poll.response_count } });
}

export async function deletePoll(scope: BoardScope, { poll, home }: LockedPoll): Promise<void> {
  refuseReadOnly(home);
  await write(scope, poll.id, { deleted_at: scope.now });
  await record(scope, { home, pollId: poll.id, action: 'poll.deleted', detail: { responses: poll.response_count } });
}

export async function restorePoll(scope: BoardScope, { poll, home }: LockedPoll): Promise<void> {
  refuseReadOnly(home);
  await write(scope, poll.id, { deleted_at: null });
  await record(scope, { home, pollId: poll.id, action: 'poll.restored' });
}

function refuseReadOnly(home: PollHomeFacts): void {
  if (home.isReadOnly) throw refused(meetingMessages.closed);
}

const fieldsOf = ({ question, choice, is_anonymous, results }: PollInput) => ({
  question,
  choice,
  is_anonymous,
  results,
});

function futureTime(scope: Pick<BoardScope, 'now'>, closesAt: string | null): Date | null {
  if (closesAt === null) return null;
  const at = new Date(closesAt);
  if (at <= scope.now) throw invalid({ closes_at: pollMessages.closesInPast });
  return at;
}

async function writeOptions(scope: BoardScope, pollId: string, poll: PollInput): Promise<void> {
  const { tx, board } = scope;
  const options = await tx
    .insertInto('poll_options')
    .values(poll.options.map((text, position) => ({ board_id: board.id, poll_id: pollId, position, text })))
    .returning('id')
    .execute();
  if (!poll.is_anonymous) return;
  const tallies = shuffled(options).map(({ id }) => ({ poll_id: pollId, option_id: id }));
  await insertRows(scope, 'poll_tallies', tallies);
}

async function write(
  scope: BoardScope,
  pollId: string,
  fields: { readonly closes_at?: Date | null; readonly closed_at?: Date | null; readonly deleted_at?: Date | null },
): Promise<void> {
  await updateRow(scope, 'polls', pollId, { ...fields, updated_at: scope.now });
}

async function record(
  scope: BoardScope,
  done: {
    readonly home: PollHomeFacts;
    readonly pollId: string;
    readonly action: AuditAction;
    readonly detail?: Readonly<Record<string, string | number | null>>;
  },
): Promise<void> {
  const { home, pollId, action, detail } = done;
  const { kind, id } = home.item;
  await audit(scope, action, { kind: 'poll', id: pollId }, { ...detail, [homeColumns[kind]]: id });
  await scope.ports.pollHomes[kind].publishChanged(scope, home);
}

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
  await record(scope, { home, pollId: poll.id, action: 'poll.responded' });
}

async function recordParticipation({ tx, board, member }: BoardScope, pollId: string): Promise<boolean> {
  const first = tx
    .insertInto('poll_responses')
    .values({ board_id: board.id, poll_id: pollId, member_id: member.id })
    .onConflict((conflict) => conflict.doNothing())
    .returning('member_id');
  return (await first.executeTakeFirst()) !== undefined;
}

/** Updates all tallies, even unchanged ones, so that row versions do not reveal the vote. */
async function count({ tx, board }: BoardScope, pollId: string, optionIds: readonly string[]): Promise<void> {
  await sql`
    update poll_tallies set votes = votes + (option_id = any(${optionIds}::uuid[]))::int
    where board_id = ${board.id} and poll_id = ${pollId}
  `.execute(tx);
}

async function replaceChoices(scope: BoardScope, pollId: string, optionIds: readonly string[]): Promise<void> {
  const own = { poll_id: pollId, member_id: scope.member.id };
  await deleteRows(scope, 'poll_choices', own).execute();
  const choices = optionIds.map((id) => ({ ...own, option_id: id }));
  await insertRows(scope, 'poll_choices', choices);
}

/** Waits for concurrent votes. Later votes find the poll closed, even if their server's clock is slow. */
export async function closeDuePoll(scope: BoardJobScope, { id }: { readonly id: string }): Promise<readonly string[]> {
  const closed = await updateRows(scope, 'polls', { id, closed_at: null })
    .set((row) => ({ closed_at: row.ref('closes_at') }))
    .where('closes_at', '<=', scope.now)
    .returning(['meeting_id', 'announcement_id'])
    .executeTakeFirst();
  if (closed?.meeting_id) await scope.ports.pollHomes.meeting.publishClosing(scope, closed.meeting_id);
  if (closed?.announcement_id) await scope.ports.pollHomes.announcement.publishClosing(scope, closed.announcement_id);
  return [];
}

export async function purgePoll(scope: BoardJobScope, { id }: { readonly id: string }): Promise<readonly string[]> {
  const purged = await deleteRows(scope, 'polls', { id })
    .where('deleted_at', '<', restorableSince(scope.now))
    .returning('id')
    .executeTakeFirst();
  if (purged) await audit(scope, 'poll.purged', { kind: 'poll', id });
  return [];
}
