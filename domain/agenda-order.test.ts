import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  agendaLines,
  agendaStep,
  agendaTitleCharactersMax,
  itemsOfLines,
  moveAgendaItem,
  moveAgendaItemTo,
  pastedAgenda,
  removeAgendaItem,
  settleDepths,
  shiftDepth,
  subtreeEnd,
} from './agenda-order.ts';

test('agenda lines are converted to items with a depth and a duration, and back to lines', () => {
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

test('over-indented agenda lines become sub-items of the previous line, and empty lines are ignored', () => {
  const items = itemsOfLines('\n    Too deep\n\tBelow\n\t\t\t\tFar below (x min)\n \n');
  expect(items.map(({ title, depth }) => `${depth} ${title}`)).toEqual([
    '0 Too deep',
    '1 Below',
    '2 Far below (x min)',
  ]);
});

test('an agenda item’s title is cut at 200 characters and keeps a leading number', () => {
  expect(itemsOfLines(`${'a'.repeat(300)} (5 min)\n2. Budget`)).toEqual([
    { title: 'a'.repeat(200), depth: 0, minutes: 5 },
    { title: '2. Budget', depth: 0, minutes: null },
  ]);
});

/** For example, 'a b- c' means a, its sub-item b, and c. */
const list = (text: string) =>
  text.split(' ').map((word) => ({ id: word.replaceAll('-', ''), depth: word.split('-').length - 1 }));
const shown = (items: readonly { readonly id: string; readonly depth: number }[]) =>
  items.map((each) => each.id + '-'.repeat(each.depth)).join(' ');

test.each([
  ['a b c- d', 1, 1, 'a b- c-- d'],
  ['a b- c-- d', 1, -1, 'a b c- d'],
  ['a b', 0, 1, 'a b'],
  ['a b-', 1, 1, 'a b-'],
  ['a b c- d--', 1, 1, 'a b c- d--'],
  ['a', 0, -1, 'a'],
  ['a', 7, 1, 'a'],
] as const)('in the agenda %j, changing the depth of item %i by %i gives %j', (text, index, by, result) => {
  expect(shown(shiftDepth(list(text), index, by))).toBe(result);
});

test.each([
  ['a b- c d', 0, 3, 'c a b- d'],
  ['a b c- d', 1, 0, 'b c- a d'],
  ['a b c- d', 1, 4, 'a d b c-'],
  ['a b- c', 1, 0, 'b a c'],
  ...[0, 1, 2, -1, 9].map((to) => ['a b- c', 0, to, 'a b- c'] as const),
] as const)('in the agenda %j, moving item %i to position %i gives %j', (text, index, to, result) => {
  expect(shown(moveAgendaItem(list(text), index, to))).toBe(result);
});

test.each([
  ['a b- c', 2, -1, 'c a b-'],
  ['a b c-', 0, 1, 'b c- a'],
  ['z a b-', 2, -1, 'z b- a'],
  ['a b- c', 1, 1, 'a c b-'],
  ['a b', 0, -1, null],
  ['a b-', 0, 1, null],
] as const)('in the agenda %j, moving item %i by one step (%i) gives %j', (text, index, by, result) => {
  const to = agendaStep(list(text), index, by);
  expect(to === null ? null : shown(moveAgendaItem(list(text), index, to))).toBe(result);
});

test.each([
  ['a b c-', 1, 'a c'],
  ['a b- c-- d-- e- f', 1, 'a c- d- e- f'],
  ['a b- c-', 0, 'b c'],
  ['a b-', -1, 'a b-'],
  ['a b-', 2, 'a b-'],
] as const)('in the agenda %j, removing item %i moves its sub-items out and gives %j', (text, index, result) => {
  expect(shown(removeAgendaItem(list(text), index))).toBe(result);
});

test.each([
  ['a b- c d', 'a', 'd', 0, 'c a b- d'],
  ['a b- c', 'a', null, 1, 'c a- b--'],
  ['a b', 'b', 'a', 2, 'b a'],
  ['a b c', 'b', 'c', 1, 'a b- c'],
  ['a b- c', 'a', 'b', 0, 'a b- c'],
  ['a b', 'a', 'x', 0, 'a b'],
  ['a b', 'x', 'a', 0, 'a b'],
] as const)('in the agenda %j, placing item %s before %s at depth %i gives %j', (text, id, before, depth, result) => {
  expect(shown(moveAgendaItemTo(list(text), id, { before, depth }))).toBe(result);
});

test('any sequence of agenda changes keeps every item and produces only valid depths', () => {
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
      expect(end.every((each, at) => subtreeEnd(end, at) > at && each.depth >= 0)).toBe(true);
    }),
  );
});

describe('pasted agenda lines', () => {
  const people = ['Priya Raman', 'Ann Lee', 'Ann Lee', 'Thomas McKenna', 'Aisha Benali'].map((name, nth) => ({
    id: `${nth}`,
    name,
  }));
  test.each([
    ['1. Finance (20 min) – Priya Raman', 'Finance', 20, 'Priya Raman'],
    ['Finance, 20 min - priya  raman', 'Finance', 20, 'Priya Raman'],
    ['Finance (20) — Priya Raman', 'Finance', 20, 'Priya Raman'],
    ['Finance (20 min) – Ann Lee', 'Finance – Ann Lee', 20, null],
    ['Finance (20 min) – part two', 'Finance – part two', 20, null],
    ['Finance – Priya Raman', 'Finance', null, 'Priya Raman'],
    ['Finance – Priya Raman – 10 mins', 'Finance', 10, 'Priya Raman'],
    ['Finance - Priya Raman - 10', 'Finance', 10, 'Priya Raman'],
    ['Finance - Hannah Reid - 10', 'Finance - Hannah Reid', 10, null],
    ['Budget 2025 - 2026 - 10', 'Budget 2025 - 2026 - 10', null, null],
    ['Finance – Priya Raman –', 'Finance', null, 'Priya Raman'],
    ['Finance (Priya Raman, 10 mins)', 'Finance', 10, 'Priya Raman'],
    ['Finance (Priya Raman)', 'Finance', null, 'Priya Raman'],
    ['Welcome and apologies (Chair, 5 mins)', 'Welcome and apologies', 5, 'Chair'],
    ['Budget (draft)', 'Budget (draft)', null, null],
    ['Income – Expenses', 'Income – Expenses', null, null],
    ['Close (600)', 'Close', 600, null],
    ['Close (0)', 'Close (0)', null, null],
    ['Close (601)', 'Close (601)', null, null],
    ['Budget (2027)', 'Budget (2027)', null, null],
    ['(10)', '(10)', null, null],
    ['Close 10', 'Close 10', null, null],
    ["6. Roof repair tender: decision (Thomas McKenna) 15'", 'Roof repair tender: decision', 15, 'Thomas McKenna'],
    ['7. Bylaw amendments, Aisha Benali, 10m', 'Bylaw amendments', 10, 'Aisha Benali'],
    ['Bylaw amendments, 10m, Aisha Benali', 'Bylaw amendments', 10, 'Aisha Benali'],
    ['Bylaws, part two, Aisha Benali', 'Bylaws, part two', null, 'Aisha Benali'],
    ['Finance (Aisha Benali – 10 min)', 'Finance', 10, 'Aisha Benali'],
    ['Budget 5′', 'Budget', 5, null],
    ["Director's report 5'", "Director's report", 5, null],
    ['Bylaws, Aisha', 'Bylaws, Aisha', null, null],
    [', Aisha Benali', ', Aisha Benali', null, null],
    ['Loan of 10m', 'Loan of 10m', null, null],
    ["The plan ('Vision 30')", "The plan ('Vision 30')", null, null],
    ["The plan 'Vision 30'", "The plan 'Vision 30'", null, null],
  ])('may end with a duration and a presenter: %s', (line, title, minutes, presenter) => {
    const [item] = pastedAgenda(line, people).items;
    expect([item?.title, item?.minutes, item?.presenter ?? null]).toEqual([title, minutes, presenter]);
    expect(item?.presenterId).toBe(people.find(({ name }) => name === presenter)?.id);
  });
  test('become titles if they contain only a number or a time, and are dropped if they are blank', () => {
    expect(pastedAgenda('2026\n30 min\n \n\t\n').items.map((each) => each.title)).toEqual(['2026', '30 min']);
    expect(pastedAgenda('x'.repeat(500)).items[0]?.title).toHaveLength(agendaTitleCharactersMax);
  });
  /** For example, '-Budget|20|p' is a sub-item of 20 minutes that Priya presents. */
  const read = (text: string) =>
    pastedAgenda(text, [{ id: 'p', name: 'Priya Raman' }]).items.map(
      ({ title, depth, minutes, presenter, presenterId }) =>
        [`${'-'.repeat(depth)}${title}`, minutes, presenterId ?? presenter].filter((each) => each != null).join('|'),
    );
  test.each([
    ['TOP 1: Begrüßung\n1° Approbation\nBudget (20 mn)', ['Begrüßung', 'Approbation', 'Budget|20']],
    ['TOP 1 Begrüßung\nTOP 2 – Kasse\nTOP 2a: Anlage', ['Begrüßung', 'Kasse', '-Anlage']],
    ['Point 1 : Ouverture\nPoint 2 : Budget (1 h 30)', ['Ouverture', 'Budget|90']],
    ['1.º Apertura\n2.ª Cuentas, 20 minutos', ['Apertura', 'Cuentas|20']],
    ['1 - Ouverture\n2 - Budget\n2.1 - Annexe', ['Ouverture', 'Budget', '-Annexe']],
    ['§1 Öppnande\n§2 Budget', ['Öppnande', 'Budget']],
    ['一、开会\n（一）收入（20分钟）\n2、预算', ['开会', '-收入|20', '预算']],
    ['議題１　開会\n議題２　予算（20分）\n① 他', ['開会', '予算|20', '他']],
    ['१. स्वागत\n٢. الميزانية\n3. Кошторис (20 хв)', ['स्वागत', 'الميزانية', 'Кошторис|20']],
    ['10:00 Welcome\n10:15–10:45 Finance\n12:50 Lunch\n1:30 Close', ['Welcome|15', 'Finance|30', 'Lunch|40', 'Close']],
    ['IT: Priya Raman: 5 min\nIT | Priya Raman | 5 min', ['IT|5|p', 'IT|5|p']],
    ['IT - 10 min - Priya Raman\nIT [Priya Raman] ...... 1 hour', ['IT|10|p', 'IT [Priya Raman] ...... 1 hour']],
    ['Point n° 1 : Ouverture\n(2) Θέμα\nΘέμα 3ο: Τέλος', ['Ouverture', 'Θέμα', 'Τέλος']],
    ['1.Opening\n2)Close; 5 min; Priya Raman', ['Opening', 'Close|5|p']],
    ['10.30-11.00 Coffee\n11.00 Finance, 10-15 min', ['Coffee|30', 'Finance, 10-15 min']],
    ['1.\tAudit\tNote\tPriya Raman\t5 min\n2.\tEnd\tNote\tPriya Raman\t', ['Audit|5|p', 'End|p']],
    ['Watch\t24 h\nLoan of 10 h\nRest\t1,5 h', ['Watch|1440', 'Loan of 10 h', 'Rest|90']],
    ['Article 5(2)\nProfit / loss\n24/7 helpline', ['Article 5(2)', 'Profit / loss', '24/7 helpline']],
    ['2 members leave\n3 members join', ['2 members leave', '3 members join']],
    ['Top 10 risks\nLunch at 12:30', ['Top 10 risks', 'Lunch at 12:30']],
    [
      '1. Welcome (5 min)\r\n2) Finance, 30 minutes\n2.1 Reforecast\n\n  - Risks\n3. Close\n12 month forecast',
      ['Welcome|5', 'Finance|30', '-Reforecast', '-Risks', 'Close', '12 month forecast'],
    ],
    ['a. Minutes\nb) Finance\n(c) Risks\niv. Audit', ['Minutes', 'Finance', 'Risks', 'Audit']],
    ['1. Finance\na. Budget\nb. Audit\n2. Close', ['Finance', '-Budget', '-Audit', 'Close']],
    ['A. Opening\nB. Reports', ['Opening', 'Reports']],
    ['I. Opening\nII. Reports', ['Opening', 'Reports']],
    ['A. Moser on works\na budget\nMix. Works', ['A. Moser on works', 'a budget', 'Mix. Works']],
    [
      '1.\tWelcome\tChair\n2.\tFinance\na.\tAccounts\nTOP 3: Close (5 min)',
      ['Welcome|Chair', 'Finance', '-Accounts', 'Close|5'],
    ],
    ['1)\tWelcome\tRuth\n2)\tFinance\n\ta)\tBudget\n\t\ti.\tTax', ['Welcome|Ruth', 'Finance', '-Budget', '--Tax']],
    ['1)\tWelcome\n\t1.1\tBudget\n\t\t•\tTax', ['Welcome', '-Budget', '--Tax']],
    ['i)\tOne\nii)\tTwo', ['One', 'Two']],
    ['A.\tOne\n\t1.\tSub\nB.\tTwo', ['One', '-Sub', 'Two']],
    ['A.\tOne\nB.\tTwo\nThree', ['One', 'Two', 'Three']],
    ['\t1.\tOne\n\t2.\tTwo', ['One', 'Two']],
    [
      '1.\tWelcome\tChair\n2.\tFinance report\tTreasurer\na.\tAccounts\t\nb.\tBudget\t',
      ['Welcome|Chair', 'Finance report|Treasurer', '-Accounts', '-Budget'],
    ],
    ['Welcome\t5 min\nFinance\t30', ['Welcome|5', 'Finance|30']],
    ['Reports\n\tTreasurer\n\tSecretary', ['Reports', '-Treasurer', '-Secretary']],
    [
      'No.\tItem\tPresenter\tMinutes\n1\tApologies\tRuth Okafor\t5\n2\t"Strategy\nand risk"\tPriya Raman\t30\n2.1\tMatters arising\tPriya Raman\t15\r\n',
      ['Apologies|5|Ruth Okafor', 'Strategy and risk|30|p', '-Matters arising|15|p'],
    ],
  ])(
    'are parsed with numbers, bullets, tabs, indentation and durations in many languages and layouts: %j',
    (text, items) => {
      expect(read(text)).toEqual(items);
    },
  );
  test.each([
    'Nr.\tTagesordnungspunkt\tDauer\tReferent\n1\tErstens\t5 Min.\tPriya Raman\n1a\tDann\t1 Std.\t',
    "N°\tPoint de l'ordre du jour\tDurée (mn)\tIntervenant\n1°\tErstens\t5\tPriya Raman\n1.1\tDann\t1h00\t",
    '番号\t議題\t担当\t時間\n1\tErstens\tPriya Raman\t5分\n1.1\tDann\t\t60分',
    'Item\tDescription\tPurpose\tLength\tLead\n1.0\tErstens\tNote\t0:05\tPriya Raman\n1.1\tDann\t\t1:00\t',
    'Board\t\t\t\nNo.\tItem\tLead\tTime\n1\tErstens\tPriya Raman\t10:00\n1.1\tDann\t\t10:05 - 11:05',
    'No;Item;Lead;Minutes\n1;Erstens;"Priya Raman";5\n1.1;Dann;;60',
    '| No | Item | Lead | Minutes |\n|----|---|---|---|\n| 1 | Erstens | Priya Raman | 5 |\n| 1.1 | Dann | | 60 |',
  ])('of a table are parsed by its column headings: %j', (table) => {
    expect(read(table)).toEqual(['Erstens|5|p', '-Dann|60']);
  });
});
