import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { asSuperuser } from '#tests/support/as-superuser.ts';
import { type MadeUser, makeMember, makeUser } from '#tests/support/factories.ts';
import { type Forgery, type ForgingIssuer, forgingIssuer } from '#tests/support/forging-issuer.ts';
import { type JarClient, jarClient } from '#tests/support/jar-client.ts';
import { answerWith, makePasskey } from '#tests/support/passkeys.ts';
import { browserOf, loopbackProviders, makeConnection, makeProvider } from '#tests/support/sign-in-providers.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp(loopbackProviders);

let issuer: ForgingIssuer;
let otherIssuer: ForgingIssuer;
let user: MadeUser;
let providerId: string;
let otherId: string;
let refusals: string[];

beforeAll(async () => {
  issuer = await forgingIssuer();
  otherIssuer = await forgingIssuer();
  providerId = await makeProvider(server.context, { issuer: issuer.issuer });
  otherId = await makeProvider(server.context, { issuer: otherIssuer.issuer, name: 'Other ID' });
  user = await makeUser(server.context);
  await makeMember(server.context, { user });
  await connectTo(providerId, issuer.issuer);
  const { log } = server.context;
  vi.spyOn(log, 'warn').mockImplementation((line: unknown) => {
    const { event, reason } = line as { event?: string; reason?: string };
    if (event === 'provider.wrong') refusals.push(String(reason));
  });
});
afterAll(async () => {
  await issuer?.stop();
  await otherIssuer?.stop();
});
beforeEach(async () => {
  await server.context.pool.query('delete from rate_limits');
  refusals = [];
});

const subject = 'subject-1';
const connectTo = (toProvider: string, ofIssuer: string, userId = user.id) =>
  makeConnection(server.context, { userId, providerId: toProvider, issuer: ofIssuer, subject });

interface Begun {
  readonly browser: JarClient;
  readonly state: string;
  readonly nonce: string;
  readonly url: URL;
}

async function begin(id = providerId, browser = jarClient(server.app), body: object = {}): Promise<Begun> {
  const answer = await browser.post(`/sign-in/provider/${id}`, body);
  expect(answer.status, JSON.stringify(answer.json)).toBe(200);
  const url = new URL(answer.json.data.url);
  const { state = '', nonce = '' } = Object.fromEntries(url.searchParams);
  return { browser, state, nonce, url };
}

const comeBack = (browser: JarClient, query: Readonly<Record<string, string>>, id = providerId) =>
  browser.call('GET', `/sign-in/provider/${id}/callback?${new URLSearchParams(query)}`);

const password = 'correct horse battery';
const confirmedBrowser = async (who: MadeUser) => {
  const browser = await browserOf(server.app, server.context, { userId: who.id });
  expect((await browser.post('/user/confirm-password', { password })).status).toBe(201);
  return browser;
};
const signedInAs = async (browser: JarClient) =>
  (await browser.call('GET', '/ajax/start')).json.data.user?.email ?? null;
const failureOf = async (browser: JarClient) =>
  (await browser.call('GET', '/ajax/sign-in/providers')).json.data.failure;

test('S18 a connected sign-in begins a session, with a code bound to this browser by state, nonce and PKCE', async () => {
  const { browser, state, nonce, url } = await begin(providerId, jarClient(server.app), {
    next: '/meetings?year=2026',
  });
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    client_id: 'dais',
    redirect_uri: `https://dais.example/sign-in/provider/${providerId}/callback`,
    response_type: 'code',
    code_challenge_method: 'S256',
  });
  issuer.tell({ sub: subject, nonce });
  const answer = await comeBack(browser, { code: 'a code', state, session_state: 'of Keycloak' });
  expect([answer.status, answer.location]).toEqual([303, 'https://dais.example/meetings?year=2026']);
  expect(await signedInAs(browser)).toBe(user.email);
  expect(issuer.asked.at(-1)?.get('code_verifier')).toMatch(/^[\w-]{43,}$/);
  const { rows } = await asSuperuser(server.context, (client) =>
    client.query(
      `select begun_by, strength, remember, provider_id from sessions where user_id = $1 order by created_at desc limit 1`,
      [user.id],
    ),
  );
  expect(rows).toEqual([{ begun_by: 'provider', strength: 1, remember: false, provider_id: providerId }]);
});

test('no token of a provider is kept, and none reaches the browser', async () => {
  const { browser, state, nonce } = await begin();
  issuer.tell({ sub: subject, nonce });
  const url = `/sign-in/provider/${providerId}/callback?code=spent-code&state=${state}`;
  const cookies = { '__Host-dais_provider': browser.cookie('__Host-dais_provider') ?? '' };
  const answer = await server.app.inject({ method: 'GET', url, cookies });
  expect(answer.headers.location).toBe('https://dais.example/home');
  expect(JSON.stringify([answer.headers, answer.payload])).not.toMatch(/kept nowhere|eyJ/);
  const kept = await asSuperuser(server.context, async (client) => {
    const tables = ['sessions', 'provider_sign_ins', 'provider_connections', 'account_entries'];
    const found = await Promise.all(
      tables.map((table) => client.query(`select row_to_json(t)::text as row from ${table} t`)),
    );
    return JSON.stringify(found.flatMap(({ rows }) => rows));
  });
  expect(kept).not.toMatch(/kept nowhere|eyJ|spent-code/);
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
  { name: 'a token without a signature', reason: 'OAUTH_INVALID_RESPONSE', forgery: { signedBy: 'nobody' } },
  { name: 'a token signed by another key', reason: 'OAUTH_INVALID_RESPONSE', forgery: { signedBy: 'other' } },
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
  { name: 'no subject', reason: 'OAUTH_INVALID_RESPONSE', forgery: { claims: { sub: undefined } } },
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
  test.each(forgeries)('$name', async ({ reason, forgery, query }) => {
    issuer.tell({});
    const { browser, state, nonce } = await begin();
    issuer.tell({ sub: subject, nonce }, forgery);
    const answer = await comeBack(browser, { code: 'a code', state, ...query });
    expect([answer.status, answer.location]).toEqual([303, `https://dais.example/login?provider=${providerId}`]);
    expect(await signedInAs(browser)).toBe(null);
    expect(refusals).toEqual([reason]);
  });
});

describe('an answer is taken once, from the browser that asked', () => {
  test('again', async () => {
    const { browser, state, nonce } = await begin();
    issuer.tell({ sub: subject, nonce });
    await comeBack(browser, { code: 'a code', state });
    const thief = jarClient(server.app, {
      cookies: { '__Host-dais_provider': browser.cookie('__Host-dais_provider') ?? '' },
    });
    await comeBack(thief, { code: 'a code', state });
    expect(await signedInAs(thief)).toBe(null);
    expect(refusals).toEqual(['state']);
  });

  test('of ten at once one begins a session', async () => {
    const { browser, state, nonce } = await begin();
    issuer.tell({ sub: subject, nonce });
    const copies = Array.from({ length: 10 }, () => browser.copy());
    await Promise.all(copies.map((copy) => comeBack(copy, { code: 'a code', state })));
    const signedIn = await Promise.all(copies.map(signedInAs));
    expect(signedIn.filter((email) => email !== null)).toEqual([user.email]);
  });

  test('by another browser, which spends nothing', async () => {
    const { browser, state, nonce } = await begin();
    issuer.tell({ sub: subject, nonce });
    const { browser: other } = await begin();
    for (const foreign of [other, jarClient(server.app)]) {
      await comeBack(foreign, { code: 'a code', state });
      expect(await signedInAs(foreign)).toBe(null);
    }
    expect(refusals).toEqual(['state', 'state']);
    await comeBack(browser, { code: 'a code', state });
    expect(await signedInAs(browser)).toBe(user.email);
  });

  test('after ten minutes', async () => {
    const { browser, state, nonce } = await begin();
    issuer.tell({ sub: subject, nonce });
    server.context.clock.advance({ minutes: 10 });
    await comeBack(browser, { code: 'a code', state });
    expect([await signedInAs(browser), refusals]).toEqual([null, ['state']]);
  });

  test('at the address of another provider', async () => {
    const { browser, state, nonce } = await begin();
    for (const each of [issuer, otherIssuer]) each.tell({ sub: subject, nonce });
    await comeBack(browser, { code: 'a code', state }, otherId);
    expect([await signedInAs(browser), refusals]).toEqual([null, ['state']]);
  });

  test('HEAD looks, and spends nothing', async () => {
    const { browser, state, nonce } = await begin();
    issuer.tell({ sub: subject, nonce });
    const url = `/sign-in/provider/${providerId}/callback?code=x&state=${state}`;
    const cookies = { '__Host-dais_provider': browser.cookie('__Host-dais_provider') ?? '' };
    expect((await server.app.inject({ method: 'HEAD', url, cookies })).headers.location).toBe('/login');
    await comeBack(browser, { code: 'a code', state });
    expect(await signedInAs(browser)).toBe(user.email);
  });
});

describe('who it is', () => {
  test('nobody, where the subject is connected with nobody: its email opens nothing, and is shown in this browser alone', async () => {
    for (const email_verified of [true, false]) {
      const { browser, state, nonce } = await begin();
      issuer.tell({ sub: 'somebody else', nonce, email: user.email, email_verified });
      const answer = await comeBack(browser, { code: 'a code', state });
      expect(answer.location).toBe(`https://dais.example/login?provider=${providerId}`);
      expect(await signedInAs(browser)).toBe(null);
      expect(await failureOf(browser)).toEqual({ name: 'Harbour ID', why: 'not-connected', claimed_email: user.email });
      expect(await failureOf(jarClient(server.app))).toBe(null);
    }
    expect(refusals).toEqual(['not-connected', 'not-connected']);
  });

  test('nobody, where another issuer says the same subject', async () => {
    const { browser, state, nonce } = await begin(otherId);
    otherIssuer.tell({ sub: subject, nonce });
    await comeBack(browser, { code: 'a code', state }, otherId);
    expect([await signedInAs(browser), refusals]).toEqual([null, ['not-connected']]);
  });

  test('nobody of another hosted domain, or of none', async () => {
    const wanted = { issuer: issuer.issuer, hostedDomain: 'harbour.example' };
    const id = await makeProvider(server.context, wanted);
    await connectTo(id, issuer.issuer);
    for (const hd of [undefined, 'evil.example', 'harbour.example']) {
      const { browser, state, nonce, url } = await begin(id);
      expect(url.searchParams.get('hd')).toBe('harbour.example');
      issuer.tell({ sub: subject, nonce, hd });
      await comeBack(browser, { code: 'a code', state }, id);
      expect(await signedInAs(browser)).toBe(hd === 'harbour.example' ? user.email : null);
    }
    expect(refusals).toEqual(['hd', 'hd']);
  });
});

describe('what goes while it is under way begins nothing', () => {
  const waysToGo: readonly { readonly what: string; readonly query: string }[] = [
    { what: 'the provider is switched off', query: 'update providers set switched_off_at = now() where id = $1' },
    { what: 'the provider is removed', query: 'delete from providers where id = $1' },
    {
      what: 'it is given another issuer',
      query: `update providers set issuer = 'https://other.example' where id = $1`,
    },
    { what: 'the connection is removed', query: 'delete from provider_connections where provider_id = $1' },
    {
      what: 'the user is disabled',
      query: `update users set disabled_at = now() where id in (select user_id from provider_connections where provider_id = $1)`,
    },
  ];
  test.each(waysToGo)('$what', async ({ query }) => {
    const own = await makeUser(server.context);
    const id = await makeProvider(server.context, { issuer: issuer.issuer });
    await connectTo(id, issuer.issuer, own.id);
    const { browser, state, nonce } = await begin(id);
    issuer.tell({ sub: subject, nonce });
    await asSuperuser(server.context, (client) => client.query(query, [id]));
    expect((await comeBack(browser, { code: 'a code', state }, id)).location).toContain('/login?provider=');
    expect(await signedInAs(browser)).toBe(null);
  });
});

describe('a session that a provider began', () => {
  const signIn = async (id = providerId) => {
    const { browser, state, nonce } = await begin(id);
    issuer.tell({ sub: subject, nonce });
    await comeBack(browser, { code: 'a code', state }, id);
    return browser;
  };

  test('ends after twelve hours, however busy it is kept', async () => {
    const browser = await signIn();
    for (let hours = 0; hours < 11; hours += 1) {
      server.context.clock.advance({ minutes: 60 });
      expect(await signedInAs(browser), `${hours}`).toBe(user.email);
      await server.context.deferred.flush();
    }
    server.context.clock.advance({ minutes: 61 });
    expect(await signedInAs(browser)).toBe(null);
  });

  test('asks for the second factor that the account has, unless the provider counts as two', async () => {
    const own = await makeUser(server.context);
    await asSuperuser(server.context, (client) =>
      client.query(
        `insert into two_factors (user_id, sealed_secret, created_at, confirmed_at, last_used_step) values ($1, 'x', now(), now(), 1)`,
        [own.id],
      ),
    );
    const strengthBy = async (countsAsTwoFactors: boolean) => {
      const made = { issuer: issuer.issuer, countsAsTwoFactors };
      const id = await makeProvider(server.context, made);
      await connectTo(id, issuer.issuer, own.id);
      const { browser, state, nonce } = await begin(id);
      issuer.tell({ sub: subject, nonce });
      const { location } = await comeBack(browser, { code: 'a code', state }, id);
      return [location, await signedInAs(browser)];
    };
    expect(await strengthBy(false)).toEqual(['https://dais.example/two-factor-challenge', null]);
    expect(await strengthBy(true)).toEqual(['https://dais.example/home', own.email]);
  });

  test('asks for a passkey, too, where the account has one, and is of two factors then', async () => {
    const own = await makeUser(server.context, { password });
    await connectTo(otherId, otherIssuer.issuer, own.id);
    const enrolled = await confirmedBrowser(own);
    const { passkey } = await makePasskey(enrolled);
    const { browser, state, nonce } = await begin(otherId);
    otherIssuer.tell({ sub: subject, nonce });
    const { location } = await comeBack(browser, { code: 'a code', state }, otherId);
    expect([location, await signedInAs(browser)]).toEqual(['https://dais.example/two-factor-challenge', null]);
    expect((await answerWith(browser, '/two-factor-challenge/passkey', { passkey })).status).toBe(200);
    expect(await signedInAs(browser)).toBe(own.email);
    const { rows } = await asSuperuser(server.context, (client) =>
      client.query(
        'select begun_by, strength, provider_id, remember from sessions where user_id = $1 order by id desc limit 1',
        [own.id],
      ),
    );
    expect(rows).toEqual([{ begun_by: 'provider', strength: 2, provider_id: otherId, remember: false }]);
  });

  test.each([
    ['removed', 'select gate.remove_provider($1, $2)'],
    [
      'of another issuer',
      `select gate.save_provider($1, $2, false, 'other', 'x', 'https://x', 'x', null, null, false, 9, now())`,
    ],
  ])('ends when its provider is %s', async (_what, query) => {
    const own = await makeUser(server.context);
    const id = await makeProvider(server.context, { issuer: issuer.issuer });
    await connectTo(id, issuer.issuer, own.id);
    const browser = await signIn(id);
    expect(await signedInAs(browser)).toBe(own.email);
    const admin = await makeUser(server.context);
    await asSuperuser(server.context, async (client) => {
      await client.query('update users set is_site_admin = true where id = $1', [admin.id]);
      await client.query(query, [admin.id, id]);
    });
    expect(await signedInAs(browser)).toBe(null);
  });

  test('ends when its provider is switched off', async () => {
    const own = await makeUser(server.context);
    const id = await makeProvider(server.context, { issuer: issuer.issuer });
    await connectTo(id, issuer.issuer, own.id);
    const browser = await signIn(id);
    expect(await signedInAs(browser)).toBe(own.email);
    const admin = await makeUser(server.context);
    await asSuperuser(server.context, async (client) => {
      await client.query('update users set is_site_admin = true where id = $1', [admin.id]);
      await client.query('select gate.switch_provider($1, $2, true, now())', [admin.id, id]);
    });
    expect(await signedInAs(browser)).toBe(null);
  });
});

describe('beginning', () => {
  test('takes the token of a page, and a provider that is there and switched on', async () => {
    const url = `/sign-in/provider/${providerId}`;
    expect((await server.app.inject({ method: 'POST', url, payload: {} })).statusCode).toBe(419);
    const browser = jarClient(server.app);
    expect((await browser.post('/sign-in/provider/0198c0de-0000-7000-8000-000000000000')).status).toBe(404);
    const off = await makeProvider(server.context, { issuer: issuer.issuer });
    await asSuperuser(server.context, (client) =>
      client.query('update providers set switched_off_at = now() where id = $1', [off]),
    );
    expect((await browser.post(`/sign-in/provider/${off}`)).json.msg).toBe('This provider is switched off.');
  });

  test('says so when the provider cannot be reached', async () => {
    const id = await makeProvider(server.context, { issuer: 'http://127.0.0.1:9', name: 'Gone' });
    const answer = await jarClient(server.app).post(`/sign-in/provider/${id}`);
    expect(answer.json.msg).toBe('The sign-in with Gone did not finish.');
    expect(refusals).toEqual(['not-reachable']);
  });
});

describe('connecting', () => {
  const connectAs = async (browser: JarClient, sub: string) => {
    const begun = await browser.post('/ajax/connections', { provider_id: providerId });
    const { state = '', nonce = '' } = Object.fromEntries(new URL(begun.json.data.url).searchParams);
    issuer.tell({ sub, nonce, email: 'ada@harbour.example' });
    return { browser, state, location: (await comeBack(browser, { code: 'a code', state })).location };
  };
  const connectionsOf = async (browser: JarClient) =>
    (await browser.call('GET', '/ajax/connections')).json.data.connections as { id: string; claimed_email: string }[];

  test('wants the password confirmed, then signs in to that account, tells its owner, and is disconnected again', async () => {
    const own = await makeUser(server.context, { password });
    const unconfirmed = await browserOf(server.app, server.context, { userId: own.id });
    expect((await unconfirmed.post('/ajax/connections', { provider_id: providerId })).status).toBe(423);
    const browser = await confirmedBrowser(own);
    expect((await connectAs(browser, `own-${own.id}`)).location).toBe('https://dais.example/account?view=security');
    const [made] = await connectionsOf(browser);
    expect(made?.claimed_email).toBe('ada@harbour.example');
    const visit = await begin();
    issuer.tell({ sub: `own-${own.id}`, nonce: visit.nonce });
    await comeBack(visit.browser, { code: 'a code', state: visit.state });
    expect(await signedInAs(visit.browser)).toBe(own.email);
    expect((await browser.call('DELETE', `/ajax/connections/${made?.id}`)).status).toBe(200);
    expect(await connectionsOf(browser)).toEqual([]);
    expect(await signedInAs(visit.browser)).toBe(null);
    await server.context.runJobs();
    const subjects = server.context.sent
      .filter(({ to }) => JSON.stringify(to).includes(own.email))
      .map((mail) => mail.subject);
    expect(subjects.toSorted()).toEqual([
      ...['A sign-in was connected (Dais)', 'A sign-in was disconnected (Dais)', 'New sign-in to your account (Dais)'],
    ]);
    const connected = server.context.sent.find(({ subject: about }) => about.startsWith('A sign-in was connected'));
    expect(connected?.text).toContain('Harbour ID (ada@harbour.example)');
    expect(connected?.text).toContain('/account?view=security');
    const { rows } = await asSuperuser(server.context, (client) =>
      client.query(`select action from account_entries where user_id = $1 order by at, id`, [own.id]),
    );
    expect(rows.map(({ action }) => action)).toEqual([
      ...['provider.connected', 'device.new', 'provider.disconnected'],
    ]);
  });

  test('refuses a subject that is somebody else’s, and connects none to whoever signed in meanwhile', async () => {
    const own = await makeUser(server.context, { password });
    const browser = await confirmedBrowser(own);
    expect((await connectAs(browser, subject)).location).toBe(
      `https://dais.example/account?view=security&provider=${providerId}`,
    );
    expect((await failureOf(browser)).why).toBe('connected-elsewhere');
    const begun = await browser.post('/ajax/connections', { provider_id: providerId });
    const { state = '', nonce = '' } = Object.fromEntries(new URL(begun.json.data.url).searchParams);
    issuer.tell({ sub: 'a new one', nonce });
    const somebodyElse = await browserOf(server.app, server.context, { userId: user.id });
    const cookies = {
      '__Host-dais_provider': browser.cookie('__Host-dais_provider') ?? '',
      '__Host-dais_session': somebodyElse.cookie('__Host-dais_session') ?? '',
    };
    const other = jarClient(server.app, { cookies });
    await comeBack(other, { code: 'a code', state });
    expect(refusals).toContain('session');
    expect(await connectionsOf(browser)).toEqual([]);
  });

  test('at a board that opens by it, connecting signs in as well, and goes on where the member was going', async () => {
    const own = await makeUser(server.context, { password });
    const browser = await confirmedBrowser(own);
    const body = { provider_id: providerId, next: '/meetings?year=2026' };
    const begun = await browser.post('/ajax/connections', body);
    const { state = '', nonce = '' } = Object.fromEntries(new URL(begun.json.data.url).searchParams);
    issuer.tell({ sub: `own-${own.id}`, nonce });
    const { location } = await comeBack(browser, { code: 'a code', state });
    expect(location).toBe('https://dais.example/meetings?year=2026');
    const { rows } = await asSuperuser(server.context, (client) =>
      client.query('select begun_by from sessions where user_id = $1 order by created_at desc limit 1', [own.id]),
    );
    expect(rows).toEqual([{ begun_by: 'provider' }]);
  });

  test('what was cancelled leads back to where it was begun', async () => {
    const cancel = async (browser: JarClient, url: string) => {
      const state = new URL(url).searchParams.get('state') ?? '';
      return (await comeBack(browser, { error: 'access_denied', state })).location;
    };
    const next = '/meetings?year=2026';
    const stranger = await begin(providerId, jarClient(server.app), { next, board: 'harbour' });
    expect(await cancel(stranger.browser, stranger.url.href)).toBe(
      `https://dais.example/login?next=%2Fmeetings%3Fyear%3D2026&board=harbour&provider=${providerId}`,
    );
    const browser = await confirmedBrowser(await makeUser(server.context, { password }));
    const ofBoard = `https://dais.example/user/board-sign-in?next=%2Fmeetings%3Fyear%3D2026&provider=${providerId}`;
    const signingIn = await begin(providerId, browser, { next });
    expect(await cancel(browser, signingIn.url.href)).toBe(ofBoard);
    const connecting = await browser.post('/ajax/connections', { provider_id: providerId, next });
    expect(await cancel(browser, connecting.json.data.url)).toBe(ofBoard);
    const inAccount = await browser.post('/ajax/connections', { provider_id: providerId });
    expect(await cancel(browser, inAccount.json.data.url)).toBe(
      `https://dais.example/account?view=security&provider=${providerId}`,
    );
  });

  test('stops at ten', async () => {
    const own = await makeUser(server.context, { password });
    for (let nth = 0; nth < 10; nth += 1) {
      await makeConnection(server.context, {
        userId: own.id,
        providerId,
        issuer: issuer.issuer,
        subject: `${own.id}-${nth}`,
      });
    }
    const browser = await confirmedBrowser(own);
    await connectAs(browser, 'an eleventh');
    expect((await failureOf(browser)).why).toBe('too-many');
    expect(await connectionsOf(browser)).toHaveLength(10);
  });

  test('keeps the last way in', async () => {
    const own = await makeUser(server.context, { password });
    const browser = await confirmedBrowser(own);
    await connectAs(browser, `last-${own.id}`);
    await asSuperuser(server.context, (client) =>
      client.query('update users set password_hash = null where id = $1', [own.id]),
    );
    const [made] = await connectionsOf(browser);
    const refused = await browser.call('DELETE', `/ajax/connections/${made?.id}`);
    const onlyWay = 'This is your only way to sign in. Add another one first.';
    expect(refused.json.msg).toBe(onlyWay);
    expect(await connectionsOf(browser)).toHaveLength(1);
    // A passkey is another one, and then the last itself.
    const { answer } = await makePasskey(browser);
    expect((await browser.call('DELETE', `/ajax/connections/${made?.id}`)).status).toBe(200);
    const removed = () => browser.call('DELETE', `/ajax/passkeys/${answer.json.data.passkey.id}`);
    expect((await removed()).json.msg).toBe(onlyWay);
    await connectAs(browser, `last-${own.id}`);
    expect((await removed()).json.status).toBe('success');
  });

  test('confirms who sits here by a sign-in that is not older than five minutes', async () => {
    const own = await makeUser(server.context, { password });
    const connection = { userId: own.id, providerId, issuer: issuer.issuer, subject: `confirms-${own.id}` };
    const id = await makeConnection(server.context, connection);
    const confirm = async (claims: Readonly<Record<string, unknown>>) => {
      const browser = await browserOf(server.app, server.context, { userId: own.id });
      const begun = await browser.post(`/ajax/connections/${id}/confirm`, { next: '/account' });
      const url = new URL(begun.json.data.url);
      expect([url.searchParams.get('prompt'), url.searchParams.get('max_age')]).toEqual(['login', '0']);
      const { state = '', nonce = '' } = Object.fromEntries(url.searchParams);
      issuer.tell({ sub: connection.subject, nonce, ...claims });
      await comeBack(browser, { code: 'a code', state });
      return (await browser.post('/ajax/connections', { provider_id: providerId })).status;
    };
    expect(await confirm({ auth_time: seconds(-10) })).toBe(200);
    expect(await confirm({ auth_time: seconds(-600) })).toBe(423);
    expect(await confirm({})).toBe(423);
    expect(await confirm({ sub: subject, auth_time: seconds(-10) })).toBe(423);
  });
});

describe('an invitation', () => {
  const invited = async (email: string) => {
    const admin = await makeMember(server.context, { isBoardAdmin: true });
    const client = await server.signIn(admin);
    await client.post('/ajax/people', { first_name: 'Ines', last_name: 'Duarte', email });
    await server.context.runJobs();
    const mail = server.context.sent.findLast(({ to }) => JSON.stringify(to).includes(email));
    return { token: /\/inv\/([\w-]+)/.exec(JSON.stringify(mail))?.[1] ?? '', boardId: admin.boardId };
  };
  const redeemAs = async (sub: string, token: string) => {
    const { browser, state, nonce } = await begin(providerId, jarClient(server.app), { invitation_id: token });
    issuer.tell({ sub, nonce, email: 'another@elsewhere.example' });
    const { location } = await comeBack(browser, { code: 'a code', state });
    return { browser, location };
  };
  const boardsOf = async (browser: JarClient) =>
    (await browser.call('GET', '/ajax/start')).json.data.boards.map(
      (board: { board_info: { board_id: string } }) => board.board_info.board_id,
    );

  test('S18 is redeemed by a new account without a password, of the invited address, which signs in by the provider alone', async () => {
    const email = 'ines-new@harbour.example';
    const { token, boardId } = await invited(email);
    const { browser, location } = await redeemAs('ines-new', token);
    expect(location).toMatch(/\/people\/edit\/ines-duarte\?profileSetup=1$/);
    expect([await signedInAs(browser), await boardsOf(browser)]).toEqual([email, [boardId]]);
    expect((await browser.call('GET', '/ajax/account')).json.data.account.has_password).toBe(false);
    const again = await begin();
    issuer.tell({ sub: 'ines-new', nonce: again.nonce });
    await comeBack(again.browser, { code: 'a code', state: again.state });
    expect(await signedInAs(again.browser)).toBe(email);
    for (const password of ['null', 'no password', 'correct horse battery']) {
      expect((await jarClient(server.app).post('/login', { email, password })).status).toBe(422);
    }
    // What is spent opens nothing more.
    const late = await redeemAs('somebody-late', token);
    expect([await signedInAs(late.browser), late.location]).toEqual([
      null,
      `https://dais.example/inv/${token}?provider=${providerId}`,
    ]);
  });

  test('is redeemed by the account that is connected, when it is the invited one', async () => {
    const own = await makeUser(server.context);
    await connectAs(own.id, `own-${own.id}`);
    const { token, boardId } = await invited(own.email);
    const { browser, location } = await redeemAs(`own-${own.id}`, token);
    expect([location, await boardsOf(browser)]).toEqual(['https://dais.example/home', [boardId]]);
  });

  test('waits for the second factor of the connected account, and for another account’s in vain', async () => {
    const strong = await makeUser(server.context);
    await connectAs(strong.id, `strong-${strong.id}`);
    await asSuperuser(server.context, (client) =>
      client.query(
        `insert into two_factors (user_id, sealed_secret, created_at, confirmed_at, last_used_step) values ($1, 'x', now(), now(), 1)`,
        [strong.id],
      ),
    );
    const redeemAsStrong = async (email: string) => {
      const { token } = await invited(email);
      const { browser, location } = await redeemAs(`strong-${strong.id}`, token);
      expect(await signedInAs(browser)).toBe(null);
      const { rows } = await asSuperuser(server.context, (client) =>
        client.query(
          'delete from pending_sign_ins where user_id = $1 returning sealed_invitation is not null as waits',
          [strong.id],
        ),
      );
      return [location?.replace(token, 'token'), rows];
    };
    const other = await makeUser(server.context);
    expect(await redeemAsStrong(strong.email)).toEqual([
      'https://dais.example/two-factor-challenge',
      [{ waits: true }],
    ]);
    expect(await redeemAsStrong(other.email)).toEqual([`https://dais.example/inv/token?provider=${providerId}`, []]);
  });

  test('for an address with an account admits no other account, and makes none', async () => {
    const own = await makeUser(server.context);
    const { token } = await invited(own.email);
    for (const sub of [subject, 'nobody-yet']) {
      const { browser, location } = await redeemAs(sub, token);
      expect(location).toBe(`https://dais.example/inv/${token}?provider=${providerId}`);
      expect(await signedInAs(browser)).toBe(null);
      expect((await failureOf(browser)).why).toBe(sub === subject ? 'failed' : 'not-connected');
    }
  });

  const connectAs = (userId: string, sub: string) =>
    makeConnection(server.context, { userId, providerId, issuer: issuer.issuer, subject: sub });
});
