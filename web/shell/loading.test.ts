import { expect, test, vi } from 'vitest';
import { changesPage, isLoading, loadAnew, setsLoading } from './loading.ts';

test('a navigation shows a loading indicator unless both pages belong to the same area', () => {
  expect(setsLoading({ name: 'Dashboard' }, { name: 'Meetings' })).toBe(true);
  expect(setsLoading({ name: 'Meetings' }, { name: 'Meeting' })).toBe(false);
  expect([setsLoading(null, { name: 'Meetings' }), setsLoading({ name: 'Meetings' }, null)]).toEqual([true, true]);
});

test('opening a folder, another view or the same page again counts as a navigation, but opening an overlay does not', () => {
  const at = (pathname: string, search: Record<string, string> = {}) => ({
    pathname,
    search,
    href: `${pathname}?${new URLSearchParams(search)}`,
  });
  const section = '/library/section/1';
  expect(changesPage(undefined, at('/library'))).toBe(true);
  expect(changesPage(at('/library'), at('/library'))).toBe(true);
  expect(changesPage(at('/library'), at('/library', { view: 'marks' }))).toBe(true);
  expect(changesPage(at(section), at(section, { folder: 'a' }))).toBe(true);
  expect(changesPage(at(section, { folder: 'a' }), at(section, { folder: 'a', document: 'd', page: '3' }))).toBe(false);
  expect(changesPage(at(section, { document: 'd' }), at(section))).toBe(false);
  expect(changesPage(at('/home'), at('/home', { person: 'ruth' }))).toBe(false);
});

test('loading ends when the data has arrived or its request has failed, and a failure is logged', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue(undefined);
  const failure = new Error('the file is gone');
  loadAnew(Promise.resolve());
  loadAnew(Promise.reject(failure));
  expect(isLoading()).toBe(true);
  await vi.waitFor(() => expect(isLoading()).toBe(false));
  expect(logged).toHaveBeenCalledExactlyOnceWith(failure);
  logged.mockRestore();
});
