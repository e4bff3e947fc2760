import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AgendaItem } from '#contract/meetings.ts';
import { settleDepths } from '#domain/agenda-order.ts';
import { type AgendaItemForm, formOfSaved, newAgendaItem, savedItem } from './agenda-item-form.ts';
import { mergeAgenda } from './agenda-merge.ts';

function item(id: string, given: Partial<AgendaItem> = {}): AgendaItem {
  return {
    id,
    title: id,
    description: '',
    depth: 0,
    purpose: null,
    minutes: null,
    revision: 1,
    documents: [],
    presenter: '',
    presenter_id: null,
    presenter_slug: null,
    withheld: null,
    kind: null,
    ...given,
  };
}
const saved = ['a', 'b', 'c'].map((id) => savedItem(item(id)));
const mine = saved.map(formOfSaved);
const typed = (key: string, fields: Partial<AgendaItemForm>) =>
  mine.map((each) => (each.key === key ? { ...each, ...fields } : each));
const shown = (items: readonly AgendaItemForm[]) =>
  items.map(({ title, depth }) => title + '-'.repeat(depth)).join(' ');

test('changes by others are merged without overwriting typed text', () => {
  const remote = [item('a', { title: 'A', revision: 2 }), item('b', { minutes: 5, revision: 2 }), item('c')];
  const { items, saved: known } = mergeAgenda(saved, typed('b', { title: 'B' }), remote);
  expect(items[2]).toBe(mine[2]);
  expect(items).toMatchObject([{ title: 'A' }, { title: 'B', minutes: 5 }, { title: 'c' }]);
  expect(known[1]).toMatchObject({ title: 'b', minutes: 5 });
});

test('a field changed on both sides keeps its old revision, so that saving it causes a conflict', () => {
  const remote = [item('a', { title: 'Theirs', minutes: 5, revision: 4 }), item('b'), item('c')];
  const { items, saved: known } = mergeAgenda(saved, typed('a', { title: 'Mine' }), remote);
  expect(items[0]?.title).toBe('Mine');
  expect(known[0]).toMatchObject({ title: 'a', revisions: { title: 1, minutes: 4 } });
});

test('a trailing space is not removed while typing', () => {
  const { items } = mergeAgenda(saved, typed('a', { title: 'a ' }), [item('a', { minutes: 5 }), item('b'), item('c')]);
  expect(items[0]).toMatchObject({ title: 'a ', minutes: 5 });
});

test('an item removed by others disappears, or becomes a new item if the user has changed it', () => {
  expect(shown(mergeAgenda(saved, mine, [item('b'), item('c')]).items)).toBe('b c');
  const { items, kept } = mergeAgenda(saved, typed('a', { title: 'A' }), [item('b'), item('c')]);
  expect(kept).toEqual(['A']);
  expect(items[0]).toMatchObject({ title: 'A', id: null });
});

test('changes by others do not bring back an item that the user has removed', () => {
  const remote = [item('a', { title: 'Theirs', revision: 2 }), item('b'), item('c')];
  const { items, saved: known } = mergeAgenda(saved, mine.slice(1), remote);
  expect(shown(items)).toBe('b c');
  expect(known[0]).toBe(saved[0]);
});

test('items added and moved by others are merged without undoing the user’s own reordering', () => {
  const remote = [item('c'), item('a'), item('n'), item('b', { depth: 1 })];
  const fresh = newAgendaItem({ title: 'mine' });
  expect(shown(mergeAgenda(saved, [...mine.slice(0, 1), fresh, ...mine.slice(1)], remote).items)).toBe('c a mine n b-');
  expect(shown(mergeAgenda(saved, mine.toReversed(), remote).items)).toBe('c b a n');
});

test('for any changes on both sides, no typed text is lost and no item is duplicated', () => {
  const ids = ['a', 'b', 'c', 'd', 'e'];
  const theirs = fc.shuffledSubarray([...ids, 'x', 'y']);
  const ours = fc.shuffledSubarray(ids);
  fc.assert(
    fc.property(theirs, ours, fc.subarray(ids), fc.nat(3), (there, here, changed, fresh) => {
      const base = ids.map((id) => savedItem(item(id)));
      const kept = here.map((id) => newAgendaItem({ key: id, id, title: changed.includes(id) ? `${id}!` : id }));
      const added = Array.from({ length: fresh }, () => newAgendaItem({ title: 'new' }));
      const { items, saved: known } = mergeAgenda(
        base,
        [...added, ...kept],
        there.map((id) => item(id)),
      );
      const keys = items.map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
      for (const { key } of added) expect(keys).toContain(key);
      for (const { key, title } of kept) {
        if (changed.includes(key)) expect(items.find((each) => each.key === key)?.title).toBe(title);
      }
      expect(known.map(({ id }) => id)).toEqual(there);
      expect(settleDepths(items)).toEqual(items);
    }),
  );
});
