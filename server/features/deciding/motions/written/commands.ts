import { sql } from 'kysely';
import type { BodyInputOf, BodyOf } from '#contract/endpoint.ts';
import type { circulateResolution as circulateContract } from '#contract/resolutions.ts';
import type { AuditAction } from '#domain/audit.ts';
import { resolutionMessages } from '#domain/messages/resolutions.ts';
import type { BallotChoice } from '#domain/motions.ts';
import { quorumToCirculate, type WrittenRules, writtenOutcome } from '#domain/resolutions.ts';
import { isDeadlineTooLate, proposedDeadline } from '#domain/written-deadline.ts';
import { updateRow, updateRows } from '#server/db/board-rows.ts';
import type { BoardJobScope, BoardScope } from '#server/db/board-scope.ts';
import { AppError, authorize, invalid, refused } from '#server/errors.ts';
import { queueMail, queueMails } from '#server/features/core/mail/commands.ts';
import { isDeskOf } from '#server/features/deciding/deciding/bodies/policy.ts';
import { loadBody } from '#server/features/deciding/deciding/queries.ts';
import { giveNumber } from '#server/features/deciding/motions/motion/commands.ts';
import { papersOf } from '#server/features/deciding/motions/motion/queries.ts';
import { addJob } from '#server/jobs/queue.ts';
import type { Secrets } from '#server/secrets.ts';
import { readNeeds, record, type Scope, writeVoters } from './resolution/commands.ts';
import { countWritten, isJustReminded, partInVote, remindedVoters, writtenCan } from './resolution/policy.ts';
import { type LockedWritten, listBody, lockWritten, readWritten, type WrittenRow } from './resolution/queries.ts';

export const circulatedMail = 'resolution-circulated';
export const receiptMail = 'resolution-receipt';
export const reminderMail = 'resolution-reminder';
export const decidedMail = 'resolution-decided';

export const makeResolutionFile = 'make-resolution-file';
const fileAttemptsMax = 10;

/** Circulating again starts a new round without ballots. */
export async function circulate(
  scope: BoardScope,
  { row, at }: LockedWritten,
  seen: BodyInputOf<typeof circulateContract>,
): Promise<void> {
  authorize(isDeskOf(scope, row));
  const { round = 0, ends_at: wanted } = seen;
  const can = writtenCan(scope, row);
  if (round === 0 && !can.circulate) throw refused(resolutionMessages.circulated);
  if (round > 0 && !can.circulate_again) throw refused(resolutionMessages.notOpen);
  if (row.revision !== seen.revision || row.round !== round) throw refused(resolutionMessages.changedMeanwhile);
  const settings = await readNeeds(scope);
  if (settings.confirmed_at === null) throw refused(resolutionMessages.votersUnknown);
  const endsAt = wanted ? new Date(wanted) : proposedDeadline(at, settings.written_hours, scope.board.timeZone);
  if (endsAt <= at) throw invalid({ ends_at: resolutionMessages.deadlinePast });
  if (isDeadlineTooLate(at, endsAt)) throw invalid({ ends_at: resolutionMessages.deadlineTooLate });
  if (row.state === 'draft') await keepPapers(scope, row, seen.papers);
  await beginRound(scope, row, { at, endsAt, settings });
}

async function keepPapers(scope: BoardScope, row: WrittenRow, seen: Papers | undefined): Promise<void> {
  const { papers } = await updateRows(scope, 'written_resolutions', { id: row.id })
    .set({ papers: papersOf(scope, 'written_resolution_id', row.id) })
    .returning(sql<Papers>`papers`.as('papers'))
    .executeTakeFirstOrThrow();
  if (seen !== undefined && !areSamePapers(papers, seen)) throw refused(resolutionMessages.changedMeanwhile);
}

type Papers = NonNullable<BodyOf<typeof circulateContract>['papers']>;

function areSamePapers(kept: Papers, seen: Papers): boolean {
  const versions = new Map(kept.map((paper) => [paper.document_id, paper.version_id]));
  return versions.size === seen.length && seen.every((paper) => versions.get(paper.document_id) === paper.version_id);
}

interface Round {
  readonly at: Date;
  readonly endsAt: Date;
  readonly settings: Awaited<ReturnType<typeof readNeeds>>;
}

/** Later changes to the body's voters do not affect this round. */
async function beginRound(scope: BoardScope, row: WrittenRow, { at, endsAt, settings }: Round): Promise<void> {
  const { rule, at_least, seats } = await loadBody(scope, row.body_id);
  const recused = new Set(row.voters.filter(({ is_recused: out }) => out).map(({ member_id: id }) => id));
  const voters = row.voters_now.map(({ member_id: id }) => id);
  const out = voters.filter((id) => recused.has(id)).length;
  const kept = { rule, at_least, seats, recused_counts: settings.recused_counts };
  const eligible = voters.length - out;
  const { met, needed } = quorumToCirculate({ ...kept, needs: settings.written_needs }, { eligible, recused: out });
  if (!met) throw refused(resolutionMessages.noQuorum(eligible, needed));
  if (row.state === 'draft') await putMinutes(scope, row);
  const round = row.round + 1;
  await updateRow(scope, 'written_resolutions', row.id, {
    state: 'circulating',
    round,
    circulated_at: at,
    circulated_by: scope.member.id,
    ends_at: endsAt,
    needs: settings.written_needs,
    may_object: settings.written_objection,
    reminded_at: null,
    ballots_shown_to: settings.ballots_shown_to,
    confirms_ballots: settings.written_confirmed,
    quorum_rule: JSON.stringify(kept),
  });
  await writeVoters(scope, { id: row.id, round }, voters, recused);
  const act = round === 1 ? 'resolution.circulated' : 'resolution.circulated-again';
  await record(scope, { ...row, round }, act, { state: 'circulating', voters: eligible });
  await queueMails(scope, { kind: circulatedMail, subjectId: row.id, memberIds: voters });
}

/** Throws if the minutes have changed since the actor read the text. */
async function putMinutes(scope: BoardScope, { id, text }: WrittenRow): Promise<void> {
  const wanted = await scope.ports.minutes.voteOpens(scope, { writtenId: id });
  if (wanted !== null && wanted !== text) throw refused(resolutionMessages.changedMeanwhile);
}

export async function remindSilent(scope: BoardScope, { row, at }: LockedWritten): Promise<number> {
  authorize(isDeskOf(scope, row));
  if (!writtenCan(scope, row).remind) throw refused(resolutionMessages.notOpen);
  const memberIds = remindedVoters(row, scope.member.id).map(({ member_id: id }) => id);
  if (memberIds.length === 0) return 0;
  if (isJustReminded(row, at)) throw refused(resolutionMessages.remindedJustNow);
  await updateRow(scope, 'written_resolutions', row.id, { reminded_at: at });
  await record(scope, row, 'resolution.reminded', { state: row.state, mails: memberIds.length });
  await queueMails(scope, { kind: reminderMail, subjectId: row.id, memberIds });
  return memberIds.length;
}

/** Records the outcome if the deadline has passed. */
export async function settleWritten(scope: BoardJobScope, id: string): Promise<void> {
  const { row, at } = await lockWritten(scope, id);
  if (row.state === 'draft') return scope.ports.minutes.settleDraft(scope, id);
  if (row.is_over) await decideIfDecided(scope, row, { at: row.ends_at ?? at, isOver: true });
}

function refuseVoter(row: WrittenRow, memberId: string): void {
  refuseOutsider(row, memberId);
  if (partInVote(row, memberId) === 'recused') throw refused(resolutionMessages.recused);
}

function refuseOutsider(row: WrittenRow, memberId: string): void {
  if (row.state !== 'circulating') {
    const wasLate = row.ended_by === null && row.decided_at !== null && +row.decided_at === +(row.ends_at ?? 0);
    throw refused(wasLate ? resolutionMessages.tooLate : resolutionMessages.notOpen);
  }
  if (row.is_over) throw refused(resolutionMessages.tooLate);
  if (partInVote(row, memberId) === 'no-vote') throw refused(resolutionMessages.noVote);
}

export async function answer(
  scope: BoardScope,
  secrets: Secrets,
  { row, at }: LockedWritten,
  { isConfirmed, ...ballot }: { readonly choice: BallotChoice; readonly reason: string; readonly isConfirmed: boolean },
): Promise<void> {
  const { tx, board, member } = scope;
  refuseVoter(row, member.id);
  if (!isConfirmed && row.confirms_ballots) throw new AppError('password-unconfirmed');
  const own = row.voters.find(({ member_id: id }) => id === member.id);
  if (own?.choice === ballot.choice && own.reason === ballot.reason) return;
  await tx
    .insertInto('written_ballots')
    .values({ board_id: board.id, resolution_id: row.id, round: row.round, member_id: member.id, at, ...ballot })
    .onConflict((conflict) =>
      conflict.columns(['board_id', 'resolution_id', 'round', 'member_id']).doUpdateSet({ at, ...ballot }),
    )
    .execute();
  await record(scope, row, 'resolution.ballot-cast', { state: row.state });
  // The choice is stored with the mail, because the ballot may change before the mail is written.
  const sealed = { choice: ballot.choice, at: at.toISOString() };
  await queueMail(scope, secrets, { kind: receiptMail, subjectId: row.id, memberId: member.id, sealed });
  await decideIfDecided(scope, await readWritten(scope, row.id), { at, isOver: false });
}

async function decideIfDecided(
  scope: Scope,
  row: WrittenRow,
  { at, isOver }: { readonly at: Date; readonly isOver: boolean },
): Promise<void> {
  const { counts, eligible, recused } = countWritten(row.voters);
  const outcome = writtenOutcome(rulesOf(row), { counts, eligible, recused, isOver });
  if (outcome === null) return;
  await end(scope, row, { state: outcome, at, by: null, reason: '', counts });
  if (outcome !== 'passed') return;
  const body = { id: row.body_id, name: row.body_name };
  await giveNumber(scope, { body, at, of: { written_id: row.id } });
  await scope.ports.minutes.passed(scope, { id: row.id, at });
  await addJob(scope.tx, {
    name: makeResolutionFile,
    payload: { board_id: scope.board.id, resolution_id: row.id },
    attempts: fileAttemptsMax,
    key: `${makeResolutionFile}:${row.id}`,
  });
}

function rulesOf({ needs, quorum_rule: rule }: WrittenRow): WrittenRules {
  if (needs === null || rule === null) throw new Error('A circulating resolution has no rules.');
  return { ...rule, needs };
}

interface End {
  readonly state: 'passed' | 'not-passed' | 'withdrawn' | 'to-meeting';
  readonly at: Date;
  /** This is null if the server ended the resolution. */
  readonly by: string | null;
  readonly reason: string;
  readonly counts?: Readonly<Record<BallotChoice, number>>;
}

const acts: Readonly<Record<End['state'], AuditAction>> = {
  passed: 'resolution.passed',
  'not-passed': 'resolution.not-passed',
  withdrawn: 'resolution.withdrawn',
  'to-meeting': 'resolution.objected',
};

async function end(scope: Scope, row: WrittenRow, { state, at, by, reason, counts }: End): Promise<void> {
  const figures = counts && {
    votes_for: counts.for,
    votes_against: counts.against,
    abstentions: counts.abstain,
  };
  const left_ids = row.voters.filter(({ has_left: isGone }) => isGone).map(({ member_id: id }) => id);
  await updateRow(scope, 'written_resolutions', row.id, {
    state,
    decided_at: at,
    ended_by: by,
    reason,
    stopped_at: null,
    left_ids,
    ...figures,
  });
  await record(scope, row, acts[state], { state, was: row.state, ...figures });
  if (row.round === 0) return;
  const memberIds = (await listBody(scope, row.body_id)).filter((id) => id !== by);
  await queueMails(scope, { kind: decidedMail, subjectId: row.id, memberIds });
}

export async function objectTo(scope: BoardScope, { row, at }: LockedWritten, reason: string): Promise<void> {
  refuseOutsider(row, scope.member.id);
  authorize(row.may_object === true);
  await end(scope, row, { state: 'to-meeting', at, by: scope.member.id, reason });
}

export async function withdraw(scope: BoardScope, { row, at }: LockedWritten, reason: string): Promise<void> {
  authorize(isDeskOf(scope, row));
  if (!writtenCan(scope, row).withdraw) throw refused(resolutionMessages.notOpen);
  await end(scope, row, { state: 'withdrawn', at, by: scope.member.id, reason });
}

export async function keepFile(
  { tx, board, now }: BoardJobScope,
  { id, bytes }: { readonly id: string; readonly bytes: Buffer },
): Promise<void> {
  await tx
    .insertInto('written_files')
    .values({ board_id: board.id, resolution_id: id, bytes, made_at: now })
    .onConflict((conflict) => conflict.columns(['board_id', 'resolution_id']).doNothing())
    .execute();
}
