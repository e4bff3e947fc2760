import { useRef } from 'react';
import type { Document } from '#contract/documents.ts';
import type { Meeting } from '#contract/meetings.ts';
import { numberAgenda } from '#domain/agenda.ts';
import type { AgendaState, ItemConflict } from './agenda-draft.ts';
import type { AgendaItemErrors, AgendaItemForm } from './agenda-item-form.ts';

export interface AgendaRow {
  readonly item: AgendaItemForm;
  readonly number: string;
  readonly minutesShort: number;
  readonly documents: readonly Document[];
  readonly errors: AgendaItemErrors | undefined;
  readonly conflicts: readonly ItemConflict[];
  readonly isDescribed: boolean;
  /** The index at which a dragged document would be dropped. Null if it would be dropped elsewhere. */
  readonly dropIndex: number | null;
}

const noDocuments: readonly Document[] = [];
const noConflicts: readonly ItemConflict[] = [];

export function useAgendaRows(
  state: AgendaState,
  shown: {
    readonly meeting: Pick<Meeting, 'agenda_items'> | undefined;
    readonly described: ReadonlySet<string>;
    readonly drop: { readonly homeId: string; readonly index: number } | null;
  },
): readonly AgendaRow[] {
  const before = useRef(new Map<string, AgendaRow>());
  const documents = new Map(shown.meeting?.agenda_items.map((item) => [item.id, item.documents]));
  const rows = numberAgenda(state.items, null).map(({ item, number, lengthMinutes }): AgendaRow => {
    const minutes = item.minutes ?? 0;
    const conflicts = state.conflicts.filter(({ key }) => key === item.key);
    const row: AgendaRow = {
      item,
      number,
      minutesShort: minutes > 0 ? lengthMinutes - minutes : 0,
      documents: (item.id === null ? undefined : documents.get(item.id)) ?? noDocuments,
      errors: state.errors.get(item.key),
      conflicts: conflicts.length === 0 ? noConflicts : conflicts,
      isDescribed: item.description !== '' || shown.described.has(item.key),
      dropIndex: shown.drop !== null && shown.drop.homeId === item.id ? shown.drop.index : null,
    };
    const last = before.current.get(item.key);
    return last !== undefined && isSameRow(last, row) ? last : row;
  });
  before.current = new Map(rows.map((row) => [row.item.key, row]));
  return rows;
}

function isSameRow(one: AgendaRow, other: AgendaRow): boolean {
  const { conflicts, ...rest } = other;
  const isSame = (Object.keys(rest) as (keyof typeof rest)[]).every((name) => Object.is(one[name], rest[name]));
  return (
    isSame && conflicts.length === one.conflicts.length && conflicts.every((each, nth) => each === one.conflicts[nth])
  );
}
