import { sql } from 'kysely';
import type pg from 'pg';
import { motionMessages } from '#domain/messages/motions.ts';
import { insertRow, updateRow } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { refused } from '#server/errors.ts';
import { queueMails } from '#server/features/core/mail/commands.ts';
import { auditMotion, type OpenVote } from '#server/features/deciding/motions/motion/commands.ts';
import { leaveInactive } from '#server/features/deciding/room/presences/commands.ts';
import { addJob } from '#server/jobs/queue.ts';

export const vacuumBallots = 'vacuum-ballots';

export const voteVoidMail = 'vote-void';

export async function voidVote(scope: BoardScope, given: OpenVote, reason: string): Promise<void> {
  if (given.vote.void !== null) throw refused(motionMessages.alreadyVoid);
  await scope.ports.minutes.refuseVoiding(scope, given.vote.id);
  await scope.ports.minutes.refuseSigned(scope, given.vote.id);
  await scope.ports.minutes.refuseCorrecting(scope, { meetingId: given.open.room.meetingId, what: 'decisions' });
  await writeVoid(scope, given, { reason, byObjection: false });
}

export async function writeVoid(
  scope: BoardScope,
  given: OpenVote,
  of: { readonly reason: string; readonly byObjection: boolean },
): Promise<void> {
  const { open, vote, motion } = given;
  const { member } = scope;
  if (vote.state === 'open') {
    if (vote.way === 'secret') await forgetOrder(scope, vote.id);
    await updateRow(scope, 'votes', vote.id, { state: 'void' });
  }
  await insertRow(scope, 'vote_voids', {
    vote_id: vote.id,
    voided_by: member.id,
    at: open.room.at,
    reason: of.reason,
    by_objection: of.byObjection,
  });
  await markMotion(scope, motion.id, 'proposed');
  await leaveInactive(scope, { room: open.room, page: given.now });
  await auditMotion(scope, of.byObjection ? 'vote.objected' : 'vote.voided', motionOf(given));
  const memberIds = castIds(vote).filter((id) => id !== member.id);
  await queueMails(scope, { kind: voteVoidMail, subjectId: motion.id, memberIds });
}

/**
 * Call this before a secret vote ends. Rewrites its participations and tallies, so that neither row positions nor
 * transaction ids reveal who chose what.
 */
export async function forgetOrder({ tx, board }: BoardScope, voteId: string): Promise<void> {
  await sql`
    with taken as (
      delete from vote_participations where board_id = ${board.id} and vote_id = ${voteId} returning *
    )
    insert into vote_participations (board_id, vote_id, member_id, key_hash)
    select board_id, vote_id, member_id, key_hash from taken order by member_id
  `.execute(tx);
  await sql`update vote_tallies set votes = votes where board_id = ${board.id} and vote_id = ${voteId}`.execute(tx);
  await addJob(tx, { name: vacuumBallots, payload: {}, key: vacuumBallots });
}

/** Removes dead rows, which would reveal the order of votes to anyone who can read the database's files. */
export const vacuumSecretBallots = (pool: pg.Pool): Promise<unknown> =>
  pool.query('vacuum vote_participations, vote_tallies');

export const castIds = ({ ballots, participant_ids: ids }: OpenVote['vote']): readonly string[] => [
  ...ballots.map(({ member_id: id }) => id),
  ...ids,
];

export async function markMotion(
  scope: Pick<BoardScope, 'tx' | 'board'>,
  id: string,
  state: 'proposed' | 'voting' | 'carried' | 'not-carried',
): Promise<void> {
  await updateRow(scope, 'motions', id, { state });
}

export const motionOf = ({ motion, open }: OpenVote) => ({ id: motion.id, meetingId: open.room.meetingId });
