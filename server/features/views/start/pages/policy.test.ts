import { describe, expect, test } from 'vitest';
import type { UserBoard } from '#server/features/core/boards/queries.ts';
import { type Address, leadsToLogin, magicUidOf, pageBefore, readersOf, shortnameOfHost, suffix } from './policy.ts';

const address = (path: string, more: Partial<Address> = {}): Address => {
  const { pathname, searchParams: query } = new URL(path, 'http://own');
  const [, first = '', second = ''] = pathname.split('/');
  return { path: pathname, query, host: 'own', missing: false, isOpened: true, first, second, ...more };
};

describe('the page shown instead of a board’s page', () => {
  const open = { suspended: false, opens_by: null, two_factor_missing: false };
  const on = (board: object) => ({ board: { ...open, ...board } }) as unknown as UserBoard;
  const provider = { id: 'p', name: 'Harbour' };

  test('is not used if the board is accessible, if there is no board, or if the page belongs to no board', () => {
    expect(pageBefore(address('/home'), on({}))).toBeNull();
    expect(pageBefore(address('/home'), null)).toBeNull();
    for (const path of ['/account', '/user/two-factor', '/waiting', '/admin/site', '/suspended', '/nowhere'])
      expect(
        pageBefore(address(path), on({ suspended: true, opens_by: provider, two_factor_missing: true })),
      ).toBeNull();
  });

  test.each(['/', '/admin/board', '/meetings/site'])('is shown for the page %s of a suspended board', (path) => {
    expect(pageBefore(address(path), on({ suspended: true }))).toBe('/suspended');
  });

  test('depends on suspension first, then on the sign-in provider, then on the second factor', () => {
    const here = address('/meetings?year=2026');
    expect(pageBefore(here, on({ suspended: true, opens_by: provider }))).toBe('/suspended');
    const signIn = '/user/board-sign-in?next=%2Fmeetings%3Fyear%3D2026';
    expect(pageBefore(here, on({ opens_by: provider, two_factor_missing: true }))).toBe(signIn);
    expect(pageBefore(here, on({ two_factor_missing: true }))).toBe('/user/two-factor?next=%2Fmeetings%3Fyear%3D2026');
  });

  test('is also shown for an unknown page of a board', () => {
    expect(pageBefore(address('/nowhere', { missing: true }), on({ suspended: true }))).toBe('/suspended');
    expect(pageBefore(address('/account/x', { missing: true }), on({ suspended: true }))).toBeNull();
  });
});

test('login and link pages are open to everybody, other pages to signed-in users, and unknown pages to nobody', () => {
  const readers = (...paths: readonly string[]) => paths.map((path) => readersOf(address(path)));
  expect(readers('/login', '/meeting/a1', '/inv/1')).toEqual(['everybody', 'everybody', 'everybody']);
  expect(readers('/', '/meetings/1', '/nowhere')).toEqual(['signed-in', 'signed-in', 'nobody']);
});

test('only magic links contain a secret, and a user who logs in returns to an action item’s link but not to a meeting’s', () => {
  expect([magicUidOf(address('/meeting/m1')), magicUidOf(address('/login/m1'))]).toEqual(['m1', null]);
  const paths = ['/meeting/m1', '/action/a1', '/home'];
  expect(paths.map((path) => leadsToLogin(address(path)))).toEqual([true, false, false]);
});

test('a query string is appended after a question mark unless it is empty', () => {
  expect(['', 'year=2026'].map((query) => suffix(new URLSearchParams(query)))).toEqual(['', '?year=2026']);
});

test('a board’s shortname is read only from a host below the configured domain', () => {
  expect(shortnameOfHost('boards.example.org', 'harbour.boards.example.org')).toBe('harbour');
  expect(shortnameOfHost('boards.example.org', 'boards.example.org')).toBeNull();
  expect(shortnameOfHost('boards.example.org', 'harbour.boards.example.org.evil.example')).toBeNull();
  expect(shortnameOfHost(null, 'harbour.boards.example.org')).toBeNull();
});
