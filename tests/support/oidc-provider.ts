import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export type RunningProvider = Awaited<ReturnType<typeof startOidcProvider>>;

interface Shape {
  readonly path?: string;
  /** Claims that the provider adds for every account, such as Google's `hd`. */
  readonly claims?: Readonly<Record<string, string>>;
}

/** Starts a real provider on loopback. Its sign-in page lists the accounts and requires no password. */
export async function startOidcProvider(accounts: readonly string[], { path = '', claims = {} }: Shape = {}) {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  const [clientId, clientSecret] = ['dais', 'a secret of forty characters or more, surely'] as const;
  // `oidc-provider` rejects a client that has no redirect URI.
  const redirectAddresses = ['https://elsewhere.example/callback'];
  let handle = (_request: IncomingMessage, response: ServerResponse): unknown => response.writeHead(503).end();
  const build = (): void => {
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: [...redirectAddresses],
          grant_types: ['authorization_code'],
          response_types: ['code'],
        },
      ],
      claims: { openid: ['sub', ...Object.keys(claims)], email: ['email'] },
      conformIdTokenClaims: false,
      cookies: { keys: ['a key of the tests'] },
      features: { devInteractions: { enabled: false } },
      pkce: { required: () => true },
      interactions: { url: (_context, { uid }) => `${path}/interaction/${uid}` },
      findAccount: (_context, sub) => ({
        accountId: sub,
        claims: () => ({ sub, email: `${sub}@harbour.example`, ...claims }),
      }),
      async loadExistingGrant({ oidc }) {
        const grant = new provider.Grant({ clientId, accountId: oidc.session?.accountId });
        grant.addOIDCScope('openid email');
        await grant.save();
        return grant;
      },
    });
    const answer = provider.callback();
    handle = async (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '', issuer);
      if (!pathname.startsWith(`${path}/interaction/`)) {
        // `oidc-provider` derives its mount path from `originalUrl`.
        Object.assign(request, { originalUrl: request.url });
        request.url = request.url?.slice(path.length) || '/';
        return answer(request, response);
      }
      const chosen = searchParams.get('account');
      if (chosen !== null) return provider.interactionFinished(request, response, { login: { accountId: chosen } });
      const links = accounts.map((account) => `<li><a href="${pathname}?account=${account}">${account}</a></li>`);
      return response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<h1>Harbour ID</h1><ul>${links.join('')}</ul>`);
    };
  };
  build();
  server.on('request', (request, response) => void handle(request, response));
  return {
    issuer,
    clientId,
    clientSecret,
    register(redirectAddress: string) {
      redirectAddresses.push(redirectAddress);
      build();
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
