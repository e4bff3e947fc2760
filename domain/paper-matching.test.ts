import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AgendaPlace, type PlacedPaper, paperTitle, proposePlace } from './paper-matching.ts';

const items: readonly AgendaPlace[] = [
  ['1', 'Welcome and apologies'],
  ['2', 'Minutes of the last meeting'],
  ['3', 'Finance'],
  ['3.1', 'Budget 2027'],
  ['3.2', 'Audit plan'],
  ['4', 'Maple Court: purchase of the site'],
  ['5', 'Any other business'],
].map(([number = '', title = '']) => ({ key: `k${number}`, number, title }));
const papers: readonly PlacedPaper[] = [
  { id: 'd1', title: 'Finance report' },
  { id: 'd2', title: '4 Maple Court valuation' },
];
const placeOf = (name: string) => proposePlace(name, { items, papers });
const item = (number: string) => ({ kind: 'item', key: `k${number}` });
const placeAmong = (name: string, ...titles: readonly string[]) =>
  proposePlace(name, {
    items: titles.map((title, nth) => ({ key: `k${nth + 1}`, number: `${nth + 1}`, title })),
    papers: [],
  });

describe('matching a file to an agenda item', () => {
  test.each([
    ['3.2 Auditors.pdf', '3.2', 'the item number'],
    ['03_1 figures.xlsx', '3.1', 'the item number'],
    ['Item 4b.docx', '4', 'the item number'],
    ['Item 3b.docx', '3.2', 'the item number'],
    ['agenda item 2 - signed.pdf', '2', 'the item number'],
    ['5.pdf', '5', 'the item number'],
    ['3-4 year plan.pdf', '3', 'the item number'],
    ['Minutes 2026-10-12.pdf', '2', 'the words of the title'],
    ['Draft budget 2027 v3 FINAL.pdf', '3.1', 'the words of the title'],
    ['maple-court_purchase.docx', '4', 'the words of the title'],
    ['19.11.2026 Audit plans.pdf', '3.2', 'the words of the title'],
    ['5 Audit plan Nov 2026 FINAL v3.pdf', '3.2', 'the title rather than the number of another item'],
    ['5 Audit plan of the auditors.pdf', '3.2', 'the title rather than the number of another item'],
    ['2_budget 2027.xlsx', '3.1', 'the title rather than the number of another item'],
    ['3 Finance and budget 2027 overview.pdf', '3', 'the title rather than the number of another item'],
  ])('places %s at item %s by %s', (name, number) => {
    expect(placeOf(name)).toEqual(item(number));
  });

  test('uses the item number if two items have the same title', () => {
    expect(placeAmong('3 Report.pdf', 'Lunch', 'Report', 'Report')).toEqual(item('3'));
  });

  test.each(['Photo of the harbour.jpg', '9.4 Insurance.pdf', 'scan0001.pdf', '.pdf', '', '2026-11-19.pdf'])(
    'finds nothing if no item is similar enough: %s',
    (name) => {
      expect(placeOf(name)).toBeNull();
    },
  );

  test('finds nothing if two titles are equally similar', () => {
    expect(placeAmong('Budget.pdf', 'Budget 2026', 'Budget 2027')).toBeNull();
    expect(placeAmong('Budget 2027.pdf', 'Budget 2026', 'Budget 2027')).toEqual(item('2'));
  });

  test.each([
    ['Finance report.pdf', 'd1'],
    ['finance-report v2.pdf', 'd1'],
    ['2026-11-02 Finance Report (final).docx', 'd1'],
    ['Maple Court valuation.pdf', 'd2'],
  ])('proposes a new version of the paper with the same name: %s', (name, documentId) => {
    expect(placeOf(name)).toEqual({ kind: 'version', documentId });
  });

  test('proposes the item, not a new version of a paper, if two papers have the file’s name', () => {
    const twice = [...papers, { id: 'd3', title: 'Finance report' }];
    expect(proposePlace('Finance report.pdf', { items, papers: twice })).toEqual(item('3'));
  });
});

test.each([
  ['5 CEO report Nov 2026 FINAL v3.pdf', 'CEO report'],
  ['03_1 figures.xlsx', 'figures'],
  ['Item 4b - Maple_Court purchase (signed).docx', 'Maple Court purchase'],
  ['Minutes 2026-10-12.pdf', 'Minutes'],
  ['Budget 2027.pdf', 'Budget 2027'],
  ['Q3 results.pdf', 'Q3 results'],
  ['2026-11-19.pdf', '2026-11-19'],
  ['5.pdf', '5'],
  ['Final accounts.pdf', 'Final accounts'],
])('the title proposed for the file %s is %s', (name, title) => {
  expect(paperTitle(name)).toBe(title);
});

const words = fc.array(fc.constantFrom('budget', 'audit', 'plan', '2027', 'site', 'minutes', 'the'), { maxLength: 5 });
const anyItems = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 30 }), words), { selector: ([number]) => number })
  .map((given) =>
    given.map(([number, title]) => ({ key: `k${number}`, number: String(number), title: title.join(' ') })),
  );
const anyPapers = fc
  .uniqueArray(words, { selector: (each) => each.join() })
  .map((titles) => titles.map((title, nth) => ({ id: `d${nth}`, title: title.join(' ') })));

describe('matching files with any names', () => {
  test('proposes only existing items and papers, regardless of their order', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          words.map((each) => `${each.join(' ')}.pdf`),
        ),
        anyItems,
        anyPapers,
        (name, own, there) => {
          const found = proposePlace(name, { items: own, papers: there });
          if (found?.kind === 'item') expect(own.map(({ key }) => key)).toContain(found.key);
          if (found?.kind === 'version') expect(there.map(({ id }) => id)).toContain(found.documentId);
          expect(proposePlace(name, { items: own.toReversed(), papers: there.toReversed() })).toEqual(found);
        },
      ),
    );
  });

  test('uses a leading agenda number if no title contains the other words', () => {
    const others = fc.array(fc.constantFrom('figures', 'annex', 'letter', 'the'), { maxLength: 5 });
    fc.assert(
      fc.property(anyItems, others, (own, rest) => {
        for (const { key, number } of own) {
          expect(proposePlace(`${number}. ${rest.join(' ')}.pdf`, { items: own, papers: [] })).toEqual({
            kind: 'item',
            key,
          });
        }
      }),
    );
  });
});
