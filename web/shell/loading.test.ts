import { expect, test } from 'vitest';
import { setsLoading } from './loading.ts';

test('S2.29 a navigation sets the loading flag unless both routes share a load group', () => {
  expect(setsLoading({ name: 'Dashboard' }, { name: 'Meetings' })).toBe(true);
  expect(setsLoading({ name: 'Meetings' }, { name: 'Meeting' })).toBe(false);
  expect(setsLoading({ name: 'People' }, { name: 'PersonCreate' })).toBe(false);
});

test('S2.29 the library always reloads', () => {
  expect(setsLoading({ name: 'Library' }, { name: 'LibraryCategoryView' })).toBe(true);
});

test('S2.29 a place outside the route table shares a group with nothing', () => {
  expect(setsLoading(null, { name: 'Meetings' })).toBe(true);
  expect(setsLoading({ name: 'Meetings' }, null)).toBe(true);
});
