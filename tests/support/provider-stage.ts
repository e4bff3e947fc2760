import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest';
import type { MadeUser } from './factories.ts';
import { type Forgery, type ForgingIssuer, forgingIssuer } from './forging-issuer.ts';
import { type JarClient, jarClient } from './jar-client.ts';
import { browserOf, makeConnection, makeProvider } from './sign-in-providers.ts';
import { emailOf, password, signInStage } from './sign-in-stage.ts';
import type { TestApp } from './test-app.ts';

export const app = 'https://dais.example';
export const subject = 'subject-1';

export interface Visit {
  readonly browser: JarClient;
  readonly id: string;
  readonly url: URL;
  readonly state: string;
  readonly nonce: string;
}

interface Return {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly forgery?: Forgery;
  readonly query?: Readonly<Record<string, string>>;
  readonly by?: JarClient;
  readonly to?: string;
}

interface Made {
  readonly issuer: ForgingIssuer;
  readonly otherIssuer: ForgingIssuer;
  readonly providerId: string;
  readonly otherId: string;
  readonly user: MadeUser;
}

export const secondsFromNow = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

export function visitOf(browser: JarClient, id: string, address: string): Visit {
  const url = new URL(address);
  const { state = '', nonce = '' } = Object.fromEntries(url.searchParams);
  return { browser, id, url, state, nonce };
}

export const failureOf = async (browser: JarClient) =>
  (await browser.call('GET', '/ajax/sign-in/providers')).json.data.failure;

export const providerCookie = (browser: JarClient) => ({
  '__Host-dais_provider': browser.cookie('__Host-dais_provider') ?? '',
});

/** Two providers that can forge their responses, and a user who is connected to the first. */
export function providerStage(server: TestApp) {
  const { rows, forgetTries } = signInStage(server);
  const stage = {} as Made & { refusals: string[] };
  const connect = ({ id }: Pick<MadeUser, 'id'>, to = stage.providerId, sub = subject) => {
    const { issuer } = to === stage.otherId ? stage.otherIssuer : stage.issuer;
    return makeConnection(server.context, { userId: id, providerId: to, issuer, subject: sub });
  };

  beforeAll(async () => {
    const [issuer, otherIssuer] = [await forgingIssuer(), await forgingIssuer()];
    const providerId = await makeProvider(server.context, { issuer: issuer.issuer });
    const otherId = await makeProvider(server.context, { issuer: otherIssuer.issuer, name: 'Other ID' });
    const user = await server.make.user();
    Object.assign(stage, { issuer, otherIssuer, providerId, otherId, user });
    await server.make.member({ user });
    await connect(user);
    vi.spyOn(server.context.log, 'warn').mockImplementation((line: unknown) => {
      const { event, reason } = line as { event?: string; reason?: string };
      if (event === 'provider.wrong') stage.refusals.push(String(reason));
    });
  });
  afterAll(async () => {
    await stage.issuer?.stop();
    await stage.otherIssuer?.stop();
  });
  beforeEach(async () => {
    await forgetTries();
    stage.refusals = [];
  });

  async function begin(id = stage.providerId, body: object = {}, browser = jarClient(server.app)): Promise<Visit> {
    const answer = await browser.post(`/sign-in/provider/${id}`, body);
    expect(answer.status, JSON.stringify(answer.json)).toBe(200);
    return visitOf(browser, id, answer.json.data.url);
  }
  function finish(visit: Visit, { claims, forgery, query, by = visit.browser, to = visit.id }: Return = {}) {
    for (const each of [stage.issuer, stage.otherIssuer])
      each.tell({ sub: subject, nonce: visit.nonce, ...claims }, forgery);
    const answer = new URLSearchParams({ code: 'a code', state: visit.state, ...query });
    return by.call('GET', `/sign-in/provider/${to}/callback?${answer}`);
  }
  return {
    stage,
    connect,
    begin,
    finish,
    async signIn(id = stage.providerId, given: Return = {}) {
      const visit = await begin(id);
      const { location } = await finish(visit, given);
      return { browser: visit.browser, location, email: await emailOf(visit.browser) };
    },
    async confirmedBrowser(who: MadeUser) {
      const browser = await browserOf(server.app, server.context, { userId: who.id });
      expect((await browser.post('/user/confirm-password', { password })).status).toBe(201);
      return browser;
    },
    async newestSession({ id }: MadeUser) {
      const [session] = await rows(
        'select begun_by, strength, remember, provider_id from sessions where user_id = $1 order by created_at desc, id desc limit 1',
        [id],
      );
      return session;
    },
  };
}
