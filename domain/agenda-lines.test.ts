import { expect, test } from 'vitest';
import { agendaLines, itemsOfLines } from './agenda-lines.ts';

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
