import { flushSync } from 'react-dom';
import { limits } from '#contract/fields.ts';
import { agendaCountText } from '#domain/agenda.ts';
import {
  agendaFromLines,
  agendaStep,
  moveAgendaItem,
  settleDepths,
  shiftDepth,
  subtreeEnd,
} from '#domain/agenda-order.ts';
import type { ShowToast } from '#web/ui/overlays/toast.tsx';
import type { AgendaDraft } from './agenda-draft.ts';
import { type AgendaItemForm, newAgendaItem } from './agenda-item-form.ts';
import type { Presenter } from './presenter-field.tsx';

/** The actions on items of an agenda. An item moves with its sub-items. */
export interface AgendaActs {
  readonly change: (key: string, fields: Partial<AgendaItemForm>) => void;
  /** After an item and on its level; null: at the end. */
  readonly add: (after: string | null) => void;
  readonly remove: (key: string) => void;
  /** In or out. Returns the new level as text for the live region. */
  readonly shift: (key: string, by: -1 | 1) => string;
  readonly step: (key: string, by: -1 | 1) => void;
  /** To an index of the list without what moves. */
  readonly reorder: (key: string, to: number) => void;
  /** Adds an item for each line. Returns false for what is no list. */
  readonly paste: (key: string, pasted: PastedText) => boolean;
}

export interface PastedText {
  readonly text: string;
  /** Of the title that it is pasted into. */
  readonly selection: { readonly start: number; readonly end: number };
  /** Who may be named as presenter. */
  readonly people: readonly Presenter[];
}

/** `showToast`: of toasts that go with the editor, since an Undo has nothing to act on afterwards. */
export function agendaActs(draft: AgendaDraft, showToast: ShowToast): AgendaActs {
  const indexOf = (key: string): number => draft.items().findIndex((item) => item.key === key);
  const shift: AgendaActs['shift'] = (key, by) => {
    const items = draft.items();
    const index = indexOf(key);
    const before = items[index];
    draft.setItems(settleDepths(shiftDepth(items, index, by)));
    const after = draft.items()[index];
    if (before === undefined || after === undefined) return '';
    if (before.depth === after.depth) return by === 1 ? 'It cannot go further in' : 'It cannot go further out';
    return after.depth === 0 ? 'Now a main item' : `Now a sub-item, level ${after.depth + 1}`;
  };
  const reorder: AgendaActs['reorder'] = (key, to) => {
    const from = indexOf(key);
    const items = draft.items();
    draft.setItems(moveAgendaItem(items, from, to > from ? to + subtreeEnd(items, from) - from : to));
  };
  return {
    change: draft.change,
    add(after) {
      const items = draft.items();
      const index = after === null ? items.length - 1 : indexOf(after);
      // After the item and its sub-items; at the end on the first level.
      const depth = after === null ? 0 : (items[index]?.depth ?? 0);
      const at = after === null ? items.length : subtreeEnd(items, index);
      const item = newAgendaItem({ depth });
      draft.setItems(items.toSpliced(at, 0, item));
      focusAgendaItem(item.key, 'title');
    },
    remove(key) {
      const items = draft.items();
      const at = indexOf(key);
      const end = subtreeEnd(items, at);
      const removed = items.slice(at, end);
      draft.setItems(settleDepths(items.toSpliced(at, end - at)));
      const next = draft.items()[Math.min(at, draft.items().length - 1)];
      if (next !== undefined) focusAgendaItem(next.key, 'title');
      showToast(removedWords(removed, at), {
        action: { label: 'Undo', onAction: () => draft.setItems(restored(draft.items(), removed, items[at - 1]?.key)) },
      });
    },
    shift,
    step(key, by) {
      const items = draft.items();
      const to = agendaStep(items, indexOf(key), by);
      if (to === null) return;
      draft.setItems(moveAgendaItem(items, indexOf(key), to));
      focusAgendaItem(key, 'title');
    },
    reorder,
    paste: (key, pasted) => pasteLines(draft, showToast, { ...pasted, index: indexOf(key) }),
  };
}

/** Makes an item of each line. Returns false for what is no list. */
function pasteLines(
  draft: AgendaDraft,
  showToast: ShowToast,
  pasted: PastedText & { readonly index: number },
): boolean {
  const { index, text, selection, people } = pasted;
  const { start, end } = selection;
  const lines = agendaFromLines(text, people);
  if (lines.length < 2) return false;
  const items = draft.items();
  const item = items[index];
  if (item === undefined) return false;
  const typed = (item.title.slice(0, start) + item.title.slice(end)).trim();
  const room = limits.agendaItemsMax - items.length + (typed === '' ? 1 : 0);
  const made = lines.slice(0, room).map((line) => newAgendaItem({ ...line, depth: line.depth + item.depth }));
  // An item without a title becomes the first of them; one that has a title stays before them.
  const [first, ...rest] = made;
  const filled =
    typed === '' && first !== undefined
      ? [
          {
            ...item,
            ...presenterOf(item.presenter === '' ? first : item),
            title: first.title,
            minutes: item.minutes ?? first.minutes,
          },
          ...rest,
        ]
      : [item, ...made];
  const settled = settleDepths(items.toSpliced(index, 1, ...filled));
  draft.setItems(settled);
  const last = filled.at(-1);
  if (last !== undefined) focusAgendaItem(last.key, 'title');
  const below = index + filled.length;
  const left = lines.length - made.length;
  const more = left > 0 ? `; there was no room for ${left} more` : '';
  showToast(`${agendaCountText(settled.slice(below - made.length, below))} made from the pasted lines${more}`, {
    action: { label: 'Undo', onAction: () => draft.setItems(unpasted(draft.items(), filled, item, text)) },
  });
  return true;
}

const presenterOf = ({ presenter, presenterId }: AgendaItemForm) => ({ presenter, presenterId });

function removedWords(removed: readonly AgendaItemForm[], at: number): string {
  const title = removed[0]?.title.trim() ?? '';
  const name = title === '' ? `Item ${at + 1}` : title;
  const below = removed.length - 1;
  return below === 0 ? `${name} removed` : `${name} and ${below} sub-item${below === 1 ? '' : 's'} removed`;
}

/** Restores items after the one that they followed. */
function restored(
  items: readonly AgendaItemForm[],
  removed: readonly AgendaItemForm[],
  follows: string | undefined,
): readonly AgendaItemForm[] {
  const rest = items.filter((item) => !removed.some(({ key }) => key === item.key));
  const at = rest.findIndex((item) => item.key === follows) + 1;
  return settleDepths(rest.toSpliced(at, 0, ...removed));
}

/** Removes pasted items again and puts their text into the title, as an ordinary paste would. */
function unpasted(
  items: readonly AgendaItemForm[],
  filled: readonly AgendaItemForm[],
  before: AgendaItemForm,
  text: string,
): readonly AgendaItemForm[] {
  const title = `${before.title} ${text.replace(/\s+/g, ' ').trim()}`.trim();
  const made = new Set(filled.map(({ key }) => key));
  return settleDepths(
    items
      .filter((item) => item.key === before.key || !made.has(item.key))
      .map((item) =>
        item.key === before.key ? { ...item, ...presenterOf(before), title, minutes: before.minutes } : item,
      ),
  );
}

/** Focuses a part of an agenda item. Renders first and at once, so that the next key goes there. */
export function focusAgendaItem(key: string, part: 'title' | 'conflict'): void {
  // Renders what the store has published.
  flushSync(() => undefined);
  const focus = (): void => {
    const row = document.querySelector(`[data-agenda-item="${CSS.escape(key)}"]`);
    row?.querySelector<HTMLElement>(part === 'title' ? 'textarea' : '[data-conflict] button')?.focus();
  };
  // A menu or dialog keeps the focus until it has closed.
  if (document.activeElement?.closest('[role="menu"], [role="alertdialog"]')) requestAnimationFrame(focus);
  else focus();
}
