import { expect, test } from 'vitest';
import { type JarClient, jarClient } from '#tests/support/jar-client.ts';
import { type RunningProvider, startOidcProvider } from '#tests/support/oidc-provider.ts';
import { loopbackProviders, makeConnection, makeProvider } from '#tests/support/sign-in-providers.ts';
import { emailOf } from '#tests/support/sign-in-stage.ts';
import { testApp } from '#tests/support/test-app.ts';

const server = testApp(loopbackProviders);

async function visit(from: string, account: string, cookies: Map<string, string>): Promise<string> {
  let address = from;
  for (let steps = 0; steps < 10; steps += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(address, { redirect: 'manual', headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    const next = location ?? `${new URL(address).pathname}?account=${account}`;
    if (location === null && !address.includes('/interaction/')) throw new Error(await answer.text());
    address = new URL(next, address).href;
    if (address.startsWith('https://dais.example/')) return address;
  }
  throw new Error(`Still at ${address}`);
}

async function signIn(provider: RunningProvider, id: string, account: string): Promise<JarClient> {
  const browser = jarClient(server.app);
  const begun = await browser.post(`/sign-in/provider/${id}`);
  expect(begun.json.data?.url, JSON.stringify(begun.json)).toContain(provider.issuer);
  const back = await visit(begun.json.data.url, account, new Map());
  await browser.call('GET', back.replace('https://dais.example', ''));
  return browser;
}

const shapes = [
  { like: 'Entra', kind: 'other', path: '/8eaef023-2b34-4da1-9baa-8bc8c9d6a490/v2.0', claims: { tid: '8eaef023' } },
  { like: 'Google', kind: 'other', path: '', claims: { hd: 'harbour.example' }, hostedDomain: 'harbour.example' },
  { like: 'Keycloak', kind: 'keycloak', path: '/realms/board', claims: {} },
] as const;

test.each(shapes)('a complete sign-in succeeds with a provider like $like', async (shape) => {
  const { kind, path } = shape;
  const provider = await startOidcProvider(['ada', 'bob'], { path, claims: shape.claims });
  try {
    const { issuer, clientId, clientSecret: secret } = provider;
    const user = await server.make.user();
    const hosted = 'hostedDomain' in shape ? { hostedDomain: shape.hostedDomain } : {};
    const id = await makeProvider(server.context, { issuer, kind, clientId, secret, ...hosted });
    provider.register(`https://dais.example/sign-in/provider/${id}/callback`);
    await makeConnection(server.context, { userId: user.id, providerId: id, issuer, subject: 'ada' });
    const signedInAs = async (account: string) => emailOf(await signIn(provider, id, account));
    expect(await signedInAs('ada')).toBe(user.email);
    expect(await signedInAs('bob')).toBe(null);
  } finally {
    await provider.stop();
  }
});
