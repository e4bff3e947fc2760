import { beforeEach, describe, expect, test } from 'vitest';
import type { MadeUser } from '#tests/support/factories.ts';
import { type JarClient, jarClient } from '#tests/support/jar-client.ts';
import { makePasskey } from '#tests/support/passkeys.ts';
import {
  app,
  failureOf,
  providerCookie,
  providerStage,
  secondsFromNow,
  subject,
  type Visit,
  visitOf,
} from '#tests/support/provider-stage.ts';
import { browserOf, loopbackProviders } from '#tests/support/sign-in-providers.ts';
import { emailOf, password, signInStage } from '#tests/support/sign-in-stage.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp(loopbackProviders);
const { rows, logOf, mailsTo } = signInStage(server);
const { stage, connect, begin, finish, signIn, confirmedBrowser, newestSession } = providerStage(server);

describe('connecting a provider', () => {
  let own: MadeUser;
  let browser: JarClient;
  beforeEach(async () => {
    own = await server.make.user({ password });
    browser = await confirmedBrowser(own);
  });

  const beginConnecting = async (more: object = {}): Promise<Visit> => {
    const begun = await browser.post('/ajax/connections', { provider_id: stage.providerId, ...more });
    return visitOf(browser, stage.providerId, begun.json.data.url);
  };
  const connectAs = async (sub = `own-${own.id}`, more: object = {}) =>
    (await finish(await beginConnecting(more), { claims: { sub, email: 'ada@harbour.example' } })).location;
  const connections = async () =>
    (await browser.call('GET', '/ajax/connections')).json.data.connections as { id: string; claimed_email: string }[];
  const disconnect = ({ id = '' }: { readonly id?: string } = {}) => browser.call('DELETE', `/ajax/connections/${id}`);

  test('lets the user sign in with it until it is disconnected', async () => {
    expect(await connectAs()).toBe(`${app}/account?view=security`);
    const [made] = await connections();
    expect(made?.claimed_email).toBe('ada@harbour.example');
    const visitor = await signIn(stage.providerId, { claims: { sub: `own-${own.id}` } });
    expect(visitor.email).toBe(own.email);
    expect((await disconnect(made)).status).toBe(200);
    expect([await connections(), await emailOf(visitor.browser)]).toEqual([[], null]);
    const mails = (await mailsTo(own.email)).toSorted((a, b) => a.subject.localeCompare(b.subject));
    expect(mails.map((mail) => mail.subject)).toEqual([
      'A sign-in provider was connected (Dais)',
      'A sign-in provider was disconnected (Dais)',
      'New sign-in to your account (Dais)',
    ]);
    for (const part of ['Harbour ID (ada@harbour.example)', '/account?view=security']) {
      expect(mails[0]?.text).toContain(part);
    }
    const log = ['provider.connected', 'device.new', 'provider.disconnected'];
    expect(await logOf({ userId: own.id })).toEqual(log);
  });

  test('rejects an identity that is connected to another user, and fails if a different user signs in meanwhile', async () => {
    expect(await connectAs(subject)).toBe(`${app}/account?view=security&provider=${stage.providerId}`);
    expect((await failureOf(browser)).why).toBe('connected-elsewhere');
    const visit = await beginConnecting();
    const somebodyElse = await browserOf(server.app, server.context, { userId: stage.user.id });
    const session = { '__Host-dais_session': somebodyElse.cookie('__Host-dais_session') ?? '' };
    const by = jarClient(server.app, { cookies: { ...providerCookie(browser), ...session } });
    await finish(visit, { by, claims: { sub: 'a new one' } });
    expect(stage.refusals).toContain('session');
    expect(await connections()).toEqual([]);
  });

  test('counts as signing in with the provider, and opens the requested page', async () => {
    expect(await connectAs(undefined, { next: '/meetings?year=2026' })).toBe(`${app}/meetings?year=2026`);
    expect(await newestSession(own)).toMatchObject({ begun_by: 'provider' });
  });

  test('returns to the page where it started if it is cancelled', async () => {
    const cancel = async (visit: Visit) =>
      (await finish(visit, { query: { error: 'access_denied', code: '' } })).location?.replace(app, '');
    const next = '/meetings?year=2026';
    const encoded = 'next=%2Fmeetings%3Fyear%3D2026';
    const ofBoard = `/user/board-sign-in?${encoded}&provider=${stage.providerId}`;
    const byStranger = await begin(stage.providerId, { next, board: 'harbour' });
    expect(await cancel(byStranger)).toBe(`/login?${encoded}&board=harbour&provider=${stage.providerId}`);
    expect(await cancel(await begin(stage.providerId, { next }, browser))).toBe(ofBoard);
    expect(await cancel(await beginConnecting({ next }))).toBe(ofBoard);
    expect(await cancel(await beginConnecting())).toBe(`/account?view=security&provider=${stage.providerId}`);
  });

  test('is limited to ten connections per account', async () => {
    for (let nth = 0; nth < 10; nth += 1) await connect(own, stage.providerId, `${own.id}-${nth}`);
    await connectAs('an eleventh');
    expect((await failureOf(browser)).why).toBe('too-many');
    expect(await connections()).toHaveLength(10);
  });

  test('cannot be undone if the provider is the user’s only way to sign in', async () => {
    const onlyWay = 'This is your only way to sign in. Add another one first.';
    await connectAs();
    await rows('update users set password_hash = null where id = $1', [own.id]);
    const [made] = await connections();
    expect((await disconnect(made)).json.msg).toBe(onlyWay);
    expect(await connections()).toHaveLength(1);
    const { id } = await makePasskey(browser);
    expect((await disconnect(made)).status).toBe(200);
    const removePasskey = async () => (await browser.call('DELETE', `/ajax/passkeys/${id}`)).json;
    expect((await removePasskey()).msg).toBe(onlyWay);
    await connectAs();
    expect((await removePasskey()).status).toBe('success');
  });

  async function beginConfirming(what: 'confirm' | 'confirm-signing', body: object) {
    const connected = `confirms-${own.id}`;
    const id = await connect(own, stage.providerId, connected);
    const unconfirmed = await browserOf(server.app, server.context, { userId: own.id });
    const begun = await unconfirmed.post(`/ajax/connections/${id}/${what}`, body);
    return { connected, unconfirmed, visit: visitOf(unconfirmed, stage.providerId, begun.json.data.url) };
  }

  test.each([
    ['lets a sign-in of the last five minutes confirm the session', { ago: 10 }, 200],
    ['does not let an older sign-in confirm the session', { ago: 600 }, 423],
    ['does not let a sign-in without a time confirm the session', {}, 423],
    ['does not let another subject confirm the session', { ago: 10, sub: subject }, 423],
  ])('%s', async (_what, { ago, sub }: { readonly ago?: number; readonly sub?: string }, status) => {
    const { connected, unconfirmed, visit } = await beginConfirming('confirm', { next: '/account' });
    expect([visit.url.searchParams.get('prompt'), visit.url.searchParams.get('max_age')]).toEqual(['login', '0']);
    const auth_time = ago === undefined ? undefined : secondsFromNow(-ago);
    await finish(visit, { claims: { sub: sub ?? connected, auth_time } });
    expect((await unconfirmed.post('/ajax/connections', { provider_id: stage.providerId })).status).toBe(status);
  });

  test.each([
    [
      'lets a sign-in requested for a signature confirm the signature but not the session',
      10,
      [{ method: 'provider', name: 'Harbour ID' }],
    ],
    ['does not let an older sign-in confirm a signature', 600, []],
  ])('%s', async (_what, ago, kept) => {
    const file = { request_id: own.id, version_id: own.id, sha256: 'ab'.repeat(32) };
    const { connected, unconfirmed, visit } = await beginConfirming('confirm-signing', { file });
    const { location } = await finish(visit, { claims: { sub: connected, auth_time: secondsFromNow(-ago) } });
    expect(location).toMatch(new RegExp(`^${app}/sign/${own.id}\\?confirmed=1`));
    expect(await rows('select method, name from signing_confirmations where user_id = $1', [own.id])).toEqual(kept);
    expect((await unconfirmed.post('/ajax/connections', { provider_id: stage.providerId })).status).toBe(423);
  });
});
