import { expect, test } from 'vitest';
import { asSuperuser } from '#tests/support/as-superuser.ts';
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

const face = async (shortname: string) =>
  (await server.stranger().get(`/ajax/start?board=${shortname}`)).json.data.face?.title ?? null;

const log = async (who: MadeMember, query = '') =>
  (await (await server.signIn(who)).get(`/ajax/audit${query}`)).json.data;

test('what is named is saved, is on everybody’s pages, and stands in the log', async () => {
  const { client, member, board } = await admin();
  const { setup } = (await client.get('/ajax/board')).json.data;
  expect(setup).toMatchObject({
    title: 'Anchor Club',
    reminder_minutes: [10_080, 1_440],
    magic_links: 'full',
    trust_days: 30,
  });
  const saved = await client.post('/ajax/board', {
    revision: setup.revision,
    title: 'Anchor Society',
    primary_color: '#7d2a26',
    time_zone: 'Europe/London',
    people_hidden: true,
    magic_links: 'answer',
    trust_days: 0,
    reminder_minutes: [60, 2_880],
  });
  expect(saved.json.data.setup).toMatchObject({
    ...{ title: 'Anchor Society', primary_color: '#7d2a26', time_zone: 'Europe/London', people_hidden: true },
    ...{ magic_links: 'answer', trust_days: 0, reminder_minutes: [2_880, 60], revision: setup.revision + 1 },
  });
  const plain = await server.make.member({ board });
  const [seen] = (await (await server.signIn(plain)).get('/ajax/start')).json.data.boards;
  expect(seen).toMatchObject({ title: 'Anchor Society', primary_color: '#7d2a26', time_zone: 'Europe/London' });
  const [line] = (await log(member)).lines;
  expect(line).toMatchObject({ action: 'board.updated', by: { name: 'Ruth Okafor' } });
  expect(line.fields).toContain('time_zone');
});

test('of two admins who save at once one is told, and nothing of theirs is written', async () => {
  const { client } = await admin();
  const { revision } = (await client.get('/ajax/board')).json.data.setup;
  const answers = await Promise.all(
    ['First', 'Second'].map((title) => client.post('/ajax/board', { revision, title })),
  );
  const reported = answers.filter(({ json }) => json.status === 'error');
  expect(reported.map(({ json }) => json.msg)).toEqual([changedMeanwhile]);
  const kept = answers.find(({ json }) => json.status === 'success')?.json.data.setup;
  expect((await client.get('/ajax/board')).json.data.setup).toMatchObject({
    title: kept.title,
    revision: revision + 1,
  });
});

test('a change of the two-factor duty makes what was opened before it stale: it changes the magic links', async () => {
  const { client, member } = await admin();
  await makeSecondFactor(server.context, member.userId ?? '');
  const { revision } = (await client.get('/ajax/board')).json.data.setup;
  await client.post('/ajax/board/two-factor-required', { required: true });
  expect((await client.post('/ajax/board', { revision, magic_links: 'off' })).json.msg).toEqual(changedMeanwhile);
  const { setup } = (await client.get('/ajax/board')).json.data;
  expect(setup).toMatchObject({ magic_links: 'answer', two_factor_required: true, can: { require_two_factor: true } });
});

test('a wrong zone, colour, shortname or time is marked at its field, and nothing is saved', async () => {
  const { client } = await admin();
  const { revision } = (await client.get('/ajax/board')).json.data.setup;
  const errors = async (fields: object) => (await client.post('/ajax/board', { revision, ...fields })).json.errors;
  expect(await errors({ time_zone: 'Mars/Base' })).toEqual({ time_zone: 'This is not a known time zone' });
  expect(await errors({ shortname: 'www' })).toEqual({ shortname: 'This shortname is reserved.' });
  expect(await errors({ shortname: 'a b' })).toHaveProperty('shortname');
  expect(await errors({ title: ' ' })).toEqual({ title: 'This field is required.' });
  for (const days of [-1, 61, 1.5]) expect(await errors({ trust_days: days })).toHaveProperty('trust_days');
  expect(await errors({ primary_color: 'red' })).toHaveProperty('primary_color');
  expect(await errors({ reminder_minutes: [60, 60] })).toEqual({
    reminder_minutes: 'This field cannot be a duplicate',
  });
  expect(await errors({ reminder_minutes: [1] })).toHaveProperty(['reminder_minutes.0']);
  expect((await client.get('/ajax/board')).json.data.setup.revision).toBe(revision);
});

test('an old shortname still finds the board, is nobody else’s, and can be taken back', async () => {
  const { client } = await admin('anchor');
  const other = await admin('beacon');
  const rename = async (who: typeof client, shortname: string) => {
    const { revision } = (await who.get('/ajax/board')).json.data.setup;
    return (await who.post('/ajax/board', { revision, shortname })).json;
  };
  expect((await rename(client, 'Anchor-Society')).data.setup.shortname).toBe('anchor-society');
  expect(await face('anchor')).toBe('Anchor Club');
  const taken = { shortname: 'Another board has this shortname, or has had it.' };
  expect((await rename(other.client, 'anchor')).errors).toEqual(taken);
  expect((await rename(other.client, 'anchor-society')).errors).toEqual(taken);
  expect((await rename(client, 'anchor')).data.setup.shortname).toBe('anchor');
  expect(await face('anchor-society')).toBe('Anchor Club');
});

test('M25d what a board is called now is told by its old name to its members alone', async () => {
  const { client, member } = await admin('gannet');
  const { revision } = (await client.get('/ajax/board')).json.data.setup;
  await client.post('/ajax/board', { revision, shortname: 'gannet-trust' });
  const visit = async (url: string, who?: MadeMember) => {
    const cookie = who === undefined ? '' : `__Host-dais_session=${await sessionOf(server.context, who)}`;
    return server.app.inject({ url, headers: { accept: 'text/html', cookie } });
  };
  for (const path of ['/login?board=gannet', '/meetings?board=gannet', '/terms?board=gannet']) {
    const stranger = await visit(path);
    expect(JSON.stringify([stranger.headers, stranger.body]), path).not.toContain('gannet-trust');
    const foreign = await visit(path, await server.make.member());
    expect(JSON.stringify([foreign.headers, foreign.body]), path).not.toContain('gannet-trust');
  }
  expect((await visit('/meetings?board=gannet', member)).headers.location).toBe('/meetings?board=gannet-trust');
});

test('the way from an old shortname leads to a page of ours, whatever the path looks like', async () => {
  const { client, member } = await admin('ferry');
  const { revision } = (await client.get('/ajax/board')).json.data.setup;
  await client.post('/ajax/board', { revision, shortname: 'ferry-club' });
  const cookie = `__Host-dais_session=${await sessionOf(server.context, member)}`;
  const visit = (url: string) => server.app.inject({ url, headers: { accept: 'text/html', cookie } });
  expect((await visit('/meetings?board=ferry')).headers.location).toBe('/meetings?board=ferry-club');
  for (const path of [
    '//evil.example/',
    '///evil.example',
    '/\\evil.example',
    '/.//evil.example/',
    '/%2e//evil.example',
  ]) {
    const answer = await visit(`${path}?board=ferry`);
    expect(answer.headers.location ?? '/', path).toMatch(/^\/(?!.*evil)/);
  }
});

test('two boards that reach for one name: one has it, also when the other has just given it up', async () => {
  const boards = await Promise.all([admin('first-name'), admin(), admin()]);
  const [giving, ...reaching] = boards;
  const { revision } = (await giving.client.get('/ajax/board')).json.data.setup;
  const answers = await Promise.all([
    giving.client.post('/ajax/board', { revision, shortname: 'second-name' }),
    ...reaching.map(({ client }) => client.post('/ajax/board', { revision, shortname: 'first-name' })),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 422, 422]);
});

test('the log: pages of fifty, by person, kind and time; what is gone keeps its line', async () => {
  const { client, member, board } = await admin();
  const colleague = await server.make.member({
    board,
    isBoardAdmin: true,
    firstName: 'Omar',
    lastName: 'Haddad',
  });
  const second = await server.signIn(colleague);
  const { group } = (await client.post('/ajax/groups', { name: 'Finance', description: '', members: [] })).json.data;
  await server.asSuperuser((database) =>
    database.query(
      `insert into audit_entries (board_id, member_id, action, subject_kind, subject_id, at)
       select $1, $2, 'group.updated', 'group', $3, $4 from generate_series(1, 59)`,
      [board.id, member.id, group.id, server.context.clock.now()],
    ),
  );
  const { revision } = (await second.get('/ajax/board')).json.data.setup;
  await second.post('/ajax/board', { revision, title: 'Anchor Society' });
  const first = await log(member);
  expect(first.lines).toHaveLength(50);
  expect(first.has_more).toBe(true);
  expect(first.people.map(({ name }: { name: string }) => name)).toEqual(['Omar Haddad', 'Ruth Okafor']);
  const rest = await log(member, `?after=${first.lines.at(-1).id}`);
  expect(rest.has_more).toBe(false);
  expect(new Set([...first.lines, ...rest.lines].map(({ id }) => id)).size).toBe(61);
  expect((await log(member, `?member=${colleague.id}`)).lines).toMatchObject([{ action: 'board.updated' }]);
  expect((await log(member, '?kind=board')).lines).toHaveLength(1);
  const [made] = (await log(member, '?kind=people')).lines;
  expect(made).toMatchObject({ subject: 'Finance' });
  const now = server.context.clock.now().getTime();
  const at = (ms: number) => encodeURIComponent(new Date(now + ms).toISOString());
  expect((await log(member, `?from=${at(1)}`)).lines).toEqual([]);
  expect((await log(member, `?to=${at(0)}`)).lines).toEqual([]);
  expect((await log(member, `?from=${at(0)}&to=${at(1)}`)).lines).toHaveLength(50);
});
