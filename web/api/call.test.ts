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
  const error = await run.catch((thrown: unknown) => thrown);
  if (!(error instanceof CallError)) throw new Error(`not a CallError: ${String(error)}`);
  return error;
};

test('a GET call sends the page’s board and the AJAX headers, but no CSRF token', async () => {
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

test('the CSRF token is read from the cookie, and the last token is reused while the cookie is missing', async () => {
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

test('a failed call shows the general message for its status instead of the message in the response', async () => {
  answers(413, { status: 'error', msg: 'never shown' });
  expect(await failure(call(logout, { body: {} }))).toMatchObject({ status: 413, message: generalErrors.tooLarge });
});

test('a call without a response has the status “network” and the message for its method', async () => {
  sent.mockRejectedValue(new TypeError('Failed to fetch'));
  const noResponse = { status: 'network', message: generalErrors.noResponse };
  expect(await failure(call(listMeetings))).toMatchObject(noResponse);
  expect(await failure(call(logout, { body: {} }))).toMatchObject({ ...noResponse, message: generalErrors.generic });
});

test('a successful call returns its data, and a failed call throws its message', async () => {
  const data = { upcoming: [], drafts: [], archive_years: [], archive_year: null, archive: [], can: { create: true } };
  answers(200, { status: 'success', data });
  expect(await call(listMeetings, { query: { year: 2026 } })).toEqual(data);
  expect(sent.mock.calls[0]?.[0]).toBe('/ajax/meetings?year=2026');
  for (const [msg, message] of [
    ['A board needs an admin.', 'A board needs an admin.'],
    ['', 'Something went wrong!'],
  ]) {
    answers(200, { status: 'error', msg });
    expect(await failure(call(logout, { body: {} }))).toMatchObject({ message, status: 200 });
  }
  const credentials = { email: 'a@b.example', password: 'x' };
  answers(200, { url: '/home' });
  expect(await call(login, { body: credentials })).toEqual({ url: '/home' });
  answers(204, null);
  expect(await call(login, { body: credentials })).toEqual({});
  sent.mockImplementation(async () => new Response('<html>', { status: 200 }));
  expect((await failure(call(listMeetings))).message).toBe(generalErrors.generic);
});

test('a 422 response is reported with its field messages', async () => {
  answers(422, { status: 'error', msg: '', errors: { email: 'This field must be in email format', bad: 1 } });
  expect((await failure(call(logout, { body: {} }))).fields).toEqual({ email: 'This field must be in email format' });
});

const steps: readonly NextStep[] = ['confirm-password', 'set-up-two-factor', 'sign-in-by-provider'];
test.each(steps)('a failed call reports the required step %s, but ignores unknown steps', async (step) => {
  answers(403, { status: 'error', msg: '', step });
  expect((await failure(call(listMeetings, { query: { year: 2026 } }))).step).toBe(step);
  answers(403, { status: 'error', msg: '', step: `${step}-now` });
  expect((await failure(call(listMeetings, { query: { year: 2026 } }))).step).toBeNull();
});
