import { sql } from 'kysely';
import type { BodyOf } from '#contract/endpoint.ts';
import {
  type declareInterest as declareContract,
  type InterestField,
  interestFields,
  interestsOfMemberMax,
  type updateInterest as updateContract,
} from '#contract/interests.ts';
import { interestsAskedOn, isEarlier } from '#domain/interests.ts';
import { interestMessages } from '#domain/messages/interests.ts';
import { createRow, insertRow, selectRows, updateRow } from '#server/db/board-rows.ts';
import { type BoardJobScope, type BoardScope, todayOf } from '#server/db/board-scope.ts';
import { invalid, notFound, refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { publishLive } from '#server/features/core/events/commands.ts';
import { queueMails } from '#server/features/core/mail/commands.ts';
import {
  type Conflict,
  findRegister,
  type InterestRow,
  listAnswers,
  listRegisterReaders,
  type WordingRow,
} from './queries.ts';

export const confirmInterestsMail = 'interests-to-confirm';

type Wording = Pick<InterestRow, InterestField>;

export async function declare(
  scope: BoardScope,
  memberId: string,
  body: BodyOf<typeof declareContract>,
): Promise<string> {
  const holder = await selectRows(scope, 'members', { id: memberId })
    .select('removed_at')
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!holder) throw notFound();
  if (holder.removed_at !== null) throw refused(interestMessages.gone);
  const wording: Wording = { organisation: body.organisation, nature: body.nature, since: body.since, until: null };
  const { count } = await selectRows(scope, 'interests', { member_id: memberId })
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) >= interestsOfMemberMax) throw refused(interestMessages.tooMany(interestsOfMemberMax));
  const id = await createRow(scope, 'interests', { member_id: memberId, ...wording, created_at: scope.now });
  await keepWording(scope, { id, revision: 1, wording });
  await audit(scope, 'interest.declared', { kind: 'interest', id }, { member_id: memberId, state: 'open', wording: 1 });
  await publishChanged(scope, memberId);
  return id;
}

/** Skips fields that somebody else has changed, and returns them as conflicts. */
export async function reword(
  scope: BoardScope,
  { interest, wordings }: { readonly interest: InterestRow; readonly wordings: readonly WordingRow[] },
  body: BodyOf<typeof updateContract>,
): Promise<readonly Conflict[]> {
  if (interest.holder_removed_at !== null) throw refused(interestMessages.gone);
  if (interest.until !== null) throw refused(interestMessages.ended);
  const basis = wordings.find((wording) => wording.revision === body.revision);
  if (!basis) throw invalid({ revision: interestMessages.ended });
  const wanted = interestFields.filter((field) => body[field] !== undefined && body[field] !== interest[field]);
  const conflicting = wanted.filter((field) => interest[field] !== basis[field]);
  const free = wanted.filter((field) => !conflicting.includes(field));
  const wording: Wording = {
    organisation: interest.organisation,
    nature: interest.nature,
    since: interest.since,
    until: interest.until,
    ...Object.fromEntries(free.map((field) => [field, body[field]])),
  };
  refuseImpossible(scope, wording);
  if (free.length > 0) await write(scope, interest, wording);
  return conflicting.flatMap((field) => {
    const changed = wordings.findLast(
      ({ revision, [field]: value }) => revision > basis.revision && value !== basis[field],
    );
    return changed === undefined ? [] : [{ field, wording: changed }];
  });
}

function refuseImpossible({ board, now }: BoardScope, { since, until }: Wording): void {
  if (until === null) return;
  if (isEarlier(until, since)) throw invalid({ until: interestMessages.untilBeforeSince });
  if (isEarlier(todayOf({ board, now }), until)) throw invalid({ until: interestMessages.untilLater });
}

async function write(scope: BoardScope, interest: InterestRow, wording: Wording): Promise<void> {
  const { id } = interest;
  const revision = interest.revision + 1;
  await updateRow(scope, 'interests', id, { ...wording, revision });
  await keepWording(scope, { id, revision, wording });
  const isEnded = wording.until !== null;
  await audit(
    scope,
    isEnded ? 'interest.ended' : 'interest.changed',
    { kind: 'interest', id },
    { member_id: interest.member_id, state: isEnded ? 'ended' : 'open', wording: revision },
  );
  await publishChanged(scope, interest.member_id);
}

async function keepWording(
  scope: BoardScope,
  given: { readonly id: string; readonly revision: number; readonly wording: Wording },
): Promise<void> {
  await insertRow(scope, 'interest_wordings', {
    interest_id: given.id,
    revision: given.revision,
    ...given.wording,
    written_by: scope.member.id,
    written_at: scope.now,
  });
}

export async function confirm(scope: BoardScope): Promise<void> {
  await insertRow(scope, 'interest_confirmations', { member_id: scope.member.id, confirmed_at: scope.now });
  await audit(
    scope,
    'interest.confirmed',
    { kind: 'interest', id: null },
    { member_id: scope.member.id, state: 'confirmed' },
  );
  await publishChanged(scope, scope.member.id);
}

async function publishChanged(scope: BoardScope, holderId: string): Promise<void> {
  const readers = scope.board.peopleHidden ? [] : await listRegisterReaders(scope);
  await publishLive(scope, { noun: 'interests', id: null }, [...new Set([holderId, ...readers])]);
}

/** Runs at most once a day, even if several servers call it. */
export async function askToConfirm(scope: BoardJobScope): Promise<void> {
  const { tx, board, now } = scope;
  const today = todayOf({ board, now });
  const begun = await tx
    .insertInto('interest_rounds')
    .values({ board_id: board.id, day: today })
    .onConflict((conflict) =>
      conflict.column('board_id').doUpdateSet({ day: today }).where(sql<boolean>`interest_rounds.day < excluded.day`),
    )
    .returning('board_id')
    .execute();
  if (begun.length === 0) return;
  const { interests_months: months, since_at: begins } = await findRegister(scope);
  if (months === 0 || begins === null) return;
  const rhythm = { months, timeZone: board.timeZone };
  const due = (await listAnswers(scope)).filter((row) => {
    const sinceAt = new Date(Math.max(row.created_at.getTime(), begins.getTime()));
    const { confirmed_at: confirmedAt, declared_at: declaredAt, asked_at: askedAt } = row;
    const day = interestsAskedOn({ confirmedAt, declaredAt, askedAt, sinceAt }, rhythm);
    return day !== null && day <= today;
  });
  if (due.length === 0) return;
  const memberIds = due.map(({ id }) => id);
  await tx
    .insertInto('interest_requests')
    .values(memberIds.map((id) => ({ board_id: board.id, member_id: id, asked_at: now })))
    .execute();
  await queueMails(scope, { kind: confirmInterestsMail, subjectId: board.id, memberIds });
  await audit(scope, 'interest.requested', { kind: 'interest', id: null }, { mails: memberIds.length });
}
