import { sql } from 'kysely';
import type { BodyOf } from '#contract/endpoint.ts';
import type { circulateResolution as circulateContract } from '#contract/resolutions.ts';
import type { AuditAction } from '#domain/audit.ts';
import { resolutionMessages } from '#domain/messages/resolutions.ts';
import type { BallotChoice } from '#domain/motions.ts';
import { quorumToCirculate, type WrittenRules, writtenOutcome } from '#domain/resolutions.ts';
import type { BoardJobScope, BoardScope } from '#server/db/board-scope.ts';
import { AppError, authorize, refused } from '#server/errors.ts';
import { queueMail, queueMails } from '#server/features/core/mail/commands.ts';
import { isDeskOf } from '#server/features/deciding/deciding/base/policy.ts';
import { loadBody } from '#server/features/deciding/deciding/queries.ts';
import { giveNumber } from '#server/features/deciding/motions/base/commands.ts';
import { papersOf } from '#server/features/deciding/motions/base/queries.ts';
import { addJob } from '#server/jobs/queue.ts';
import type { Secrets } from '#server/secrets.ts';
import { readNeeds, readSettings, record, type Scope, writeRow, writeVoters } from './base/commands.ts';
import { countWritten, haveVotersChanged, partInVote, writtenCan } from './base/policy.ts';
import { listBody, lockWritten, readWritten, type WrittenRow } from './base/queries.ts';

/** Kinds of mail about written resolutions. */
export const circulatedMail = 'resolution-circulated';
export const receiptMail = 'resolution-receipt';
export const decidedMail = 'resolution-decided';

export const makeResolutionFile = 'make-resolution-file';
const fileAttemptsMax = 10;

/** By the board's settings as they are now, which it keeps. */
export async function circulate(
  scope: BoardScope,
  { row, at }: { readonly row: WrittenRow; readonly at: Date },
  seen: BodyOf<typeof circulateContract>,
): Promise<void> {
  authorize(isDeskOf(scope, row));
  if (!writtenCan(scope, row).circulate) throw refused(resolutionMessages.circulated);
  if (row.revision !== seen.revision) throw refused(resolutionMessages.changedMeanwhile);
  const settings = await readNeeds(scope);
  if (settings.confirmed_at === null) throw refused(resolutionMessages.votersUnknown);
  const { papers } = await scope.tx
    .updateTable('written_resolutions')
    .set({ papers: papersOf(scope, 'written_resolution_id', row.id) })
    .where('board_id', '=', scope.board.id)
    .where('id', '=', row.id)
    .returning(sql<Papers>`papers`.as('papers'))
    .executeTakeFirstOrThrow();
  if (seen.papers !== undefined && !areSamePapers(papers, seen.papers)) {
    throw refused(resolutionMessages.changedMeanwhile);
  }
  const { eligible, needed, met } = await beginRound(scope, row, { at, by: scope.member.id });
  if (!met) throw refused(resolutionMessages.noQuorum(eligible, needed));
}

type Papers = NonNullable<BodyOf<typeof circulateContract>['papers']>;

/** In whichever order. */
function areSamePapers(kept: Papers, seen: Papers): boolean {
  const versions = new Map(kept.map((paper) => [paper.document_id, paper.version_id]));
  return versions.size === seen.length && seen.every((paper) => versions.get(paper.document_id) === paper.version_id);
}

interface Round {
  readonly eligible: number;
  readonly needed: number;
  readonly met: boolean;
}

/**
 * By the settings. Circulated anew by the server, what it needs, whether one may object, who sees ballots, whether they are confirmed and
 * how the recused count stays as it began; the hours, and the body's seats and quorum, are as they are by now, for those who vote now.
 */
async function rulesOfRound(scope: Scope, row: WrittenRow, by: string | null) {
  const { written_needs, written_objection, written_confirmed, ...settings } = await readSettings(scope);
  if (by === null) {
    const { needs, may_object, ballots_shown_to, confirms_ballots, quorum_rule: rule } = row;
    if (needs === null || may_object === null || ballots_shown_to === null || rule === null)
      throw new Error('A resolution circulates without its rules.');
    return { ...settings, needs, may_object, ballots_shown_to, confirms_ballots, recused_counts: rule.recused_counts };
  }
  if (written_needs === 'off') throw refused(resolutionMessages.off);
  return { ...settings, needs: written_needs, may_object: written_objection, confirms_ballots: written_confirmed };
}

/** Writes nothing where there would be no quorum. */
async function beginRound(
  scope: Scope,
  row: WrittenRow,
  { at, by }: { readonly at: Date; readonly by: string | null },
): Promise<Round> {
  const settings = await rulesOfRound(scope, row, by);
  const body = await loadBody(scope, row.body_id);
  const recused = new Set(row.voters.filter(({ is_recused: out }) => out).map(({ member_id: id }) => id));
  const voters = row.voter_ids_now;
  const out = voters.filter((id) => recused.has(id)).length;
  const { rule, at_least, seats } = body;
  const kept = { rule, at_least, seats, recused_counts: settings.recused_counts };
  const eligible = voters.length - out;
  const quorum = quorumToCirculate({ ...kept, needs: settings.needs }, { eligible, recused: out });
  if (!quorum.met) return { eligible, ...quorum };
  if (by !== null) await putMinutes(scope, row);
  const round = row.round + 1;
  await writeRow(scope, row.id, {
    ...{ state: 'circulating', round, needs: settings.needs, may_object: settings.may_object, circulated_at: at },
    ...(by === null ? {} : { circulated_by: by }),
    ...{ ballots_shown_to: settings.ballots_shown_to, confirms_ballots: settings.confirms_ballots },
    ...{ quorum_rule: JSON.stringify(kept) },
    ends_at: new Date(+at + settings.written_hours * 3_600_000),
  });
  await writeVoters(scope, { id: row.id, round }, voters, recused);
  const act = by === null ? 'resolution.circulated-anew' : 'resolution.circulated';
  await record(scope, { ...row, round }, act, { state: 'circulating', voters: eligible });
  await queueMails(scope, {
    kind: circulatedMail,
    subjectId: row.id,
    memberIds: voters,
  });
  return { eligible, ...quorum };
}

/** Minutes that it approves are kept as they are now; refused where they ask for other words than were read. */
async function putMinutes(scope: Scope, { id, text }: WrittenRow): Promise<void> {
  const wanted = await scope.ports.minutes.circulates(scope, id);
  if (wanted !== null && wanted !== text) throw refused(resolutionMessages.changedMeanwhile);
}

/** What is so by now, whoever looks: the deadline has decided it, or others vote and it is circulated anew; a draft follows its minutes. */
export async function settleWritten(scope: BoardJobScope, id: string): Promise<void> {
  const { row, at } = await lockWritten(scope, id);
  if (row.state === 'draft') return scope.ports.minutes.settleDraft(scope, id);
  if (row.state !== 'circulating') return;
  if (row.is_over) return decideIfDecided(scope, row, { at: row.ends_at ?? at, isOver: true });
  if (!haveVotersChanged(row, row.voter_ids_now)) return;
  const { met } = await tryAgain(scope, row, at);
  if (!met) await end(scope, row, { state: 'withdrawn', at, by: null, reason: resolutionMessages.votersChanged });
}

/** No quorum in a body whose group is gone. */
const tryAgain = (scope: BoardJobScope, row: WrittenRow, at: Date): Promise<Pick<Round, 'met'>> =>
  row.voter_ids_now.length === 0 ? Promise.resolve({ met: false }) : beginRound(scope, row, { at, by: null });

function refuseVoter(row: WrittenRow, memberId: string): void {
  refuseOutsider(row, memberId);
  if (partInVote(row, memberId) === 'recused') throw refused(resolutionMessages.recused);
}

/** Who is recused is none: they may ask for a meeting. */
function refuseOutsider(row: WrittenRow, memberId: string): void {
  if (row.state !== 'circulating') {
    const wasLate = row.ended_by === null && row.decided_at !== null && +row.decided_at === +(row.ends_at ?? 0);
    throw refused(wasLate ? resolutionMessages.tooLate : resolutionMessages.notOpen);
  }
  if (row.is_over) throw refused(resolutionMessages.tooLate);
  if (partInVote(row, memberId) === 'no-vote') throw refused(resolutionMessages.noVote);
}

/** One's own; the last counts. Passes it if that was the last that it needed. */
export async function answer(
  scope: BoardScope,
  secrets: Secrets,
  { row, at }: { readonly row: WrittenRow; readonly at: Date },
  { isConfirmed, ...ballot }: { readonly choice: BallotChoice; readonly reason: string; readonly isConfirmed: boolean },
): Promise<void> {
  const { tx, board, member } = scope;
  refuseVoter(row, member.id);
  if (!isConfirmed && row.confirms_ballots) throw new AppError('password-unconfirmed');
  const own = row.voters.find(({ member_id: id }) => id === member.id);
  // The same again is in already.
  if (own?.choice === ballot.choice && own.reason === ballot.reason) return;
  await tx
    .insertInto('written_ballots')
    .values({ board_id: board.id, resolution_id: row.id, round: row.round, member_id: member.id, at, ...ballot })
    .onConflict((conflict) =>
      conflict.columns(['board_id', 'resolution_id', 'round', 'member_id']).doUpdateSet({ at, ...ballot }),
    )
    .execute();
  await record(scope, row, 'resolution.ballot-cast', { state: row.state });
  // As it is now: the next one may be in before this mail is written.
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
  if (needs === null || rule === null) throw new Error('A resolution circulates without its rules.');
  return { ...rule, needs };
}

interface End {
  readonly state: 'passed' | 'not-passed' | 'withdrawn' | 'to-meeting';
  readonly at: Date;
  /** Null: the server. */
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

/** Final. Its body hears of it, unless it was never circulated. */
async function end(scope: Scope, row: WrittenRow, { state, at, by, reason, counts }: End): Promise<void> {
  const figures = counts && {
    ...{ votes_for: counts.for, votes_against: counts.against, abstentions: counts.abstain },
  };
  await writeRow(scope, row.id, { state, decided_at: at, ended_by: by, reason, stopped_at: null, ...figures });
  await record(scope, row, acts[state], { state, was: row.state, ...figures });
  if (row.round === 0) return;
  const memberIds = (await listBody(scope, row.body_id)).filter((id) => id !== by);
  await queueMails(scope, { kind: decidedMail, subjectId: row.id, memberIds });
}

export async function objectTo(
  scope: BoardScope,
  { row, at }: { readonly row: WrittenRow; readonly at: Date },
  reason: string,
): Promise<void> {
  refuseOutsider(row, scope.member.id);
  authorize(row.may_object === true);
  await end(scope, row, { state: 'to-meeting', at, by: scope.member.id, reason });
}

export async function withdraw(
  scope: BoardScope,
  { row, at }: { readonly row: WrittenRow; readonly at: Date },
  reason: string,
): Promise<void> {
  authorize(isDeskOf(scope, row));
  if (!writtenCan(scope, row).withdraw) throw refused(resolutionMessages.notOpen);
  await end(scope, row, { state: 'withdrawn', at, by: scope.member.id, reason });
}

/** Once: the first is kept. */
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
