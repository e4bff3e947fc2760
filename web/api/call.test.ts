import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerAttendance } from '#contract/attendance.ts';
import type { NextStep } from '#contract/endpoint.ts';
import { listMeetings } from '#contract/meetings.ts';
import { login, logout } from '#contract/session.ts';
import { generalErrors } from '#domain/messages/general.ts';
import { CallError, call, setPageBoard } from './call.ts';

const sent = vi.fn<(address: string, init: RequestInit) => Promise<Response>>();

beforeEach(() => {
  vi.stubGlobal('fetch', sent);
  vi.stubGlobal('document', { cookie: 'other=1; XSRF-TOKEN=a%2Bb%3D' });
  sent.mockReset();
});
afterEach(() => {
  vi.unstubAllGlobals();
  setPageBoard(null);
});

const answers = (status: number, content: unknown): void => {
  sent.mockImplementation(async () => new Response(status === 204 ? null : JSON.stringify(content), { status }));
};
const headersSent = () => new Headers(sent.mock.calls.at(-1)?.[1].headers);
const failure = async (run: Promise<unknown>): Promise<CallError> => {
  const error = await run.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof CallError)) throw new Error(`not a CallError: ${String(error)}`);
  return error;
};

test('S7.2 an answer whose status field is success gives its data', async () => {
  const data = { upcoming: [], drafts: [], archive_years: [], archive_year: null, archive: [], can: { create: true } };
  answers(200, { status: 'success', data });
  expect(await call(listMeetings, { query: { year: 2026 } })).toEqual(data);
  expect(sent.mock.calls[0]?.[0]).toBe('/ajax/meetings?year=2026');
});

test('S7.2 S8.9 another status field throws its msg', async () => {
  answers(200, { status: 'error', msg: 'A board needs an admin.' });
  const error = await failure(call(logout, { body: {} }));
  expect(error).toMatchObject({ message: 'A board needs an admin.', status: 200 });
});

test('a refusal without words gets the default sentence', async () => {
  answers(200, { status: 'error', msg: '' });
  expect((await failure(call(logout, { body: {} }))).message).toBe('Something went wrong!');
});

test('S7.3 a plain answer is the object itself', async () => {
  answers(200, { url: '/home' });
  expect(await call(login, { body: { email: 'a@b.example', password: 'x' } })).toEqual({ url: '/home' });
});

test('every call carries the AJAX marker and the board of the page, a GET its own marker and no token', async () => {
  setPageBoard('board-1');
  answers(200, { status: 'success', data: {} });
  await call(listMeetings);
  expect(headersSent().get('x-requested-with')).toBe('XMLHttpRequest');
  expect(headersSent().get('x-dais-get')).toBe('1');
  expect(headersSent().get('x-board')).toBe('board-1');
  expect(headersSent().has('x-xsrf-token')).toBe(false);
});

test('a call without a payload sends no body and no content type', async () => {
  answers(200, { status: 'success', data: {} });
  await call(answerAttendance, { params: { uid: 'm-b1234567890', letter: 'p' } });
  expect(sent.mock.calls.at(-1)?.[1].body).toBeUndefined();
  expect(headersSent().has('content-type')).toBe(false);
});

test('the token is read from the cookie, decoded, kept, and read anew once the cookie changed', async () => {
  answers(200, { status: 'success', data: {} });
  await call(logout, { body: {} });
  expect(headersSent().get('x-xsrf-token')).toBe('a+b=');
  vi.stubGlobal('document', { cookie: '' });
  await call(logout, { body: {} });
  expect(headersSent().get('x-xsrf-token')).toBe('a+b=');
  vi.stubGlobal('document', { cookie: 'XSRF-TOKEN=second' });
  await call(logout, { body: {} });
  expect(headersSent().get('x-xsrf-token')).toBe('second');
});

test.each([
  ['S8.1', 413, generalErrors.tooLarge],
  ['S8.2', 419, generalErrors.sessionExpired],
  ['S8.3', 422, generalErrors.validation],
  ['S8.4', 405, generalErrors.invalidServerUrl],
  ['S8.5', 403, generalErrors.accessDenied],
  ['S8.6', 500, generalErrors.generic],
  ['S8.6', 418, generalErrors.generic],
])('%s HTTP %i is told as “%s”', async (_key, status, message) => {
  answers(status, { status: 'error', msg: 'never shown' });
  expect(await failure(call(logout, { body: {} }))).toMatchObject({ status, message });
});

test('S8.7 no response to a GET names the connection', async () => {
  sent.mockRejectedValue(new TypeError('Failed to fetch'));
  expect(await failure(call(listMeetings))).toMatchObject({ status: 'network', message: generalErrors.noResponse });
});

test('S8.8 a network failure in another call is status network with the generic message', async () => {
  sent.mockRejectedValue(new TypeError('Failed to fetch'));
  const error = await failure(call(logout, { body: {} }));
  expect(error).toMatchObject({ status: 'network', message: generalErrors.generic });
});

test('a 422 keeps the sentences of its fields', async () => {
  answers(422, { status: 'error', msg: '', errors: { email: 'This field must be in email format', bad: 1 } });
  expect((await failure(call(logout, { body: {} }))).fields).toEqual({ email: 'This field must be in email format' });
});

test('a page instead of an answer is no success', async () => {
  sent.mockImplementation(async () => new Response('<html>', { status: 200 }));
  expect((await failure(call(listMeetings))).message).toBe(generalErrors.generic);
});

test('an answer without a body is an empty one', async () => {
  answers(204, null);
  expect(await call(login, { body: { email: 'a@b.example', password: 'x' } })).toEqual({});
});

const steps: readonly NextStep[] = ['confirm-password', 'set-up-two-factor', 'sign-in-by-provider'];
test.each(steps)('the step %s reaches the page, and no other word does', async (step) => {
  answers(403, { status: 'error', msg: '', step });
  expect((await failure(call(listMeetings, { query: { year: 2026 } }))).step).toBe(step);
  answers(403, { status: 'error', msg: '', step: `${step}-now` });
  expect((await failure(call(listMeetings, { query: { year: 2026 } }))).step).toBeNull();
});
