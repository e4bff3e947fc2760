import { expect, test } from 'vitest';
import { undoMoves } from './use-library-acts.ts';

const document = (id: string) => ({ kind: 'document', id }) as const;
const folder = (id: string) => ({ kind: 'folder', id }) as const;
const order = [folder('F'), folder('G'), ...['a', 'b', 'c', 'd', 'e'].map(document)];

test('undoing a move restores adjacent items in a single step, beginning with the last items in the list', () => {
  expect(undoMoves([document('d'), document('a'), document('b')], order)).toEqual([
    { items: [document('d')], before: document('e') },
    { items: [document('a'), document('b')], before: document('c') },
  ]);
});

test('undoing a move returns the last folder and the last document to the end of their lists', () => {
  expect(undoMoves([document('e'), folder('G')], order)).toEqual([
    { items: [folder('G')], before: null },
    { items: [document('e')], before: null },
  ]);
});
