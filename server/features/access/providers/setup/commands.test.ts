import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MadeUser } from '#tests/support/factories.ts';
import { type Forgery, type ForgingIssuer, forgingIssuer } from '#tests/support/forging-issuer.ts';
import type { JarClient } from '#tests/support/jar-client.ts';
import { browserOf, loopbackProviders } from '#tests/support/sign-in-providers.ts';
import { password, signInStage } from '#tests/support/sign-in-stage.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp(loopbackProviders);
const { rows } = signInStage(server);

let admin: MadeUser;
let browser: JarClient;
let issuer: ForgingIssuer;

beforeAll(async () => {
  issuer = await forgingIssuer();
  admin = await server.make.user({ password });
  await rows('update users set is_site_admin = true where id = $1', [admin.id]);
  browser = await browserOf(server.app, server.context, { userId: admin.id });
  expect((await browser.post('/user/confirm-password', { password })).status).toBe(201);
});
afterAll(() => issuer?.stop());

const fields = () => ({
  kind: 'other',
  name: 'Harbour ID',
  issuer: issuer.issuer,
  client_id: 'dais',
  hosted_domain: '',
  scope: ' email  profile',
  secret: 'a secret of the client',
  counts_as_two_factors: false,
});
const list = async () => (await browser.call('GET', '/ajax/site/providers')).json.data;
const listed = async (id: string) => (await list()).providers.find((each: { id: string }) => each.id === id);
const askToTest = (id: string, more: object) => {
  const { counts_as_two_factors: _, name: __, ...tested } = { ...fields(), ...more };
  return browser.post(`/ajax/site/providers/${id}/test`, tested);
};
const add = async (more: object = {}) => {
  const { next } = await list();
  const answer = await browser.post('/ajax/site/providers', { id: next.id, ...fields(), ...more });
  return { id: next.id as string, answer };
};

test('a site admin can add, change and remove a provider but not read its secret', async () => {
  const { next } = await list();
  expect(next.redirect_address).toBe(`https://dais.example/sign-in/provider/${next.id}/callback`);
  const { id, answer } = await add();
  expect(answer.status).toBe(200);
  const own = () => listed(id);
  const added = { name: 'Harbour ID', is_off: false, connections: 0, counts_as_two_factors: false };
  expect(await own()).toMatchObject(added);
  expect(JSON.stringify(await list())).not.toContain('a secret');
  const change = (more: object) =>
    browser.call('PATCH', `/ajax/site/providers/${id}`, { ...fields(), secret: '', ...more });
  expect((await change({ name: 'Quay ID', counts_as_two_factors: true })).status).toBe(200);
  expect(await own()).toMatchObject({ name: 'Quay ID', counts_as_two_factors: true, scope: 'openid email profile' });
  const [kept] = await rows('select sealed_secret from providers where id = $1', [id]);
  expect(server.context.secrets.unseal('provider', kept.sealed_secret)).toBe('a secret of the client');
  for (const is_off of [true, false]) {
    expect((await browser.post(`/ajax/site/providers/${id}/off`, { is_off })).status).toBe(200);
    expect(await own()).toMatchObject({ is_off });
  }
  expect((await browser.call('DELETE', `/ajax/site/providers/${id}`)).status).toBe(200);
  expect(await own()).toBe(undefined);
  const log = await rows(`select action from account_entries where detail->>'provider' = $1 order by at, id`, [id]);
  const steps = ['added', 'changed', 'switched-off', 'switched-on', 'removed'];
  expect(log.map(({ action }) => action)).toEqual(steps.map((step) => `provider.${step}`));
});

test('the redirect URL offered for the next provider stays the same until a provider is added', async () => {
  const { next } = await list();
  expect((await list()).next).toEqual(next);
  const { id } = await add();
  expect(id).toBe(next.id);
  expect((await list()).next.id).not.toBe(id);
  await browser.call('DELETE', `/ajax/site/providers/${id}`);
  expect((await list()).next.id).not.toBe(id);
});

test('a provider that a board requires cannot be removed', async () => {
  const { id } = await add();
  const board = await server.make.board();
  await rows('update boards set provider_id = $1, provider_required = true where id = $2', [id, board.id]);
  expect((await listed(id)).required_by).toBe(1);
  expect((await browser.call('DELETE', `/ajax/site/providers/${id}`)).json.msg).toMatch(/^Some boards require this/);
  await rows('update boards set provider_id = null, provider_required = false where id = $1', [board.id]);
});

test('testing or saving a changed issuer or client id requires entering the secret again', async () => {
  const { id } = await add();
  for (const elsewhere of [{ issuer: 'https://evil.example' }, { client_id: 'another' }]) {
    const given = { secret: '', ...elsewhere };
    const changed = await browser.call('PATCH', `/ajax/site/providers/${id}`, { ...fields(), ...given });
    for (const refused of [changed, await askToTest(id, given)]) {
      expect(refused.status).toBe(422);
      expect(refused.json.errors.secret).toMatch(/^Enter the secret again/);
    }
  }
});

test('a provider is rejected if its issuer is shared by many companies, its id is taken, or there are already twenty', async () => {
  const common = await add({ kind: 'entra', issuer: 'https://login.microsoftonline.com/common/v2.0' });
  expect(common.answer.json.errors.issuer).toMatch(/^This issuer is shared by all companies/);
  const { id } = await add();
  expect((await browser.post('/ajax/site/providers', { id, ...fields() })).status).toBe(409);
  await rows(
    `insert into providers select gen_random_uuid(), kind, name, issuer, client_id, sealed_secret, hosted_domain, counts_as_two_factors, null, created_at
     from providers, generate_series(1, 20) where id = $1`,
    [id],
  );
  expect((await add()).answer.json.msg).toBe('An installation can have at most 20 providers. Remove one first.');
  await rows('delete from providers');
});

describe('testing a provider', () => {
  const testedIssuer = async (more: object = {}) => {
    const answer = await askToTest(randomUUID(), more);
    return (answer.json.data.findings as { step: string; outcome: string; text: string }[]).map(
      ({ step, outcome, text }) => (outcome === 'wrong' ? `${step}: ${text}` : `${step} ${outcome}`),
    );
  };
  const token = (status: number, error: string): Forgery['token'] => ({ status, body: { error } });
  const authorizing =
    (answerTo: (asked: URLSearchParams) => { status: number; location?: string }): NonNullable<Forgery['answers']> =>
    (request, response) => {
      const url = new URL(request.url ?? '', issuer.issuer);
      if (url.pathname !== '/authorize') return false;
      const { status, ...headers } = answerTo(url.searchParams);
      response.writeHead(status, headers).end();
      return true;
    };
  const noProvider = 'The host was reached, but no OpenID Connect provider was found at this issuer.';
  const otherName =
    'The provider reports its issuer as https://id.harbour.example. If this is the right provider, enter that issuer.';

  test.each([
    [
      'https://127.0.0.2',
      'The host has a private address. The operator of this server can allow it with the setting OIDC_PRIVATE_HOSTS.',
    ],
    [
      'http://1.1.1.1',
      'The address begins with http://, so others on the network could read what is sent. It must begin with https://.',
    ],
    ['http://127.0.0.1:9', 'The host could not be reached.'],
    ['https', 'The host was reached, but does not offer HTTPS at this address. Check the address and its port.'],
  ])('reports a wrong address: %s', async (address, text) => {
    const tested = address === 'https' ? issuer.issuer.replace('http:', 'https:') : address;
    expect(await testedIssuer({ issuer: tested })).toEqual([`address: ${text}`]);
  });

  test.each<readonly [string, Forgery, readonly string[]]>([
    ['that there is no provider at the address', { metadata: { issuer: undefined } }, [`address: ${noProvider}`]],
    [
      'that the provider states another issuer',
      { metadata: { issuer: 'https://id.harbour.example' } },
      ['address right', `issuer: ${otherName}`],
    ],
  ])('reports %s', async (_what, forgery, findings) => {
    issuer.tell({}, forgery);
    expect(await testedIssuer()).toEqual(findings);
  });

  test.each([
    { response_types_supported: ['id_token'] },
    { code_challenge_methods_supported: ['plain'] },
    { grant_types_supported: ['implicit'] },
  ])('reports an unsupported flow: %j', async (metadata) => {
    issuer.tell({}, { metadata });
    expect((await testedIssuer()).at(-1)).toMatch(
      /^flow: The provider does not offer the code flow with PKCE \(S256\)\./,
    );
  });

  test.each([
    [401, 'invalid_client', 'client: The provider rejects the client ID or the secret.'],
    [400, 'unauthorized_client', 'client: The provider rejects the client ID or the secret.'],
    [400, 'invalid_grant', 'client right'],
    [500, 'server_error', 'client unknown'],
  ])('reports whether the client is valid if the provider responds with %i %s', async (status, error, text) => {
    issuer.tell({}, { token: token(status, error) });
    expect((await testedIssuer())[5]).toBe(text);
  });

  test.each([
    [302, true, /^redirect right$/],
    [302, false, /^redirect unknown$/],
    [400, false, /^redirect: The provider rejects the redirect address/],
  ])(
    'reports whether the redirect address is accepted if the provider responds with %i (redirect to our address: %s)',
    async (status, toOwn, text) => {
      const answers = authorizing((asked) => ({
        status,
        location: toOwn ? `${asked.get('redirect_uri')}?error=login_required` : '/login',
      }));
      issuer.tell({}, { token: token(400, 'invalid_grant'), answers });
      expect((await testedIssuer())[6]).toMatch(text);
    },
  );

  const comesBackWith = (error: string, onlyWith?: string) =>
    authorizing((asked) => {
      if (onlyWith !== undefined && asked.get('scope') !== onlyWith) return { status: 400 };
      return { status: 302, location: `${asked.get('redirect_uri')}?error=${error}` };
    });
  const keysOf =
    (keys: unknown): NonNullable<Forgery['answers']> =>
    (request, response) => {
      if (request.url !== '/jwks') return false;
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(keys));
      return true;
    };
  const toChoose = 'In the provider’s settings, choose a signing key or the algorithm RS256 for this client.';
  const noKey =
    'keys: The provider does not publish its signing key. In the provider’s settings, choose a signing key for this client.';
  const refusedScope =
    'scope: The provider rejects the scope “openid email profile”. Allow it for this client in the provider’s settings, or enter openid as the scope here.';

  test.each<readonly [string, Forgery, string]>([
    [
      'an algorithm with a shared secret',
      { metadata: { id_token_signing_alg_values_supported: ['HS256'] } },
      `signing: The provider signs ID tokens with HS256, which this server does not support. ${toChoose}`,
    ],
    ['missing keys', { answers: keysOf({}) }, noKey],
    ['keys of another algorithm', { metadata: { id_token_signing_alg_values_supported: ['HS256', 'ES256'] } }, noKey],
    ['a rejected scope', { answers: comesBackWith('invalid_scope') }, refusedScope],
    ['a scope rejected without a redirect back', { answers: comesBackWith('login_required', 'openid') }, refusedScope],
    [
      'a client without the code flow',
      { answers: comesBackWith('unauthorized_client') },
      'flow: The provider does not offer the code flow with PKCE (S256). Enable the flow in the provider’s settings; Keycloak calls it “Standard flow”.',
    ],
  ])('reports %s and what to change', async (_what, forgery, text) => {
    issuer.tell({}, { token: token(400, 'invalid_grant'), ...forgery });
    expect(await testedIssuer()).toContain(text);
  });

  test('reports no problem with a correctly configured provider', async () => {
    issuer.tell({}, { token: token(400, 'invalid_grant'), answers: comesBackWith('login_required') });
    const steps = ['address', 'issuer', 'flow', 'signing', 'keys', 'client', 'redirect', 'scope'];
    expect(await testedIssuer()).toEqual(steps.map((step) => `${step} right`));
  });
});
