import type { ActionItem, ActionItemPage, getMagicActionItem } from '#contract/action-items.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { actionStateLabels, isEnded, isOverdue } from '#domain/action-items.ts';
import { numberAgenda } from '#domain/agenda.ts';
import type { CsvCell } from '#domain/csv.ts';
import { isoDate } from '#domain/dates.ts';
import { actionLabels } from '#domain/messages/deciding.ts';
import { type BoardScope, type Reader, todayOf } from '#server/db/board-scope.ts';
import { canReadByLink } from '#server/features/core/secret-addresses/policy.ts';
import { isDeskOf } from '#server/features/deciding/deciding/bodies/policy.ts';
import { canSeePeople } from '#server/features/members/people/policy.ts';
import { actionCan, statesByLink } from './action-item/policy.ts';
import type { ActionChangeRow, ActionItemRow } from './action-item/queries.ts';

export function presentActionItem(reader: Reader, row: ActionItemRow): ActionItem {
  const seesOwner = canSeePeople(reader) || row.owner_id === reader.member.id;
  const runs = isDeskOf(reader, row);
  const can = actionCan(reader, row);
  return {
    id: row.id,
    title: row.title,
    notes: row.notes,
    state: row.state,
    due_on: row.due_on,
    ended_at: row.ended_at?.toISOString() ?? null,
    owner: seesOwner
      ? {
          member_id: row.owner_id,
          name: row.owner_name,
          img_url: row.owner_img_url,
          has_left: row.owner_status === 'inactive',
        }
      : null,
    meeting:
      row.meeting_id === null
        ? null
        : {
            id: row.meeting_id,
            title: row.meeting_title ?? '',
            agenda_item_id: row.agenda_item_id,
            agenda_number: agendaNumberOf(row),
          },
    body: row.body_id === null ? null : { id: row.body_id, name: row.body_name ?? '' },
    link: runs && !isEnded(row.state) ? (row.has_link ? 'open' : 'ended') : null,
    revision: row.revision,
    can: { ...can, states: [...can.states] },
  };
}

function agendaNumberOf({ agenda, agenda_item_id: id }: ActionItemRow): string | null {
  const items = (agenda ?? []).map((item) => ({ ...item, minutes: null }));
  return numberAgenda(items, null).find(({ item }) => item.id === id)?.number ?? null;
}

export function presentChanges(reader: Reader, rows: readonly ActionChangeRow[]): ActionItemPage['changes'] {
  const seesPeople = canSeePeople(reader);
  return rows.map((row) => ({
    field: row.field,
    old: row.field === 'owner' && !seesPeople ? '' : row.old,
    new: row.field === 'owner' && !seesPeople ? '' : row.new,
    by: seesPeople || row.member_id === reader.member.id ? row.name : '',
    by_link: row.by_link,
    at: row.at.toISOString(),
  }));
}

export function presentMagicActionItem(
  scope: BoardScope,
  { row, firstName }: { readonly row: ActionItemRow; readonly firstName: string },
): AnswerOf<typeof getMagicActionItem> {
  const { board } = scope;
  const canRead = canReadByLink(scope);
  return {
    board: {
      title: board.title,
      logo_url: board.logoUrl,
      primary_color: board.primaryColor,
    },
    first_name: firstName,
    item: {
      title: canRead ? row.title : null,
      notes: canRead ? row.notes : null,
      state: row.state,
      due_on: row.due_on,
      is_overdue: isOverdue(row, todayOf(scope)),
      meeting_title: row.meeting_title,
      states: [...statesByLink(row.state)],
    },
  };
}

export const presentCsvRows = (rows: readonly ActionItemRow[], timeZone: string): readonly (readonly CsvCell[])[] => [
  ['Due', 'Action item', 'Owner', 'State', 'Since', 'Meeting', 'Agenda item', 'Body', 'Notes'],
  ...rows.map((row) => [
    row.due_on,
    row.title,
    row.owner_name,
    actionStateLabels[row.state],
    row.ended_at === null ? null : isoDate(row.ended_at, timeZone),
    row.meeting_title,
    agendaNumberOf(row),
    row.body_name || (row.body_id === null ? null : actionLabels.wholeBoard),
    row.notes,
  ]),
];
