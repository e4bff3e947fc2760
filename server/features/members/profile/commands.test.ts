import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { KeptField } from '#contract/profile.ts';
import { profileLimits, valueCharactersMax } from '#domain/profile-fields.ts';
import type { TestClient } from '#tests/support/client.ts';
import { type MadeMember, makeBoard, makeMember, makeProfileField } from '#tests/support/factories.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();

const newField = (name: string, more: Partial<Record<string, unknown>> = {}) => ({
  ...{ id: null, name, kind: 'text', required: false, visibility: 'everyone', options: [] },
  ...more,
});
const saved = ({ id, name, kind, required, visibility, options }: KeptField) => ({
  ...{ id, name, kind, required, visibility, options },
});

async function boardWithAdmin(): Promise<{
  readonly board: Awaited<ReturnType<typeof makeBoard>>;
  readonly admin: MadeMember;
  readonly client: TestClient;
}> {
  const board = await makeBoard(server.context);
  const admin = await makeMember(server.context, { board, isBoardAdmin: true });
  return { board, admin, client: await server.signIn(admin) };
}

const fieldsOf = async (client: TestClient): Promise<KeptField[]> =>
  (await client.get('/ajax/profile-fields')).json.data.fields;

test('a new board asks for office held, term start and term end', async () => {
  const { client } = await boardWithAdmin();
  const fields = await fieldsOf(client);
  expect(fields.map(({ filled_by, name, kind }) => [filled_by, name, kind])).toEqual([
    ['admin', 'Office held', 'text'],
    ['admin', 'Term start', 'date'],
    ['admin', 'Term end', 'date'],
  ]);
});

test('S1.5 fields are added, changed and ordered in one call, each list by itself', async () => {
  const { client } = await boardWithAdmin();
  const [office, start, end] = (await fieldsOf(client)).map(saved);
  const answer = await client.post('/ajax/profile-fields', {
    member: [newField('Mobile', { kind: 'phone', required: true }), newField('About', { kind: 'long-text' })],
    admin: [end, start, { ...office, name: 'Office' }],
  });
  const names = answer.json.data.fields.map((field: KeptField) => field.name);
  expect(names).toEqual(['Mobile', 'About', 'Term end', 'Term start', 'Office']);
  expect(await fieldsOf(client)).toEqual(answer.json.data.fields);
});

test('a name that stands in the same list already, or twice among the options, is a duplicate', async () => {
  const { client, board } = await boardWithAdmin();
  await makeProfileField(server.context, { board, name: 'Languages' });
  const answer = await client.post('/ajax/profile-fields', {
    // 'Languages' was added concurrently and is not named; 'Office held' is in the other list.
    member: [newField('Mobile'), newField(' mobile'), newField('LANGUAGES'), newField('Office held'), newField('')],
    admin: [newField('Chair', { kind: 'choice', options: ['Yes', 'yes '] }), newField('Seat', { kind: 'choice' })],
  });
  expect(answer.status).toBe(422);
  expect(answer.json.errors).toEqual({
    'member.1.name': 'This field cannot be a duplicate',
    'member.2.name': 'This field cannot be a duplicate',
    'member.4.name': 'This field is required.',
    'admin.0.options': 'This field cannot be a duplicate',
    'admin.1.options': 'A choice needs at least one option',
  });
});

test('what another admin added meanwhile stays, after the others', async () => {
  const { client, board } = await boardWithAdmin();
  const before = (await fieldsOf(client)).map(saved);
  await makeProfileField(server.context, { board, filledBy: 'admin', name: 'Appointed by' });
  await client.post('/ajax/profile-fields', { member: [], admin: before.toReversed() });
  const names = (await fieldsOf(client)).map((field) => field.name);
  expect(names).toEqual(['Term end', 'Term start', 'Office held', 'Appointed by']);
});

test('M23 the largest fields that are allowed are saved, and the largest values', { timeout: 60_000 }, async () => {
  const { client, admin } = await boardWithAdmin();
  const wide = (nth: number, length: number): string => `${nth}`.padEnd(3, '-') + '\u{1f6a2}'.repeat(length - 3);
  const { fieldsMax, optionsMax, optionCharactersMax, fieldNameCharactersMax } = profileLimits;
  const former = (await fieldsOf(client)).map(saved);
  const many = <T>(count: number, make: (nth: number) => T): T[] =>
    Array.from({ length: count }, (_, nth) => make(nth));
  const options = many(optionsMax, (nth) => wide(nth, optionCharactersMax));
  const choices = many(fieldsMax - former.length, (nth) =>
    newField(wide(nth, fieldNameCharactersMax), { kind: 'choice', options }),
  );
  const made = await client.post('/ajax/profile-fields', { member: choices, admin: former });
  expect(made.json).toMatchObject({ status: 'success' });
  expect(made.json.data.fields).toHaveLength(fieldsMax);
  // Unused fields may change their kind.
  const member = (made.json.data.fields as KeptField[])
    .filter(({ filled_by }) => filled_by === 'member')
    .map((field) => ({ ...saved(field), kind: 'long-text', options: [] }));
  const changed = await client.post('/ajax/profile-fields', { member, admin: former });
  expect(changed.json).toMatchObject({ status: 'success' });
  const values = Object.fromEntries(member.map(({ id }, nth) => [id, wide(nth, valueCharactersMax['long-text'])]));
  const kept = await client.post(`/ajax/profiles/${admin.slug}`, { values });
  expect(kept.json).toMatchObject({ status: 'success' });
  expect(Object.keys(kept.json.data.values)).toHaveLength(member.length);
});

test('the kind of a field is fixed once somebody has filled it in', async () => {
  const { client, board, admin } = await boardWithAdmin();
  await makeProfileField(server.context, { board, name: 'Work', values: { [admin.id]: 'Treasury' } });
  const [work] = (await fieldsOf(client)).map(saved);
  const answer = await client.post('/ajax/profile-fields', { member: [{ ...work, kind: 'date' }], admin: [] });
  expect(answer.json.errors).toEqual({ 'member.0.kind': expect.stringContaining('fixed') });
});

test('a retired field is asked of nobody and comes back with its values; deleting it takes them', async () => {
  const { client, board, admin } = await boardWithAdmin();
  const id = await makeProfileField(server.context, { board, name: 'Work', values: { [admin.id]: 'Treasury' } });
  const values = async () => (await client.get(`/ajax/profiles/${admin.slug}`)).json.data.values[id];
  expect((await client.delete(`/ajax/profile-fields/${id}`)).json.status).toBe('error');
  await client.post(`/ajax/profile-fields/${id}/retire`);
  expect(await values()).toBeUndefined();
  const kept = (await fieldsOf(client)).at(-1);
  expect(kept).toMatchObject({ id, is_retired: true, values_count: 1 });
  await client.post(`/ajax/profile-fields/${id}/restore`);
  expect(await values()).toBe('Treasury');
  await client.post(`/ajax/profile-fields/${id}/retire`);
  expect((await client.delete(`/ajax/profile-fields/${id}`)).status).toBe(200);
  expect((await fieldsOf(client)).some((field) => field.id === id)).toBe(false);
});

test('a field is not restored while another has its name', async () => {
  const { client, board } = await boardWithAdmin();
  const id = await makeProfileField(server.context, { board, name: 'Work' });
  await client.post(`/ajax/profile-fields/${id}/retire`);
  await makeProfileField(server.context, { board, name: 'work' });
  const answer = await client.post(`/ajax/profile-fields/${id}/restore`);
  expect(answer.json).toEqual({ status: 'error', msg: expect.stringContaining('Work') });
});

test('ten admins who add a field of one name at once make one', async () => {
  const { client } = await boardWithAdmin();
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      client.post('/ajax/profile-fields', { member: [newField('Languages')], admin: [] }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await fieldsOf(client)).filter(({ name }) => name === 'Languages')).toHaveLength(1);
});

test('a plain member reads and keeps no fields', async () => {
  const { board } = await boardWithAdmin();
  const member = await server.signIn(await makeMember(server.context, { board }));
  expect((await member.get('/ajax/profile-fields')).status).toBe(403);
  expect((await member.post('/ajax/profile-fields', { member: [], admin: [] })).status).toBe(403);
});

test('whatever is retired, restored and ordered, no value is lost', { timeout: 60_000 }, async () => {
  const { client, board, admin } = await boardWithAdmin();
  const names = ['A', 'B', 'C'];
  const ids: string[] = [];
  for (const name of names) {
    ids.push(await makeProfileField(server.context, { board, name, values: { [admin.id]: `${name} value` } }));
  }
  const step = fc.record({ act: fc.constantFrom('retire', 'restore', 'order'), which: fc.nat({ max: 2 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      for (const { act, which } of steps) {
        if (act !== 'order') {
          await client.post(`/ajax/profile-fields/${ids[which]}/${act}`);
          continue;
        }
        const fields = (await fieldsOf(client)).filter((field) => field.filled_by === 'member').map(saved);
        const turned = [...fields.slice(which), ...fields.slice(0, which)];
        expect((await client.post('/ajax/profile-fields', { member: turned, admin: [] })).status).toBe(200);
      }
      for (const id of ids) await client.post(`/ajax/profile-fields/${id}/restore`);
      const { values } = (await client.get(`/ajax/profiles/${admin.slug}`)).json.data;
      expect(ids.map((id) => values[id])).toEqual(names.map((name) => `${name} value`));
    }),
    { numRuns: 12 },
  );
});
