import { beforeEach, expect, test } from 'vitest';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import { makeUser } from '#tests/support/factories.ts';
import { testApp } from '#tests/support/test-app.ts';
import { issueSetupToken } from './commands.ts';

const server = testApp();
let token: string;

beforeEach(async () => {
  token = (await issueSetupToken(server.context)) ?? '';
});

const open = (more: Readonly<Record<string, string>> = {}) =>
  server.stranger().post('/ajax/setup', {
    token,
    first_name: 'Elena',
    last_name: 'Kowalczyk',
    email: 'elena@harbour.example',
    password: 'correct horse battery',
    password_confirmation: 'correct horse battery',
    board_title: 'Harbour Street Housing Trust',
    shortname: '',
    time_zone: 'America/Halifax',
    ...more,
  });

test('what is wrong is told field by field, and nothing is made', async () => {
  const answer = await open({ email: 'elena', password: 'short', time_zone: 'Mars/Base', first_name: '' });
  expect(answer.status).toBe(422);
  expect(answer.json.errors).toMatchObject({
    first_name: 'This field is required.',
    email: 'This field must be in email format',
    password: 'Password must be at least 10 characters long',
  });
  expect((await open({ time_zone: 'Mars/Base' })).json.errors).toEqual({ time_zone: 'This is not a known time zone' });
  expect((await open({ shortname: 'www' })).status).toBe(422);
});

test('an invented link opens nothing', async () => {
  const answer = await open({ token: 'invented' });
  expect(answer.json.status).toBe('error');
});

test('ten who open an empty installation at once: one first admin, one first board', async () => {
  expect((await server.stranger().get(`/ajax/setup?token=${token}`)).json.data.is_open).toBe(true);
  const answers = await Promise.all(Array.from({ length: 10 }, () => open()));
  expect(answers.filter((answer) => answer.json.status === 'success')).toHaveLength(1);
  // M24: a calendar feed, which no opened link would create.
  const feeds = await asSuperuser(server.context, (database) =>
    database.query('select from members join calendar_feeds on member_id = members.id'),
  );
  expect(feeds.rowCount).toBe(1);
  expect((await server.stranger().get(`/ajax/setup?token=${token}`)).json.data.is_open).toBe(false);
  expect(await issueSetupToken(server.context)).toBe(null);
  await makeUser(server.context);
  expect((await open()).json.status).toBe('error');
});
