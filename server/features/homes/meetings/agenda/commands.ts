import { sql } from 'kysely';
import { z } from 'zod';
import {
  type AgendaConflict,
  type AgendaField,
  type addAgendaItem as addContract,
  agendaField,
  type updateAgendaItem as updateContract,
} from '#contract/agenda.ts';
import { limits } from '#contract/fields.ts';
import { moveAgendaItemTo, removeAgendaItem, settleDepths } from '#domain/agenda-order.ts';
import type { AuditAction } from '#domain/audit.ts';
import { positionGap, positionsBetween } from '#domain/list-positions.ts';
import { meetingMessages } from '#domain/messages/meetings.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { notFound, refused } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import type { MeetingRow } from '#server/features/homes/meetings/base/queries.ts';
import { publishMeetingChanged } from '#server/features/homes/meetings/commands.ts';
import { canSeePeople } from '#server/features/members/people/policy.ts';
import { selectPeople } from '#server/features/members/people/queries.ts';
import { markDeleted } from '#server/features/papers/documents/deletion/commands.ts';
import { presenterColumns } from './presenter.ts';
import { type LoadedAgendaItem, listAgendaPositions } from './queries.ts';

type AddBody = z.output<NonNullable<typeof addContract.body>>;

/** Adds an item before another or at the end; answers its id. The meeting's row must be locked. */
export async function addAgendaItem(scope: BoardScope, meeting: MeetingRow, input: AddBody): Promise<string> {
  const { before_id: beforeId, presenter, presenter_id: presenterId, ...fields } = input;
  const present = await listAgendaPositions(scope, meeting.id);
  if (present.length >= limits.agendaItemsMax) throw refused(meetingMessages.tooManyItems(limits.agendaItemsMax));
  const at = beforeId === null ? present.length : present.findIndex((each) => each.id === beforeId);
  if (at === -1) throw notFound();
  const { id } = await scope.tx
    .insertInto('agenda_items')
    .values({
      ...fields,
      ...(await presenterColumns(scope, { presenter, presenterId })),
      board_id: scope.board.id,
      meeting_id: meeting.id,
      position: newestPositions(present, 1)[0] ?? 1,
      created_at: scope.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const added = await listAgendaPositions(scope, meeting.id);
  const wanted = settleDepths(added.toSpliced(-1, 1).toSpliced(at, 0, ...added.slice(-1)));
  await writeOrder(scope, added, wanted);
  await recordAgendaChange(scope, meeting, { action: 'agenda-item.added', itemId: id });
  return id;
}

/** Puts the item with its sub-items before another of its meeting or last, as deep as wanted and possible there. */
export async function moveAgendaItem(
  scope: BoardScope,
  { item, meeting }: LoadedAgendaItem,
  to: { readonly before_id: string | null; readonly depth: number },
): Promise<void> {
  const present = await listAgendaPositions(scope, meeting.id);
  if (to.before_id !== null && !present.some((each) => each.id === to.before_id)) throw notFound();
  const wanted = moveAgendaItemTo(present, item.id, { before: to.before_id, depth: to.depth });
  if (!(await writeOrder(scope, present, wanted))) return;
  await recordAgendaChange(scope, meeting, { action: 'agenda-item.moved', itemId: item.id });
}

/**
 * Removes it with the documents that stand on it; whether they may go is asked before. They move to the meeting itself, as do
 * those deleted earlier, so that they can still come back. Sub-items come out one level.
 */
export async function deleteAgendaItem(scope: BoardScope, { item, meeting }: LoadedAgendaItem): Promise<void> {
  const { tx, board } = scope;
  const standing = await tx
    .selectFrom('documents')
    .select('id')
    .where('board_id', '=', board.id)
    .where('agenda_item_id', '=', item.id)
    .where('deleted_at', 'is', null)
    .execute();
  for (const { id } of standing) await markDeleted(scope, id);
  await tx
    .updateTable('documents')
    .set({ agenda_item_id: null, meeting_id: meeting.id })
    .where('board_id', '=', board.id)
    .where('agenda_item_id', '=', item.id)
    .execute();
  const present = await listAgendaPositions(scope, meeting.id);
  await tx.deleteFrom('agenda_items').where('board_id', '=', board.id).where('id', '=', item.id).execute();
  const index = present.findIndex((each) => each.id === item.id);
  await writeOrder(scope, present, removeAgendaItem(present, index));
  await recordAgendaChange(scope, meeting, { action: 'agenda-item.deleted', itemId: item.id });
}

/** What every change of an agenda leaves behind: an audit row, a higher revision, and word to the open pages. */
export async function recordAgendaChange(
  scope: BoardScope,
  meeting: MeetingRow,
  change: { readonly action: AuditAction; readonly itemId: string; readonly fields?: readonly string[] },
): Promise<void> {
  const fields = change.fields === undefined ? {} : { fields: change.fields.join(' ') };
  await audit(scope, {
    action: change.action,
    subjectKind: 'agenda-item',
    subjectId: change.itemId,
    detail: { meeting_id: meeting.id, ...fields },
  });
  await raiseAgendaRevision(scope, meeting.id);
  await publishMeetingChanged(scope, meeting);
}

export async function raiseAgendaRevision(scope: BoardScope, meetingId: string): Promise<void> {
  await scope.tx
    .updateTable('meetings')
    .set({ agenda_revision: sql`agenda_revision + 1` })
    .where('board_id', '=', scope.board.id)
    .where('id', '=', meetingId)
    .execute();
}

export async function readAgendaRevision(scope: BoardScope, meetingId: string): Promise<number> {
  const row = await scope.tx
    .selectFrom('meetings')
    .select('agenda_revision')
    .where('board_id', '=', scope.board.id)
    .where('id', '=', meetingId)
    .executeTakeFirstOrThrow();
  return row.agenda_revision;
}

type UpdateBody = z.output<NonNullable<typeof updateContract.body>>;

/** The newest change of a field: which revision of the item it made, who made it, and when. */
const fieldChange = z.object({ revision: z.number(), by: z.uuid(), at: z.string() });
type FieldChange = z.output<typeof fieldChange>;
const fieldChanges = z.partialRecord(agendaField, fieldChange);

type Columns = Partial<
  Pick<LoadedAgendaItem['item'], 'title' | 'description' | 'presenter' | 'presenter_id' | 'purpose' | 'minutes'>
>;

/**
 * Writes the fields that nobody else has changed since the revision that the changes are based on, and answers the
 * others. Two who change different items, or different fields of one, never meet.
 */
export async function updateAgendaItem(
  scope: BoardScope,
  { item, meeting }: LoadedAgendaItem,
  body: UpdateBody,
): Promise<readonly AgendaConflict[]> {
  const changes = fieldChanges.parse(item.changes);
  const wanted = await wantedFields(scope, body);
  const differing = [...wanted].filter(([, columns]) => differs(item, columns));
  const isStale = (field: AgendaField): boolean => (changes[field]?.revision ?? 0) > body.revision;
  const fresh = differing.filter(([field]) => !isStale(field));
  if (fresh.length > 0) {
    const revision = item.revision + 1;
    const change: FieldChange = { revision, by: scope.member.id, at: scope.now.toISOString() };
    const noted = Object.fromEntries(fresh.map(([field]) => [field, change]));
    await scope.tx
      .updateTable('agenda_items')
      .set({
        ...Object.assign({}, ...fresh.map(([, columns]) => columns)),
        revision,
        changes: JSON.stringify({ ...changes, ...noted }),
      })
      .where('board_id', '=', scope.board.id)
      .where('id', '=', item.id)
      .execute();
    const fields = fresh.map(([field]) => field);
    await recordAgendaChange(scope, meeting, { action: 'agenda-item.updated', itemId: item.id, fields });
  }
  const stale = differing.filter(([field]) => isStale(field)).map(([field]) => field);
  return conflictsOf(scope, stale, changes);
}

async function wantedFields(scope: BoardScope, body: UpdateBody): Promise<ReadonlyMap<AgendaField, Columns>> {
  const { revision: _, presenter, presenter_id: presenterId = null, ...plain } = body;
  const wanted = new Map<AgendaField, Columns>();
  for (const [field, value] of Object.entries(plain)) {
    if (value !== undefined) wanted.set(agendaField.parse(field), { [field]: value });
  }
  if (presenter !== undefined) wanted.set('presenter', await presenterColumns(scope, { presenter, presenterId }));
  return wanted;
}

function differs(item: LoadedAgendaItem['item'], columns: Columns): boolean {
  return (Object.keys(columns) as (keyof Columns)[]).some((column) => item[column] !== columns[column]);
}

async function conflictsOf(
  scope: BoardScope,
  fields: readonly AgendaField[],
  changes: Readonly<Partial<Record<AgendaField, FieldChange>>>,
): Promise<readonly AgendaConflict[]> {
  const names = await namesOf(
    scope,
    fields.flatMap((field) => changes[field]?.by ?? []),
  );
  return fields.flatMap((field) => {
    const change = changes[field];
    return change === undefined ? [] : [{ field, by: names.get(change.by) ?? '', at: change.at }];
  });
}

/**
 * Why an item that was removed stays: somebody changed a field of it after `revision`, or documents stand on it that were not
 * seen there. Null: it may go.
 */
export async function reasonToKeep(
  scope: BoardScope,
  item: LoadedAgendaItem['item'],
  seen: { readonly revision: number; readonly documents: readonly string[] },
): Promise<(Omit<AgendaConflict, 'field'> & { readonly document: string | null }) | null> {
  const newest = Object.values(fieldChanges.parse(item.changes))
    .filter((change) => change.revision > seen.revision)
    .toSorted((one, other) => other.revision - one.revision)[0];
  if (newest !== undefined) return { by: await nameOf(scope, newest.by), at: newest.at, document: null };
  const added = await scope.tx
    .selectFrom('documents')
    .select(['title', 'created_by', 'created_at'])
    .where('board_id', '=', scope.board.id)
    .where('agenda_item_id', '=', item.id)
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`id <> all(${[...seen.documents]}::uuid[])`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!added) return null;
  const by = added.created_by === null ? '' : await nameOf(scope, added.created_by);
  return { by, at: added.created_at.toISOString(), document: added.title };
}

async function nameOf(scope: BoardScope, memberId: string): Promise<string> {
  return (await namesOf(scope, [memberId])).get(memberId) ?? '';
}

/** Of those whose name is told to whoever acts: where people are hidden their own. */
async function namesOf(scope: BoardScope, memberIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const told = canSeePeople(scope) ? memberIds : memberIds.filter((id) => id === scope.member.id);
  if (told.length === 0) return new Map();
  const people = await selectPeople(scope).where('member.id', 'in', told).execute();
  return new Map(people.map((person) => [person.id, `${person.first_name} ${person.last_name}`]));
}

/** Where an item stands. */
export interface AgendaPosition {
  readonly id: string;
  readonly depth: number;
  readonly position: number;
}

/** Positions behind all that are there. */
export function newestPositions(present: readonly AgendaPosition[], count: number): readonly number[] {
  const last = present.at(-1)?.position ?? null;
  return positionsBetween(last, null, count) ?? [];
}

/**
 * Writes the rows that stand elsewhere or deeper than before, and no others unless there is no room between their new
 * neighbours. Answers false when nothing had to be written. The meeting's row must be locked.
 */
export async function writeOrder(
  scope: BoardScope,
  present: readonly AgendaPosition[],
  wanted: readonly AgendaPosition[],
): Promise<boolean> {
  const before = new Map(present.map((place) => [place.id, place]));
  const changed = renumbered(wanted).filter((place) => {
    const was = before.get(place.id);
    return was === undefined || was.position !== place.position || was.depth !== place.depth;
  });
  if (changed.length === 0) return false;
  await sql`
    update agenda_items set position = wanted.position, depth = wanted.depth
    from unnest(
      ${changed.map(({ id }) => id)}::uuid[], ${changed.map(({ position }) => position)}::int[], ${changed.map(({ depth }) => depth)}::int[]
    ) as wanted (id, position, depth)
    where agenda_items.id = wanted.id and agenda_items.board_id = ${scope.board.id}
  `.execute(scope.tx);
  return true;
}

/** The same order with rising positions: rows that are in order keep theirs, the others stand between them. */
export function renumbered<T extends { readonly position: number }>(wanted: readonly T[]): readonly T[] {
  const staying = longestRise(wanted);
  const placed: T[] = [];
  for (let index = 0; index < wanted.length; ) {
    if (staying.has(index)) {
      placed.push(...wanted.slice(index, index + 1));
      index += 1;
      continue;
    }
    let end = index;
    while (end < wanted.length && !staying.has(end)) end += 1;
    const positions = positionsBetween(placed.at(-1)?.position ?? null, wanted[end]?.position ?? null, end - index);
    if (positions === null) return wanted.map((place, nth) => ({ ...place, position: (nth + 1) * positionGap }));
    placed.push(...wanted.slice(index, end).map((place, nth) => ({ ...place, position: positions[nth] ?? 0 })));
    index = end;
  }
  return placed;
}

/** The indexes of as many rows as possible whose positions rise already. */
function longestRise(rows: readonly { readonly position: number }[]): ReadonlySet<number> {
  const best: { readonly length: number; readonly from: number }[] = [];
  let last = -1;
  for (const [index, row] of rows.entries()) {
    let length = 1;
    let from = -1;
    for (let earlier = 0; earlier < index; earlier += 1) {
      const run = best[earlier]?.length ?? 0;
      if ((rows[earlier]?.position ?? 0) < row.position && run + 1 > length) [length, from] = [run + 1, earlier];
    }
    best.push({ length, from });
    if (last === -1 || length > (best[last]?.length ?? 0)) last = index;
  }
  const staying = new Set<number>();
  for (let index = last; index !== -1; index = best[index]?.from ?? -1) staying.add(index);
  return staying;
}
