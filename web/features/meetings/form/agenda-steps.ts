import type { AgendaItemInput } from '../../../../contract/meetings.ts';
import { type AgendaItemForm, bodyOfItem } from './meeting-form.ts';

/** One call on the way from the saved agenda to the one on the screen. Items are named by key: a new one has no id yet. */
export type AgendaStep =
  | { readonly kind: 'delete'; readonly key: string; readonly id: string }
  | { readonly kind: 'add'; readonly key: string; readonly body: AgendaItemInput }
  | { readonly kind: 'update'; readonly key: string; readonly id: string; readonly body: Partial<AgendaItemInput> }
  /** Before the item of that key, or last. */
  | { readonly kind: 'move'; readonly key: string; readonly beforeKey: string | null };

/** The steps in the order in which they must be made; as few moves as there can be. */
export function agendaSteps(
  saved: readonly AgendaItemForm[],
  wanted: readonly AgendaItemForm[],
): readonly AgendaStep[] {
  const savedByKey = new Map(saved.map((item) => [item.key, item]));
  const wantedKeys = new Set(wanted.map((item) => item.key));
  const steps: AgendaStep[] = [];
  for (const { key, id } of saved) if (!wantedKeys.has(key) && id !== null) steps.push({ kind: 'delete', key, id });
  for (const item of wanted) {
    const before = savedByKey.get(item.key);
    if (before === undefined || before.id === null) {
      steps.push({ kind: 'add', key: item.key, body: bodyOfItem(item) });
      continue;
    }
    const body = changesOf(bodyOfItem(before), bodyOfItem(item));
    if (body !== null) steps.push({ kind: 'update', key: item.key, id: before.id, body });
  }
  // Items that were added stand at the end, in their order.
  const kept = saved.filter((item) => item.id !== null && wantedKeys.has(item.key)).map((item) => item.key);
  const fresh = wanted.filter((item) => !kept.includes(item.key)).map((item) => item.key);
  return [
    ...steps,
    ...moves(
      [...kept, ...fresh],
      wanted.map((item) => item.key),
    ),
  ];
}

/** The saved agenda after a step was made, so that a save that broke off goes on where it was. */
export function afterStep(
  saved: readonly AgendaItemForm[],
  step: AgendaStep,
  wanted: readonly AgendaItemForm[],
  id: string,
): readonly AgendaItemForm[] {
  const written = wanted.find((item) => item.key === step.key);
  switch (step.kind) {
    case 'delete':
      return saved.filter((item) => item.key !== step.key);
    case 'add':
      return written === undefined ? saved : [...saved, { ...written, id }];
    case 'update':
      return saved.map((item) => (item.key === step.key && written !== undefined ? { ...written, id } : item));
    case 'move': {
      const moved = saved.filter((item) => item.key === step.key);
      const rest = saved.filter((item) => item.key !== step.key);
      const at = step.beforeKey === null ? rest.length : rest.findIndex((item) => item.key === step.beforeKey);
      return [...rest.slice(0, at), ...moved, ...rest.slice(at)];
    }
  }
}

function changesOf(before: AgendaItemInput, after: AgendaItemInput): Partial<AgendaItemInput> | null {
  const entries = Object.entries(after).filter(([field, value]) => before[field as keyof AgendaItemInput] !== value);
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

/** Everything outside the longest run that is in order already moves, from the end on, before its successor. */
function moves(current: readonly string[], wanted: readonly string[]): readonly AgendaStep[] {
  const places = new Map(wanted.map((key, index) => [key, index]));
  const staying = new Set(longestRise(current.map((key) => places.get(key) ?? 0)).map((place) => wanted[place]));
  return wanted
    .map((key, index): AgendaStep => ({ kind: 'move', key, beforeKey: wanted[index + 1] ?? null }))
    .filter((step) => !staying.has(step.key))
    .reverse();
}

function longestRise(places: readonly number[]): readonly number[] {
  const runs: (readonly number[])[] = [];
  for (const [index, place] of places.entries()) {
    const before = runs
      .slice(0, index)
      .filter((run) => (run.at(-1) ?? -1) < place)
      .reduce<readonly number[]>((best, run) => (run.length > best.length ? run : best), []);
    runs.push([...before, place]);
  }
  return runs.reduce((best, run) => (run.length > best.length ? run : best), []);
}
