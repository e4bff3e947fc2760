import { sql } from 'kysely';
import type { saveDeciding } from '#contract/deciding.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { type QuorumRule, votersMax } from '#domain/deciding.ts';
import { boardMessages } from '#domain/messages/boards.ts';
import { decidingMessages } from '#domain/messages/deciding.ts';
import { minutesMessages } from '#domain/messages/meeting-minutes.ts';
import { deleteRows, insertRow, selectRows, updateRow, updateRows } from '#server/db/board-rows.ts';
import type { BoardJobScope, BoardScope } from '#server/db/board-scope.ts';
import { invalid, notFound, refuseBeyond, refused } from '#server/errors.ts';
import type { Electorate } from '#server/features/access/invitations/ports.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { publishLive } from '#server/features/core/events/commands.ts';
import { isOfBody } from './bodies/visibility.ts';
import { type BodyRow, type DecidingRow, isOnBoard, loadBody, readDeciding } from './queries.ts';

type Scope = BoardScope | BoardJobScope;
type Changes = BodyOf<typeof saveDeciding>;
type WantedBody = NonNullable<Changes['bodies']>[number];

export async function saveSettings(scope: BoardScope, changes: Changes): Promise<void> {
  const { revision, bodies = [], confirmed, ...wanted } = changes;
  await selectRows(scope, 'deciding_settings').select('board_id').forUpdate().execute();
  const before = await readDeciding(scope);
  if (before.revision !== revision) throw refused(boardMessages.changedMeanwhile);
  let hasChanged = false;
  for (const [at, body] of bodies.entries()) {
    const changed = await saveBody(scope, body, `bodies.${at}`);
    hasChanged ||= changed;
  }
  hasChanged = (await saveFields(scope, before, wanted)) || hasChanged;
  if (confirmed && before.confirmed_at === null) {
    await confirmVoters(scope);
    hasChanged = true;
  }
  if (hasChanged) await raiseRevision(scope);
}

async function raiseRevision(scope: BoardScope): Promise<void> {
  await updateRows(scope, 'deciding_settings', {}).set({ revision: sql<number>`revision + 1` }).execute();
  await publishLive(scope, { noun: 'board', id: null });
}

async function saveFields(
  scope: BoardScope,
  before: DecidingRow,
  given: Omit<Changes, 'revision' | 'bodies' | 'confirmed'>,
): Promise<boolean> {
  const approval = given.minutes_approval ?? before.minutes_approval;
  if (approval === 'written' && (given.written_needs ?? before.written_needs) === 'off') {
    const field = given.minutes_approval === undefined ? 'written_needs' : 'minutes_approval';
    throw invalid({ [field]: minutesMessages.approvedInWriting });
  }
  const days = given.action_reminder_days?.toSorted((one, other) => other - one);
  const wanted = { ...given, ...(days === undefined ? {} : { action_reminder_days: days }) };
  const detail = changesBetween(before, wanted);
  if (detail === null) return false;
  await updateRows(scope, 'deciding_settings', {}).set(wanted).execute();
  await audit(scope, 'deciding.updated', { kind: 'deciding', id: scope.board.id }, detail);
  return true;
}

/** Removes voters before reducing the seats, and adds voters after adding seats, so that voters never exceed seats. */
async function saveBody(
  scope: BoardScope,
  { id, switched = [], ...wanted }: WantedBody,
  field: string,
): Promise<boolean> {
  const [added, removed] = [switched.filter(({ votes }) => votes), switched.filter(({ votes }) => !votes)];
  let hasChanged = false;
  for (const each of removed) hasChanged = (await saveVoter(scope, id, each)) || hasChanged;
  hasChanged = (await saveRules(scope, { id, ...wanted }, { field, adding: added.length })) || hasChanged;
  for (const each of added) hasChanged = (await saveVoter(scope, id, each)) || hasChanged;
  return hasChanged;
}

async function saveRules(
  scope: BoardScope,
  { id, ...wanted }: Omit<WantedBody, 'switched'>,
  { field, adding }: { readonly field: string; readonly adding: number },
): Promise<boolean> {
  const row = await loadBody(scope, id);
  const detail = changesBetween(valuesOf(row), valuesOf(wanted));
  if (detail === null) return false;
  const voters = row.voter_ids.length + adding;
  if (wanted.seats !== null && wanted.seats !== row.seats && wanted.seats < voters) {
    throw invalid({ [`${field}.seats`]: decidingMessages.seatsBelowVoters(voters) });
  }
  for (const office of ['chair_id', 'secretary_id'] as const) {
    const holder = wanted[office];
    if (holder !== null && holder !== row[office] && !(await isOnBoard(scope, holder))) {
      throw invalid({ [`${field}.${office}`]: decidingMessages.noOfficer });
    }
  }
  await updateRow(scope, 'bodies', id, {
    seats: wanted.seats,
    quorum: wanted.rule.kind,
    quorum_numerator: wanted.rule.kind === 'fraction' ? wanted.rule.numerator : null,
    quorum_denominator: wanted.rule.kind === 'fraction' ? wanted.rule.denominator : null,
    quorum_number: wanted.rule.kind === 'number' ? wanted.rule.number : null,
    quorum_at_least: wanted.at_least,
    chair_id: wanted.chair_id,
    secretary_id: wanted.secretary_id,
  });
  await audit(scope, 'body.updated', { kind: 'body', id }, detail);
  return true;
}

async function confirmVoters(scope: BoardScope): Promise<void> {
  const voters = (await loadBody(scope, scope.board.id)).voter_ids.length;
  refuseBeyond({ present: voters, adding: 0, most: votersMax }, decidingMessages.votersMax);
  await updateRows(scope, 'deciding_settings', {}).set({ confirmed_at: scope.now }).execute();
  await audit(scope, 'deciding.confirmed', { kind: 'deciding', id: scope.board.id }, { voters });
}

async function saveVoter(
  scope: BoardScope,
  bodyId: string,
  { member_id: memberId, votes }: NonNullable<WantedBody['switched']>[number],
): Promise<boolean> {
  const body = await loadBody(scope, bodyId);
  if (!body.member_ids.includes(memberId)) throw notFound();
  if (body.voter_ids.includes(memberId) === votes) return false;
  const key = { body_id: body.id, member_id: memberId };
  if (votes) {
    const present = body.voter_ids.length;
    if (body.seats !== null) refuseBeyond({ present, most: body.seats }, decidingMessages.votersBeyondSeats);
    refuseBeyond({ present, most: votersMax }, decidingMessages.votersMax);
    await deleteRows(scope, 'non_voters', key).execute();
  } else {
    await insertRow(scope, 'non_voters', key);
  }
  await auditVote(scope, body, { memberId, votes });
  return true;
}

async function auditVote(
  scope: Scope,
  before: BodyRow,
  { memberId, votes }: { readonly memberId: string; readonly votes: boolean },
): Promise<void> {
  const voters = before.voter_ids.filter((id) => id !== memberId).length + (votes ? 1 : 0);
  const action = votes ? 'body.voter-added' : 'body.voter-removed';
  await audit(scope, action, { kind: 'body', id: before.id }, { member_id: memberId, voters });
}

export const electorate: Electorate = {
  async setVotes(scope, { memberId, votes: wanted, isNew }) {
    const votes = wanted ?? (await readDeciding(scope)).new_members_vote;
    const before = await loadBody(scope, scope.board.id);
    const hasChanged = before.voter_ids.includes(memberId) !== votes;
    if (hasChanged) await (votes ? addVotes(scope, memberId) : endVotes(scope, memberId));
    if (hasChanged || isNew) await auditVote(scope, before, { memberId, votes });
  },
};

const addVotes = (scope: Scope, memberId: string) => deleteRows(scope, 'non_voters', { member_id: memberId }).execute();

const endVotes = ({ tx, board }: Scope, memberId: string) =>
  tx
    .insertInto('non_voters')
    .columns(['board_id', 'body_id', 'member_id'])
    .expression((eb) =>
      eb
        .selectFrom('bodies as body')
        .select(['body.board_id', 'body.id', sql<string>`${memberId}::uuid`.as('member_id')])
        .where('body.board_id', '=', board.id)
        .where(isOfBody(sql`${memberId}::uuid`, sql.ref('body.id'))),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();

type Value = string | number | boolean | null | readonly (number | string)[];
type Values = Readonly<Record<string, Value>>;

const valuesOf = ({
  seats,
  rule,
  at_least,
  chair_id,
  secretary_id,
}: BodyRow | Omit<WantedBody, 'id' | 'switched'>): Values => ({
  seats,
  quorum: ruleText(rule),
  at_least,
  chair_id,
  secretary_id,
});

function ruleText(rule: QuorumRule): string {
  if (rule.kind === 'fraction') return `${rule.numerator}/${rule.denominator}`;
  return rule.kind === 'number' ? String(rule.number) : rule.kind;
}

function changesBetween(before: object, wanted: object): Readonly<Record<string, string>> | null {
  const old = before as Values;
  const changed = Object.entries(wanted as Values).filter(
    ([name, value]) => value !== undefined && textOf(value) !== textOf(old[name] ?? null),
  );
  if (changed.length === 0) return null;
  const sides = changed.flatMap(([name, value]) => [
    [`${name}_before`, textOf(old[name] ?? null)],
    [`${name}_after`, textOf(value)],
  ]);
  return { fields: changed.map(([name]) => name.replace(/_id$/, '')).join(' '), ...Object.fromEntries(sides) };
}

function textOf(value: Value): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value === null || (Array.isArray(value) && value.length === 0)) return 'none';
  return Array.isArray(value) ? value.join(', ') : String(value);
}
