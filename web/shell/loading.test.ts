import type { AnyRouter } from '@tanstack/react-router';
import { expect, test, vi } from 'vitest';
import { changesPage, followLoading, isLoading, loadAnew } from './loading.ts';

test('a navigation shows a loading bar unless both pages belong to the same area', () => {
  const listeners: Record<string, (event: object) => void> = {};
  followLoading({
    matchRoutes: ({ area }: { readonly area?: string }) => [{ staticData: { area } }],
    subscribe: (event: string, listener: (event: object) => void) => {
      listeners[event] = listener;
    },
  } as unknown as AnyRouter);
  const at = (pathname: string, area?: string) => ({ href: pathname, pathname, search: {}, area });
  const isShownFor = (fromLocation: object | undefined, toLocation: object): boolean => {
    listeners.onBeforeNavigate?.({ fromLocation, toLocation });
    const isShown = isLoading();
    listeners.onResolved?.({});
    return isShown;
  };
  expect(isShownFor(undefined, at('/home', 'dashboard'))).toBe(true);
  expect(isShownFor(at('/home', 'dashboard'), at('/meetings', 'meetings'))).toBe(true);
  expect(isShownFor(at('/meetings', 'meetings'), at('/meetings/1', 'meetings'))).toBe(false);
  expect(isShownFor(at('/library'), at('/library/section/1'))).toBe(true);
  expect(isLoading()).toBe(false);
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
