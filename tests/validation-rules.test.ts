import { beforeAll, expect, test } from 'vitest';
import type { TestClient } from './support/client.ts';
import { testApp } from './support/test-app.ts';
import { makeWorld, type World } from './support/world.ts';

/** The rules themselves are tested in `domain`, and their use by forms in `web`. */
const server = testApp();
const password = 'correct horse battery';
let admin: TestClient;
let home: World['home'];

beforeAll(async () => {
  const user = await server.make.user({ password });
  admin = await server.signIn(await server.make.member({ user, isBoardAdmin: true }));
  home = (await makeWorld(server.context)).home;
});

const required = 'This field is required.';
const url = 'This field must be in url format';
const empty = 'Cannot be empty';
const meeting = {
  title: 'Meeting',
  type: 'hybrid',
  location: '',
  join_url: '',
  description: '',
  start: '2026-12-01T14:00:00Z',
  end: '2026-12-01T16:00:00Z',
};
const offered = { start: meeting.start, end: meeting.end };

test.each<readonly [body: object, errors: object]>([
  [{ start: '14:00' }, { start: 'This field cannot be empty' }],
  [{ start: '2026-12-01' }, { start: empty }],
  [{ start: null }, { start: empty }],
  [{ end: '' }, { end: empty }],
  [{ date_options: [{ start: meeting.start }] }, { 'date_options.0.end': empty }],
  [{ end: '2026-12-01T13:00:00Z' }, { end: 'The meeting cannot end before it begins' }],
  [{ date_options: [offered] }, { date_options: 'You need to pick at least 2 options.' }],
  [{ date_options: [offered, offered] }, { 'date_options.1.start': 'This field cannot be a duplicate' }],
  [{ join_url: 'meet me there' }, { join_url: url }],
  [{ join_url: 'http://127.1/' }, { join_url: url }],
])('a meeting with %j is not created', async (body, errors) => {
  const answer = await admin.post('/ajax/meetings', { ...meeting, ...body });
  expect([answer.status, answer.json.errors]).toEqual([422, expect.objectContaining(errors)]);
});

const [short, long, tooLong] = ['x'.repeat(9), 'a long password', 'x'.repeat(91)];
const unlike = 'The passwords need to match';
test.each<readonly [body: object, errors: object]>([
  [{ password: short }, { password: 'Password must be at least 10 characters long' }],
  [{ password: tooLong }, { password: 'password must be less than 90 characters' }],
  [{ password: long, password_confirmation: '' }, { password_confirmation: required }],
  [{ password: long, password_confirmation: 'a long passwort' }, { password_confirmation: unlike }],
  [{ mode: 'login', email: '', password: 'x' }, { email: required }],
  [{ mode: 'login', password: '' }, { password: required }],
])('an invitation is not redeemed with %j', async (given, errors) => {
  const { password: entered } = given as { readonly password: string };
  const account = { mode: 'createAccount', email: home.pending.email, password_confirmation: entered, ...given };
  const answer = await server.stranger().post('/ajax/confirmAccount', { invitation_id: home.invitation, ...account });
  expect([answer.status, answer.json.errors]).toEqual([422, expect.objectContaining(errors)]);
});

const noName = { first_name: 'Enter a first name or a last name' };
const noAddress = { email: 'This field must be in email format' };
test.each([
  ['/ajax/people', { first_name: '  ', last_name: '', email: 'nia@example.org' }, noName],
  ['/ajax/people', { first_name: 'Nia', last_name: 'New', email: 'nia@' }, noAddress],
  ['/ajax/password/forgot', { email: 'nia' }, noAddress],
  ['/login', { email: '', password }, expect.anything()],
  ['/login', { email: 'nia@example.org', password: '' }, expect.anything()],
  ['/user/confirm-password', { password: '' }, expect.anything()],
])('%s rejects %j', async (path, body, errors) => {
  const answer = await (path === '/login' ? server.stranger() : admin).post(path, body);
  expect([answer.status, answer.json.errors]).toEqual([422, errors]);
});
