import { expect, test } from 'vitest';
import type { BoardFrom, Endpoint } from '#contract/endpoint.ts';
import { boardOf } from './board-of.ts';

const [inHeader, inQuery, inPath] = ['header', 'query', 'path'].map(
  (_, nth) => `0198c1a0-0000-7000-8000-00000000000${nth}`,
) as [string, string, string];

test.each<[BoardFrom | undefined, { header?: string; query?: string }, ReturnType<typeof boardOf>]>([
  [undefined, { header: inHeader, query: inQuery }, { from: 'header', id: inHeader }],
  ['header', {}, { from: 'header', id: null }],
  ['header', { header: 'harbour' }, null],
  ['query', { header: inHeader, query: inQuery }, { from: 'header', id: inQuery }],
  ['query', { header: inHeader }, { from: 'header', id: null }],
  ['query', { query: 'harbour' }, null],
  ['meeting-id', { header: inHeader }, { from: 'meeting-id', id: inPath }],
  ['document-id', { query: inQuery }, { from: 'document-id', id: inPath }],
])(
  'an endpoint that reads the board from %s and is called with %j uses the board %j',
  (board, { header, query }, expected) => {
    const asked = { params: { id: inPath }, query: { board: query }, header: () => header };
    expect(boardOf({ board } as Endpoint, asked)).toEqual(expected);
  },
);
