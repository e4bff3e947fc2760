import { beforeEach, expect, test } from 'vitest';
import { password, signInStage, successes, tenAtOnce } from '#tests/support/sign-in-stage.ts';
import { testApp } from '#tests/support/test-app.ts';
import { issueSetupToken } from './commands.ts';

const server = testApp();
const { rows } = signInStage(server);
let token: string;

beforeEach(async () => {
  token = (await issueSetupToken(server.context)) ?? '';
});

const fields = {
  first_name: 'Elena',
  last_name: 'Kowalczyk',
  email: 'elena@harbour.example',
  password,
  password_confirmation: password,
  board_title: 'Harbour Street Housing Trust',
  shortname: '',
  time_zone: 'America/Halifax',
};
const open = (more: object = {}) => server.stranger().post('/ajax/setup', { token, ...fields, ...more });
const isOpen = async () => (await server.stranger().get(`/ajax/setup?token=${token}`)).json.data.is_open;

test('the set-up of an installation reports invalid fields and rejects an invalid link', async () => {
  const answer = await open({ email: 'elena', password: 'short', time_zone: 'Mars/Base' });
  expect(answer.status).toBe(422);
  expect(answer.json.errors).toMatchObject({
    email: 'This field must be in email format',
    password: 'Password must be at least 10 characters long',
  });
  expect((await open({ first_name: '', last_name: '' })).json.errors).toEqual({
    first_name: 'Enter a first name or a last name',
  });
  expect((await open({ time_zone: 'Mars/Base' })).json.errors).toEqual({ time_zone: 'Unknown time zone' });
  expect((await open({ shortname: 'www' })).status).toBe(422);
  expect((await open({ token: 'invented' })).json.status).toBe('error');
  expect(await isOpen()).toBe(true);
});

test('ten simultaneous set-ups of an empty installation create one admin and one board', async () => {
  expect(successes(await tenAtOnce(() => open()))).toHaveLength(1);
  expect(await rows('select from members join calendar_feeds on member_id = members.id')).toHaveLength(1);
  expect([await isOpen(), await issueSetupToken(server.context)]).toEqual([false, null]);
  expect((await open()).json.status).toBe('error');
});
