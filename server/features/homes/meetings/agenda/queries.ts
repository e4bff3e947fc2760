import { sql } from 'kysely';
import { z } from 'zod';
import { type AgendaConflict, type AgendaField, agendaField } from '#contract/agenda.ts';
import { knownName } from '#domain/identity.ts';
import { sameBoard, selectRows } from '#server/db/board-rows.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { notFound } from '#server/errors.ts';
import {
  type AgendaItemRow,
  type LoadedMeeting,
  loadMeeting,
  loadMeetingOfItem,
  selectAgendaItems,
} from '#server/features/homes/meetings/meeting/queries.ts';
import { editableBy, readerOf } from '#server/features/members/audience/queries.ts';
import { seenIn } from '#server/features/members/audience/visibility.ts';
import { canSeePeople } from '#server/features/members/people/policy.ts';
import { selectPeople } from '#server/features/members/people/queries.ts';

const fieldChange = z.object({ revision: z.number(), by: z.uuid(), at: z.string() });
export const fieldChanges = z.partialRecord(agendaField, fieldChange);
export type FieldChange = z.output<typeof fieldChange>;

export interface LoadedAgendaItem {
  readonly item: AgendaItemRow & { readonly changes: unknown };
  readonly meeting: LoadedMeeting;
}

/**
 * Locks the meeting's row, so that changes to one agenda are serialised. If `moves` is set, leaves the item unlocked,
 * because the live room must be locked first.
 */
export async function loadAgendaItem(
  scope: BoardScope,
  itemId: string,
  { moves = false }: { readonly moves?: boolean } = {},
): Promise<LoadedAgendaItem> {
  const meeting = await loadMeeting(scope, await loadMeetingOfItem(scope, itemId), { lock: 'update' });
  // Reads the item again under a lock, so that no document can be attached before the transaction ends.
  const item = await selectAgendaItems(scope, scope)
    .select('item.changes')
    .where('item.id', '=', itemId)
    .$if(!moves, (query) => query.forUpdate('item'))
    .executeTakeFirst();
  if (!item || item.withheld !== null) throw notFound();
  return { item, meeting };
}

export async function findAgendaItem(scope: BoardScope, itemId: string): Promise<AgendaItemRow> {
  return selectAgendaItems(scope, scope).where('item.id', '=', itemId).executeTakeFirstOrThrow();
}

export interface AgendaPosition {
  readonly id: string;
  readonly depth: number;
  readonly position: number;
}

export async function listAgendaPositions(scope: BoardScope, meetingId: string): Promise<readonly AgendaPosition[]> {
  return selectRows(scope, 'agenda_items', { meeting_id: meetingId })
    .select(['id', 'depth', 'position'])
    .orderBy('position')
    .execute();
}

export async function readAgendaRevision(scope: BoardScope, meetingId: string): Promise<number> {
  const row = await selectRows(scope, 'meetings', { id: meetingId })
    .select('agenda_revision')
    .executeTakeFirstOrThrow();
  return row.agenda_revision;
}

/** Throws `not-found` if `presenterId` is not the id of a member of this board. */
export async function presenterColumns(
  scope: BoardScope,
  given: { readonly presenter: string; readonly presenterId: string | null },
): Promise<{ readonly presenter: string; readonly presenter_id: string | null }> {
  if (given.presenterId === null) return { presenter: given.presenter, presenter_id: null };
  const person = await selectPeople(scope).where('member.id', '=', given.presenterId).executeTakeFirstOrThrow(notFound);
  return { presenter: knownName(person).slice(0, 200), presenter_id: person.id };
}

/** Omits items that are withheld from the actor or whose meeting the actor may not edit. */
export async function listOriginals(scope: BoardScope, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await scope.tx
    .selectFrom('agenda_items as item')
    .innerJoin('meetings as meeting', (join) => sameBoard(join, 'meeting.id', 'item.meeting_id'))
    .select((eb) => ['item.id', eb.fn.coalesce('item.copied_from', 'item.id').as('original')])
    .where('item.board_id', '=', scope.board.id)
    .where('item.id', 'in', [...ids])
    .where(editableBy(readerOf(scope), sql.ref('meeting.audience_id')))
    .where(seenIn(scope, sql.ref('item.id')))
    .execute();
  return new Map(rows.map(({ id, original }) => [id, original]));
}

export async function listConflicts(
  scope: BoardScope,
  fields: readonly AgendaField[],
  changes: Readonly<Partial<Record<AgendaField, FieldChange>>>,
): Promise<readonly AgendaConflict[]> {
  const names = await visibleNames(
    scope,
    fields.flatMap((field) => changes[field]?.by ?? []),
  );
  return fields.flatMap((field) => {
    const change = changes[field];
    return change === undefined ? [] : [{ field, by: names.get(change.by) ?? '', at: change.at }];
  });
}

/** Ignores documents that are withheld from the actor. */
export async function findUnseenChange(
  scope: BoardScope,
  item: LoadedAgendaItem['item'],
  seen: { readonly revision: number; readonly documents: readonly string[] },
): Promise<(Omit<AgendaConflict, 'field'> & { readonly document: string | null }) | null> {
  const newest = Object.values(fieldChanges.parse(item.changes))
    .filter((change) => change.revision > seen.revision)
    .toSorted((one, other) => other.revision - one.revision)[0];
  if (newest !== undefined) return { by: await visibleName(scope, newest.by), at: newest.at, document: null };
  const added = await selectRows(scope, 'documents', { agenda_item_id: item.id, deleted_at: null })
    .select(['title', 'created_by', 'created_at'])
    .where(sql<boolean>`id <> all(${[...seen.documents]}::uuid[])`)
    .where(seenIn(scope, sql.ref('documents.id')))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!added) return null;
  const by = added.created_by === null ? '' : await visibleName(scope, added.created_by);
  return { by, at: added.created_at.toISOString(), document: added.title };
}

async function visibleName(scope: BoardScope, memberId: string): Promise<string> {
  return (await visibleNames(scope, [memberId])).get(memberId) ?? '';
}

async function visibleNames(scope: BoardScope, memberIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const visible = canSeePeople(scope) ? memberIds : memberIds.filter((id) => id === scope.member.id);
  if (visible.length === 0) return new Map();
  const people = await selectPeople(scope).where('member.id', 'in', visible).execute();
  return new Map(people.map((person) => [person.id, knownName(person)]));
}
