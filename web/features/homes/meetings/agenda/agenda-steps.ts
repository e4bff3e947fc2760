import type { AgendaField } from '#contract/agenda.ts';
import type { AgendaItemInput } from '#contract/meetings.ts';
import { moveAgendaItemTo, settleDepths, subtreeEnd } from '#domain/agenda-order.ts';
import { longestRise } from '#domain/list-positions.ts';
import {
  type AgendaItemForm,
  agendaFields,
  bodyOfField,
  bodyOfItem,
  fieldValue,
  type SavedAgendaItem,
} from './agenda-item-form.ts';

/** Items are identified by key, because new ones have no id. */
export type AgendaStep =
  | { readonly kind: 'delete'; readonly key: string }
  | {
      readonly kind: 'update';
      readonly key: string;
      readonly fields: readonly AgendaField[];
      readonly body: Partial<AgendaItemInput> & { readonly revision: number };
    }
  /** `before` is the key of the next item. Null means at the end. */
  | { readonly kind: 'add'; readonly key: string; readonly before: string | null; readonly body: AgendaItemInput }
  | { readonly kind: 'move'; readonly key: string; readonly before: string | null; readonly depth: number };

export type IsFieldInConflict = (key: string, field: AgendaField) => boolean;

export function nextAgendaStep(
  saved: readonly SavedAgendaItem[],
  wanted: readonly AgendaItemForm[],
  isDisputed: IsFieldInConflict = () => false,
): AgendaStep | null {
  const wantedKeys = new Set(wanted.map((item) => item.key));
  const gone = saved.find((item) => !wantedKeys.has(item.key));
  if (gone !== undefined) return { kind: 'delete', key: gone.key };
  return updateStep(saved, wanted, isDisputed) ?? orderStep(saved, wanted);
}

function updateStep(
  saved: readonly SavedAgendaItem[],
  wanted: readonly AgendaItemForm[],
  isDisputed: IsFieldInConflict,
): AgendaStep | null {
  const savedByKey = new Map(saved.map((item) => [item.key, item]));
  for (const item of wanted) {
    const before = savedByKey.get(item.key);
    if (before === undefined || before === item) continue;
    const fields = agendaFields.filter(
      (field) => fieldValue(before, field) !== fieldValue(item, field) && !isDisputed(item.key, field),
    );
    const revision = fields[0] === undefined ? 0 : before.revisions[fields[0]];
    const together = fields.filter((field) => before.revisions[field] === revision);
    if (together.length === 0) continue;
    const body = Object.assign({ revision }, ...together.map((field) => bodyOfField(item, field)));
    return { kind: 'update', key: item.key, fields: together, body };
  }
  return null;
}

interface Place {
  readonly id: string;
  readonly depth: number;
}

function orderStep(saved: readonly SavedAgendaItem[], wanted: readonly AgendaItemForm[]): AgendaStep | null {
  const now: readonly Place[] = saved.map(({ key, depth }) => ({ id: key, depth }));
  const present = new Set(now.map(({ id }) => id));
  const goal: readonly Place[] = settleDepths(wanted.map(({ key, depth }) => ({ id: key, depth })));
  const move = moveStep(
    now,
    goal.filter(({ id }) => present.has(id)),
  );
  if (move !== null) return move;
  const fresh = goal.findIndex(({ id }) => !present.has(id));
  const item = wanted[fresh];
  if (item !== undefined) {
    const at = now.findIndex(({ id }) => id === goal[fresh - 1]?.id) + 1;
    return {
      kind: 'add',
      key: item.key,
      before: now[at]?.id ?? null,
      body: { ...bodyOfItem(item), depth: goal[fresh]?.depth ?? 0 },
    };
  }
  const index = now.findIndex(({ depth }, at) => depth !== goal[at]?.depth);
  const position = goal[index];
  if (position === undefined) return null;
  return { kind: 'move', key: position.id, before: now[subtreeEnd(now, index)]?.id ?? null, depth: position.depth };
}

function moveStep(now: readonly Place[], goal: readonly Place[]): Extract<AgendaStep, { kind: 'move' }> | null {
  const first = now.findIndex(({ id }, index) => id !== goal[index]?.id);
  if (first === -1) return null;
  const staying = stayingKeys(now, goal);
  const index = goal.findIndex(({ id }) => !staying.has(id));
  const moved = goal[index];
  if (moved !== undefined) {
    const from = now.findIndex(({ id }) => id === moved.id);
    const end = subtreeEnd(now, from);
    const after = now.findIndex(({ id }) => id === goal[index - 1]?.id) + 1;
    const at = after > from && after < end ? end : after;
    const before = (at === from ? now[end] : now[at])?.id ?? null;
    const next = moveAgendaItemTo(now, moved.id, { before, depth: moved.depth });
    if (stayingKeys(next, goal).size > staying.size) return { kind: 'move', key: moved.id, before, depth: moved.depth };
  }
  const wanted = goal[first];
  return wanted === undefined
    ? null
    : { kind: 'move', key: wanted.id, before: now[first]?.id ?? null, depth: wanted.depth };
}

function stayingKeys(now: readonly Place[], goal: readonly Place[]): ReadonlySet<string> {
  const positions = new Map(goal.map(({ id }, index) => [id, index]));
  const staying = longestRise(now.map(({ id }) => positions.get(id) ?? 0));
  return new Set(now.filter((_, index) => staying.has(index)).map(({ id }) => id));
}
