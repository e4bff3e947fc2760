import { sql } from 'kysely';
import type { z } from 'zod';
import {
  type AgendaConflict,
  type AgendaField,
  type addAgendaItem as addContract,
  agendaField,
  type updateAgendaItem as updateContract,
} from '#contract/agenda.ts';
import { limits } from '#contract/fields.ts';
import type { NewAgendaItem } from '#contract/meetings.ts';
import { moveAgendaItemTo, removeAgendaItem, settleDepths } from '#domain/agenda-order.ts';
import type { AuditAction } from '#domain/audit.ts';
import { positionGap, positionsBetween, renumbered } from '#domain/list-positions.ts';
import type { AgendaKind } from '#domain/meeting-minutes.ts';
import { meetingMessages } from '#domain/messages/meetings.ts';
import { createRow, deleteRow, insertRows, selectRows, updateRow, updateRows } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { notFound, refuseBeyond } from '#server/errors.ts';
import { audit } from '#server/features/core/audit/commands.ts';
import { publishMeetingChanged } from '#server/features/homes/meetings/meeting/commands.ts';
import type { MeetingRow } from '#server/features/homes/meetings/meeting/queries.ts';
import { listMovedUnderWithheld, seenIn } from '#server/features/members/audience/visibility.ts';
import { markDeleted } from '#server/features/papers/documents/deletion/commands.ts';
import {
  type AgendaPosition,
  type FieldChange,
  fieldChanges,
  type LoadedAgendaItem,
  listAgendaPositions,
  listConflicts,
  listOriginals,
  presenterColumns,
} from './queries.ts';

type AddBody = z.output<NonNullable<typeof addContract.body>>;
type NewItem = Omit<AddBody, 'kind'> & {
  readonly kind?: AgendaKind | null;
  readonly minutes_of?: string;
  readonly copied_from?: string;
};
type UpdateBody = z.output<NonNullable<typeof updateContract.body>>;
type Columns = Partial<
  Pick<LoadedAgendaItem['item'], 'title' | 'description' | 'presenter' | 'presenter_id' | 'purpose' | 'minutes'>
>;

export async function addAgenda(scope: BoardScope, meetingId: string, items: readonly NewAgendaItem[]): Promise<void> {
  if (items.length === 0) return;
  const rows = [];
  const originals = await listOriginals(
    scope,
    items.flatMap(({ copied_from: id }) => id ?? []),
  );
  for (const [index, item] of settleDepths(items).entries()) {
    const { presenter, presenter_id: presenterId, copied_from: copiedFrom, ...fields } = item;
    rows.push({
      ...fields,
      copied_from: copiedFrom === undefined ? null : (originals.get(copiedFrom.toLowerCase()) ?? null),
      ...(await presenterColumns(scope, { presenter, presenterId })),
      meeting_id: meetingId,
      position: (index + 1) * positionGap,
      created_at: scope.now,
    });
  }
  await insertRows(scope, 'agenda_items', rows);
}

/** Returns the new item's id. The caller must have locked the meeting's row. */
export async function addAgendaItem(scope: BoardScope, meeting: MeetingRow, input: NewItem): Promise<string> {
  const { before_id: beforeId, presenter, presenter_id: presenterId, ...fields } = input;
  const present = await listAgendaPositions(scope, meeting.id);
  refuseBeyond({ present: present.length, most: limits.agendaItemsMax }, meetingMessages.tooManyItems);
  const at = beforeId === null ? present.length : present.findIndex((each) => each.id === beforeId);
  if (at === -1) throw notFound();
  const id = await createRow(scope, 'agenda_items', {
    ...fields,
    ...(await presenterColumns(scope, { presenter, presenterId })),
    meeting_id: meeting.id,
    position: positionsBetween(present.at(-1)?.position ?? null, null, 1)?.[0] ?? 1,
    created_at: scope.now,
  });
  const added = await listAgendaPositions(scope, meeting.id);
  const wanted = settleDepths(added.toSpliced(-1, 1).toSpliced(at, 0, ...added.slice(-1)));
  await writeOrder(scope, added, wanted);
  await recordAgendaChange(scope, meeting, { action: 'agenda-item.added', itemId: id });
  return id;
}

/** Saves the fields that nobody else has changed since `body.revision`. Returns the other fields as conflicts. */
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
  if (fresh.some(([field]) => field === 'title')) await scope.ports.decisions.refuseRenaming(scope, meeting.id);
  if (fresh.length > 0) {
    const revision = item.revision + 1;
    const change: FieldChange = { revision, by: scope.member.id, at: scope.now.toISOString() };
    const freshChanges = Object.fromEntries(fresh.map(([field]) => [field, change]));
    await updateRow(scope, 'agenda_items', item.id, {
      ...Object.assign({}, ...fresh.map(([, columns]) => columns)),
      revision,
      changes: JSON.stringify({ ...changes, ...freshChanges }),
    });
    const fields = fresh.map(([field]) => field);
    await recordAgendaChange(scope, meeting, { action: 'agenda-item.updated', itemId: item.id, fields });
  }
  const stale = differing.filter(([field]) => isStale(field)).map(([field]) => field);
  return listConflicts(scope, stale, changes);
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

export async function moveAgendaItem(
  scope: BoardScope,
  { item, meeting }: LoadedAgendaItem,
  to: { readonly before_id: string | null; readonly depth: number },
): Promise<void> {
  await scope.ports.decisions.moving(scope, meeting.id);
  const present = await listAgendaPositions(scope, meeting.id);
  if (to.before_id !== null && !present.some((each) => each.id === to.before_id)) throw notFound();
  const wanted = moveAgendaItemTo(present, item.id, { before: to.before_id, depth: to.depth });
  if (!(await writeOrder(scope, present, wanted))) return;
  const withheld = await listMovedUnderWithheld(scope, meeting.id);
  if (withheld.length > 0) await scope.ports.decisions.movedUnderWithheld(scope, { meetingId: meeting.id, withheld });
  const action = withheld.length > 0 ? 'agenda-item.moved-withheld' : 'agenda-item.moved';
  await recordAgendaChange(scope, meeting, { action, itemId: item.id });
}

/**
 * Moves sub-items up one level. Moves the item's deleted documents to the meeting, so that they can still be restored.
 */
export async function deleteAgendaItem(scope: BoardScope, { item, meeting }: LoadedAgendaItem): Promise<void> {
  await scope.ports.decisions.refuseDeleting(scope, { agendaItemId: item.id });
  const documents = await selectRows(scope, 'documents', { agenda_item_id: item.id, deleted_at: null })
    .select('id')
    .where(seenIn(scope, sql.ref('documents.id')))
    .execute();
  for (const { id } of documents) {
    await scope.ports.decisions.refusePaper(scope, { documentId: id, what: 'deleting' });
    await markDeleted(scope, id);
  }
  await updateRows(scope, 'documents', { agenda_item_id: item.id })
    .set({ agenda_item_id: null, meeting_id: meeting.id })
    .execute();
  await scope.ports.paperRequests.itemRemoved(scope, item.id);
  const present = await listAgendaPositions(scope, meeting.id);
  await deleteRow(scope, 'agenda_items', item.id);
  const index = present.findIndex((each) => each.id === item.id);
  await writeOrder(scope, present, removeAgendaItem(present, index));
  await recordAgendaChange(scope, meeting, { action: 'agenda-item.deleted', itemId: item.id });
}

export async function settleOrder(scope: BoardScope, meetingId: string): Promise<void> {
  const present = await listAgendaPositions(scope, meetingId);
  await writeOrder(scope, present, settleDepths(present));
}

async function writeOrder(
  scope: BoardScope,
  present: readonly AgendaPosition[],
  wanted: readonly AgendaPosition[],
): Promise<boolean> {
  const before = new Map(present.map((row) => [row.id, row]));
  const changed = renumbered(wanted).filter((row) => {
    const was = before.get(row.id);
    return was === undefined || was.position !== row.position || was.depth !== row.depth;
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

async function recordAgendaChange(
  scope: BoardScope,
  meeting: MeetingRow,
  change: { readonly action: AuditAction; readonly itemId: string; readonly fields?: readonly string[] },
): Promise<void> {
  const fields = change.fields === undefined ? {} : { fields: change.fields.join(' ') };
  await audit(scope, change.action, { kind: 'agenda-item', id: change.itemId }, { meeting_id: meeting.id, ...fields });
  await raiseAgendaRevision(scope, meeting.id);
  await publishMeetingChanged(scope, meeting);
}

export async function raiseAgendaRevision(scope: BoardScope, meetingId: string): Promise<void> {
  await updateRow(scope, 'meetings', meetingId, { agenda_revision: sql`agenda_revision + 1` });
}
