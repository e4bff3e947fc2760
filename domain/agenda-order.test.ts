import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { numberAgenda } from './agenda.ts';
import {
  agendaFromLines,
  agendaLines,
  agendaStep,
  agendaTitleCharactersMax,
  itemsOfLines,
  moveAgendaItem,
  moveAgendaItemTo,
  removeAgendaItem,
  settleDepths,
  shiftDepth,
  subtreeEnd,
} from './agenda-order.ts';

test('lines become items with depth and minutes, and back', () => {
  const text = 'Welcome (5 min)\nReports\n  Treasurer (20 min)\n    Budget\nAny other business (10 min)';
  const items = itemsOfLines(text);
  expect(items).toEqual([
    { title: 'Welcome', depth: 0, minutes: 5 },
    { title: 'Reports', depth: 0, minutes: null },
    { title: 'Treasurer', depth: 1, minutes: 20 },
    { title: 'Budget', depth: 2, minutes: null },
    { title: 'Any other business', depth: 0, minutes: 10 },
  ]);
  expect(agendaLines(items)).toBe(text);
});

test('empty lines, tabs and lines that stand too deep are put right', () => {
  expect(
    itemsOfLines('\n    Too deep\n\tBelow\n\t\t\t\tFar below (x min)\n \n').map(({ title, depth }) => [title, depth]),
  ).toEqual([
    ['Too deep', 0],
    ['Below', 1],
    ['Far below (x min)', 2],
  ]);
});

test('a title that is too long is cut, one that begins with a number keeps it', () => {
  expect(itemsOfLines(`${'a'.repeat(300)} (5 min)\n2. Budget`)).toEqual([
    { title: 'a'.repeat(200), depth: 0, minutes: 5 },
    { title: '2. Budget', depth: 0, minutes: null },
  ]);
});

/** 'a b- c' stands for a, its sub-item b, and c. */
const list = (text: string) =>
  text.split(' ').map((word) => ({ id: word.replaceAll('-', ''), depth: word.split('-').length - 1 }));
const shown = (items: readonly { readonly id: string; readonly depth: number }[]) =>
  items.map((each) => each.id + '-'.repeat(each.depth)).join(' ');

describe('indenting', () => {
  test('an item becomes the sub-item of the one before, with its own below it', () => {
    expect(shown(shiftDepth(list('a b c- d'), 1, 1))).toBe('a b- c-- d');
    expect(shown(shiftDepth(list('a b- c-- d'), 1, -1))).toBe('a b c- d');
  });
  test('what cannot be done changes nothing', () => {
    expect(shown(shiftDepth(list('a b'), 0, 1))).toBe('a b');
    expect(shown(shiftDepth(list('a b-'), 1, 1))).toBe('a b-');
    expect(shown(shiftDepth(list('a b c- d--'), 1, 1))).toBe('a b c- d--');
    expect(shown(shiftDepth(list('a'), 0, -1))).toBe('a');
    expect(shown(shiftDepth(list('a'), 7, 1))).toBe('a');
  });
});

describe('moving', () => {
  test('an item takes its sub-items along', () => {
    expect(shown(moveAgendaItem(list('a b- c d'), 0, 3))).toBe('c a b- d');
    expect(shown(moveAgendaItem(list('a b c- d'), 1, 0))).toBe('b c- a d');
    expect(shown(moveAgendaItem(list('a b c- d'), 1, 4))).toBe('a d b c-');
  });
  test('a sub-item without a parent comes out', () => {
    expect(shown(moveAgendaItem(list('a b- c'), 1, 0))).toBe('b a c');
  });
  test('a move into itself or to nowhere changes nothing', () => {
    for (const to of [0, 1, 2, -1, 9]) expect(shown(moveAgendaItem(list('a b- c'), 0, to))).toBe('a b- c');
  });
});

describe('a step up or down', () => {
  const stepped = (text: string, index: number, by: -1 | 1) => {
    const items = list(text);
    const to = agendaStep(items, index, by);
    return to === null ? null : shown(moveAgendaItem(items, index, to));
  };
  test('passes the neighbour with all of its sub-items', () => {
    expect(stepped('a b- c', 2, -1)).toBe('c a b-');
    expect(stepped('a b c-', 0, 1)).toBe('b c- a');
  });
  test('leaves its parent at the edge, and stops at the end', () => {
    expect(stepped('z a b-', 2, -1)).toBe('z b- a');
    expect(stepped('a b- c', 1, 1)).toBe('a c b-');
    expect(stepped('a b', 0, -1)).toBeNull();
    expect(stepped('a b-', 0, 1)).toBeNull();
  });
});

describe('removing', () => {
  const removed = (text: string, index: number) => shown(removeAgendaItem(list(text), index));
  test('its sub-items come out one level, and become nobody else’s', () => {
    expect(removed('a b c-', 1)).toBe('a c');
    expect(removed('a b- c-- d-- e- f', 1)).toBe('a c- d- e- f');
    expect(removed('a b- c-', 0)).toBe('b c');
  });
  test('what is not there is not removed', () => {
    for (const index of [-1, 2]) expect(removed('a b-', index)).toBe('a b-');
  });
});

describe('placing', () => {
  const placed = (text: string, id: string, before: string | null, depth: number) =>
    shown(moveAgendaItemTo(list(text), id, { before, depth }));
  test('an item stands before another or last, on the level that it can have', () => {
    expect(placed('a b- c d', 'a', 'd', 0)).toBe('c a b- d');
    expect(placed('a b- c', 'a', null, 1)).toBe('c a- b--');
    expect(placed('a b', 'b', 'a', 2)).toBe('b a');
    expect(placed('a b c', 'b', 'c', 1)).toBe('a b- c');
  });
  test('within itself or before nobody it stays', () => {
    expect(placed('a b- c', 'a', 'b', 0)).toBe('a b- c');
    expect(placed('a b', 'a', 'x', 0)).toBe('a b');
    expect(placed('a b', 'x', 'a', 0)).toBe('a b');
  });
});

test('whatever is done, no item is lost and every depth is possible', () => {
  const step = fc.record({
    index: fc.nat(8),
    to: fc.nat(9),
    kind: fc.constantFrom('in', 'out', 'move', 'step', 'place'),
  });
  fc.assert(
    fc.property(fc.array(fc.nat(2), { maxLength: 8 }), fc.array(step, { maxLength: 20 }), (depths, steps) => {
      const items = settleDepths(depths.map((depth, id) => ({ id: String(id), depth })));
      const end = steps.reduce((now, { index, to, kind }) => {
        if (kind === 'move') return moveAgendaItem(now, index, to);
        if (kind === 'step') return moveAgendaItem(now, index, agendaStep(now, index, to % 2 === 0 ? 1 : -1) ?? -1);
        if (kind === 'place')
          return moveAgendaItemTo(now, String(index), { before: now[to]?.id ?? null, depth: to % 3 });
        return shiftDepth(now, index, kind === 'in' ? 1 : -1);
      }, items);
      expect(end.map((each) => each.id).toSorted()).toEqual(items.map((each) => each.id));
      expect(settleDepths(end)).toEqual(end);
      // A parent precedes its parts.
      expect(
        new Set(
          numberAgenda(
            end.map((each) => ({ ...each, minutes: null })),
            null,
          ).map((each) => each.number),
        ).size,
      ).toBe(end.length);
      expect(end.every((each, at) => subtreeEnd(end, at) > at && each.depth >= 0)).toBe(true);
    }),
  );
});

describe('pasted lines', () => {
  test('numbers, bullets, indentation and minutes are understood', () => {
    const text =
      '1. Welcome (5 min)\r\n2) Finance, 30 minutes\n2.1 Reforecast\n\n  - Risks\n3. Close\n12 month forecast';
    expect(agendaFromLines(text)).toEqual([
      { title: 'Welcome', depth: 0, minutes: 5 },
      { title: 'Finance', depth: 0, minutes: 30 },
      { title: 'Reforecast', depth: 1, minutes: null },
      { title: 'Risks', depth: 1, minutes: null },
      { title: 'Close', depth: 0, minutes: null },
      { title: '12 month forecast', depth: 0, minutes: null },
    ]);
  });
  test('minutes and a presenter are read from the end of a line, in brackets or behind dashes', () => {
    const people = [
      { id: 'p', name: 'Priya Raman' },
      { id: 'a', name: 'Ann Lee' },
      { id: 'b', name: 'Ann Lee' },
    ];
    const read = (line: string) => {
      const [item] = agendaFromLines(line, people);
      return [item?.title, item?.minutes, item?.presenterId ?? null, item?.presenter ?? null];
    };
    expect(read('1. Finance (20 min) – Priya Raman')).toEqual(['Finance', 20, 'p', 'Priya Raman']);
    expect(read('Finance, 20 min - priya  raman')).toEqual(['Finance', 20, 'p', 'Priya Raman']);
    expect(read('Finance (20) — Priya Raman')).toEqual(['Finance', 20, 'p', 'Priya Raman']);
    expect(read('Finance (20 min) – Ann Lee')).toEqual(['Finance – Ann Lee', 20, null, null]);
    expect(read('Finance (20 min) – part two')).toEqual(['Finance – part two', 20, null, null]);
    expect(read('Finance – Priya Raman')).toEqual(['Finance', null, 'p', 'Priya Raman']);
    expect(read('Finance – Priya Raman – 10 mins')).toEqual(['Finance', 10, 'p', 'Priya Raman']);
    expect(read('Finance – Priya Raman –')).toEqual(['Finance', null, 'p', 'Priya Raman']);
    expect(read('Finance (Priya Raman, 10 mins)')).toEqual(['Finance', 10, 'p', 'Priya Raman']);
    expect(read('Finance (Priya Raman)')).toEqual(['Finance', null, 'p', 'Priya Raman']);
    expect(read('Welcome and apologies (Chair, 5 mins)')).toEqual(['Welcome and apologies', 5, null, 'Chair']);
    expect(read('Budget (20 mn)')).toEqual(['Budget', 20, null, null]);
    expect(read('Budget (draft)')).toEqual(['Budget (draft)', null, null, null]);
    expect(read('Income – Expenses')).toEqual(['Income – Expenses', null, null, null]);
    expect(read('Close (10)')).toEqual(['Close', 10, null, null]);
    expect(read('Close (600)')).toEqual(['Close', 600, null, null]);
    for (const title of ['Close (0)', 'Close (601)', 'Budget (2027)', '(10)', 'Close 10'])
      expect(read(title)).toEqual([title, null, null, null]);
  });
  test('letters and small roman numbers before a line give its depth; initials stay', () => {
    const read = (text: string) => agendaFromLines(text).map(({ title, depth }) => `${depth} ${title}`);
    expect(read('a. Minutes\nb) Finance\n(c) Risks\niv. Audit')).toEqual([
      '0 Minutes',
      '0 Finance',
      '0 Risks',
      '0 Audit',
    ]);
    expect(read('1. Finance\na. Budget\nb. Audit\n2. Close')).toEqual(['0 Finance', '1 Budget', '1 Audit', '0 Close']);
    expect(read('A. Opening\nB. Reports')).toEqual(['0 Opening', '0 Reports']);
    expect(read('I. Opening\nII. Reports')).toEqual(['0 Opening', '0 Reports']);
    expect(read('A. Moser on works\na budget\nMix. Works')).toEqual([
      '0 A. Moser on works',
      '0 a budget',
      '0 Mix. Works',
    ]);
  });
  test('a line that is only a number or a time stays a title', () => {
    expect(agendaFromLines('2026\n30 min').map((each) => each.title)).toEqual(['2026', '30 min']);
  });
  test('a longer line is cut to what a title holds', () => {
    expect(agendaFromLines('x'.repeat(500))[0]?.title).toHaveLength(agendaTitleCharactersMax);
  });
  test('nothing pasted is nothing', () => expect(agendaFromLines(' \n\t\n')).toEqual([]));
});
