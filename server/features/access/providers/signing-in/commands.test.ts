import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { signInSealing } from '#server/features/access/providers/queries.ts';
import type { MadeUser } from '#tests/support/factories.ts';
import { type Forgery, type ForgingIssuer, forgingIssuer } from '#tests/support/forging-issuer.ts';
import { invitationStage } from '#tests/support/invitations.ts';
import { type JarClient, jarClient } from '#tests/support/jar-client.ts';
import { answerWith, makePasskey } from '#tests/support/passkeys.ts';
import { browserOf, loopbackProviders, makeConnection, makeProvider } from '#tests/support/sign-in-providers.ts';
import { emailOf, password, signInStage, tenAtOnce } from '#tests/support/sign-in-stage.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp(loopbackProviders);
const { rows, forgetTries, logOf, mailsTo } = signInStage(server);
const { boardWithAdmin, invite } = invitationStage(server);
const app = 'https://dais.example';
const subject = 'subject-1';

let issuer: ForgingIssuer;
let otherIssuer: ForgingIssuer;
let user: MadeUser;
let providerId: string;
let otherId: string;
let refusals: string[];

beforeAll(async () => {
  [issuer, otherIssuer] = [await forgingIssuer(), await forgingIssuer()];
  providerId = await makeProvider(server.context, { issuer: issuer.issuer });
  otherId = await makeProvider(server.context, { issuer: otherIssuer.issuer, name: 'Other ID' });
  user = await server.make.user();
  await server.make.member({ user });
  await connect(user);
  vi.spyOn(server.context.log, 'warn').mockImplementation((line: unknown) => {
    const { event, reason } = line as { event?: string; reason?: string };
    if (event === 'provider.wrong') refusals.push(String(reason));
  });
});
afterAll(async () => {
  await issuer?.stop();
  await otherIssuer?.stop();
});
beforeEach(async () => {
  await forgetTries();
  refusals = [];
});

const issuerOf = (id: string): ForgingIssuer => (id === otherId ? otherIssuer : issuer);
const connect = ({ id }: Pick<MadeUser, 'id'>, to = providerId, sub = subject) =>
  makeConnection(server.context, { userId: id, providerId: to, issuer: issuerOf(to).issuer, subject: sub });

async function connectedUser(more: { readonly countsAsTwoFactors?: boolean } = {}) {
  const [own, id] = [await server.make.user(), await makeProvider(server.context, { issuer: issuer.issuer, ...more })];
  await connect(own, id);
  return { own, id };
}
const makeFactor = ({ id }: MadeUser) =>
  rows(
    `insert into two_factors (user_id, sealed_secret, created_at, confirmed_at, last_used_step) values ($1, 'x', now(), now(), 1)`,
    [id],
  );

interface Visit {
  readonly browser: JarClient;
  readonly id: string;
  readonly url: URL;
  readonly state: string;
  readonly nonce: string;
}
function visitOf(browser: JarClient, id: string, address: string): Visit {
  const url = new URL(address);
  const { state = '', nonce = '' } = Object.fromEntries(url.searchParams);
  return { browser, id, url, state, nonce };
}
async function begin(id = providerId, body: object = {}, browser = jarClient(server.app)): Promise<Visit> {
  const answer = await browser.post(`/sign-in/provider/${id}`, body);
  expect(answer.status, JSON.stringify(answer.json)).toBe(200);
  return visitOf(browser, id, answer.json.data.url);
}

interface Return {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly forgery?: Forgery;
  readonly query?: Readonly<Record<string, string>>;
  readonly by?: JarClient;
  readonly to?: string;
}
function finish(visit: Visit, { claims, forgery, query, by = visit.browser, to = visit.id }: Return = {}) {
  for (const each of [issuer, otherIssuer]) each.tell({ sub: subject, nonce: visit.nonce, ...claims }, forgery);
  const answer = new URLSearchParams({ code: 'a code', state: visit.state, ...query });
  return by.call('GET', `/sign-in/provider/${to}/callback?${answer}`);
}
async function signIn(id = providerId, given: Return = {}) {
  const visit = await begin(id);
  const { location } = await finish(visit, given);
  return { browser: visit.browser, location, email: await emailOf(visit.browser) };
}

const confirmedBrowser = async (who: MadeUser) => {
  const browser = await browserOf(server.app, server.context, { userId: who.id });
  expect((await browser.post('/user/confirm-password', { password })).status).toBe(201);
  return browser;
};
const failureOf = async (browser: JarClient) =>
  (await browser.call('GET', '/ajax/sign-in/providers')).json.data.failure;
const newestSession = async ({ id }: MadeUser) =>
  (
    await rows(
      'select begun_by, strength, remember, provider_id from sessions where user_id = $1 order by created_at desc, id desc limit 1',
      [id],
    )
  )[0];
const providerCookie = (browser: JarClient) => ({
  '__Host-dais_provider': browser.cookie('__Host-dais_provider') ?? '',
});

test('a connected sign-in starts a session with a code that state, nonce and PKCE bind to this browser', async () => {
  const visit = await begin(providerId, { next: '/meetings?year=2026' });
  expect(Object.fromEntries(visit.url.searchParams)).toMatchObject({
    client_id: 'dais',
    redirect_uri: `${app}/sign-in/provider/${providerId}/callback`,
    response_type: 'code',
    code_challenge_method: 'S256',
  });
  const answer = await finish(visit, { query: { session_state: 'of Keycloak' } });
  expect([answer.status, answer.location]).toEqual([303, `${app}/meetings?year=2026`]);
  expect(await emailOf(visit.browser)).toBe(user.email);
  expect(issuer.asked.at(-1)?.get('code_verifier')).toMatch(/^[\w-]{43,}$/);
  const session = { begun_by: 'provider', strength: 1, remember: false, provider_id: providerId };
  expect(await newestSession(user)).toEqual(session);
});

test('a sign-in that an older version began, without its scope, is finished', async () => {
  const visit = await begin();
  const [{ sealed }] = await rows('select sealed from provider_sign_ins order by created_at desc limit 1');
  const { scope, ...older } = JSON.parse(server.context.secrets.unseal(signInSealing, sealed));
  expect(scope).toBe('openid email');
  const resealed = server.context.secrets.seal(signInSealing, JSON.stringify(older));
  await rows('update provider_sign_ins set sealed = $2 where sealed = $1', [sealed, resealed]);
  expect((await finish(visit)).location).toBe(`${app}/home`);
});

test('no token of a provider is kept, and none reaches the browser', async () => {
  const { browser, state, nonce } = await begin();
  issuer.tell({ sub: subject, nonce });
  const url = `/sign-in/provider/${providerId}/callback?code=spent-code&state=${state}`;
  const answer = await server.app.inject({ method: 'GET', url, cookies: providerCookie(browser) });
  expect(answer.headers.location).toBe(`${app}/home`);
  expect(JSON.stringify([answer.headers, answer.payload])).not.toMatch(/kept nowhere|eyJ/);
  for (const table of ['sessions', 'provider_sign_ins', 'provider_connections', 'account_entries']) {
    const kept = await rows(`select row_to_json(t)::text as row from ${table} t`);
    expect(JSON.stringify(kept), table).not.toMatch(/kept nowhere|eyJ|spent-code/);
  }
});

interface Wrong {
  readonly name: string;
  readonly reason: string;
  readonly forgery?: Forgery;
  readonly query?: Readonly<Record<string, string>>;
}

const seconds = (from: number) => Math.floor(Date.now() / 1000) + from;

const forgeries: readonly Wrong[] = [
  { name: 'another nonce', reason: 'nonce', forgery: { claims: { nonce: 'another' } } },
  { name: 'no nonce', reason: 'OAUTH_INVALID_RESPONSE', forgery: { claims: { nonce: undefined } } },
  { name: 'another state', reason: 'state', query: { state: 'another' } },
  { name: 'another issuer in the answer', reason: 'OAUTH_INVALID_RESPONSE', query: { iss: 'https://evil.example' } },
  {
    name: 'no issuer in the answer of one that promises it',
    reason: 'OAUTH_INVALID_RESPONSE',
    forgery: { metadata: { authorization_response_iss_parameter_supported: true } },
  },
  { name: 'another issuer in the token', reason: 'iss', forgery: { claims: { iss: 'https://evil.example' } } },
  { name: 'a token without a signature', reason: 'alg', forgery: { signedBy: 'nobody' } },
  { name: 'a token signed by another key', reason: 'signature', forgery: { signedBy: 'other' } },
  {
    name: 'a token signed by a key that is not listed',
    reason: 'OAUTH_KEY_SELECTION_FAILED',
    forgery: { header: { kid: 'two' } },
  },
  { name: 'a token for another client', reason: 'aud', forgery: { claims: { aud: 'somebody else' } } },
  { name: 'a token for several clients', reason: 'aud', forgery: { claims: { aud: ['dais', 'another'] } } },
  { name: 'a token made for another party', reason: 'azp', forgery: { claims: { azp: 'another' } } },
  { name: 'an expired token', reason: 'exp', forgery: { claims: { exp: seconds(-600) } } },
  { name: 'a token of tomorrow', reason: 'nbf', forgery: { claims: { nbf: seconds(86_400) } } },
  { name: 'no subject', reason: 'sub', forgery: { claims: { sub: undefined } } },
  { name: 'an empty subject', reason: 'sub', forgery: { claims: { sub: '' } } },
  { name: 'a subject that is a number', reason: 'sub', forgery: { claims: { sub: 7 } } },
  { name: 'a subject with a control character', reason: 'sub', forgery: { claims: { sub: 'one\u0000two' } } },
  { name: 'a subject of 256 characters', reason: 'sub', forgery: { claims: { sub: 'x'.repeat(256) } } },
  {
    name: 'no token at all',
    reason: 'OAUTH_INVALID_RESPONSE',
    forgery: { token: { status: 200, body: { access_token: 'one', token_type: 'Bearer' } } },
  },
  {
    name: 'a code that was spent, or another verifier',
    reason: 'invalid_grant',
    forgery: { token: { status: 400, body: { error: 'invalid_grant' } } },
  },
  { name: 'a person who pressed Cancel', reason: 'access_denied', query: { error: 'access_denied', code: '' } },
  { name: 'a token beside the code', reason: 'OAUTH_UNSUPPORTED_OPERATION', query: { id_token: 'one' } },
  {
    name: 'another issuer of itself',
    reason: 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
    forgery: { metadata: { issuer: 'https://evil.example' } },
  },
  {
    name: 'keys inside the private network',
    reason: 'private-address',
    forgery: { metadata: { jwks_uri: 'https://169.254.169.254/keys' } },
  },
];

describe('a forged answer begins nothing, and the log names what was wrong', () => {
  test.each(forgeries)('$name', async ({ reason, ...forged }) => {
    issuer.tell({});
    const visit = await begin();
    const answer = await finish(visit, forged);
    expect([answer.status, answer.location]).toEqual([303, `${app}/login?provider=${providerId}`]);
    expect([await emailOf(visit.browser), refusals]).toEqual([null, [reason]]);
    const why = reason === 'sub' ? 'no-subject' : 'failed';
    const failure = reason === 'state' ? null : { name: 'Harbour ID', why, detail: null };
    expect(await failureOf(visit.browser)).toEqual(failure);
  });
});

test('a sign-in with a rejected scope is retried once with only openid', async () => {
  const visit = await begin(providerId, { next: '/meetings' });
  expect(visit.url.searchParams.get('scope')).toBe('openid email');
  const refusal = { query: { error: 'invalid_scope', code: '' } };
  const { location } = await finish(visit, refusal);
  const again = visitOf(visit.browser, visit.id, location ?? '');
  expect(again.url.searchParams.get('scope')).toBe('openid');
  expect((await finish(again)).location).toBe(`${app}/meetings`);
  expect(await emailOf(visit.browser)).toBe(user.email);
  const other = await begin();
  const second = visitOf(other.browser, other.id, (await finish(other, refusal)).location ?? '');
  expect((await finish(second, refusal)).location).toBe(`${app}/login?provider=${providerId}`);
});

test('a site admin can test a complete sign-in with a provider that is switched off, and keeps their own session', async () => {
  const own = await server.make.user({ password });
  const id = await makeProvider(server.context, { issuer: issuer.issuer });
  await rows('update providers set switched_off_at = now() where id = $1', [id]);
  await rows('update users set is_site_admin = true where id = $1', [own.id]);
  const browser = await confirmedBrowser(own);
  const outcomes = [
    {
      given: { claims: { sub: 'anybody', email: 'ada@harbour.example' } },
      why: 'tested',
      detail: 'ada@harbour.example',
    },
    { given: { claims: { sub: '' } }, why: 'test-failed', detail: 'sub' },
    { given: { forgery: { header: { alg: 'HS256' } } }, why: 'test-failed', detail: 'alg' },
    { given: { query: { error: 'invalid_scope', code: '' } }, why: 'test-failed', detail: 'invalid_scope' },
  ] as const;
  for (const { given, why, detail } of outcomes) {
    // The latest outcome is shown.
    server.context.clock.advance({ minutes: 1 });
    const { json } = await browser.post(`/ajax/site/providers/${id}/test-sign-in`, {});
    const { location } = await finish(visitOf(browser, id, json.data.url), given);
    expect(location).toBe(`${app}/admin/site/sign-in?provider=${id}`);
    expect(await failureOf(browser)).toEqual({ name: 'Harbour ID', why, detail });
    expect(await emailOf(browser)).toBe(own.email);
  }
});

describe('an answer', () => {
  test('is accepted once and only from the browser that asked, and HEAD requests and other browsers do not use it up', async () => {
    const visit = await begin();
    const thief = jarClient(server.app, { cookies: providerCookie(visit.browser) });
    const url = `/sign-in/provider/${providerId}/callback?code=x&state=${visit.state}`;
    const looked = await server.app.inject({ method: 'HEAD', url, cookies: providerCookie(visit.browser) });
    expect(looked.headers.location).toBe('/login');
    for (const by of [(await begin()).browser, jarClient(server.app)]) {
      await finish(visit, { by });
      expect(await emailOf(by)).toBe(null);
    }
    await finish(visit);
    expect(await emailOf(visit.browser)).toBe(user.email);
    await finish(visit, { by: thief });
    expect([await emailOf(thief), refusals]).toEqual([null, ['state', 'state', 'state']]);
  });

  test('starts one session for ten simultaneous requests', async () => {
    const visit = await begin();
    const emails = await tenAtOnce(async () => {
      const by = visit.browser.copy();
      await finish(visit, { by });
      return emailOf(by);
    });
    expect(emails.filter((email) => email !== null)).toEqual([user.email]);
  });

  test.each([
    ['after ten minutes', 10, () => ({})],
    ['at the address of another provider', 0, () => ({ to: otherId })],
  ])('starts no session %s', async (_what, minutes, given) => {
    const visit = await begin();
    server.context.clock.advance({ minutes });
    await finish(visit, given());
    expect([await emailOf(visit.browser), refusals]).toEqual([null, ['state']]);
  });
});

describe('a subject', () => {
  test('a subject without a connection cannot sign in by its email, which is shown only in this browser', async () => {
    for (const email_verified of [true, false]) {
      const given = { claims: { sub: 'somebody else', email: user.email, email_verified } };
      const { browser, location, email } = await signIn(providerId, given);
      expect([location, email]).toEqual([`${app}/login?provider=${providerId}`, null]);
      expect(await failureOf(browser)).toEqual({ name: 'Harbour ID', why: 'not-connected', detail: user.email });
      expect(await failureOf(jarClient(server.app))).toBe(null);
    }
    expect(refusals).toEqual(['not-connected', 'not-connected']);
  });

  test('a subject from another issuer is unknown', async () => {
    const { email } = await signIn(otherId);
    expect([email, refusals]).toEqual([null, ['not-connected']]);
  });

  test('a subject from another hosted domain or from none is unknown', async () => {
    const id = await makeProvider(server.context, { issuer: issuer.issuer, hostedDomain: 'harbour.example' });
    await connect(user, id);
    expect((await begin(id)).url.searchParams.get('hd')).toBe('harbour.example');
    const emailBy = async (hd?: string) => (await signIn(id, { claims: { hd } })).email;
    expect([await emailBy(), await emailBy('evil.example')]).toEqual([null, null]);
    expect(await emailBy('harbour.example')).toBe(user.email);
    expect(refusals).toEqual(['hd', 'hd']);
  });
});

test.each([
  ['the provider is switched off', 'update providers set switched_off_at = now() where id = $1'],
  ['the provider is removed', 'delete from providers where id = $1'],
  ['the provider is given another issuer', `update providers set issuer = 'https://other.example' where id = $1`],
  ['the connection is removed', 'delete from provider_connections where provider_id = $1'],
  [
    'the user is disabled',
    'update users set disabled_at = now() where id in (select user_id from provider_connections where provider_id = $1)',
  ],
])('a sign-in starts no session if %s in the meantime', async (_what, query) => {
  const { id } = await connectedUser();
  const visit = await begin(id);
  await rows(query, [id]);
  expect((await finish(visit)).location).toContain('/login?provider=');
  expect(await emailOf(visit.browser)).toBe(null);
});

describe('a session that a provider began', () => {
  test('ends after twelve hours even if it is in use', async () => {
    const { browser } = await signIn();
    for (let hours = 0; hours < 11; hours += 1) {
      server.context.clock.advance({ minutes: 60 });
      expect(await emailOf(browser), `${hours}`).toBe(user.email);
      await server.context.deferred.flush();
    }
    server.context.clock.advance({ minutes: 61 });
    expect(await emailOf(browser)).toBe(null);
  });

  test('asks for the second factor that the account has, unless the provider counts as two', async () => {
    for (const countsAsTwoFactors of [false, true]) {
      const { own, id } = await connectedUser({ countsAsTwoFactors });
      await makeFactor(own);
      const { location, email } = await signIn(id);
      const expected = countsAsTwoFactors ? [`${app}/home`, own.email] : [`${app}/two-factor-challenge`, null];
      expect([location, email]).toEqual(expected);
    }
  });

  test('also asks for a passkey if the account has one, and then counts as two-factor', async () => {
    const own = await server.make.user({ password });
    await connect(own, otherId);
    const { passkey } = await makePasskey(await confirmedBrowser(own));
    const { browser, location, email } = await signIn(otherId);
    expect([location, email]).toEqual([`${app}/two-factor-challenge`, null]);
    expect((await answerWith(browser, '/two-factor-challenge/passkey', { passkey })).status).toBe(200);
    expect(await emailOf(browser)).toBe(own.email);
    const session = { begun_by: 'provider', strength: 2, remember: false, provider_id: otherId };
    expect(await newestSession(own)).toEqual(session);
  });
});

test('a sign-in starts only with a provider that exists, is switched on and can be reached', async () => {
  const begun = async (id: string) => jarClient(server.app).post(`/sign-in/provider/${id}`);
  expect((await begun('0198c0de-0000-7000-8000-000000000000')).status).toBe(404);
  const off = await makeProvider(server.context, { issuer: issuer.issuer });
  await rows('update providers set switched_off_at = now() where id = $1', [off]);
  expect((await begun(off)).json.msg).toBe('This provider is switched off.');
  const gone = await makeProvider(server.context, { issuer: 'http://127.0.0.1:9', name: 'Gone' });
  expect((await begun(gone)).json.msg).toBe('The sign-in with Gone did not finish.');
  expect(refusals).toEqual(['not-reachable']);
});

describe('connecting', () => {
  let own: MadeUser;
  let browser: JarClient;
  beforeEach(async () => {
    own = await server.make.user({ password });
    browser = await confirmedBrowser(own);
  });

  const beginConnecting = async (more: object = {}): Promise<Visit> => {
    const begun = await browser.post('/ajax/connections', { provider_id: providerId, ...more });
    return visitOf(browser, providerId, begun.json.data.url);
  };
  const connectAs = async (sub = `own-${own.id}`, more: object = {}) =>
    (await finish(await beginConnecting(more), { claims: { sub, email: 'ada@harbour.example' } })).location;
  const connections = async () =>
    (await browser.call('GET', '/ajax/connections')).json.data.connections as { id: string; claimed_email: string }[];
  const disconnect = ({ id = '' }: { readonly id?: string } = {}) => browser.call('DELETE', `/ajax/connections/${id}`);

  test('allows signing in to that account, notifies its owner, and can be undone', async () => {
    expect(await connectAs()).toBe(`${app}/account?view=security`);
    const [made] = await connections();
    expect(made?.claimed_email).toBe('ada@harbour.example');
    const visitor = await signIn(providerId, { claims: { sub: `own-${own.id}` } });
    expect(visitor.email).toBe(own.email);
    expect((await disconnect(made)).status).toBe(200);
    expect([await connections(), await emailOf(visitor.browser)]).toEqual([[], null]);
    const mails = (await mailsTo(own.email)).toSorted((a, b) => a.subject.localeCompare(b.subject));
    expect(mails.map((mail) => mail.subject)).toEqual([
      'A sign-in was connected (Dais)',
      'A sign-in was disconnected (Dais)',
      'New sign-in to your account (Dais)',
    ]);
    for (const part of ['Harbour ID (ada@harbour.example)', '/account?view=security']) {
      expect(mails[0]?.text).toContain(part);
    }
    const log = ['provider.connected', 'device.new', 'provider.disconnected'];
    expect(await logOf({ userId: own.id })).toEqual(log);
  });

  test('rejects a subject that belongs to somebody else, and never connects to a user who signed in in the meantime', async () => {
    expect(await connectAs(subject)).toBe(`${app}/account?view=security&provider=${providerId}`);
    expect((await failureOf(browser)).why).toBe('connected-elsewhere');
    const visit = await beginConnecting();
    const somebodyElse = await browserOf(server.app, server.context, { userId: user.id });
    const session = { '__Host-dais_session': somebodyElse.cookie('__Host-dais_session') ?? '' };
    const by = jarClient(server.app, { cookies: { ...providerCookie(browser), ...session } });
    await finish(visit, { by, claims: { sub: 'a new one' } });
    expect(refusals).toContain('session');
    expect(await connections()).toEqual([]);
  });

  test('connecting at a board that requires the provider also signs in and continues to the requested page', async () => {
    expect(await connectAs(undefined, { next: '/meetings?year=2026' })).toBe(`${app}/meetings?year=2026`);
    expect(await newestSession(own)).toMatchObject({ begun_by: 'provider' });
  });

  test('a cancelled sign-in or connection leads back to the page where it started', async () => {
    const cancel = async (visit: Visit) =>
      (await finish(visit, { query: { error: 'access_denied', code: '' } })).location?.replace(app, '');
    const next = '/meetings?year=2026';
    const encoded = 'next=%2Fmeetings%3Fyear%3D2026';
    const ofBoard = `/user/board-sign-in?${encoded}&provider=${providerId}`;
    const byStranger = await begin(providerId, { next, board: 'harbour' });
    expect(await cancel(byStranger)).toBe(`/login?${encoded}&board=harbour&provider=${providerId}`);
    expect(await cancel(await begin(providerId, { next }, browser))).toBe(ofBoard);
    expect(await cancel(await beginConnecting({ next }))).toBe(ofBoard);
    expect(await cancel(await beginConnecting())).toBe(`/account?view=security&provider=${providerId}`);
  });

  test('is limited to ten per account', async () => {
    for (let nth = 0; nth < 10; nth += 1) await connect(own, providerId, `${own.id}-${nth}`);
    await connectAs('an eleventh');
    expect((await failureOf(browser)).why).toBe('too-many');
    expect(await connections()).toHaveLength(10);
  });

  test('does not remove the last way to sign in', async () => {
    const onlyWay = 'This is your only way to sign in. Add another one first.';
    await connectAs();
    await rows('update users set password_hash = null where id = $1', [own.id]);
    const [made] = await connections();
    expect((await disconnect(made)).json.msg).toBe(onlyWay);
    expect(await connections()).toHaveLength(1);
    // A passkey is another way to sign in, and then the last one itself.
    const { id } = await makePasskey(browser);
    expect((await disconnect(made)).status).toBe(200);
    const removePasskey = async () => (await browser.call('DELETE', `/ajax/passkeys/${id}`)).json;
    expect((await removePasskey()).msg).toBe(onlyWay);
    await connectAs();
    expect((await removePasskey()).status).toBe('success');
  });

  test.each([
    ['confirms the owner by a sign-in of the last five minutes', { ago: 10 }, 200],
    ['confirms nothing by an older sign-in', { ago: 600 }, 423],
    ['confirms nothing by a sign-in without a time', {}, 423],
    ['confirms nothing by another subject', { ago: 10, sub: subject }, 423],
  ])('%s', async (_what, { ago, sub }: { readonly ago?: number; readonly sub?: string }, status) => {
    const connected = `confirms-${own.id}`;
    const id = await connect(own, providerId, connected);
    const unconfirmed = await browserOf(server.app, server.context, { userId: own.id });
    const begun = await unconfirmed.post(`/ajax/connections/${id}/confirm`, { next: '/account' });
    const visit = visitOf(unconfirmed, providerId, begun.json.data.url);
    expect([visit.url.searchParams.get('prompt'), visit.url.searchParams.get('max_age')]).toEqual(['login', '0']);
    const auth_time = ago === undefined ? undefined : seconds(-ago);
    await finish(visit, { claims: { sub: sub ?? connected, auth_time } });
    expect((await unconfirmed.post('/ajax/connections', { provider_id: providerId })).status).toBe(status);
  });
});

describe('an invitation', () => {
  const invited = async (email: string) => {
    const stage = await boardWithAdmin();
    const { uuid } = await invite(stage, { first_name: 'Ines', last_name: 'Duarte', email });
    return { token: uuid, boardId: stage.board.id };
  };
  const redeemAs = async (sub: string, token: string) => {
    const visit = await begin(providerId, { invitation_id: token });
    const { location } = await finish(visit, { claims: { sub, email: 'another@elsewhere.example' } });
    return { browser: visit.browser, location, email: await emailOf(visit.browser) };
  };
  const backTo = (token: string) => `${app}/inv/${token}?provider=${providerId}`;
  const boardsOf = async (browser: JarClient) =>
    (await browser.call('GET', '/ajax/start')).json.data.boards.map(
      (board: { board_info: { board_id: string } }) => board.board_info.board_id,
    );

  test('can create a new account with the invited address that signs in only with the provider', async () => {
    const email = 'ines-new@harbour.example';
    const { token, boardId } = await invited(email);
    const joined = await redeemAs('ines-new', token);
    expect(joined.location).toMatch(/\/people\/edit\/ines-duarte\?profileSetup=1$/);
    expect([joined.email, await boardsOf(joined.browser)]).toEqual([email, [boardId]]);
    expect((await joined.browser.call('GET', '/ajax/account')).json.data.account.has_password).toBe(false);
    expect((await signIn(providerId, { claims: { sub: 'ines-new' } })).email).toBe(email);
    for (const given of ['null', 'no password', password]) {
      expect((await jarClient(server.app).post('/login', { email, password: given })).status).toBe(422);
    }
    expect(await redeemAs('somebody-late', token)).toMatchObject({ email: null, location: backTo(token) });
  });

  test('is redeemed by the account that is connected, when it is the invited one', async () => {
    const own = await server.make.user();
    await connect(own, providerId, `own-${own.id}`);
    const { token, boardId } = await invited(own.email);
    const { browser, location } = await redeemAs(`own-${own.id}`, token);
    expect([location, await boardsOf(browser)]).toEqual([`${app}/home`, [boardId]]);
  });

  test('waits for the second factor of the connected account, and does not for another account', async () => {
    const [strong, other] = [await server.make.user(), await server.make.user()];
    await connect(strong, providerId, `strong-${strong.id}`);
    await makeFactor(strong);
    const redeemAsStrong = async (invitee: MadeUser) => {
      const { token } = await invited(invitee.email);
      const { location, email } = await redeemAs(`strong-${strong.id}`, token);
      expect(email).toBe(null);
      const waiting =
        'delete from pending_sign_ins where user_id = $1 returning sealed_invitation is not null as waits';
      return [location?.replace(token, 'token'), await rows(waiting, [strong.id])];
    };
    expect(await redeemAsStrong(strong)).toEqual([`${app}/two-factor-challenge`, [{ waits: true }]]);
    expect(await redeemAsStrong(other)).toEqual([backTo('token'), []]);
  });

  test('an invitation for an address with an account accepts no other account and creates none', async () => {
    const { token } = await invited((await server.make.user()).email);
    for (const [sub, why] of [
      [subject, 'failed'],
      ['nobody-yet', 'not-connected'],
    ] as const) {
      const refused = await redeemAs(sub, token);
      expect(refused).toMatchObject({ location: backTo(token), email: null });
      expect((await failureOf(refused.browser)).why).toBe(why);
    }
  });
});
