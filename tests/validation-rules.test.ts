import { beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { changePassword, forgotPassword, resetPassword, saveAccount } from '#contract/account.ts';
import { createPerson } from '#contract/people.ts';
import { setUp } from '#contract/setup.ts';
import { calendarTypeError } from '#domain/calendar.ts';
import { isOneTimeCode } from '#domain/credentials.ts';
import { checkInvited } from '#domain/invitations.ts';
import { fieldListErrors } from '#domain/profile-fields.ts';
import { minLengthError, requiredError } from '#domain/validation.ts';
import { credentialErrors } from '#web/features/access/invitations/invitations.ts';
import { emptyCredential } from '#web/features/access/session/sign-in-errors.ts';
import {
  draftFormSchema,
  emptyMeeting,
  type MeetingForm,
  meetingFormSchema,
} from '#web/features/homes/meetings/form/meeting-form.ts';
import type { TestAnswer, TestClient } from './support/client.ts';
import { makeBoard, makeMember, makeUser } from './support/factories.ts';
import { testApp } from './support/test-app.ts';
import { makeWorld } from './support/world.ts';

/** Every validation rule of the specification, to the letter: what the server answers, and what the form shows before it asks. */
const server = testApp();
const password = 'correct horse battery';
let admin: TestClient;
let invitation: string;
let invitedEmail: string;

beforeAll(async () => {
  const board = await makeBoard(server.context);
  const user = await makeUser(server.context, { password });
  admin = await server.signIn(await makeMember(server.context, { board, user, isBoardAdmin: true }));
  const { home } = await makeWorld(server.context);
  invitation = home.invitation;
  invitedEmail = home.pending.email;
});

const required = 'This field is required.';
const noName = 'Enter a first name or a last name';
const url = 'This field must be in url format';
const email = 'This field must be in email format';
const duplicate = 'This field cannot be a duplicate';
const empty = 'Cannot be empty';
const tooShort = 'password must be greater than 10 characters';
const tooLong = 'password must be less than 90 characters';
const firstTooShort = 'Password must be at least 10 characters long';
const [x9, x91] = ['x'.repeat(9), 'x'.repeat(91)];

const errorOf = ({ status, json }: TestAnswer, field: string): unknown => {
  expect(status).toBe(422);
  return json.errors[field];
};
/** What a form with this schema shows under the field. */
const shown = (schema: z.ZodType, value: unknown, field: string): unknown =>
  schema.safeParse(value).error?.issues.find((issue) => issue.path.join('.') === field)?.message;

const person = { first_name: 'Nia', last_name: 'New', email: 'nia@example.org' };
const self = { ...person, notifications: [] };
const change = { current_password: password };
const opening = {
  ...{ token: 'spent', ...person, board_title: 'Late', shortname: '', time_zone: 'UTC' },
  password_confirmation: 'a long password',
};
const reset = resetPassword.path.replace(/:\w+/, 'x'.repeat(43));

describe('a body that forms and server check by one schema', () => {
  test.each([
    ['no name', createPerson, { ...person, first_name: '  ', last_name: '' }, 'first_name', noName],
    ['an invisible name', saveAccount, { ...self, first_name: '\u200b', last_name: '' }, 'first_name', noName],
    [
      ...['a long last name', createPerson, { ...person, last_name: 'x'.repeat(101) }, 'last_name'],
      'This field must be shorter than 100 characters',
    ],
    ['no email address', createPerson, { ...person, email: 'nia@' }, 'email', email],
    [
      'a local part over 64 characters',
      createPerson,
      { ...person, email: `${'x'.repeat(65)}@a.example` },
      'email',
      email,
    ],
    ['no email address of a forgotten password', forgotPassword, { email: 'nia' }, 'email', email],
    ['a new password under 10 characters', changePassword, { ...change, password: x9 }, 'password', tooShort],
    ['a new password over 90 characters', changePassword, { ...change, password: x91 }, 'password', tooLong],
    ['a reset password under 10 characters', resetPassword, { password: '😀'.repeat(9) }, 'password', tooShort],
    ['the first admin’s short password', setUp, { ...opening, password: '😀'.repeat(9) }, 'password', firstTooShort],
  ] as const)('is rejected for %s', async (_what, endpoint, body, field, message) => {
    expect(shown(endpoint.body, body, field)).toBe(message);
    const method = endpoint.method === 'PATCH' ? admin.patch : admin.post;
    expect(errorOf(await method(endpoint === resetPassword ? reset : endpoint.path, body), field)).toBe(message);
  });
});

const meeting = {
  ...{ title: 'Meeting', type: 'hybrid', location: '', join_url: '', description: '' },
  ...{ start: '2026-12-01T14:00:00Z', end: '2026-12-01T16:00:00Z' },
};
const form: MeetingForm = {
  ...emptyMeeting,
  ...{ title: 'Meeting', date: '2026-12-01', start: '14:00', end: '16:00' },
};
/** Twice the same. */
const offered = [meeting, meeting].map(({ start, end }) => ({ start, end }));
const entered = [form, form].map(({ date, end_date, start, end }) => ({ date, end_date, start, end }));
const find = { when: 'find', times_differ: true } as const;
const withoutEnd = entered.map((times) => ({ ...times, end: '' }));

describe('a meeting', () => {
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
      ...(['two dates to choose from', 'You need to pick at least 2 options.'] as const),
      ...([{ date_options: offered.slice(0, 1) }, { when: 'find', date_options: entered.slice(0, 1) }] as const),
      'date_options',
    ],
    [
      ...(['different dates to choose from', duplicate, { date_options: offered }] as const),
      ...([{ ...find, date_options: entered }, 'date_options.1.start date_options.1.date'] as const),
    ],
    ['a web address', url, { join_url: 'meet me there' }, { join_url: 'meet me there' }, 'join_url'],
    ['a public web address', url, { join_url: 'http://127.1/' }, { join_url: 'http://127.1/' }, 'join_url'],
  ])('needs %s', async (_what, message, body, values, fields) => {
    const [atServer = '', inForm = atServer] = fields.split(' ');
    expect(errorOf(await admin.post('/ajax/meetings', { ...meeting, ...body }), atServer)).toBe(message);
    expect(shown(meetingFormSchema, { ...form, ...values }, inForm)).toBe(message);
  });

  test('with an end needs a start, a draft included', async () => {
    expect(errorOf(await admin.post('/ajax/meetings', { ...meeting, start: null }), 'start')).toBe(empty);
    expect(shown(draftFormSchema, { ...form, start: '' }, 'start')).toBe(empty);
  });
});

const long = 'a long password';
describe('an invitation', () => {
  test.each([
    ['createAccount', 'password', { password: x9, confirmation: x9 }, firstTooShort],
    ['createAccount', 'password', { password: x91, confirmation: x91 }, tooLong],
    ['createAccount', 'confirmation', { password: long, confirmation: '' }, required],
    [
      'createAccount',
      'confirmation',
      { password: long, confirmation: 'a long passwort' },
      'The passwords need to match',
    ],
    ['login', 'email', { email: '', password: 'x', confirmation: '' }, required],
    ['login', 'password', { password: '', confirmation: '' }, required],
  ] as const)('is not redeemed by %s with a wrong %s: %j', async (mode, field, given, message) => {
    expect(credentialErrors(mode, { email: 'nia@example.org', ...given })[field]).toBe(message);
    const { password: entry, confirmation, ...rest } = given;
    const body = { mode, invitation_id: invitation, email: invitedEmail, password: entry, ...rest };
    const answer = await server
      .stranger()
      .post('/ajax/confirmAccount', { ...body, password_confirmation: confirmation });
    expect(errorOf(answer, field === 'confirmation' ? 'password_confirmation' : field)).toBe(message);
  });
});

describe('a list', () => {
  const fields = ['Phone', ' phone'].map((name) => ({
    ...{ id: null, name, kind: 'text' as const, required: false, visibility: 'everyone' as const, options: [] },
  }));
  const repeated = [1, 2].map((line) => ({ line, ...person }));

  test('of profile fields contains each name once', async () => {
    expect(fieldListErrors(fields)['1.name']).toBe(duplicate);
    const answer = await admin.post('/ajax/profile-fields', { member: fields, admin: [] });
    expect(errorOf(answer, 'member.1.name')).toBe(duplicate);
  });

  test('of people to invite contains each address once', async () => {
    expect(checkInvited(repeated, new Map())[1]?.message).toBe(duplicate);
    const { json } = await admin.post('/ajax/invitations', { people: repeated });
    expect(json.data.lines[1].message).toBe(duplicate);
  });
});

describe('a rule that no endpoint has', () => {
  test.each([
    ['a required list', requiredError([]), required],
    ['a required object', requiredError({}), required],
    ['a minimum length', minLengthError('ab', 3), 'This field must contain at least 3 characters'],
    ['a calendar type', calendarTypeError(null), 'You need to select a calendar type first.'],
  ])('has its message: %s', (_what, found, message) => expect(found).toBe(message));
});

describe('a rule without a message', () => {
  test.each([
    { email: '', password },
    { email: 'nia@example.org', password: '' },
  ])('signing in needs an address and a password: %j', async (credentials) => {
    expect(emptyCredential(credentials)).not.toBeNull();
    expect((await server.stranger().post('/login', credentials)).status).toBe(422);
  });

  test('confirming needs a password', async () => {
    expect((await admin.post('/user/confirm-password', { password: '' })).status).toBe(422);
  });

  test.each(['12345', '1234567', '12345a', ''])('%j is not a one-time code', (typed) => {
    expect(isOneTimeCode(typed)).toBe(false);
  });
});
