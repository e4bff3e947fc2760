import type { AgendaConflict, AgendaField } from '#contract/agenda.ts';
import type { Meeting } from '#contract/meetings.ts';
import { removeAgendaItem, settleDepths } from '#domain/agenda-order.ts';
import { createStore } from '#web/store.ts';
import {
  type AgendaItemErrors,
  type AgendaItemForm,
  agendaFields,
  agendaItemErrors,
  fieldValue,
  formOfSaved,
  type SavedAgendaItem,
  savedItem,
  withFieldOf,
} from './agenda-item-form.ts';
import { mergeAgenda } from './agenda-merge.ts';

export const meetingSlot = 'meeting';

/** If `field` is 'item', the user has removed an item that somebody else has changed. */
export interface ItemConflict extends Omit<AgendaConflict, 'field'> {
  readonly field: AgendaField | 'item';
  readonly key: string;
  readonly theirs: SavedAgendaItem;
  readonly document?: string | null;
}

export interface AgendaState {
  readonly saved: readonly SavedAgendaItem[];
  readonly items: readonly AgendaItemForm[];
  readonly conflicts: readonly ItemConflict[];
  readonly errors: ReadonlyMap<string, AgendaItemErrors>;
  readonly revision: number;
}

export type AgendaSnapshot = Omit<AgendaState, 'errors'>;

type Answered = Pick<Meeting, 'agenda_items' | 'agenda_revision'>;

export type AgendaDraft = ReturnType<typeof createAgendaDraft>;

export function createAgendaDraft(meeting: Answered | null) {
  const saved = meeting?.agenda_items.map((item) => savedItem(item)) ?? [];
  const revision = meeting?.agenda_revision ?? 0;
  const store = createStore<AgendaState>({
    saved,
    items: saved.map(formOfSaved),
    conflicts: [],
    errors: new Map(),
    revision,
  });
  const set = (next: Partial<AgendaState>): void => store.set({ ...store.get(), ...next });
  const setItems = (items: readonly AgendaItemForm[]): void => {
    const { errors, conflicts } = store.get();
    const keys = new Set(items.map(({ key }) => key));
    const stays = conflicts.filter(({ key }) => keys.has(key));
    set({
      items,
      errors: new Map(errorsOf(items.filter(({ key }) => errors.has(key)))),
      conflicts: stays.length === conflicts.length ? conflicts : stays,
    });
  };
  const edited: Edited = { get: store.get, set, setItems };
  const { receive, hold, release } = receiver(edited);
  return {
    store,
    items: () => store.get().items,
    setItems,
    change: (key: string, fields: Partial<AgendaItemForm>): void =>
      setItems(store.get().items.map((item) => (item.key === key ? { ...item, ...fields } : item))),
    check(keys?: readonly string[]): string | null {
      const { items, errors } = store.get();
      const checked = items.filter((item) => keys === undefined || keys.includes(item.key));
      const found = errorsOf(checked);
      const others = [...errors].filter(([key]) => !checked.some((item) => item.key === key));
      set({ errors: new Map([...others, ...found]) });
      return found[0]?.[0] ?? null;
    },
    ...conflictActs(edited),
    receive,
    resume(kept: AgendaSnapshot, now: Answered | null): void {
      set(kept);
      if (now !== null) receive(now);
    },
    hold,
    release,
  };
}

interface Edited {
  readonly get: () => AgendaState;
  readonly set: (next: Partial<AgendaState>) => void;
  readonly setItems: (items: readonly AgendaItemForm[]) => void;
}

function receiver({ get, set, setItems }: Edited) {
  let isHeld = false;
  let waiting: Answered | null = null;
  /** Returns the titles of items that others removed but that are kept, because the user has edited them. */
  const receive = (answer: Answered): readonly string[] => {
    if (isHeld) {
      waiting = answer;
      return [];
    }
    const state = get();
    if (answer.agenda_revision < state.revision) return [];
    const { saved: now, items, kept } = mergeAgenda(state.saved, state.items, answer.agenda_items);
    set({ saved: now, revision: answer.agenda_revision });
    setItems(items);
    return kept;
  };
  return {
    receive,
    /** Until `release`, received states are not merged. `release` merges the latest one. */
    hold(): void {
      isHeld = true;
    },
    release(): readonly string[] {
      isHeld = false;
      const answer = waiting;
      waiting = null;
      return answer === null ? [] : receive(answer);
    },
  };
}

function conflictActs({ get, set, setItems }: Edited) {
  const settle = ({ key, field }: ItemConflict): void =>
    set({ conflicts: get().conflicts.filter((each) => each.key !== key || each.field !== field) });
  const learn = ({ key, field, theirs }: ItemConflict): void => {
    if (field === 'item') return;
    set({
      saved: get().saved.map((item) => {
        if (item.key !== key) return item;
        const revisions = { ...item.revisions, [field]: theirs.revisions[field] };
        return { ...withFieldOf(item, field, theirs), revisions };
      }),
    });
  };
  return {
    keepMine(conflict: ItemConflict): void {
      learn(conflict);
      settle(conflict);
      if (conflict.field !== 'item') return;
      const { items } = get();
      const at = items.findIndex(({ key }) => key === conflict.key);
      setItems(removeAgendaItem(items, at));
    },
    takeTheirs(conflict: ItemConflict): void {
      learn(conflict);
      settle(conflict);
      const { key, field, theirs } = conflict;
      if (field === 'item') return;
      setItems(get().items.map((item) => (item.key === key ? withFieldOf(item, field, theirs) : item)));
    },
    bringBack(conflict: ItemConflict): void {
      const { saved, items, conflicts } = get();
      const { key, theirs } = conflict;
      const at = saved.findIndex((item) => item.key === key);
      const follows = saved.slice(0, at).findLast((before) => items.some((item) => item.key === before.key));
      const place = items.findIndex((item) => item.key === follows?.key) + 1;
      set({ saved: saved.with(at, theirs), conflicts: [...conflicts, conflict] });
      setItems(settleDepths(items.toSpliced(place, 0, formOfSaved(theirs))));
    },
  };
}

function errorsOf(items: readonly AgendaItemForm[]): readonly (readonly [string, AgendaItemErrors])[] {
  return items.flatMap((item) => {
    const problem = agendaItemErrors(item);
    return problem === null ? [] : [[item.key, problem] as const];
  });
}

export function isAgendaChanged({ saved, items }: AgendaState): boolean {
  if (saved.length !== items.length) return true;
  return saved.some((before, index) => {
    const item = items[index];
    if (item === undefined || item.key !== before.key || item.depth !== before.depth) return true;
    return agendaFields.some((field) => fieldValue(before, field) !== fieldValue(item, field));
  });
}

export function isDisputed(conflicts: readonly ItemConflict[], key: string, field: AgendaField): boolean {
  return conflicts.some((each) => each.key === key && each.field === field);
}
