import { flushSync } from 'react-dom';
import { agendaCountText } from '#domain/agenda.ts';
import { agendaStep, moveAgendaItem, settleDepths, shiftDepth, subtreeEnd } from '#domain/agenda-order.ts';
import type { ShowToast } from '#web/ui/overlays/toast.tsx';
import type { AgendaDraft } from './agenda-draft.ts';
import { type AgendaItemForm, newAgendaItem } from './agenda-item-form.ts';
import { type PastedText, pastedLines, restoredItems } from './agenda-paste.ts';

export type AgendaActs = ReturnType<typeof agendaActs>;

/** `showToast` must show toasts that close with the editor, because Undo does not work afterwards. */
export function agendaActs(draft: AgendaDraft, showToast: ShowToast) {
  const indexOf = (key: string): number => draft.items().findIndex((item) => item.key === key);
  return {
    change: draft.change,
    add(after: string | null): void {
      const items = draft.items();
      const index = after === null ? items.length - 1 : indexOf(after);
      const depth = after === null ? 0 : (items[index]?.depth ?? 0);
      const at = after === null ? items.length : subtreeEnd(items, index);
      const item = newAgendaItem({ depth });
      draft.setItems(items.toSpliced(at, 0, item));
      focusAgendaItem(item.key, 'title');
    },
    remove(key: string): void {
      const items = draft.items();
      const at = indexOf(key);
      const end = subtreeEnd(items, at);
      const removed = items.slice(at, end);
      draft.setItems(settleDepths(items.toSpliced(at, end - at)));
      const next = draft.items()[Math.min(at, draft.items().length - 1)];
      if (next !== undefined) focusAgendaItem(next.key, 'title');
      showToast(removedWords(removed, at), {
        action: {
          label: 'Undo',
          onAction: () => draft.setItems(restoredItems(draft.items(), removed, items[at - 1]?.key)),
        },
      });
    },
    shift(key: string, by: -1 | 1): string {
      const items = draft.items();
      const index = indexOf(key);
      const before = items[index];
      draft.setItems(settleDepths(shiftDepth(items, index, by)));
      const after = draft.items()[index];
      if (before === undefined || after === undefined) return '';
      if (before.depth === after.depth)
        return by === 1 ? 'This item cannot be moved to a deeper level' : 'This item is already at the top level';
      return after.depth === 0 ? 'Now a top-level item' : `Now a sub-item, level ${after.depth + 1}`;
    },
    step(key: string, by: -1 | 1): void {
      const items = draft.items();
      const to = agendaStep(items, indexOf(key), by);
      if (to === null) return;
      draft.setItems(moveAgendaItem(items, indexOf(key), to));
      focusAgendaItem(key, 'title');
    },
    /** `to` is an index in the list without the moving items. */
    reorder(key: string, to: number): void {
      const from = indexOf(key);
      const items = draft.items();
      draft.setItems(moveAgendaItem(items, from, to > from ? to + subtreeEnd(items, from) - from : to));
    },
    /** Returns false if the text is not a list. */
    paste: (key: string, pasted: PastedText): boolean => pasteLines(draft, showToast, indexOf(key), pasted),
  };
}

function pasteLines(draft: AgendaDraft, showToast: ShowToast, index: number, pasted: PastedText): boolean {
  const lines = pastedLines(draft.items(), index, pasted);
  if (lines === null) return false;
  const { made, left } = lines;
  const keys = new Set(made.map(({ key }) => key));
  draft.setItems(lines.items);
  const last = made.at(-1);
  if (last !== undefined) focusAgendaItem(last.key, 'title');
  const created = agendaCountText(lines.items.filter((item) => keys.has(item.key)));
  const more = left > 0 ? `; ${left} more did not fit on the agenda` : '';
  const undo = { label: 'Undo', onAction: () => draft.setItems(lines.undo(draft.items())) };
  showToast(`${created} created from the pasted lines${more}`, { action: undo });
  return true;
}

function removedWords(removed: readonly AgendaItemForm[], at: number): string {
  const title = removed[0]?.title.trim() ?? '';
  const name = title === '' ? `Item ${at + 1}` : title;
  const below = removed.length - 1;
  return below === 0 ? `${name} removed` : `${name} and ${below} sub-item${below === 1 ? '' : 's'} removed`;
}

/** Renders first, so that the next keystroke reaches the right field. */
export function focusAgendaItem(key: string, part: 'title' | 'conflict'): void {
  flushSync(() => undefined);
  const focus = (): void => {
    const row = document.querySelector(`[data-agenda-item="${CSS.escape(key)}"]`);
    row?.querySelector<HTMLElement>(part === 'title' ? 'textarea' : '[data-conflict] button')?.focus();
  };
  // An open menu or dialog keeps the focus, so wait until it has closed.
  if (document.activeElement?.closest('[role="menu"], [role="alertdialog"]')) requestAnimationFrame(focus);
  else focus();
}
