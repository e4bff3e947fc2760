import { expect, test } from 'vitest';
import type { TestClient } from '#tests/support/client.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp();
const jorg = { firstName: 'Jörg', lastName: 'Böhm' };

async function stage(given: { readonly peopleHidden?: boolean } = {}) {
  const board = await server.make.board(given);
  const admin = await server.make.member({ board, isBoardAdmin: true, firstName: 'Ruth', lastName: 'Okafor' });
  const [one, other] = [await server.make.member({ board, ...jorg }), await server.make.member({ board, ...jorg })];
  await server.make.member({ board, firstName: 'Jörg', lastName: 'Böhme' });
  await server.inBoard(board.id, (tx) => tx.updateTable('bodies').set({ chair_id: admin.id }).execute());
  return { board, one, other, client: await server.signIn(admin) };
}
type Named = { readonly member_id?: string; readonly id?: string; readonly name: string };
const jorgs = (people: readonly Named[]) =>
  people
    .map(({ name }) => name)
    .filter((name) => /^Jörg Böhm\b/.test(name))
    .toSorted();
const chosenFrom = async (client: TestClient, { id }: { readonly id: string }) =>
  Promise.all([
    client.get('/ajax/people').then(({ json }) => jorgs(json.data.people)),
    client.get('/ajax/audience/choices').then(({ json }) => jorgs(json.data.people)),
    client.get(`/ajax/action-items/owners?body=${id}`).then(({ json }) => jorgs(json.data.people)),
  ]);

async function hold(client: TestClient, slug: string, office: string) {
  const { fields } = (await client.get(`/ajax/profiles/${slug}`)).json.data;
  const { id } = fields.find(({ name }: { name: string }) => name === 'Office held');
  await client.post(`/ajax/profiles/${slug}`, { values: { [id]: office } });
}

test('two people with the same name are distinguished by email address or office in every list for choosing people', async () => {
  const { board, one, other, client } = await stage();
  const byAddress = [`Jörg Böhm (${one.email})`, `Jörg Böhm (${other.email})`].toSorted();
  expect(await chosenFrom(client, board)).toEqual([byAddress, byAddress, byAddress]);
  await hold(client, one.slug, 'Treasurer');
  const byOffice = ['Jörg Böhm (Treasurer)', `Jörg Böhm (${other.email})`].toSorted();
  expect(await chosenFrom(client, board)).toEqual([byOffice, byOffice, byOffice]);
});

test('records distinguish two people with the same name, even after one of them has left', async () => {
  const { board, one, other, client } = await stage();
  const task = { title: 'Ask the bank', notes: '', owner_id: one.id, due_on: '2026-12-01', body_id: board.id };
  const { item } = (await client.post('/ajax/action-items', task)).json.data;
  expect(item.owner.name).toBe(`Jörg Böhm (${one.email})`);
  await (await server.signIn(one)).post('/ajax/interests', { organisation: 'Bank', nature: 'Shares', since: '4/2019' });
  await client.post(`/ajax/people/${one.id}/status`, { status: 'inactive' });
  const named = async () =>
    (await client.get('/ajax/audit')).json.data.lines.map((line: { by: Named }) => line.by.name);
  expect(await named()).toContain('Jörg Böhm (former member)');
  expect((await client.get(`/ajax/people/${other.slug}`)).json.data.person.name).toBe(`Jörg Böhm (${other.email})`);
});

test('on a board that hides its members from each other, members with the same name are numbered, without email addresses', async () => {
  const { one, other, client } = await stage({ peopleHidden: true });
  expect((await (await server.signIn(one)).get(`/ajax/profiles/${other.slug}`)).status).toBe(404);
  expect(jorgs((await client.get('/ajax/people')).json.data.people)).toEqual(['Jörg Böhm (1)', 'Jörg Böhm (2)']);
});

test('a name is shown without a distinguishing addition once nobody else has it', async () => {
  const { one, client } = await stage();
  const account = await server.signIn(one);
  await account.patch('/ajax/account', { first_name: 'Georg', last_name: 'Böhm', email: one.email, notifications: [] });
  expect(jorgs((await client.get('/ajax/people')).json.data.people)).toEqual(['Jörg Böhm']);
});
