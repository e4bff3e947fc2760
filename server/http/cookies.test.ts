import { expect, test } from 'vitest';
import type { Context } from '#server/context.ts';
import { createSecrets } from '#server/secrets.ts';
import { csrfToken, isCsrfToken, isOwnOrigin } from './cookies.ts';

const context = (boardsDomain: string | null) =>
  ({ config: { appUrl: 'https://dais.example', boardsDomain } }) as unknown as Context;
const host = 'dais.internal:3000';

test.each([
  [undefined, null],
  ['https://dais.example', null],
  ['http://dais.internal:3000', null],
  ['https://harbour.boards.example', 'boards.example'],
])('the origin %s is accepted as our own with the board domain %s', (origin, boardsDomain) => {
  expect(isOwnOrigin(context(boardsDomain), origin, host)).toBe(true);
});

test.each([
  ['https://evil.example', null],
  ['https://dais.example.evil.example', null],
  ['http://dais.example', null],
  ['https://evil.null', null],
  ['null', null],
  ['https://harbour.boards.example', null],
  ['https://evil.example', 'boards.example'],
  ['https://evilboards.example', 'boards.example'],
  ['https://boards.example.evil.example', 'boards.example'],
])('the origin %s is rejected as foreign with the board domain %s', (origin, boardsDomain) => {
  const isOurs = () => isOwnOrigin(context(boardsDomain), origin, host);
  expect(isOurs).not.toThrow();
  expect(isOurs()).toBe(false);
});

test('a CSRF token is valid only for the cookie it was made for', () => {
  const secrets = createSecrets('a secret key that only the tests have');
  const of = { secrets } as Context;
  const isValid = (boundTo: string | undefined, given: string | undefined) => isCsrfToken(of, boundTo, given);
  const token = csrfToken(of, 'mine');
  expect([isValid('mine', token), isValid('yours', token)]).toEqual([true, false]);
  for (const [boundTo, given] of [['mine'], [undefined, token]] as const) {
    expect(() => isValid(boundTo, given)).not.toThrow();
    expect(isValid(boundTo, given)).toBe(false);
  }
});
