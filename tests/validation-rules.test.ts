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
import type { TestClient } from './support/client.ts';
import { makeBoard, makeMember, makeUser } from './support/factories.ts';
import { testApp } from './support/test-app.ts';
import { makeWorld } from './support/world.ts';

/**
 * Every validation rule of specification 5, on both sides: what the server answers at an endpoint that has the rule, and
 * what the browser's form says before it asks. Where the server cannot be asked, it says why.
 */
interface Rule {
  readonly rule: string;
  readonly message: string;
  readonly server: (() => Promise<unknown>) | string;
  /** The sentence that the form shows. */
  readonly browser: () => unknown;
}

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

const person = { first_name: 'Nia', last_name: 'New', email: 'nia@example.org' };
const self = { ...person, notifications: [] };
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
const account = { mode: 'createAccount', password: 'a long password', password_confirmation: 'a long password' };

const post = async (path: string, body: object, field: string): Promise<unknown> => {
  const answer = await admin.post(path, body);
  expect(answer.status).toBe(422);
  return answer.json.errors[field];
};
const patch = async (path: string, body: object, field: string): Promise<unknown> =>
  (await admin.patch(path, body)).json.errors[field];
const redeem = async (given: object, field: string): Promise<unknown> => {
  const body = { ...account, invitation_id: invitation, email: invitedEmail, ...given };
  const answer = await server.stranger().post('/ajax/confirmAccount', body);
  expect(answer.status).toBe(422);
  return answer.json.errors[field];
};
/** What a form with this schema says under the field. */
const said = (schema: z.ZodType, value: unknown, field: string): unknown =>
  schema.safeParse(value).error?.issues.find((issue) => issue.path.join('.') === field)?.message;
const meetingSays = (given: Partial<MeetingForm>, field: string) =>
  said(meetingFormSchema, { ...form, ...given }, field);
const invitationSays = (given: { readonly password: string; readonly confirmation: string }) =>
  credentialErrors('createAccount', { email: 'nia@example.org', ...given });

const required = 'This field is required.';
const url = 'This field must be in url format';
const email = 'This field must be in email format';
const tooShort = 'password must be greater than 10 characters';
const tooLong = 'password must be less than 90 characters';
const repeated = [
  { line: 1, ...person },
  { line: 2, ...person },
];
const fields = (...names: readonly string[]) =>
  names.map((name) => ({
    id: null,
    name,
    kind: 'text' as const,
    required: false,
    visibility: 'everyone' as const,
    options: [],
  }));

const rules: readonly Rule[] = [
  {
    rule: 'a required string',
    message: required,
    server: () => post('/ajax/people', { ...person, first_name: '  ' }, 'first_name'),
    browser: () => said(createPerson.body, { ...person, first_name: '  ' }, 'first_name'),
  },
  {
    rule: 'a required string of one’s own account',
    message: required,
    server: () => patch('/ajax/account', { ...self, last_name: '' }, 'last_name'),
    browser: () => said(saveAccount.body, { ...self, last_name: '' }, 'last_name'),
  },
  {
    rule: 'a required array',
    message: required,
    server: 'no endpoint requires a list by itself',
    browser: () => requiredError([]),
  },
  {
    rule: 'a required object list',
    message: required,
    server: 'no endpoint requires a list by itself',
    browser: () => requiredError({}),
  },
  {
    rule: 'minimum length',
    message: 'This field must contain at least 3 characters',
    server: 'no field has a minimum but passwords, which word it in their own way',
    browser: () => minLengthError('ab', 3),
  },
  {
    rule: 'maximum length',
    message: 'This field must be shorter than 100 characters',
    server: () => post('/ajax/people', { ...person, last_name: 'x'.repeat(101) }, 'last_name'),
    browser: () => said(createPerson.body, { ...person, last_name: 'x'.repeat(101) }, 'last_name'),
  },
  {
    rule: 'a meeting’s date',
    message: 'This field cannot be empty',
    server: () => post('/ajax/meetings', { ...meeting, start: '14:00' }, 'start'),
    browser: () => meetingSays({ date: '' }, 'date'),
  },
  {
    rule: 'a meeting’s start time',
    message: 'Cannot be empty',
    server: () => post('/ajax/meetings', { ...meeting, start: '2026-12-01' }, 'start'),
    browser: () => meetingSays({ start: '' }, 'start'),
  },
  {
    rule: 'a meeting’s end time',
    message: 'Cannot be empty',
    server: () => post('/ajax/meetings', { ...meeting, end: '' }, 'end'),
    browser: () => meetingSays({ end: '' }, 'end'),
  },
  {
    rule: 'an end without its start',
    message: 'Cannot be empty',
    server: () => post('/ajax/meetings', { ...meeting, start: null }, 'start'),
    browser: () => said(draftFormSchema, { ...form, start: '' }, 'start'),
  },
  {
    rule: 'a date to choose from without its end',
    message: 'Cannot be empty',
    server: () =>
      post('/ajax/meetings', { ...meeting, date_options: [{ start: meeting.start }] }, 'date_options.0.end'),
    browser: () => {
      const dates = entered.map((times) => ({ ...times, end: '' }));
      return meetingSays({ when: 'find', times_differ: true, date_options: dates }, 'date_options.0.end');
    },
  },
  {
    rule: 'a meeting’s end before its start',
    message: 'The meeting cannot end before it begins',
    server: () => post('/ajax/meetings', { ...meeting, end: '2026-12-01T13:00:00Z' }, 'end'),
    browser: () => meetingSays({ end: '13:00' }, 'end'),
  },
  {
    rule: 'fewer than two dates to choose from',
    message: 'You need to pick at least 2 options.',
    server: () => post('/ajax/meetings', { ...meeting, date_options: offered.slice(0, 1) }, 'date_options'),
    browser: () => meetingSays({ when: 'find', date_options: entered.slice(0, 1) }, 'date_options'),
  },
  {
    rule: 'a date to choose from that is there twice',
    message: 'This field cannot be a duplicate',
    server: () => post('/ajax/meetings', { ...meeting, date_options: offered }, 'date_options.1.start'),
    browser: () => meetingSays({ when: 'find', times_differ: true, date_options: entered }, 'date_options.1.date'),
  },
  {
    rule: 'a name that is there twice',
    message: 'This field cannot be a duplicate',
    server: () => post('/ajax/profile-fields', { member: fields('Phone', ' phone'), admin: [] }, 'member.1.name'),
    browser: () => fieldListErrors(fields('Phone', ' phone'))['1.name'],
  },
  {
    rule: 'an address that is invited twice',
    message: 'This field cannot be a duplicate',
    server: async () => (await admin.post('/ajax/invitations', { people: repeated })).json.data.lines[1].message,
    browser: () => checkInvited(repeated, new Map())[1]?.message,
  },
  {
    rule: 'what is no web address',
    message: url,
    server: () => post('/ajax/meetings', { ...meeting, join_url: 'meet me there' }, 'join_url'),
    browser: () => meetingSays({ join_url: 'meet me there' }, 'join_url'),
  },
  {
    rule: 'an address in a private range',
    message: url,
    server: () => post('/ajax/meetings', { ...meeting, join_url: 'http://127.1/' }, 'join_url'),
    browser: () => meetingSays({ join_url: 'http://127.1/' }, 'join_url'),
  },
  {
    rule: 'what is no email address',
    message: email,
    server: () => post('/ajax/people', { ...person, email: 'nia@' }, 'email'),
    browser: () => said(createPerson.body, { ...person, email: 'nia@' }, 'email'),
  },
  {
    rule: 'what is no email address, of a forgotten password',
    message: email,
    server: () => post('/ajax/password/forgot', { email: 'nia' }, 'email'),
    browser: () => said(forgotPassword.body, { email: 'nia' }, 'email'),
  },
  {
    rule: 'a password under 10 characters',
    message: tooShort,
    server: () => post('/ajax/account/password', { current_password: password, password: 'x'.repeat(9) }, 'password'),
    browser: () => said(changePassword.body, { current_password: password, password: 'x'.repeat(9) }, 'password'),
  },
  {
    rule: 'a password over 90 characters',
    message: tooLong,
    server: () => post('/ajax/account/password', { current_password: password, password: 'x'.repeat(91) }, 'password'),
    browser: () => said(changePassword.body, { current_password: password, password: 'x'.repeat(91) }, 'password'),
  },
  {
    rule: 'a password that is reset, under 10 characters',
    message: tooShort,
    server: () => post(`/ajax/password/reset/${'x'.repeat(43)}`, { password: '😀'.repeat(9) }, 'password'),
    browser: () => said(resetPassword.body, { password: '😀'.repeat(9) }, 'password'),
  },
  {
    rule: 'an account’s first password under 10 characters',
    message: 'Password must be at least 10 characters long',
    server: () => redeem({ password: 'x'.repeat(9), password_confirmation: 'x'.repeat(9) }, 'password'),
    browser: () => invitationSays({ password: 'x'.repeat(9), confirmation: 'x'.repeat(9) }).password,
  },
  {
    rule: 'the first admin’s password under 10 characters',
    message: 'Password must be at least 10 characters long',
    server: () => post('/ajax/setup', { ...setUpBody, password: '😀'.repeat(9) }, 'password'),
    browser: () => said(setUp.body, { ...setUpBody, password: '😀'.repeat(9) }, 'password'),
  },
  {
    rule: 'an account’s first password over 90 characters',
    message: tooLong,
    server: () => redeem({ password: 'x'.repeat(91), password_confirmation: 'x'.repeat(91) }, 'password'),
    browser: () => invitationSays({ password: 'x'.repeat(91), confirmation: 'x'.repeat(91) }).password,
  },
  {
    rule: 'an account’s confirmation that is empty',
    message: required,
    server: () => redeem({ password_confirmation: '' }, 'password_confirmation'),
    browser: () => invitationSays({ password: 'a long password', confirmation: '' }).confirmation,
  },
  {
    rule: 'an account’s passwords that differ',
    message: 'The passwords need to match',
    server: () => redeem({ password_confirmation: 'a long passwort' }, 'password_confirmation'),
    browser: () => invitationSays({ password: 'a long password', confirmation: 'a long passwort' }).confirmation,
  },
  {
    rule: 'no calendar type',
    message: 'You need to select a calendar type first.',
    server: 'the type is part of the address: without one there is no such call',
    browser: () => calendarTypeError(null),
  },
  {
    rule: 'an invitation’s login without email',
    message: required,
    server: () => redeem({ mode: 'login', email: '' }, 'email'),
    browser: () => credentialErrors('login', { email: '', password: 'x', confirmation: '' }).email,
  },
  {
    rule: 'an invitation’s login without password',
    message: required,
    server: () => redeem({ mode: 'login', password: '' }, 'password'),
    browser: () => credentialErrors('login', { email: 'nia@example.org', password: '', confirmation: '' }).password,
  },
];

const setUpBody = {
  ...{ token: 'spent', ...person, board_title: 'Late', shortname: '', time_zone: 'UTC' },
  ...{ password: 'a long password', password_confirmation: 'a long password' },
};

const sides = rules.flatMap(({ rule, message, server: onServer, browser }) => [
  ...(typeof onServer === 'string' ? [] : [{ title: `${rule}: the server`, message, ask: onServer }]),
  { title: `${rule}: the browser`, message, ask: async () => browser() },
]);

test.each(sides)('$title', async ({ message, ask }) => {
  expect(await ask()).toBe(message);
});

describe('rules without a message', () => {
  test.each([
    { email: '', password },
    { email: 'nia@example.org', password: '' },
  ])('login needs both: %j', async (entered) => {
    expect(emptyCredential(entered)).not.toBeNull();
    const answer = await server.stranger().post('/login', entered);
    expect(answer.status).toBe(422);
  });

  test('confirming asks for a password', async () => {
    expect((await admin.post('/user/confirm-password', { password: '' })).status).toBe(422);
  });

  test.each(['12345', '1234567', '12345a', ''])('%j is no one-time code', (typed) => {
    expect(isOneTimeCode(typed)).toBe(false);
  });
});
