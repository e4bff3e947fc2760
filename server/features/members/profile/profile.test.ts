import { expect, test } from 'vitest';
import type { FieldKind } from '#domain/profile-fields.ts';
import { makeBoard, makeMember, makeProfileField } from '#tests/support/factories.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();

async function people() {
  const board = await makeBoard(server.context);
  const admin = await makeMember(server.context, { board, isBoardAdmin: true, firstName: 'Elena', lastName: 'Kow' });
  const member = await makeMember(server.context, { board, firstName: 'Priya', lastName: 'Raman' });
  return { board, admin, member, asAdmin: await server.signIn(admin), asMember: await server.signIn(member) };
}

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
  ['url', 'http://0x7f.1/', 'This field must be in url format'],
  ['url', 'http://2130706433/', 'This field must be in url format'],
  ['url', 'http://[::ffff:10.0.0.1]/', 'This field must be in url format'],
  ['date', '2024-02-29', null],
  ['date', '2023-02-29', 'This is not a date'],
  ['choice', 'She, her', null],
  ['choice', 'Other', 'Choose one of the options'],
  ['address', '12 Harbour Street\nHalifax', null],
])('%s: %s', async (kind, value, complaint) => {
  const { board, member, asMember } = await people();
  const options = kind === 'choice' ? ['She, her', 'He, him'] : [];
  const id = await makeProfileField(server.context, { board, kind, options });
  const answer = await asMember.post(`/ajax/profiles/${member.slug}`, { values: { [id]: value } });
  if (complaint === null) expect(answer.json.data.values[id]).toBe(value);
  else expect(answer.json.errors).toEqual({ [`values.${id}`]: complaint });
});

test('a required field must be filled in; any other may be emptied', async () => {
  const { board, member, asMember } = await people();
  const id = await makeProfileField(server.context, { board, required: true });
  const other = await makeProfileField(server.context, {
    board,
    kind: 'url',
    values: { [member.id]: 'https://a.example.com' },
  });
  const save = (values: Record<string, string>) => asMember.post(`/ajax/profiles/${member.slug}`, { values });
  for (const values of [{}, { [id]: ' ' }]) {
    expect((await save(values)).json.errors).toEqual({ [`values.${id}`]: 'This field is required.' });
  }
  expect((await save({ [id]: 'French', [other]: '' })).json.data.values).toEqual({ [id]: 'French' });
});

test('an admin who edits another is not held up by what that member owes, but empties nothing required', async () => {
  const { board, member, asAdmin } = await people();
  const owed = await makeProfileField(server.context, { board, name: 'Owed', required: true });
  const filled = await makeProfileField(server.context, {
    board,
    name: 'Filled',
    required: true,
    values: { [member.id]: 'yes' },
  });
  const save = (values: Record<string, string>) => asAdmin.post(`/ajax/profiles/${member.slug}`, { values });
  expect((await save({ [owed]: '', [filled]: 'still' })).status).toBe(200);
  expect((await save({ [filled]: '' })).json.errors).toEqual({ [`values.${filled}`]: 'This field is required.' });
});

test('a choice that is no longer offered stays until it is changed', async () => {
  const { board, member, asMember } = await people();
  const given = { kind: 'choice', options: ['New'], values: { [member.id]: 'Old' } } as const;
  const id = await makeProfileField(server.context, { board, ...given });
  const save = (value: string) => asMember.post(`/ajax/profiles/${member.slug}`, { values: { [id]: value } });
  expect((await save('Old')).status).toBe(200);
  expect((await save('Older')).status).toBe(422);
});

test('position fields are kept by board admins alone', async () => {
  const { board, member, asAdmin, asMember } = await people();
  const id = await makeProfileField(server.context, { board, filledBy: 'admin', name: 'Seat' });
  const values = { values: { [id]: 'Treasurer' } };
  expect((await asMember.post(`/ajax/profiles/${member.slug}`, values)).status).toBe(403);
  expect((await asAdmin.post(`/ajax/profiles/${member.slug}`, values)).status).toBe(200);
  const own = (await asMember.get(`/ajax/profiles/${member.slug}`)).json.data;
  expect(own.values[id]).toBe('Treasurer');
  expect(own.can).toEqual({ edit_position: false, edit_name: false, edit_picture: true });
  expect(own.admins).toEqual(['Elena Kow']);
});

test('another’s profile is edited by board admins; a member finds it forbidden, and hidden people not at all', async () => {
  const { admin, asMember, asAdmin, member } = await people();
  expect((await asMember.get(`/ajax/profiles/${admin.slug}`)).status).toBe(403);
  expect((await asMember.post(`/ajax/profiles/${admin.slug}`, { values: {} })).status).toBe(403);
  expect((await asAdmin.get(`/ajax/profiles/${member.slug}`)).json.data.can.edit_picture).toBe(false);
  const hiding = await makeBoard(server.context, { peopleHidden: true });
  await makeMember(server.context, { board: hiding, isBoardAdmin: true });
  const other = await makeMember(server.context, { board: hiding });
  const reader = await makeMember(server.context, { board: hiding });
  const asReader = await server.signIn(reader);
  expect((await asReader.get(`/ajax/profiles/${other.slug}`)).status).toBe(404);
  // Names of admins to ask would reveal people.
  expect((await asReader.get(`/ajax/profiles/${reader.slug}`)).json.data).toMatchObject({ admins: [] });
});

test('what only admins see is in no answer to a plain member, but asked of the one who fills it in', async () => {
  const { board, admin, member, asAdmin, asMember } = await people();
  const secret = 'kept from the others';
  const hidden = { board, visibility: 'admins', values: { [member.id]: secret, [admin.id]: secret } } as const;
  const birthday = await makeProfileField(server.context, { ...hidden, name: 'Birthday' });
  const remark = await makeProfileField(server.context, { ...hidden, name: 'Remark', filledBy: 'admin' });
  const own = (await asMember.get(`/ajax/profiles/${member.slug}`)).json.data;
  expect(own.values).toEqual({ [birthday]: secret });
  expect(own.fields.map((field: { id: string }) => field.id)).not.toContain(remark);
  for (const path of ['/ajax/people', `/ajax/people/${admin.slug}`, `/ajax/people/${member.slug}`, '/ajax/dashboard']) {
    const answer = await asMember.get(path);
    expect(answer.text).not.toContain(secret);
    expect(answer.text).not.toContain('Remark');
  }
  expect((await asAdmin.get(`/ajax/profiles/${member.slug}`)).json.data.values[remark]).toBe(secret);
});

test('name and email of a pending person are corrected by a board admin, of nobody else', async () => {
  const { board, member, asAdmin } = await people();
  const pending = await makeMember(server.context, { board, status: 'invited' });
  const name = { first_name: 'Pía', last_name: 'Endé', email: 'pia@example.org' };
  const answer = await asAdmin.post(`/ajax/profiles/${pending.slug}`, { values: {}, ...name });
  expect(answer.json.data.person).toMatchObject({ ...name, slug: pending.slug });
  expect((await asAdmin.post(`/ajax/profiles/${member.slug}`, { values: {}, ...name })).status).toBe(403);
});

test('fields of another board cannot be filled in, and ten saves at once leave one of their values', async () => {
  const { board, member, asMember } = await people();
  const foreign = await makeProfileField(server.context, { board: await makeBoard(server.context) });
  expect((await asMember.post(`/ajax/profiles/${member.slug}`, { values: { [foreign]: 'x' } })).status).toBe(404);
  const id = await makeProfileField(server.context, { board });
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, nth) =>
      asMember.post(`/ajax/profiles/${member.slug}`, { values: { [id]: `v${nth}` } }),
    ),
  );
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect((await asMember.get(`/ajax/profiles/${member.slug}`)).json.data.values[id]).toMatch(/^v\d$/);
});

test('a term that would end before it starts is refused at its end', async () => {
  const { member, asAdmin } = await people();
  const { fields } = (await asAdmin.get('/ajax/profile-fields')).json.data;
  const idOf = (wanted: string): string => fields.find(({ name }: { readonly name: string }) => name === wanted).id;
  const [start, end] = [idOf('Term start'), idOf('Term end')];
  const save = (values: Record<string, string>) => asAdmin.post(`/ajax/profiles/${member.slug}`, { values });
  const refused = { [`values.${end}`]: 'The term ends before it starts.' };
  expect((await save({ [start]: '2026-05-01', [end]: '2026-04-30' })).json.errors).toEqual(refused);
  expect((await save({ [start]: '2026-05-01', [end]: '2027-04-30' })).status).toBe(200);
  for (const values of [{ [start]: '2027-06-01' }, { [end]: '2026-04-30' }]) {
    expect((await save(values)).json.errors).toEqual(refused);
  }
  expect((await save({ [end]: '' })).status).toBe(200);
});
