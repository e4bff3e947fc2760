import { expect, test } from 'vitest';
import type { TestClient } from '#tests/support/client.ts';
import type { MadeMember } from '#tests/support/factories.ts';
import { sessionOf } from '#tests/support/session.ts';
import { testApp } from '#tests/support/test-app.ts';
import { makeSecondFactor } from '#tests/support/two-factor.ts';

const server = testApp();
const changedMeanwhile = expect.stringContaining('Somebody else has changed the setup');

async function admin(shortname?: string) {
  const board = await server.make.board({ title: 'Anchor Club', ...(shortname ? { shortname } : {}) });
  const member = await server.make.member({ board, isBoardAdmin: true, firstName: 'Ruth', lastName: 'Okafor' });
  return { board, member, client: await server.signIn(member) };
}
const setupOf = async (client: TestClient) => (await client.get('/ajax/board')).json.data.setup;
const save = async (client: TestClient, fields: object) =>
  (await client.post('/ajax/board', { revision: (await setupOf(client)).revision, ...fields })).json;
const face = async (shortname: string) =>
  (await server.stranger().get(`/ajax/start?board=${shortname}`)).json.data.face?.title ?? null;

async function visit(url: string, who?: MadeMember) {
  const cookie = who === undefined ? '' : `__Host-dais_session=${await sessionOf(server.context, who)}`;
  const { headers, body } = await server.app.inject({ url, headers: { accept: 'text/html', cookie } });
  return { location: headers.location, text: JSON.stringify([headers, body]) };
}

test('changes to a board’s setup are saved, shown to all members and logged', async () => {
  const { client, board } = await admin();
  const { revision, ...setup } = await setupOf(client);
  expect(setup).toMatchObject({
    title: 'Anchor Club',
    reminder_minutes: [10_080, 1_440],
    magic_links: 'full',
    trust_days: 30,
  });
  const seen = { title: 'Anchor Society', primary_color: '#7d2a26', time_zone: 'Europe/London' };
  const fields = { ...seen, people_hidden: true, magic_links: 'answer', trust_days: 0 };
  const saved = await save(client, { ...fields, reminder_minutes: [60, 2_880] });
  expect(saved.data.setup).toMatchObject({ ...fields, reminder_minutes: [2_880, 60], revision: revision + 1 });
  const reader = await server.signIn(await server.make.member({ board }));
  expect((await reader.get('/ajax/start')).json.data.boards).toMatchObject([seen]);
  const [line] = (await client.get('/ajax/audit')).json.data.lines;
  expect(line).toMatchObject({ action: 'board.updated', by: { name: 'Ruth Okafor' } });
  expect(line.fields).toContain('time_zone');
});

test('one of two concurrent saves of a board’s setup is rejected and writes nothing', async () => {
  const { client } = await admin();
  const { revision } = await setupOf(client);
  const answers = await Promise.all(
    ['First', 'Second'].map((title) => client.post('/ajax/board', { revision, title })),
  );
  const rejected = answers.filter(({ json }) => json.status === 'error');
  expect(rejected.map(({ json }) => json.msg)).toEqual([changedMeanwhile]);
  const kept = answers.find(({ json }) => json.status === 'success')?.json.data.setup;
  expect(await setupOf(client)).toMatchObject({ title: kept.title, revision: revision + 1 });
});

test('requiring a second factor restricts magic links, and an older copy of the setup can no longer be saved', async () => {
  const { client, member } = await admin();
  await makeSecondFactor(server.context, member.userId ?? '');
  const { revision } = await setupOf(client);
  await client.post('/ajax/board/two-factor-required', { required: true });
  expect((await save(client, { revision, magic_links: 'off' })).msg).toEqual(changedMeanwhile);
  const required = { two_factor_required: true, can: { require_two_factor: true } };
  expect(await setupOf(client)).toMatchObject({ magic_links: 'answer', ...required });
});

test('a former shortname still opens its board and is reserved for it', async () => {
  const { client } = await admin('anchor');
  const other = await admin('beacon');
  expect((await save(client, { shortname: 'Anchor-Society' })).data.setup.shortname).toBe('anchor-society');
  expect(await face('anchor')).toBe('Anchor Club');
  const taken = { shortname: 'Another board uses this short name or has used it before.' };
  for (const shortname of ['anchor', 'anchor-society'])
    expect((await save(other.client, { shortname })).errors).toEqual(taken);
  expect((await save(client, { shortname: 'anchor' })).data.setup.shortname).toBe('anchor');
  expect(await face('anchor-society')).toBe('Anchor Club');
});

test('a former shortname redirects members to the current one and does not reveal it to others', async () => {
  const { client, member } = await admin('gannet');
  const foreign = await server.make.member();
  await save(client, { shortname: 'gannet-trust' });
  for (const path of ['/login?board=gannet', '/meetings?board=gannet', '/terms?board=gannet'])
    for (const who of [undefined, foreign]) expect((await visit(path, who)).text, path).not.toContain('gannet-trust');
  expect((await visit('/meetings?board=gannet', member)).location).toBe('/meetings?board=gannet-trust');
  for (const path of [
    '//evil.example/',
    '///evil.example',
    '/\\evil.example',
    '/.//evil.example/',
    '/%2e//evil.example',
  ])
    expect((await visit(`${path}?board=gannet`, member)).location ?? '/', path).toMatch(/^\/(?!.*evil)/);
});

test('a board cannot take a shortname that another board is giving up at the same time', async () => {
  const [giving, ...requesting] = await Promise.all([admin('first-name'), admin(), admin()]);
  const { revision } = await setupOf(giving.client);
  const answers = await Promise.all([
    giving.client.post('/ajax/board', { revision, shortname: 'second-name' }),
    ...requesting.map(({ client }) => client.post('/ajax/board', { revision, shortname: 'first-name' })),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 422, 422]);
});

test('the audit log can be paged and filtered by person, kind and time', async () => {
  const { client, member, board } = await admin();
  const colleague = await server.make.member({ board, isBoardAdmin: true, firstName: 'Omar', lastName: 'Haddad' });
  const { group } = (await client.post('/ajax/groups', { name: 'Finance', description: '', members: [] })).json.data;
  const now = server.context.clock.now();
  await server.sql(
    `insert into audit_entries (board_id, member_id, action, subject_kind, subject_id, at)
       select $1, $2, 'group.updated', 'group', $3, $4 from generate_series(1, 59)`,
    [board.id, member.id, group.id, now],
  );
  await save(await server.signIn(colleague), { title: 'Anchor Society' });
  const log = async (query: object = {}) =>
    (await client.get(`/ajax/audit?${new URLSearchParams({ ...query })}`)).json.data;
  const first = await log();
  expect([first.lines.length, first.has_more]).toEqual([50, true]);
  expect(first.people.map(({ name }: { name: string }) => name)).toEqual(['Omar Haddad', 'Ruth Okafor']);
  const rest = await log({ after: first.lines.at(-1).id });
  expect(rest.has_more).toBe(false);
  expect(new Set([...first.lines, ...rest.lines].map(({ id }) => id)).size).toBe(61);
  expect((await log({ member: colleague.id })).lines).toMatchObject([{ action: 'board.updated' }]);
  expect((await log({ kind: 'board' })).lines).toHaveLength(1);
  expect((await log({ kind: 'people' })).lines[0]).toMatchObject({ subject: 'Finance' });
  const at = (ms: number) => new Date(now.getTime() + ms).toISOString();
  const counts = [{ from: at(1) }, { to: at(0) }, { from: at(0), to: at(1) }].map(
    async (query) => (await log(query)).lines.length,
  );
  expect(await Promise.all(counts)).toEqual([0, 0, 50]);
});
