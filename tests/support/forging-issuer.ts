import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Claims = Readonly<Record<string, unknown>>;

export interface Forgery {
  readonly claims?: Claims;
  readonly header?: Readonly<Record<string, unknown>>;
  readonly signedBy?: 'own' | 'other' | 'nobody';
  readonly metadata?: Claims;
  readonly token?: { readonly status: number; readonly body: unknown } | undefined;
  readonly answers?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

export type ForgingIssuer = Awaited<ReturnType<typeof forgingIssuer>>;

const newKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function tokenOf(header: object, claims: Claims, key: KeyObject | null): string {
  const text = `${encode(header)}.${encode(claims)}`;
  return `${text}.${key === null ? '' : sign('sha256', Buffer.from(text), key).toString('base64url')}`;
}

export async function forgingIssuer(path = '') {
  const [own, other] = [newKeys(), newKeys()];
  const asked: URLSearchParams[] = [];
  let [claims, forgery]: [Claims, Forgery] = [{}, {}];
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer = `${base}${path}`;
  const metadata = (): Claims => ({
    issuer,
    authorization_endpoint: `${base}/authorize`,
    token_endpoint: `${base}/token`,
    jwks_uri: `${base}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
    ...forgery.metadata,
  });
  const idToken = (): string => {
    const now = Math.floor(Date.now() / 1000);
    const whole = { iss: issuer, aud: 'dais', iat: now, exp: now + 300, ...claims, ...forgery.claims };
    const { signedBy = 'own' } = forgery;
    const header = { alg: signedBy === 'nobody' ? 'none' : 'RS256', kid: 'one', ...forgery.header };
    const key = signedBy === 'nobody' ? null : signedBy === 'other' ? other.privateKey : own.privateKey;
    return tokenOf(header, whole, key);
  };
  const send = (response: ServerResponse, body: unknown, status = 200): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (forgery.answers?.(request, response)) return;
    const { pathname } = new URL(request.url ?? '', base);
    if (pathname === `${path}/.well-known/openid-configuration`) return send(response, metadata());
    if (pathname === '/jwks') {
      return send(response, {
        keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }],
      });
    }
    if (pathname !== '/token') return send(response, {}, 404);
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    asked.push(new URLSearchParams(Buffer.concat(parts).toString('utf8')));
    if (forgery.token) return send(response, forgery.token.body, forgery.token.status);
    return send(response, { access_token: 'kept nowhere', token_type: 'Bearer', expires_in: 60, id_token: idToken() });
  };
  return {
    issuer,
    asked,
    tell(wanted: Claims, wrong: Forgery = {}) {
      claims = wanted;
      forgery = wrong;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
