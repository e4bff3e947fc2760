import { expect, test } from 'vitest';
import { accountPage } from '#server/features/access/providers/queries.ts';
import { failureAddress, pageOfFailure } from './policy.ts';

test('after a failed sign-in, the user returns to the page from which it was started', () => {
  const signIn = { purpose: 'sign-in', next: '/home', board: null } as const;
  const to = (given: object, isSignedIn = false) => pageOfFailure({ ...signIn, ...given }, isSignedIn);
  expect(to({})).toBe('/login?');
  expect(to({ next: '/meetings', board: 'harbour' })).toBe('/login?next=%2Fmeetings&board=harbour');
  expect(to({ purpose: 'invitation', next: '/inv/1' }, true)).toBe('/inv/1');
  expect(to({ next: '/meetings' }, true)).toBe('/user/board-sign-in?next=%2Fmeetings');
  expect(to({ purpose: 'confirm', next: '/meetings' }, true)).toBe(accountPage);
  expect(to({ purpose: 'connect', next: accountPage }, true)).toBe(accountPage);
});

test('after a failed sign-in, the URL of the page contains the provider’s id', () => {
  expect(failureAddress(`https://boards.example.org${accountPage}`, 'p')).toBe(
    'https://boards.example.org/account?view=security&provider=p',
  );
});
