import { sql } from 'kysely';
import { z } from 'zod';
import {
  type AgendaConflict,
  type AgendaField,
  agendaField,
  type updateAgendaItem as updateContract,
} from '#contract/agenda.ts';
import type { BoardScope } from '#server/db/board-scope.ts';
import { canSeePeople } from '#server/features/members/people/policy.ts';
import { selectPeople } from '#server/features/members/people/queries.ts';
import { noteAgendaChange } from './note-change.ts';
import { presenterColumns } from './presenter.ts';
import type { LoadedAgendaItem } from './queries.ts';

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
    await noteAgendaChange(scope, meeting, { action: 'agenda-item.updated', itemId: item.id, fields });
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
