import type { AgendaItem } from '#contract/meetings.ts';
import { settleDepths } from '#domain/agenda-order.ts';
import {
  type AgendaItemForm,
  agendaFields,
  fieldValue,
  formOfSaved,
  type SavedAgendaItem,
  savedItem,
  withFieldOf,
} from './agenda-item-form.ts';

export interface MergedAgenda {
  readonly saved: readonly SavedAgendaItem[];
  readonly items: readonly AgendaItemForm[];
  /** Titles of items that somebody else removed, but that remain because the user has edited them. */
  readonly kept: readonly string[];
}

/** A field changed on both sides keeps its old revision, so that saving reports a conflict. */
export function mergeAgenda(
  saved: readonly SavedAgendaItem[],
  items: readonly AgendaItemForm[],
  remote: readonly AgendaItem[],
): MergedAgenda {
  const savedById = new Map(saved.map((item) => [item.id, item]));
  const mineByKey = new Map(items.map((item) => [item.key, item]));
  const merged = remote.map((item) => mergeItem(savedById.get(item.id), mineByKey, item));
  const remoteKeys = new Set(merged.map(({ saved: { key } }) => key));
  const mergedByKey = new Map(merged.map((each) => [each.saved.key, each.item]));
  const savedByKey = new Map(saved.map((item) => [item.key, item]));
  const kept: string[] = [];
  const isMoved =
    shapeOf(saved.filter(({ key }) => mineByKey.has(key))) !== shapeOf(items.filter(({ key }) => savedByKey.has(key)));

  const stays = items.flatMap((item): readonly AgendaItemForm[] => {
    if (item.id === null) return [item];
    if (remoteKeys.has(item.key)) {
      const now = mergedByKey.get(item.key) ?? item;
      return [isMoved && now.depth !== item.depth ? { ...now, depth: item.depth } : now];
    }
    const before = savedByKey.get(item.key);
    if (before === undefined || !agendaFields.some((field) => fieldValue(before, field) !== fieldValue(item, field)))
      return [];
    kept.push(item.title);
    return [{ ...item, id: null }];
  });
  const theirs = merged.flatMap(({ item }) => item ?? []);
  const ordered = isMoved ? weave(stays, theirs) : weave(theirs, stays);
  return { saved: merged.map((each) => each.saved), items: settleDepths(ordered), kept };
}

interface MergedItem {
  readonly saved: SavedAgendaItem;
  /** Undefined if the user has removed the item. */
  readonly item: AgendaItemForm | undefined;
}

function mergeItem(
  before: SavedAgendaItem | undefined,
  mineByKey: ReadonlyMap<string, AgendaItemForm>,
  remote: AgendaItem,
): MergedItem {
  let saved = savedItem(remote, before?.key ?? remote.id);
  if (before === undefined) return { saved, item: formOfSaved(saved) };
  const mine = mineByKey.get(before.key);
  // Keeps the old revision of a removed item, so that the server does not delete the item if others have changed it.
  if (mine === undefined) return { saved: before, item: undefined };
  let item: AgendaItemForm = { ...formOfSaved(saved), depth: mine.depth === before.depth ? saved.depth : mine.depth };
  for (const field of agendaFields) {
    const typed = fieldValue(mine, field);
    const was = fieldValue(before, field);
    const there = fieldValue(saved, field);
    // Keeps trailing spaces in text that is still being typed.
    if (typed === there && (field !== 'presenter' || mine.presenterId === null)) item = withFieldOf(item, field, mine);
    if (typed === there || typed === was) continue;
    item = withFieldOf(item, field, mine);
    if (there === was) continue;
    saved = {
      ...withFieldOf(saved, field, before),
      revisions: { ...saved.revisions, [field]: before.revisions[field] },
    };
  }
  return { saved, item: isSame(item, mine) ? mine : item };
}

function isSame(one: AgendaItemForm, other: AgendaItemForm): boolean {
  return JSON.stringify(one) === JSON.stringify({ ...one, ...other });
}

function shapeOf(items: readonly AgendaItemForm[]): string {
  return items.map(({ key, depth }) => `${key} ${depth}`).join();
}

/** Adds the missing items of `others`, each after its predecessor in `others`. */
function weave(items: readonly AgendaItemForm[], others: readonly AgendaItemForm[]): readonly AgendaItemForm[] {
  const woven = [...items];
  for (const [index, other] of others.entries()) {
    if (woven.some(({ key }) => key === other.key)) continue;
    const before = others.slice(0, index).findLast((each) => woven.some(({ key }) => key === each.key));
    const at = before === undefined ? 0 : woven.findIndex(({ key }) => key === before.key) + 1;
    woven.splice(at, 0, other);
  }
  return woven;
}
