import { expect, test } from 'vitest';
import { pageTitle } from './page-title.ts';

test('S2.28 the title is page, board and product, separated by a bar', () => {
  expect(pageTitle({ page: 'Groups', board: 'Harbour Street Housing Trust', product: 'Dais' })).toBe(
    'Groups | Harbour Street Housing Trust | Dais',
  );
  expect(pageTitle({ page: 'Boards', board: null, product: 'Dais' })).toBe('Boards | Dais');
  expect(pageTitle({ page: null, board: ' ', product: 'Dais' })).toBe('Dais');
});
