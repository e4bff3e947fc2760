import { limits } from '#contract/fields.ts';
import { type PastedItem, pastedAgenda, settleDepths } from '#domain/agenda-order.ts';
import { openingCount, standingKindOf } from '#domain/standing-items.ts';
import { type AgendaItemForm, newAgendaItem } from './agenda-item-form.ts';
import type { Presenter } from './presenter-field.tsx';

export interface PastedText {
  readonly text: string;
  readonly selection: { readonly start: number; readonly end: number };
  readonly people: readonly Presenter[];
}

/** Returns null if the text is not a list. A line that names a standing item fills that item instead of adding one. */
export function pastedLines(items: readonly AgendaItemForm[], index: number, pasted: PastedText) {
  const { text, selection, people } = pasted;
  const { items: lines, isNumbered } = pastedAgenda(text, people);
  const item = items[index];
  if (item === undefined || lines.length < 2) return null;
  const isEmpty = (item.title.slice(0, selection.start) + item.title.slice(selection.end)).trim() === '';
  const room = limits.agendaItemsMax - items.length + (isEmpty ? 1 : 0);
  const made = itemsOfLines(lines.slice(0, room), items, item.depth);
  const known = new Set(items.map(({ key }) => key));
  const moved = new Set(made.flatMap(({ key }) => (known.has(key) ? key : [])));
  const [first, ...rest] = made;
  if (isEmpty && item.kind === null && first !== undefined && !moved.has(first.key)) {
    made.splice(0, made.length, firstLineIn(item, first), ...rest);
  }
  const isReplaced = isEmpty && item.kind === null && item.id === null;
  const stays = !isReplaced && !made.some(({ key }) => key === item.key);
  const others = items.filter(({ key }) => key === item.key || !moved.has(key));
  const at = others.indexOf(item);
  return {
    items: settleDepths(
      standingAfter(others.toSpliced(at, 1, ...(stays ? [item] : []), ...made), { made, isNumbered }),
    ),
    made,
    left: lines.length - made.length,
    undo: (now: readonly AgendaItemForm[]) => unpasted(now, { items, item, text, made }),
  };
}

function standingAfter(
  items: readonly AgendaItemForm[],
  { made, isNumbered }: { readonly made: readonly AgendaItemForm[]; readonly isNumbered: boolean },
): readonly AgendaItemForm[] {
  const proposed = items.findIndex((item) => item.kind === null || item.id !== null || made.includes(item));
  if (proposed < 1) return items;
  const rest = items.slice(proposed);
  return rest.toSpliced(isNumbered ? endOf(rest, made) : openingCount(rest), 0, ...items.slice(0, proposed));
}

function endOf(items: readonly AgendaItemForm[], made: readonly AgendaItemForm[]): number {
  const last = items.findLastIndex((item) => made.includes(item));
  const next = items.findIndex(({ depth }, index) => index > last && depth === 0);
  return next === -1 ? items.length : next;
}

function itemsOfLines(
  lines: readonly PastedItem[],
  items: readonly AgendaItemForm[],
  depthOfTitle: number,
): AgendaItemForm[] {
  const standing = new Map(items.map((item) => [item.kind, item]));
  return lines.map((line) => {
    const depth = line.depth + depthOfTitle;
    const kind = standingKindOf(line.title);
    const item = kind === null ? undefined : standing.get(kind);
    if (item === undefined) return newAgendaItem({ ...line, depth });
    standing.delete(kind);
    const { title, minutes, presenter = '', presenterId = null } = line;
    const presenting = presenter === '' ? presenterOf(item) : { presenter, presenterId };
    return { ...item, title, depth, minutes: minutes ?? item.minutes, ...presenting };
  });
}

const firstLineIn = (item: AgendaItemForm, first: AgendaItemForm): AgendaItemForm => ({
  ...item,
  ...presenterOf(item.presenter === '' ? first : item),
  title: first.title,
  minutes: item.minutes ?? first.minutes,
});

const presenterOf = ({ presenter, presenterId }: AgendaItemForm) => ({ presenter, presenterId });

interface Pasted {
  readonly items: readonly AgendaItemForm[];
  readonly item: AgendaItemForm;
  readonly text: string;
  readonly made: readonly AgendaItemForm[];
}

function unpasted(now: readonly AgendaItemForm[], { items, item, text, made }: Pasted): readonly AgendaItemForm[] {
  const changed = new Set([item.key, ...made.map(({ key }) => key)]);
  let rest: readonly AgendaItemForm[] = now.filter(({ key }) => !changed.has(key));
  for (const [index, each] of items.entries()) {
    if (!changed.has(each.key)) continue;
    const title = each === item ? `${item.title} ${text.replace(/\s+/g, ' ').trim()}`.trim() : each.title;
    const id = now.find(({ key }) => key === each.key)?.id ?? each.id;
    rest = restoredItems(rest, [{ ...each, title, id }], items[index - 1]?.key);
  }
  return rest;
}

export function restoredItems(
  items: readonly AgendaItemForm[],
  removed: readonly AgendaItemForm[],
  follows: string | undefined,
): readonly AgendaItemForm[] {
  const rest = items.filter((item) => !removed.some(({ key }) => key === item.key));
  const at = rest.findIndex((item) => item.key === follows) + 1;
  return settleDepths(rest.toSpliced(at, 0, ...removed));
}
