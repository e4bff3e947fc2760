import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { KeptField } from '#contract/profile.ts';
import { profileLimits, valueCharactersMax } from '#domain/profile-fields.ts';
import { boardStage } from '#tests/support/board-stage.ts';
import { tenAtOnce } from '#tests/support/sign-in-stage.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
const { board, adminMember: admin, admin: client, reader } = boardStage(server);

const newField = (name: string, more: Partial<Record<string, unknown>> = {}) => ({
  id: null,
  name,
  kind: 'text',
  required: false,
  visibility: 'everyone',
  options: [],
  ...more,
});
const saved = ({ id, name, kind, required, visibility, options }: KeptField) => ({
  id,
  name,
  kind,
  required,
  visibility,
  options,
});

const fields = async (): Promise<KeptField[]> => (await client.get('/ajax/profile-fields')).json.data.fields;
const save = async (member: object, adminList: object = []) =>
  (await client.post('/ajax/profile-fields', { member, admin: adminList })).json;
const makeField = (more: object) => server.make.profileField({ board, ...more });
const retire = (id: string) => client.post(`/ajax/profile-fields/${id}/retire`);
const restore = (id: string) => client.post(`/ajax/profile-fields/${id}/restore`);
const remove = (id: string) => client.delete(`/ajax/profile-fields/${id}`);
const values = async () => (await client.get(`/ajax/profiles/${admin.slug}`)).json.data.values;

test('a new board has profile fields for office, term start and term end, which only admins can list', async () => {
  expect((await fields()).map(({ filled_by, name, kind }) => [filled_by, name, kind])).toEqual([
    ['admin', 'Office held', 'text'],
    ['admin', 'Term start', 'date'],
    ['admin', 'Term end', 'date'],
  ]);
  expect((await reader.get('/ajax/profile-fields')).status).toBe(403);
});

test('profile fields can be added, changed and reordered in a single request', async () => {
  const [office, start, end] = (await fields()).map(saved);
  const { data } = await save(
    [newField('Mobile', { kind: 'phone', required: true }), newField('About', { kind: 'long-text' })],
    [end, start, { ...office, name: 'Office' }],
  );
  const names = data.fields.map((field: KeptField) => field.name);
  expect(names).toEqual(['Mobile', 'About', 'Term end', 'Term start', 'Office']);
  expect(await fields()).toEqual(data.fields);
});

test('a field name or option that is already in the same list is rejected', async () => {
  await makeField({ name: 'Languages' });
  const { errors } = await save(
    [newField('Mobile'), newField(' mobile'), newField('LANGUAGES'), newField('Office held'), newField('')],
    [newField('Chair', { kind: 'choice', options: ['Yes', 'yes '] }), newField('Seat', { kind: 'choice' })],
  );
  expect(errors).toEqual({
    'member.1.name': 'This field cannot be a duplicate',
    'member.2.name': 'This field cannot be a duplicate',
    'member.4.name': 'This field is required.',
    'admin.0.options': 'This field cannot be a duplicate',
    'admin.1.options': 'A choice field needs at least one option',
  });
});

test('saving an outdated list of fields keeps a field that was added in the meantime, at the end of the list', async () => {
  const before = (await fields()).map(saved);
  await makeField({ filledBy: 'admin', name: 'Appointed by' });
  await save([], before.toReversed());
  const names = (await fields()).map(({ name }) => name);
  expect(names).toEqual(['Term end', 'Term start', 'Office held', 'Appointed by']);
});

test('the largest allowed fields and values can be saved', { timeout: 60_000 }, async () => {
  const wide = (nth: number, length: number): string => `${nth}`.padEnd(3, '-') + '\u{1f6a2}'.repeat(length - 3);
  const { fieldsMax, optionsMax, optionCharactersMax, fieldNameCharactersMax } = profileLimits;
  const former = (await fields()).map(saved);
  const options = Array.from({ length: optionsMax }, (_, nth) => wide(nth, optionCharactersMax));
  const choices = Array.from({ length: fieldsMax - former.length }, (_, nth) =>
    newField(wide(nth, fieldNameCharactersMax), { kind: 'choice', options }),
  );
  const made = await save(choices, former);
  expect(made.data.fields).toHaveLength(fieldsMax);
  const member = (made.data.fields as KeptField[])
    .filter(({ filled_by }) => filled_by === 'member')
    .map((field) => ({ ...saved(field), kind: 'long-text', options: [] }));
  expect((await save(member, former)).status).toBe('success');
  const values = Object.fromEntries(member.map(({ id }, nth) => [id, wide(nth, valueCharactersMax['long-text'])]));
  const kept = (await client.post(`/ajax/profiles/${admin.slug}`, { values })).json;
  expect(Object.keys(kept.data.values)).toHaveLength(member.length);
});

test('the kind of a field cannot change once somebody has filled it in', async () => {
  await makeField({ name: 'Work', values: { [admin.id]: 'Treasury' } });
  const [work] = (await fields()).map(saved);
  const { errors } = await save([{ ...work, kind: 'date' }]);
  expect(errors).toEqual({ 'member.0.kind': expect.stringContaining('cannot be changed once') });
});

test('a field can be retired, restored with its values, and deleted only while it is retired', async () => {
  const id = await makeField({ name: 'Work', values: { [admin.id]: 'Treasury' } });
  expect((await remove(id)).json.status).toBe('error');
  await retire(id);
  expect((await values())[id]).toBeUndefined();
  expect((await fields()).at(-1)).toMatchObject({ id, is_retired: true, values_count: 1 });
  await restore(id);
  expect((await values())[id]).toBe('Treasury');
  await retire(id);
  expect((await remove(id)).status).toBe(200);
  expect((await fields()).some((field) => field.id === id)).toBe(false);
});

test('a field cannot be restored while another field has the same name', async () => {
  const id = await makeField({ name: 'Work' });
  await retire(id);
  await makeField({ name: 'work' });
  expect((await restore(id)).json).toEqual({ status: 'error', msg: expect.stringContaining('Work') });
});

test('ten simultaneous additions of a field with the same name create one field', async () => {
  const answers = await tenAtOnce(() => save([newField('Languages')]));
  expect(answers.filter(({ status }) => status === 'success')).toHaveLength(1);
  expect((await fields()).filter(({ name }) => name === 'Languages')).toHaveLength(1);
});

test('no value is lost when fields are retired, restored and reordered at random', { timeout: 60_000 }, async () => {
  const names = ['A', 'B', 'C'];
  const ids: string[] = [];
  for (const name of names) ids.push(await makeField({ name, values: { [admin.id]: `${name} value` } }));
  const step = fc.record({ act: fc.constantFrom('retire', 'restore', 'order'), which: fc.nat({ max: 2 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      for (const { act, which } of steps) {
        const id = ids[which] ?? '';
        if (act === 'retire') await retire(id);
        else if (act === 'restore') await restore(id);
        else {
          const asked = (await fields()).filter((field) => field.filled_by === 'member').map(saved);
          const turned = [...asked.slice(which), ...asked.slice(0, which)];
          expect((await save(turned)).status).toBe('success');
        }
      }
      for (const id of ids) await restore(id);
      const kept = await values();
      expect(ids.map((id) => kept[id])).toEqual(names.map((name) => `${name} value`));
    }),
    { numRuns: 12 },
  );
});
