import { sql } from 'kysely';
import type { z } from 'zod';
import type { updateAgendaItem as updateContract } from '../../../contract/agenda.ts';
import { limits } from '../../../contract/fields.ts';
import type { AgendaItemInput } from '../../../contract/meetings.ts';
import { meetingMessages } from '../../../domain/messages.ts';
import type { BoardScope } from '../../db/board-scope.ts';
import { notFound, refused } from '../../errors.ts';
import { audit } from '../audit/commands.ts';
import { tellMeetingChanged } from '../meetings/commands.ts';
import type { AgendaItemRow, MeetingRow } from '../meetings/queries.ts';
import type { LoadedAgendaItem } from './queries.ts';

type UpdateBody = z.output<NonNullable<typeof updateContract.body>>;

const itemColumns = ['id', 'title', 'description', 'presenter', 'minutes'] as const;

/** Adds an item at the end. The meeting's row must be locked. */
export async function addAgendaItem(
  scope: BoardScope,
  meeting: MeetingRow,
  input: AgendaItemInput,
): Promise<AgendaItemRow> {
  const present = await scope.tx
    .selectFrom('agenda_items')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max('position').as('last')])
    .where('board_id', '=', scope.board.id)
    .where('meeting_id', '=', meeting.id)
    .executeTakeFirstOrThrow();
  if (present.count >= limits.agendaItemsMax) throw refused(meetingMessages.tooManyItems(limits.agendaItemsMax));
  const item = await scope.tx
    .insertInto('agenda_items')
    .values({
      ...input,
      board_id: scope.board.id,
      meeting_id: meeting.id,
      position: (present.last ?? 0) + 1,
      created_at: scope.now,
    })
    .returning(itemColumns)
    .executeTakeFirstOrThrow();
  await noteChange(scope, meeting, { action: 'agenda-item.added', itemId: item.id });
  return item;
}

export async function updateAgendaItem(
  scope: BoardScope,
  { item, meeting }: LoadedAgendaItem,
  body: UpdateBody,
): Promise<AgendaItemRow> {
  const after = { ...item, ...definedOf(body) };
  if (JSON.stringify(after) === JSON.stringify(item)) return item;
  const { title, description, presenter, minutes } = after;
  await scope.tx
    .updateTable('agenda_items')
    .set({ title, description, presenter, minutes })
    .where('board_id', '=', scope.board.id)
    .where('id', '=', item.id)
    .execute();
  await noteChange(scope, meeting, { action: 'agenda-item.updated', itemId: item.id });
  return after;
}

/** Puts the item before another of its meeting, or last. Answers all ids in their new order. */
export async function moveAgendaItem(
  scope: BoardScope,
  { item, meeting }: LoadedAgendaItem,
  beforeId: string | null,
): Promise<readonly string[]> {
  const rows = await scope.tx
    .selectFrom('agenda_items')
    .select('id')
    .where('board_id', '=', scope.board.id)
    .where('meeting_id', '=', meeting.id)
    .orderBy('position')
    .execute();
  const present = rows.map((row) => row.id);
  if (beforeId !== null && !present.includes(beforeId)) throw notFound();
  if (beforeId === item.id) return present;
  const others = present.filter((id) => id !== item.id);
  const at = beforeId === null ? others.length : others.indexOf(beforeId);
  const ordered = others.toSpliced(at, 0, item.id);
  if (ordered.join() === present.join()) return present;
  await sql`
    update agenda_items set position = wanted.position
    from unnest(${ordered}::uuid[]) with ordinality as wanted (id, position)
    where agenda_items.id = wanted.id and agenda_items.board_id = ${scope.board.id} and agenda_items.meeting_id = ${meeting.id}
  `.execute(scope.tx);
  await noteChange(scope, meeting, { action: 'agenda-item.moved', itemId: item.id });
  return ordered;
}

/** Refused while it holds documents. Those deleted earlier move to the meeting itself, so that they can still come back. */
export async function deleteAgendaItem(scope: BoardScope, { item, meeting }: LoadedAgendaItem): Promise<void> {
  const held = await scope.tx
    .selectFrom('documents')
    .select('id')
    .where('board_id', '=', scope.board.id)
    .where('agenda_item_id', '=', item.id)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (held) throw refused(meetingMessages.itemHoldsDocuments);
  await scope.tx
    .updateTable('documents')
    .set({ agenda_item_id: null, meeting_id: meeting.id })
    .where('board_id', '=', scope.board.id)
    .where('agenda_item_id', '=', item.id)
    .where('deleted_at', 'is not', null)
    .execute();
  await scope.tx.deleteFrom('agenda_items').where('board_id', '=', scope.board.id).where('id', '=', item.id).execute();
  await noteChange(scope, meeting, { action: 'agenda-item.deleted', itemId: item.id });
}

async function noteChange(
  scope: BoardScope,
  meeting: MeetingRow,
  change: { readonly action: string; readonly itemId: string },
): Promise<void> {
  const detail = { meeting_id: meeting.id };
  await audit(scope, { action: change.action, subjectKind: 'agenda-item', subjectId: change.itemId, detail });
  await tellMeetingChanged(scope, meeting);
}

function definedOf(body: UpdateBody): Partial<AgendaItemRow> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
}
