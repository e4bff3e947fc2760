import { type Insertable, sql } from 'kysely';
import type { BodyOf } from '#contract/endpoint.ts';
import type { castBallot as castContract } from '#contract/motions.ts';
import { motionMessages } from '#domain/messages/motions.ts';
import { roomMessages } from '#domain/messages/room.ts';
import type { BallotChoice } from '#domain/motions.ts';
import { recusedFrom } from '#domain/room.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { executeAhead } from '#server/db/flight-driver.ts';
import type { DB } from '#server/db/generated.ts';
import { notFound, refused } from '#server/errors.ts';
import { publishLive } from '#server/features/core/events/commands.ts';
import { queueMails } from '#server/features/core/mail/commands.ts';
import { auditMotion, type OpenVote } from '#server/features/deciding/motions/motion/commands.ts';
import { motionOf, writeVoid } from '#server/features/deciding/motions/votes/corrections/commands.ts';
import { eligibleNow, inactiveAmong, recusalsOf, votersOf } from '#server/features/deciding/room/state/policy.ts';
import { hashToken } from '#server/secrets.ts';

export const ballotEnteredMail = 'ballot-entered';

/** Writes nothing if the request's idempotency key was used before. */
export async function castBallot(
  scope: BoardScope,
  given: OpenVote,
  body: BodyOf<typeof castContract>,
): Promise<'ballot' | 'objection' | 'nothing'> {
  const { open, vote } = given;
  const memberId = scope.member.id;
  const keyHash = hashToken(body.key);
  if (await hasBallot(scope, { voteId: vote.id, memberId, keyHash })) return 'nothing';
  if (vote.void?.by_objection === true && vote.void.by_id === memberId) return 'nothing';
  refuseBallot(given, memberId, 'voter');
  if (vote.way === 'hands') throw refused(motionMessages.byHands);
  if (vote.way === 'unopposed') {
    if (body.choice !== 'against') throw refused(motionMessages.onlyObjections);
    await writeVoid(scope, given, { reason: '', byObjection: true });
    return 'objection';
  }
  if (vote.way === 'secret') {
    await castSecretly(scope, vote.id, { choice: body.choice, keyHash });
    await publishBallot(scope, { voteId: vote.id, memberId });
    return 'ballot';
  }
  const fields = { choice: body.choice, is_named: body.named, key_hash: keyHash, entered_by: null, at: open.room.at };
  await writeBallot(scope, { vote_id: vote.id, member_id: memberId }, fields);
  await auditMotion(scope, 'vote.ballot-cast', motionOf(given));
  await publishBallot(scope, { voteId: vote.id, memberId });
  return 'ballot';
}

const publishBallot = (
  scope: BoardScope,
  { voteId, memberId }: { readonly voteId: string; readonly memberId: string },
): Promise<void> => publishLive(scope, { noun: 'ballot', id: voteId }, { exactly: [memberId] });

export async function enterBallot(
  scope: BoardScope,
  given: OpenVote,
  ballot: { readonly memberId: string; readonly choice: BallotChoice },
): Promise<void> {
  const { memberId, choice } = ballot;
  const { open, vote } = given;
  if (!votersOf(open.page).has(memberId)) throw notFound();
  if (vote.way === 'secret') throw refused(motionMessages.notSecret);
  if (vote.way === 'hands') throw refused(motionMessages.byHands);
  if (vote.way === 'unopposed') throw refused(motionMessages.onlyObjections);
  refuseBallot(given, memberId, 'desk');
  if (inactiveAmong(open.page, [memberId]).length > 0) throw refused(motionMessages.hasNoAccess);
  const own = vote.ballots.find((ballot) => ballot.member_id === memberId && ballot.entered_by === null);
  if (own !== undefined) throw refused(motionMessages.votedThemselves(own.name));
  const fields = { choice, is_named: false, key_hash: null, entered_by: scope.member.id, at: open.room.at };
  await writeBallot(scope, { vote_id: vote.id, member_id: memberId }, fields);
  await auditMotion(scope, 'vote.ballot-entered', motionOf(given), { for_member_id: memberId });
  await publishBallot(scope, { voteId: vote.id, memberId });
  if (memberId === scope.member.id) return;
  await queueMails(scope, { kind: ballotEnteredMail, subjectId: given.motion.id, memberIds: [memberId] });
}

function refuseBallot({ open, vote, motion }: OpenVote, memberId: string, by: 'voter' | 'desk'): void {
  const { page } = open;
  if (vote.state !== 'open') throw refused(motionMessages.voteClosed);
  if (!votersOf(page).has(memberId)) throw refused(motionMessages.noVote);
  if (vote.participant_ids.includes(memberId)) throw refused(motionMessages.secretIsFinal);
  const isEntered = by === 'desk' && vote.held_at !== null;
  if (open.room.phase !== 'in-session' && !isEntered) throw refused(roomMessages.notInSession);
  const { agenda_item_id: itemId } = motion;
  if (recusedFrom(recusalsOf(page), { itemId }).has(memberId)) throw refused(motionMessages.recused);
  if (!eligibleNow(page, { itemId, cast: [] }).includes(memberId)) throw refused(motionMessages.checkInFirst);
}

/**
 * Maximum number of earlier idempotency keys stored per voter. Retries happen within seconds, so older keys are not
 * needed.
 */
const earlierKeysMax = 100;

/** Removes nulls, because ballots entered on a member's behalf have no key. */
const earlierKeys = sql<Buffer[]>`(array_remove(
  ballots.key_hash || ballots.earlier_key_hashes, null
))[:${sql.lit(earlierKeysMax)}]`;

async function writeBallot(
  { tx, board }: BoardScope,
  key: { readonly vote_id: string; readonly member_id: string },
  fields: Omit<Insertable<DB['ballots']>, 'board_id' | 'vote_id' | 'member_id'>,
): Promise<void> {
  const written = tx
    .insertInto('ballots')
    .values({ board_id: board.id, ...key, ...fields })
    .onConflict((conflict) =>
      conflict
        .columns(['board_id', 'vote_id', 'member_id'])
        .doUpdateSet({ ...fields, earlier_key_hashes: earlierKeys }),
    );
  await executeAhead(tx, written.compile());
}

/** Updates all tallies, even unchanged ones, so that row versions do not reveal the choice. */
async function castSecretly(
  { tx, board, member }: BoardScope,
  voteId: string,
  ballot: { readonly choice: BallotChoice; readonly keyHash: Buffer },
): Promise<void> {
  const taken = tx
    .insertInto('vote_participations')
    .values({ board_id: board.id, vote_id: voteId, member_id: member.id, key_hash: ballot.keyHash });
  await executeAhead(tx, taken.compile());
  const counted = sql`
    update vote_tallies set votes = votes + (choice = ${ballot.choice})::int
    where board_id = ${board.id} and vote_id = ${voteId}
  `;
  await executeAhead(tx, counted.compile(tx));
}

async function hasBallot(
  { tx, board }: Pick<BoardScope, 'tx' | 'board'>,
  ballot: { readonly voteId: string; readonly memberId: string; readonly keyHash: Buffer },
): Promise<boolean> {
  const of = (table: 'ballots' | 'vote_participations') =>
    tx
      .selectFrom(table)
      .select('member_id')
      .where('board_id', '=', board.id)
      .where('vote_id', '=', ballot.voteId)
      .where('member_id', '=', ballot.memberId);
  const named = of('ballots').where(sql<boolean>`${ballot.keyHash} = any(key_hash || earlier_key_hashes)`);
  const secret = of('vote_participations').where('key_hash', '=', ballot.keyHash);
  return (await named.unionAll(secret).executeTakeFirst()) !== undefined;
}
