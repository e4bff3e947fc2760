import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import { type MadeUser, makeBoard, makeUser } from '#tests/support/factories.ts';
import { type Forgery, type ForgingIssuer, forgingIssuer } from '#tests/support/forging-issuer.ts';
import type { JarClient } from '#tests/support/jar-client.ts';
import { browserOf, loopbackProviders } from '#tests/support/sign-in-providers.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp(loopbackProviders);
const password = 'correct horse battery';

let admin: MadeUser;
let browser: JarClient;
let issuer: ForgingIssuer;

beforeAll(async () => {
  issuer = await forgingIssuer();
  admin = await makeUser(server.context, { password });
  await asSuperuser(server.context, (client) =>
    client.query('update users set is_site_admin = true where id = $1', [admin.id]),
  );
  browser = await browserOf(server.app, server.context, { userId: admin.id });
  expect((await browser.post('/user/confirm-password', { password })).status).toBe(201);
});
afterAll(() => issuer?.stop());

const said = () => ({
  ...{ kind: 'other', name: 'Harbour ID', issuer: issuer.issuer, client_id: 'dais', hosted_domain: '' },
  ...{ secret: 'a secret of the client', counts_as_two_factors: false },
});
const list = async () => (await browser.call('GET', '/ajax/site/providers')).json.data;
const add = async (more: object = {}) => {
  const { next } = await list();
  const answer = await browser.post('/ajax/site/providers', { id: next.id, ...said(), ...more });
  return { id: next.id as string, answer };
};

test('S18 a site admin adds a provider under the address that was registered, changes it and removes it; the log says so, and nobody reads the secret', async () => {
  const { next } = await list();
  expect(next.redirect_address).toBe(`https://dais.example/sign-in/provider/${next.id}/callback`);
  const { id, answer } = await add();
  expect(answer.status).toBe(200);
  const own = async () => (await list()).providers.find((each: { id: string }) => each.id === id);
  expect(await own()).toMatchObject({
    name: 'Harbour ID',
    is_off: false,
    connections: 0,
    counts_as_two_factors: false,
  });
  expect(JSON.stringify(await list())).not.toContain('a secret');
  const change = (more: object) =>
    browser.call('PATCH', `/ajax/site/providers/${id}`, { ...said(), secret: '', ...more });
  expect((await change({ name: 'Quay ID', counts_as_two_factors: true })).status).toBe(200);
  expect(await own()).toMatchObject({ name: 'Quay ID', counts_as_two_factors: true });
  const { rows } = await asSuperuser(server.context, (client) =>
    client.query('select sealed_secret from providers where id = $1', [id]),
  );
  expect(server.context.secrets.unseal('provider', rows[0]?.sealed_secret)).toBe('a secret of the client');
  expect((await browser.post(`/ajax/site/providers/${id}/off`, { is_off: true })).status).toBe(200);
  expect(await own()).toMatchObject({ is_off: true });
  expect((await browser.post(`/ajax/site/providers/${id}/off`, { is_off: false })).status).toBe(200);
  expect((await browser.call('DELETE', `/ajax/site/providers/${id}`)).status).toBe(200);
  expect(await own()).toBe(undefined);
  const log = await asSuperuser(server.context, (client) =>
    client.query(`select action from account_entries where user_id = $1 and detail->>'provider' = $2 order by at, id`, [
      admin.id,
      id,
    ]),
  );
  expect(log.rows.map(({ action }) => action)).toEqual([
    ...['provider.added', 'provider.changed', 'provider.switched-off', 'provider.switched-on', 'provider.removed'],
  ]);
});

test('the address of the next one stays until it is added, for each site admin their own', async () => {
  const { next } = await list();
  expect((await list()).next).toEqual(next);
  const { id } = await add();
  expect(id).toBe(next.id);
  expect((await list()).next.id).not.toBe(id);
  await browser.call('DELETE', `/ajax/site/providers/${id}`);
  expect((await list()).next.id).not.toBe(id);
});

test('boards that open by it alone are counted, and keep it', async () => {
  const { id } = await add();
  const board = await makeBoard(server.context);
  const run = (query: string, values: readonly string[]) =>
    asSuperuser(server.context, (client) => client.query(query, [...values]));
  await run('update boards set provider_id = $1, provider_required = true where id = $2', [id, board.id]);
  const own = (await list()).providers.find((each: { id: string }) => each.id === id);
  expect(own.required_by).toBe(1);
  expect((await browser.call('DELETE', `/ajax/site/providers/${id}`)).json.msg).toMatch(/^Boards open by this/);
  await run('update boards set provider_id = null, provider_required = false where id = $1', [board.id]);
});

test('a kept secret goes to no other issuer and no other client', async () => {
  const { id } = await add();
  for (const elsewhere of [{ issuer: 'https://evil.example' }, { client_id: 'another' }]) {
    const { counts_as_two_factors: _, name: __, ...tested } = { ...said(), secret: '', ...elsewhere };
    const changed = await browser.call('PATCH', `/ajax/site/providers/${id}`, { ...said(), secret: '', ...elsewhere });
    const asked = await browser.post(`/ajax/site/providers/${id}/test`, tested);
    for (const refused of [changed, asked]) {
      expect(refused.status).toBe(422);
      expect(refused.json.errors.secret).toMatch(/^The secret is wanted/);
    }
  }
});

test('everybody’s issuer is refused, an id is taken once, and there are twenty at most', async () => {
  const common = await add({ kind: 'entra', issuer: 'https://login.microsoftonline.com/common/v2.0' });
  expect(common.answer.json.errors.issuer).toMatch(/^This issuer speaks for the accounts of every company/);
  const { id } = await add();
  expect((await browser.post('/ajax/site/providers', { id, ...said() })).status).toBe(409);
  await asSuperuser(server.context, (client) =>
    client.query(
      `insert into providers select gen_random_uuid(), kind, name, issuer, client_id, sealed_secret, hosted_domain, counts_as_two_factors, null, created_at
       from providers, generate_series(1, 20) where id = $1`,
      [id],
    ),
  );
  expect((await add()).answer.json.msg).toBe('An installation can have 20 providers. Remove one first.');
  await asSuperuser(server.context, (client) => client.query('delete from providers'));
});

test('it is for site admins who confirmed it is they', async () => {
  const body = { id: randomUUID(), ...said() };
  const plain = await browserOf(server.app, server.context, { userId: (await makeUser(server.context)).id });
  expect((await plain.post('/ajax/site/providers', body)).status).toBe(403);
  const unconfirmed = await browserOf(server.app, server.context, { userId: admin.id });
  expect((await unconfirmed.post('/ajax/site/providers', body)).status).toBe(423);
});

describe('the test says in plain words', () => {
  const ask = async (more: object = {}) => {
    const { counts_as_two_factors: _, name: __, ...tested } = { ...said(), ...more };
    const answer = await browser.post(`/ajax/site/providers/${randomUUID()}/test`, tested);
    return (answer.json.data.findings as { step: string; outcome: string; text: string }[]).map(
      ({ step, outcome, text }) => (outcome === 'wrong' ? `${step}: ${text}` : `${step} ${outcome}`),
    );
  };
  const token = (status: number, error: string): Forgery['token'] => ({ status, body: { error } });

  test.each([
    [
      'https://127.0.0.2',
      'address: The host has a private address. Whoever runs this server can name it in the setting OIDC_PRIVATE_HOSTS.',
    ],
    [
      'http://1.1.1.1',
      'address: The address begins with http://, so that anybody on the way could read along. It must begin with https://.',
    ],
    ['http://127.0.0.1:9', 'address: The host was not reached.'],
  ])('%s', async (address, text) => {
    expect(await ask({ issuer: address })).toEqual([text]);
  });

  test('that a port speaks plain http alone', async () => {
    expect(await ask({ issuer: issuer.issuer.replace('http:', 'https:') })).toEqual([
      'address: The host was reached, but does not speak https there. Check the address and its port.',
    ]);
  });

  test('that no provider is there', async () => {
    issuer.tell({}, { metadata: { issuer: undefined } });
    expect(await ask()).toEqual([
      'address: The host was reached, but no OpenID Connect provider answers at this issuer.',
    ]);
  });

  test('that it calls itself otherwise', async () => {
    issuer.tell({}, { metadata: { issuer: 'https://id.harbour.example' } });
    expect(await ask()).toEqual([
      'address right',
      'issuer: It calls itself https://id.harbour.example. Enter that as the issuer, if it is the one that you mean.',
    ]);
  });

  test.each([
    { response_types_supported: ['id_token'] },
    { code_challenge_methods_supported: ['plain'] },
    { grant_types_supported: ['implicit'] },
  ])('that the flow is missing: %j', async (metadata) => {
    issuer.tell({}, { metadata });
    expect((await ask()).at(-1)).toBe('flow: It does not offer the code flow with PKCE (S256).');
  });

  test.each([
    [token(401, 'invalid_client'), 'client: It refuses the client id or the secret.'],
    [token(400, 'unauthorized_client'), 'client: It refuses the client id or the secret.'],
    [token(400, 'invalid_grant'), 'client right'],
    [token(500, 'server_error'), 'client untold'],
  ])('what of the client: %j', async (answer, text) => {
    issuer.tell({}, { token: answer });
    expect((await ask())[3]).toBe(text);
  });

  test('what of the redirect address', async () => {
    const answering = (status: number, toOwn: boolean) => {
      issuer.tell(
        {},
        {
          token: token(400, 'invalid_grant'),
          answers: (request, response) => {
            const url = new URL(request.url ?? '', issuer.issuer);
            if (url.pathname !== '/authorize') return false;
            const location = toOwn ? `${url.searchParams.get('redirect_uri')}?error=login_required` : '/login';
            response.writeHead(status, { location }).end();
            return true;
          },
        },
      );
      return ask();
    };
    expect((await answering(302, true))[4]).toBe('redirect right');
    expect((await answering(302, false))[4]).toBe('redirect untold');
    expect((await answering(400, false))[4]).toMatch(/^redirect: It refuses the redirect address/);
  });
});
