import { expect, test, vi } from 'vitest';
import { isLoading, loadAnew, moves, setsLoading } from './loading.ts';

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

test('M3 a folder, another view and the same place once more are navigations; what opens over the page is none', () => {
  const at = (pathname: string, search: Record<string, string> = {}) => ({
    pathname,
    search,
    href: `${pathname}?${new URLSearchParams(search)}`,
  });
  const section = '/library/section/1';
  expect(moves(undefined, at('/library'))).toBe(true);
  expect(moves(at('/library'), at('/library'))).toBe(true);
  expect(moves(at('/library'), at('/library', { view: 'marks' }))).toBe(true);
  expect(moves(at(section), at(section, { folder: 'a' }))).toBe(true);
  expect(moves(at(section, { folder: 'a' }), at(section, { folder: 'a', document: 'd', page: '3' }))).toBe(false);
  expect(moves(at(section, { document: 'd' }), at(section))).toBe(false);
  expect(moves(at('/home'), at('/home', { person: 'ruth' }))).toBe(false);
});

test('S2.29 the flag is cleared when the data has come, and when it has failed to come, which the log says', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue(undefined);
  const failure = new Error('the file is gone');
  loadAnew(Promise.resolve());
  loadAnew(Promise.reject(failure));
  expect(isLoading()).toBe(true);
  await vi.waitFor(() => expect(isLoading()).toBe(false));
  expect(logged).toHaveBeenCalledExactlyOnceWith(failure);
  logged.mockRestore();
});
