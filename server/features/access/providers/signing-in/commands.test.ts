import { describe, expect, test } from 'vitest';
import type { MadeUser } from '#tests/support/factories.ts';
import type { Forgery } from '#tests/support/forging-issuer.ts';
import { invitationStage } from '#tests/support/invitations.ts';
import { type JarClient, jarClient } from '#tests/support/jar-client.ts';
import { answerWith, makePasskey } from '#tests/support/passkeys.ts';
import {
  app,
  failureOf,
  providerCookie,
  providerStage,
  secondsFromNow,
  subject,
  visitOf,
} from '#tests/support/provider-stage.ts';
import { loopbackProviders, makeProvider } from '#tests/support/sign-in-providers.ts';
import { emailOf, password, signInStage, tenAtOnce } from '#tests/support/sign-in-stage.ts';
import { testApp } from '#tests/support/test-app.ts';
import { makeSecondFactor } from '#tests/support/two-factor.ts';

const server = testApp(loopbackProviders);
const { rows } = signInStage(server);
const { boardWithAdmin, invite } = invitationStage(server);
const { stage, connect, begin, finish, signIn, confirmedBrowser, newestSession } = providerStage(server);

async function connectedUser(more: { readonly countsAsTwoFactors?: boolean } = {}) {
  const [own, id] = [
    await server.make.user(),
    await makeProvider(server.context, { issuer: stage.issuer.issuer, ...more }),
  ];
  await connect(own, id);
  return { own, id };
}

test('a sign-in uses the code flow with PKCE and opens the requested page', async () => {
  const visit = await begin(stage.providerId, { next: '/meetings?year=2026' });
  expect(Object.fromEntries(visit.url.searchParams)).toMatchObject({
    client_id: 'dais',
    redirect_uri: `${app}/sign-in/provider/${stage.providerId}/callback`,
    response_type: 'code',
    code_challenge_method: 'S256',
  });
  const answer = await finish(visit, { query: { session_state: 'of Keycloak' } });
  expect([answer.status, answer.location]).toEqual([303, `${app}/meetings?year=2026`]);
  expect(await emailOf(visit.browser)).toBe(stage.user.email);
  expect(stage.issuer.asked.at(-1)?.get('code_verifier')).toMatch(/^[\w-]{43,}$/);
  const session = { begun_by: 'provider', strength: 1, remember: false, provider_id: stage.providerId };
  expect(await newestSession(stage.user)).toEqual(session);
});

test('tokens of a provider are never stored or sent to the browser', async () => {
  const { browser, state, nonce } = await begin();
  stage.issuer.tell({ sub: subject, nonce });
  const url = `/sign-in/provider/${stage.providerId}/callback?code=spent-code&state=${state}`;
  const answer = await server.app.inject({ method: 'GET', url, cookies: providerCookie(browser) });
  expect(answer.headers.location).toBe(`${app}/home`);
  expect(JSON.stringify([answer.headers, answer.payload])).not.toMatch(/kept nowhere|eyJ/);
  for (const table of ['sessions', 'provider_sign_ins', 'provider_connections', 'account_entries']) {
    const kept = await rows(`select row_to_json(t)::text as row from ${table} t`);
    expect(JSON.stringify(kept), table).not.toMatch(/kept nowhere|eyJ|spent-code/);
  }
});

const token = (claims: NonNullable<Forgery['claims']>) => ({ forgery: { claims } });
const metadata = (published: NonNullable<Forgery['metadata']>) => ({ forgery: { metadata: published } });
const forgeries: readonly (readonly [name: string, reason: string, forged: Parameters<typeof finish>[1]])[] = [
  ['another nonce', 'nonce', token({ nonce: 'another' })],
  ['no nonce', 'OAUTH_INVALID_RESPONSE', token({ nonce: undefined })],
  ['another state', 'state', { query: { state: 'another' } }],
  ['another issuer in the answer', 'OAUTH_INVALID_RESPONSE', { query: { iss: 'https://evil.example' } }],
  [
    'no issuer in the answer of a provider that promises one',
    'OAUTH_INVALID_RESPONSE',
    metadata({ authorization_response_iss_parameter_supported: true }),
  ],
  ['another issuer in the token', 'iss', token({ iss: 'https://evil.example' })],
  ['a token without a signature', 'alg', { forgery: { signedBy: 'nobody' } }],
  ['a token signed by another key', 'signature', { forgery: { signedBy: 'other' } }],
  ['a token signed by a key that is not listed', 'OAUTH_KEY_SELECTION_FAILED', { forgery: { header: { kid: 'two' } } }],
  ['a token for another client', 'aud', token({ aud: 'somebody else' })],
  ['a token for several clients', 'aud', token({ aud: ['dais', 'another'] })],
  ['a token authorized for another party', 'azp', token({ azp: 'another' })],
  ['an expired token', 'exp', token({ exp: secondsFromNow(-600) })],
  ['a token that is not valid until tomorrow', 'nbf', token({ nbf: secondsFromNow(86_400) })],
  ['no subject', 'sub', token({ sub: undefined })],
  ['an empty subject', 'sub', token({ sub: '' })],
  ['a subject that is a number', 'sub', token({ sub: 7 })],
  ['a subject with a control character', 'sub', token({ sub: 'one\u0000two' })],
  ['a subject of 256 characters', 'sub', token({ sub: 'x'.repeat(256) })],
  [
    'no token at all',
    'OAUTH_INVALID_RESPONSE',
    { forgery: { token: { status: 200, body: { access_token: 'one', token_type: 'Bearer' } } } },
  ],
  [
    'a spent code or another verifier',
    'invalid_grant',
    { forgery: { token: { status: 400, body: { error: 'invalid_grant' } } } },
  ],
  ['a sign-in that was cancelled', 'access_denied', { query: { error: 'access_denied', code: '' } }],
  ['a token in addition to the code', 'OAUTH_UNSUPPORTED_OPERATION', { query: { id_token: 'one' } }],
  [
    'another issuer in the metadata',
    'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
    metadata({ issuer: 'https://evil.example' }),
  ],
  ['keys at a private address', 'private-address', metadata({ jwks_uri: 'https://169.254.169.254/keys' })],
];

describe('an invalid response starts no session and is logged', () => {
  test.each(forgeries)('%s', async (_name, reason, forged) => {
    stage.issuer.tell({});
    const visit = await begin();
    const answer = await finish(visit, forged);
    expect([answer.status, answer.location]).toEqual([303, `${app}/login?provider=${stage.providerId}`]);
    expect([await emailOf(visit.browser), stage.refusals]).toEqual([null, [reason]]);
    const why = reason === 'sub' ? 'no-subject' : 'failed';
    const failure = reason === 'state' ? null : { name: 'Harbour ID', why, detail: null };
    expect(await failureOf(visit.browser)).toEqual(failure);
  });
});

test('a sign-in whose scope is rejected is retried once with only openid', async () => {
  const visit = await begin(stage.providerId, { next: '/meetings' });
  expect(visit.url.searchParams.get('scope')).toBe('openid email');
  const refusal = { query: { error: 'invalid_scope', code: '' } };
  const { location } = await finish(visit, refusal);
  const again = visitOf(visit.browser, visit.id, location ?? '');
  expect(again.url.searchParams.get('scope')).toBe('openid');
  expect((await finish(again)).location).toBe(`${app}/meetings`);
  expect(await emailOf(visit.browser)).toBe(stage.user.email);
  const other = await begin();
  const second = visitOf(other.browser, other.id, (await finish(other, refusal)).location ?? '');
  expect((await finish(second, refusal)).location).toBe(`${app}/login?provider=${stage.providerId}`);
});

test('a site admin can test signing in with a switched-off provider and stays signed in', async () => {
  const own = await server.make.user({ password });
  const id = await makeProvider(server.context, { issuer: stage.issuer.issuer });
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
    server.context.clock.advance({ minutes: 1 });
    const { json } = await browser.post(`/ajax/site/providers/${id}/test-sign-in`, {});
    const { location } = await finish(visitOf(browser, id, json.data.url), given);
    expect(location).toBe(`${app}/admin/site/sign-in?provider=${id}`);
    expect(await failureOf(browser)).toEqual({ name: 'Harbour ID', why, detail });
    expect(await emailOf(browser)).toBe(own.email);
  }
});

describe('a provider’s response', () => {
  test('is accepted only once and only in the browser that started the sign-in', async () => {
    const visit = await begin();
    const thief = jarClient(server.app, { cookies: providerCookie(visit.browser) });
    const url = `/sign-in/provider/${stage.providerId}/callback?code=x&state=${visit.state}`;
    const looked = await server.app.inject({ method: 'HEAD', url, cookies: providerCookie(visit.browser) });
    expect(looked.headers.location).toBe('/login');
    for (const by of [(await begin()).browser, jarClient(server.app)]) {
      await finish(visit, { by });
      expect(await emailOf(by)).toBe(null);
    }
    await finish(visit);
    expect(await emailOf(visit.browser)).toBe(stage.user.email);
    await finish(visit, { by: thief });
    expect([await emailOf(thief), stage.refusals]).toEqual([null, ['state', 'state', 'state']]);
  });

  test('starts only one session even if it is submitted ten times at once', async () => {
    const visit = await begin();
    const emails = await tenAtOnce(async () => {
      const by = visit.browser.copy();
      await finish(visit, { by });
      return emailOf(by);
    });
    expect(emails.filter((email) => email !== null)).toEqual([stage.user.email]);
  });

  test.each([
    ['after ten minutes', 10, () => ({})],
    ['at the address of another provider', 0, () => ({ to: stage.otherId })],
  ])('starts no session %s', async (_what, minutes, given) => {
    const visit = await begin();
    server.context.clock.advance({ minutes });
    await finish(visit, given());
    expect([await emailOf(visit.browser), stage.refusals]).toEqual([null, ['state']]);
  });
});

describe('an identity at a provider', () => {
  test('cannot sign in unless it is connected, and its email address is shown only in the browser that tried to sign in', async () => {
    for (const email_verified of [true, false]) {
      const given = { claims: { sub: 'somebody else', email: stage.user.email, email_verified } };
      const { browser, location, email } = await signIn(stage.providerId, given);
      expect([location, email]).toEqual([`${app}/login?provider=${stage.providerId}`, null]);
      expect(await failureOf(browser)).toEqual({ name: 'Harbour ID', why: 'not-connected', detail: stage.user.email });
      expect(await failureOf(jarClient(server.app))).toBe(null);
    }
    expect(stage.refusals).toEqual(['not-connected', 'not-connected']);
  });

  test('from another issuer is treated as unknown', async () => {
    const { email } = await signIn(stage.otherId);
    expect([email, stage.refusals]).toEqual([null, ['not-connected']]);
  });

  test('outside the required hosted domain is treated as unknown', async () => {
    const id = await makeProvider(server.context, { issuer: stage.issuer.issuer, hostedDomain: 'harbour.example' });
    await connect(stage.user, id);
    expect((await begin(id)).url.searchParams.get('hd')).toBe('harbour.example');
    const emailBy = async (hd?: string) => (await signIn(id, { claims: { hd } })).email;
    expect([await emailBy(), await emailBy('evil.example')]).toEqual([null, null]);
    expect(await emailBy('harbour.example')).toBe(stage.user.email);
    expect(stage.refusals).toEqual(['hd', 'hd']);
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

describe('a session that a provider started', () => {
  test('ends after twelve hours even if it is in use', async () => {
    const { browser } = await signIn();
    for (let hours = 0; hours < 11; hours += 1) {
      server.context.clock.advance({ minutes: 60 });
      expect(await emailOf(browser), `${hours}`).toBe(stage.user.email);
      await server.context.deferred.flush();
    }
    server.context.clock.advance({ minutes: 61 });
    expect(await emailOf(browser)).toBe(null);
  });

  test('requires the account’s second factor, unless the provider counts as two factors', async () => {
    for (const countsAsTwoFactors of [false, true]) {
      const { own, id } = await connectedUser({ countsAsTwoFactors });
      await makeSecondFactor(server.context, own.id);
      const { location, email } = await signIn(id);
      const expected = countsAsTwoFactors ? [`${app}/home`, own.email] : [`${app}/two-factor-challenge`, null];
      expect([location, email]).toEqual(expected);
    }
  });

  test('counts as two-factor after the account’s passkey was used', async () => {
    const own = await server.make.user({ password });
    await connect(own, stage.otherId);
    const { passkey } = await makePasskey(await confirmedBrowser(own));
    const { browser, location, email } = await signIn(stage.otherId);
    expect([location, email]).toEqual([`${app}/two-factor-challenge`, null]);
    expect((await answerWith(browser, '/two-factor-challenge/passkey', { passkey })).status).toBe(200);
    expect(await emailOf(browser)).toBe(own.email);
    const session = { begun_by: 'provider', strength: 2, remember: false, provider_id: stage.otherId };
    expect(await newestSession(own)).toEqual(session);
  });
});

test('a sign-in starts only if the provider exists, is switched on and can be reached', async () => {
  const begun = async (id: string) => jarClient(server.app).post(`/sign-in/provider/${id}`);
  expect((await begun('0198c0de-0000-7000-8000-000000000000')).status).toBe(404);
  const off = await makeProvider(server.context, { issuer: stage.issuer.issuer });
  await rows('update providers set switched_off_at = now() where id = $1', [off]);
  expect((await begun(off)).json.msg).toBe('This provider is switched off.');
  const gone = await makeProvider(server.context, { issuer: 'http://127.0.0.1:9', name: 'Gone' });
  expect((await begun(gone)).json.msg).toBe('Sign-in with Gone was not completed.');
  expect(stage.refusals).toEqual(['not-reachable']);
});

describe('an invitation accepted with a provider', () => {
  const invited = async (email: string) => {
    const board = await boardWithAdmin();
    const { uuid } = await invite(board, { first_name: 'Ines', last_name: 'Duarte', email });
    return { token: uuid, boardId: board.board.id };
  };
  const redeemAs = async (sub: string, token: string) => {
    const visit = await begin(stage.providerId, { invitation_id: token });
    const { location } = await finish(visit, { claims: { sub, email: 'another@elsewhere.example' } });
    return { browser: visit.browser, location, email: await emailOf(visit.browser) };
  };
  const backTo = (token: string) => `${app}/inv/${token}?provider=${stage.providerId}`;
  const boardsOf = async (browser: JarClient) =>
    (await browser.call('GET', '/ajax/start')).json.data.boards.map(
      (board: { board_info: { board_id: string } }) => board.board_info.board_id,
    );

  test('can create an account without a password for the invited address', async () => {
    const email = 'ines-new@harbour.example';
    const { token, boardId } = await invited(email);
    const joined = await redeemAs('ines-new', token);
    expect(joined.location).toMatch(/\/people\/edit\/ines-duarte\?profileSetup=1$/);
    expect([joined.email, await boardsOf(joined.browser)]).toEqual([email, [boardId]]);
    expect((await joined.browser.call('GET', '/ajax/account')).json.data.account.has_password).toBe(false);
    expect((await signIn(stage.providerId, { claims: { sub: 'ines-new' } })).email).toBe(email);
    for (const given of ['null', 'no password', password]) {
      expect((await jarClient(server.app).post('/login', { email, password: given })).status).toBe(422);
    }
    expect(await redeemAs('somebody-late', token)).toMatchObject({ email: null, location: backTo(token) });
  });

  test('is redeemed by the connected account if its address was invited', async () => {
    const own = await server.make.user();
    await connect(own, stage.providerId, `own-${own.id}`);
    const { token, boardId } = await invited(own.email);
    const { browser, location } = await redeemAs(`own-${own.id}`, token);
    expect([location, await boardsOf(browser)]).toEqual([`${app}/home`, [boardId]]);
  });

  test('requires the connected account’s second factor, and is rejected if it was sent to another account', async () => {
    const [strong, other] = [await server.make.user(), await server.make.user()];
    await connect(strong, stage.providerId, `strong-${strong.id}`);
    await makeSecondFactor(server.context, strong.id);
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

  test('cannot be redeemed by another identity if its address belongs to an account', async () => {
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
