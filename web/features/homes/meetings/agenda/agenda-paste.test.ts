import { expect, test } from 'vitest';
import { type AgendaItemForm, newAgendaItem } from './agenda-item-form.ts';
import { pastedLines } from './agenda-paste.ts';

const declarations = newAgendaItem({ title: 'Declarations of interest', kind: 'declarations' });
const actions = newAgendaItem({ title: 'Action items', kind: 'action-items', presenter: 'Elena Kowalczyk' });
const empty = newAgendaItem();
const proposed = [declarations, actions, empty];
const nothing = { start: 0, end: 0 };
const list = 'Welcome\nConflicts of interest (5 min)\nFinance\n  Budget\nActions\nActions';
const paste = (items: readonly AgendaItemForm[], index: number, { text = list, selection = nothing } = {}) =>
  pastedLines(items, index, { text, selection, people: [] });
const outline = (items: readonly AgendaItemForm[] | undefined) =>
  items?.map(({ title, kind }) => (kind === null ? title : `${title}: ${kind}`));

test('a pasted line that names a standing item fills that item and moves it to the line’s position', () => {
  const pasted = paste(proposed, 2);
  expect(outline(pasted?.items)).toEqual([
    'Welcome',
    'Conflicts of interest: declarations',
    'Finance',
    'Budget',
    'Actions: action-items',
    'Actions',
  ]);
  expect(pasted?.left).toBe(0);
  const [welcome, conflicts, , budget, filled] = pasted?.items ?? [];
  expect(welcome?.key).toBe(empty.key);
  expect(conflicts).toMatchObject({ key: declarations.key, minutes: 5 });
  expect(budget?.depth).toBe(1);
  expect(filled).toMatchObject({ key: actions.key, presenter: 'Elena Kowalczyk' });
});

test('undoing a paste moves standing items back to their positions', () => {
  const text = 'Welcome\nActions';
  const pasted = paste(proposed, 2, { text });
  const saved = pasted?.items.map((item) => ({ ...item, id: `id of ${item.key}` })) ?? [];
  expect(pasted?.undo(saved)).toEqual([
    { ...declarations, id: `id of ${declarations.key}` },
    { ...actions, id: `id of ${actions.key}` },
    { ...empty, title: 'Welcome Actions', id: `id of ${empty.key}` },
  ]);
});

test('pasting lines over the title of a standing item inserts them after the item', () => {
  const selection = { start: 0, end: declarations.title.length };
  expect(outline(paste([declarations], 0, { text: 'Budget\nFinance', selection })?.items)).toEqual([
    'Declarations of interest: declarations',
    'Budget',
    'Finance',
  ]);
});

test('unsaved standing items move after pasted opening items such as apologies, and saved ones do not', () => {
  const text = 'Eröffnung\n  Entschuldigungen\nApologies for absence\nOpening hours of the library';
  const lines = ['Eröffnung', 'Entschuldigungen', 'Apologies for absence'];
  const standing = ['Declarations of interest: declarations', 'Action items: action-items'];
  const last = 'Opening hours of the library';
  expect(outline(paste(proposed, 2, { text })?.items)).toEqual([...lines, ...standing, last]);
  const saved = proposed.map((item) => ({ ...item, id: item.key }));
  expect(outline(paste(saved, 2, { text })?.items)).toEqual([...standing, ...lines, last]);
});

test.each([
  '1. Call to order\n2. Declarations of interest\n3. Finance\n3.1 Budget',
  'No\tItem\n1\tCall to order\n2\tDeclarations of interest\n3\tFinance\n3.1\tBudget',
])('a pasted numbered list keeps its order, and missing standing items are placed after it (%j)', (text) => {
  const lines = ['Call to order', 'Declarations of interest: declarations', 'Finance', 'Budget'];
  const pasted = paste([...proposed, newAgendaItem({ title: 'Close' })], 2, { text });
  expect(outline(pasted?.items)).toEqual([...lines, 'Action items: action-items', 'Close']);
  expect(pasted?.items.map(({ depth }) => depth)).toEqual([0, 0, 0, 1, 0, 0]);
});

test('a standing item moves to the pasted line that names it', () => {
  const text = 'Welcome\nDeclarations';
  const pasted = paste([declarations, actions], 0, { text });
  expect(outline(pasted?.items)).toEqual(['Welcome', 'Declarations: declarations', 'Action items: action-items']);
  expect(outline(pasted?.undo(pasted.items))).toEqual([
    'Declarations of interest Welcome Declarations: declarations',
    'Action items: action-items',
  ]);
});

test('an untitled new item is removed if the first line pasted into it fills a standing item', () => {
  const text = 'Declarations of interest\nFinance';
  const pasted = paste(proposed, 2, { text });
  expect(outline(pasted?.items)).toEqual([
    'Action items: action-items',
    'Declarations of interest: declarations',
    'Finance',
  ]);
  expect(outline(pasted?.undo(pasted.items))?.at(-1)).toBe('Declarations of interest Finance');
});

test('a single pasted line is not treated as a list', () => {
  expect(paste(proposed, 2, { text: 'Actions' })).toBeNull();
});
