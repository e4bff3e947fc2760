import { beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { credentialErrors } from '#web/features/access/invitations/invitations.ts';
import {
  draftFormSchema,
  emptyMeeting,
  type MeetingForm,
  meetingFormSchema,
} from '#web/features/homes/meetings/form/meeting-form.ts';
import type { TestAnswer, TestClient } from './support/client.ts';
import { testApp } from './support/test-app.ts';
import { makeWorld } from './support/world.ts';

/** The form and the server check meetings and invitations separately, but must show the same message. */
const server = testApp();
const password = 'correct horse battery';
let admin: TestClient;
let invitation: string;
let invitedEmail: string;

beforeAll(async () => {
  const board = await server.make.board();
  const user = await server.make.user({ password });
  admin = await server.signIn(await server.make.member({ board, user, isBoardAdmin: true }));
  const { home } = await makeWorld(server.context);
  invitation = home.invitation;
  invitedEmail = home.pending.email;
});

const required = 'This field is required.';
const url = 'This field must be in url format';
const duplicate = 'This field cannot be a duplicate';
const empty = 'Cannot be empty';

const errorOf = ({ status, json }: TestAnswer, field: string): unknown => {
  expect(status).toBe(422);
  return json.errors[field];
};
const shown = (schema: z.ZodType, value: unknown, field: string): unknown =>
  schema.safeParse(value).error?.issues.find((issue) => issue.path.join('.') === field)?.message;

const meeting = {
  ...{ title: 'Meeting', type: 'hybrid', location: '', join_url: '', description: '' },
  ...{ start: '2026-12-01T14:00:00Z', end: '2026-12-01T16:00:00Z' },
};
const form: MeetingForm = {
  ...emptyMeeting,
  ...{ title: 'Meeting', date: '2026-12-01', start: '14:00', end: '16:00' },
};
const offered = [meeting, meeting].map(({ start, end }) => ({ start, end }));
const entered = [form, form].map(({ date, end_date, start, end }) => ({ date, end_date, start, end }));
const find = { when: 'find', times_differ: true } as const;
const withoutEnd = entered.map((times) => ({ ...times, end: '' }));

describe('the meeting form', () => {
  test.each<readonly [what: string, message: string, body: object, form: Partial<MeetingForm>, fields: string]>([
    ['a date', 'This field cannot be empty', { start: '14:00' }, { date: '' }, 'start date'],
    ['a start time', empty, { start: '2026-12-01' }, { start: '' }, 'start'],
    ['an end time', empty, { end: '' }, { end: '' }, 'end'],
    [
      ...(['an end for each date to choose from', empty, { date_options: [{ start: meeting.start }] }] as const),
      ...([{ ...find, date_options: withoutEnd }, 'date_options.0.end'] as const),
    ],
    [
      ...(['an end after its start', 'The meeting cannot end before it begins'] as const),
      ...([{ end: '2026-12-01T13:00:00Z' }, { end: '13:00' }, 'end'] as const),
    ],
    [
      ...(['two proposed dates', 'You need to pick at least 2 options.'] as const),
      ...([{ date_options: offered.slice(0, 1) }, { when: 'find', date_options: entered.slice(0, 1) }] as const),
      'date_options',
    ],
    [
      ...(['different proposed dates', duplicate, { date_options: offered }] as const),
      ...([{ ...find, date_options: entered }, 'date_options.1.start date_options.1.date'] as const),
    ],
    ['a web address', url, { join_url: 'meet me there' }, { join_url: 'meet me there' }, 'join_url'],
    ['a public web address', url, { join_url: 'http://127.1/' }, { join_url: 'http://127.1/' }, 'join_url'],
  ])('requires %s', async (_what, message, body, values, fields) => {
    const [atServer = '', inForm = atServer] = fields.split(' ');
    expect(errorOf(await admin.post('/ajax/meetings', { ...meeting, ...body }), atServer)).toBe(message);
    expect(shown(meetingFormSchema, { ...form, ...values }, inForm)).toBe(message);
  });

  test('requires a start time if an end time is entered, even for a draft', async () => {
    expect(errorOf(await admin.post('/ajax/meetings', { ...meeting, start: null }), 'start')).toBe(empty);
    expect(shown(draftFormSchema, { ...form, start: '' }, 'start')).toBe(empty);
  });
});

const [short, long, tooLong] = ['x'.repeat(9), 'a long password', 'x'.repeat(91)];
describe('redeeming an invitation', () => {
  test.each([
    [
      'createAccount',
      'password',
      { password: short, confirmation: short },
      'Password must be at least 10 characters long',
    ],
    [
      'createAccount',
      'password',
      { password: tooLong, confirmation: tooLong },
      'password must be less than 90 characters',
    ],
    ['createAccount', 'confirmation', { password: long, confirmation: '' }, required],
    [
      'createAccount',
      'confirmation',
      { password: long, confirmation: 'a long passwort' },
      'The passwords need to match',
    ],
    ['login', 'email', { email: '', password: 'x', confirmation: '' }, required],
    ['login', 'password', { password: '', confirmation: '' }, required],
  ] as const)('in the mode %s is rejected if the %s is wrong: %j', async (mode, field, given, message) => {
    expect(credentialErrors(mode, { email: 'nia@example.org', ...given })[field]).toBe(message);
    const { password: entry, confirmation, ...rest } = given;
    const body = { mode, invitation_id: invitation, email: invitedEmail, password: entry, ...rest };
    const answer = await server
      .stranger()
      .post('/ajax/confirmAccount', { ...body, password_confirmation: confirmation });
    expect(errorOf(answer, field === 'confirmation' ? 'password_confirmation' : field)).toBe(message);
  });
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
