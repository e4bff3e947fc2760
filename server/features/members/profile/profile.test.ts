import { expect, test } from 'vitest';
import type { FieldKind } from '#domain/profile-fields.ts';
import { boardStage } from '#tests/support/board-stage.ts';
import { tenAtOnce } from '#tests/support/sign-in-stage.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
const {
  board,
  adminMember: admin,
  member,
  admin: asAdmin,
  reader: asMember,
} = boardStage(server, { admin: { firstName: 'Elena', lastName: 'Kow' } });

const makeField = (more: object = {}) => server.make.profileField({ board, ...more });
const path = () => `/ajax/profiles/${member.slug}`;
const save = (values: Readonly<Record<string, string>>, by = asMember) => by.post(path(), { values });

test.each<[FieldKind, string, string | null]>([
  ['text', 'x'.repeat(200), null],
  ['text', 'x'.repeat(201), 'This field must be shorter than 200 characters'],
  ['long-text', 'x'.repeat(2001), 'This field must be shorter than 2000 characters'],
  ['email', 'priya@example.org', null],
  ['email', 'priya', 'This field must be in email format'],
  ['phone', '+1 902 555 0148', null],
  ['url', 'https://bedford.example.com/', null],
  ['url', 'bedfordbasin', 'This field must be in url format'],
  ['url', 'http://192.168.1.1/', 'This field must be in url format'],
  ['date', '2024-02-29', null],
  ['date', '2023-02-29', 'This is not a valid date'],
  ['choice', 'She, her', null],
  ['choice', 'Other', 'Choose one of the options'],
  ['address', '12 Harbour Street\nHalifax', null],
])('a profile field of the kind “%s” validates its value: %s', async (kind, value, complaint) => {
  const id = await makeField({ kind, options: kind === 'choice' ? ['She, her', 'He, him'] : [] });
  const answer = await save({ [id]: value });
  if (complaint === null) expect(answer.json.data.values[id]).toBe(value);
  else expect(answer.json.errors).toEqual({ [`values.${id}`]: complaint });
});

test('a required field cannot be saved empty, but other fields can be cleared', async () => {
  const id = await makeField({ required: true });
  const other = await makeField({ kind: 'url', values: { [member.id]: 'https://a.example.com' } });
  for (const values of [{}, { [id]: ' ' }]) {
    expect((await save(values)).json.errors).toEqual({ [`values.${id}`]: 'This field is required.' });
  }
  expect((await save({ [id]: 'French', [other]: '' })).json.data.values).toEqual({ [id]: 'French' });
});

test('an admin can leave a required field empty if the member has not filled it in, but cannot clear a filled one', async () => {
  const owed = await makeField({ name: 'Owed', required: true });
  const filled = await makeField({ name: 'Filled', required: true, values: { [member.id]: 'yes' } });
  expect((await save({ [owed]: '', [filled]: 'still' }, asAdmin)).status).toBe(200);
  const errors = { [`values.${filled}`]: 'This field is required.' };
  expect((await save({ [filled]: '' }, asAdmin)).json.errors).toEqual(errors);
});

test('a chosen option that is no longer offered is kept until it is changed', async () => {
  const id = await makeField({ kind: 'choice', options: ['New'], values: { [member.id]: 'Old' } });
  expect([(await save({ [id]: 'Old' })).status, (await save({ [id]: 'Older' })).status]).toEqual([200, 422]);
});

test('only board admins can fill in position fields', async () => {
  const values = { [await makeField({ filledBy: 'admin', name: 'Seat' })]: 'Treasurer' };
  expect([(await save(values)).status, (await save(values, asAdmin)).status]).toEqual([403, 200]);
  expect((await asMember.get(path())).json.data).toMatchObject({
    values,
    can: { edit_position: false, edit_name: false, edit_picture: true },
    admins: ['Elena Kow'],
  });
  expect((await asAdmin.get(path())).json.data.can.edit_picture).toBe(false);
});

test('a plain member receives no values of admin-only fields except those they filled in themselves', async () => {
  const secret = 'kept from the others';
  const hidden = { visibility: 'admins', values: { [member.id]: secret, [admin.id]: secret } };
  const birthday = await makeField({ ...hidden, name: 'Birthday' });
  const remark = await makeField({ ...hidden, name: 'Remark', filledBy: 'admin' });
  const own = (await asMember.get(path())).json.data;
  expect(own.values).toEqual({ [birthday]: secret });
  expect(own.fields.map((field: { id: string }) => field.id)).not.toContain(remark);
  for (const each of ['/ajax/people', `/ajax/people/${admin.slug}`, `/ajax/people/${member.slug}`, '/ajax/dashboard']) {
    expect((await asMember.get(each)).text).not.toMatch(/kept from the others|Remark/);
  }
  expect((await asAdmin.get(path())).json.data.values[remark]).toBe(secret);
});

test('a field of another board cannot be filled in, and ten simultaneous saves leave one value', async () => {
  const foreign = await server.make.profileField({ board: await server.make.board() });
  expect((await save({ [foreign]: 'x' })).status).toBe(404);
  const id = await makeField();
  const answers = await tenAtOnce((nth) => save({ [id]: `v${nth}` }));
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect((await asMember.get(path())).json.data.values[id]).toMatch(/^v\d$/);
});

test('a term that ends before it starts is rejected with an error on the “Term end” field', async () => {
  const { fields } = (await asAdmin.get('/ajax/profile-fields')).json.data;
  const idOf = (wanted: string): string => fields.find(({ name }: { readonly name: string }) => name === wanted).id;
  const [start, end] = [idOf('Term start'), idOf('Term end')];
  const refused = { [`values.${end}`]: 'The term cannot end before it starts.' };
  expect((await save({ [start]: '2026-05-01', [end]: '2026-04-30' }, asAdmin)).json.errors).toEqual(refused);
  expect((await save({ [start]: '2026-05-01', [end]: '2027-04-30' }, asAdmin)).status).toBe(200);
  for (const values of [{ [start]: '2027-06-01' }, { [end]: '2026-04-30' }]) {
    expect((await save(values as Record<string, string>, asAdmin)).json.errors).toEqual(refused);
  }
  expect((await save({ [end]: '' }, asAdmin)).status).toBe(200);
});
