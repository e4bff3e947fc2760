import { describe, expect, test } from 'vitest';
import type { UserBoard } from '#server/features/core/boards/queries.ts';
import { type Address, leadsToLogin, magicUidOf, pageBefore, readersOf, shortnameOfHost } from './policy.ts';

const address = (path: string, more: Partial<Address> = {}): Address => {
  const { pathname, searchParams: query } = new URL(path, 'http://own');
  const [, first = '', second = ''] = pathname.split('/');
  return { path: pathname, query, host: 'own', missing: false, isOpened: true, first, second, ...more };
};

describe('a page before one of the board', () => {
  const open = { suspended: false, opens_by: null, two_factor_missing: false };
  const on = (board: object) => ({ board: { ...open, ...board } }) as unknown as UserBoard;
  const provider = { id: 'p', name: 'Harbour' };

  test('none where the board is open, where there is no board, and where the page is not the board’s', () => {
    expect(pageBefore(address('/home'), on({}))).toBeNull();
    expect(pageBefore(address('/home'), null)).toBeNull();
    for (const path of ['/account', '/user/two-factor', '/waiting', '/admin/site', '/suspended', '/nowhere'])
      expect(
        pageBefore(address(path), on({ suspended: true, opens_by: provider, two_factor_missing: true })),
      ).toBeNull();
  });

  test('what keeps the session out comes in its order, and leads back', () => {
    const here = address('/meetings?year=2026');
    expect(pageBefore(here, on({ suspended: true, opens_by: provider }))).toBe('/suspended');
    const signIn = '/user/board-sign-in?next=%2Fmeetings%3Fyear%3D2026';
    expect(pageBefore(here, on({ opens_by: provider, two_factor_missing: true }))).toBe(signIn);
    expect(pageBefore(here, on({ two_factor_missing: true }))).toBe('/user/two-factor?next=%2Fmeetings%3Fyear%3D2026');
  });

  test('an unknown page is shown in the board’s frame, so only to whom the board is open', () => {
    expect(pageBefore(address('/nowhere', { missing: true }), on({ suspended: true }))).toBe('/suspended');
    expect(pageBefore(address('/account/x', { missing: true }), on({ suspended: true }))).toBeNull();
  });
});

test('pages are for everybody, for whoever is signed in, or unknown', () => {
  expect([readersOf(address('/login')), readersOf(address('/meeting/a1')), readersOf(address('/inv/1'))]).toEqual([
    ...['everybody', 'everybody', 'everybody'],
  ]);
  expect([readersOf(address('/')), readersOf(address('/meetings/1')), readersOf(address('/nowhere'))]).toEqual([
    ...['signed-in', 'signed-in', 'nobody'],
  ]);
});

test('a magic page names its link; the login leads to none but an action’s', () => {
  expect([magicUidOf(address('/meeting/m1')), magicUidOf(address('/login/m1'))]).toEqual(['m1', null]);
  expect([
    leadsToLogin(address('/meeting/m1')),
    leadsToLogin(address('/action/a1')),
    leadsToLogin(address('/home')),
  ]).toEqual([...[true, false, false]]);
});

test('a board’s own host begins with its shortname', () => {
  expect(shortnameOfHost('boards.example.org', 'harbour.boards.example.org')).toBe('harbour');
  expect(shortnameOfHost('boards.example.org', 'boards.example.org')).toBeNull();
  expect(shortnameOfHost('boards.example.org', 'harbour.boards.example.org.evil.example')).toBeNull();
  expect(shortnameOfHost(null, 'harbour.boards.example.org')).toBeNull();
});
