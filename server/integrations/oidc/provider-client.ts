import * as oidc from 'openid-client';
import { z } from 'zod';
import { scopeLeast, type TestStep } from '#domain/providers.ts';
import { FetchError, type FetchFailure, type FetchRules, fetchBounded } from './bounded-fetch.ts';

export interface ProviderSettings {
  readonly rules: FetchRules;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectAddress: string;
  /** Google's `hd` parameter. Null allows accounts of any domain. */
  readonly hostedDomain: string | null;
  readonly scope: string;
}

export interface Attempt {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Only issuer and subject identify a user, never the email address. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
}

export class ProviderError extends Error {
  readonly reason: string;

  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'ProviderError';
    this.reason = reason;
  }
}

export const newAttempt = (): Attempt => ({
  state: oidc.randomState(),
  nonce: oidc.randomNonce(),
  verifier: oidc.randomPKCECodeVerifier(),
});

const secondsMax = 5;
/** Maximum age, in seconds, of a sign-in at the provider that confirms the user's identity. */
const confirmedSecondsMax = 300;
const emailCharactersMax = 254;

/** Throws if the provider is unreachable or its metadata does not contain the configured issuer. */
async function discover({ rules, issuer, clientId, clientSecret }: ProviderSettings): Promise<oidc.Configuration> {
  if (!URL.canParse(issuer)) throw new FetchError('not-an-address');
  const isPlain = new URL(issuer).protocol === 'http:';
  const found = await oidc.discovery(new URL(issuer), clientId, {}, secretSentTo(clientSecret), {
    [oidc.customFetch]: (address, options) => fetchBounded(rules, address, requestOf(options)),
    timeout: secondsMax,
    // Also checks the token's signature, although the token comes directly from the provider.
    execute: [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])],
  });
  const metadata = found.serverMetadata();
  // Rejects issuer templates such as Entra's `common`, because users of different tenants could have the same subject.
  if (metadata.issuer !== issuer) throw new ProviderError('issuer', { cause: { body: metadata } });
  return found;
}

const requestOf = ({ method, headers, body }: oidc.CustomFetchOptions) => ({
  method,
  headers: { ...headers, 'user-agent': 'dais' },
  body: body === undefined || body === null ? undefined : String(body),
});

/** Sends the secret in the body if the provider lists that method. The default is the header (RFC 8414, section 2). */
function secretSentTo(secret: string): oidc.ClientAuth {
  return (server, ...call) => {
    const known = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const send = known.includes('client_secret_post') ? oidc.ClientSecretPost : oidc.ClientSecretBasic;
    return send(secret)(server, ...call);
  };
}

/** If `confirms` is true, the provider asks for the password again, even after a recent sign-in. */
export async function authorizationAddress(
  settings: ProviderSettings,
  { attempt, confirms }: { readonly attempt: Attempt; readonly confirms: boolean },
): Promise<string> {
  try {
    const provider = await discover(settings);
    const question = await questionOf(settings, attempt);
    const again = confirms ? { prompt: 'login', max_age: '0' } : {};
    return oidc.buildAuthorizationUrl(provider, { ...question, ...again }).href;
  } catch (error) {
    throw asProviderError(error);
  }
}

async function questionOf({ redirectAddress, hostedDomain, scope }: ProviderSettings, attempt: Attempt) {
  return {
    redirect_uri: redirectAddress,
    scope,
    response_type: 'code',
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
    ...(hostedDomain === null ? {} : { hd: hostedDomain }),
  };
}

export async function identityOf(
  settings: ProviderSettings,
  given: { readonly query: string; readonly attempt: Attempt; readonly confirms: boolean },
): Promise<Identity> {
  const { attempt, confirms } = given;
  try {
    const provider = await discover(settings);
    const tokens = await oidc.authorizationCodeGrant(provider, new URL(`${settings.redirectAddress}?${given.query}`), {
      expectedState: attempt.state,
      expectedNonce: attempt.nonce,
      pkceCodeVerifier: attempt.verifier,
      idTokenExpected: true,
      ...(confirms ? { maxAge: confirmedSecondsMax } : {}),
    });
    const claims = tokens.claims();
    if (claims === undefined) throw new ProviderError('id_token');
    refuseForeignClaims(claims, settings);
    const { email } = claims;
    const isEmail = typeof email === 'string' && email !== '' && email.length <= emailCharactersMax;
    return { issuer: claims.iss, subject: claims.sub, email: isEmail ? email : null };
  } catch (error) {
    throw asProviderError(error);
  }
}

/** At most 255 characters (OpenID Connect Core, section 2). The database cannot store some control characters. */
const isSubject = (sub: unknown): boolean =>
  typeof sub === 'string' && sub.trim() !== '' && sub.length <= 255 && !/\p{Cc}/u.test(sub) && sub.isWellFormed();

function refuseForeignClaims(claims: oidc.IDToken, { issuer, clientId, hostedDomain }: ProviderSettings): void {
  if (claims.iss !== issuer) throw new ProviderError('iss');
  if (!isSubject(claims.sub)) throw new ProviderError('sub');
  if (claims.azp !== undefined && claims.azp !== clientId) throw new ProviderError('azp');
  if (hostedDomain !== null && claims.hd !== hostedDomain) throw new ProviderError('hd');
}

function asProviderError(error: unknown): ProviderError {
  return error instanceof ProviderError ? error : new ProviderError(reasonOf(error), { cause: error });
}

function* causesOf(error: unknown): Generator<Error> {
  for (let at = error; at instanceof Error; at = at.cause) yield at;
}

function reasonOf(error: unknown): string {
  let code = 'unknown';
  for (const at of causesOf(error)) {
    if (at instanceof FetchError) return at.failure;
    if (at instanceof oidc.ResponseBodyError || at instanceof oidc.AuthorizationResponseError) return wordOf(at.error);
    const { cause } = at;
    const named = cause !== null && typeof cause === 'object' && !(cause instanceof Error) ? cause : {};
    if ('claim' in named && typeof named.claim === 'string') return named.claim;
    const refused = refusedPart(at.cause);
    if (refused !== null) return refused;
    if ('code' in at && typeof at.code === 'string') code = at.code;
  }
  return code;
}

function refusedPart(cause: unknown): 'encrypted' | 'alg' | 'signature' | 'sub' | null {
  if (typeof cause === 'string') return cause.split('.').length === 5 ? 'encrypted' : null;
  if (cause === null || typeof cause !== 'object' || cause instanceof Error) return null;
  if ('alg' in cause || ('header' in cause && 'expected' in cause)) return 'alg';
  if ('signature' in cause) return 'signature';
  const { claims } = 'claims' in cause ? cause : {};
  return claims && typeof claims === 'object' && !isSubject('sub' in claims ? claims.sub : undefined) ? 'sub' : null;
}

/** Accepts only a plain word, because the provider controls this text. */
const wordOf = (word: string): string => (/^[a-z_]{1,60}$/.test(word) ? word : 'provider-error');

export type Finding =
  | { readonly step: TestStep; readonly outcome: 'right' | 'unknown' }
  | { readonly step: 'address'; readonly outcome: 'wrong'; readonly failure: FetchFailure | 'no-provider' }
  | { readonly step: 'issuer' | 'signing' | 'scope'; readonly outcome: 'wrong'; readonly says: string }
  | { readonly step: 'flow' | 'keys' | 'client' | 'redirect'; readonly outcome: 'wrong' };

const listedCharactersMax = 300;

/** Stops at a failed step on which later steps depend. */
export async function testProvider(settings: ProviderSettings): Promise<readonly Finding[]> {
  const found = await discoverOrSay(settings);
  if ('outcome' in found) return found.step === 'address' ? [found] : [{ step: 'address', outcome: 'right' }, found];
  const begun: Finding[] = [
    { step: 'address', outcome: 'right' },
    { step: 'issuer', outcome: 'right' },
  ];
  const server = found.serverMetadata();
  const asked = offersCodeFlow(server) ? await askSilently(found, settings) : null;
  if (asked === null || asked.refuses === 'flow') return [...begun, { step: 'flow', outcome: 'wrong' }];
  return [
    ...begun,
    { step: 'flow', outcome: 'right' },
    ...(await testSignatures(settings.rules, server)),
    { step: 'client', outcome: await knowsClient(found, settings) },
    { step: 'redirect', outcome: asked.redirect },
    ...(asked.redirect === 'wrong' ? [] : [scopeFinding(asked, settings)]),
  ];
}

/** Every provider supports RS256 (OpenID Connect Discovery, section 3). */
const algorithmUsual = 'RS256';
const rsaBytesMin = 256;
const curves: Readonly<Record<string, string>> = {
  ES256: 'P-256',
  ES384: 'P-384',
  ES512: 'P-521',
  EdDSA: 'Ed25519',
  Ed25519: 'Ed25519',
};
const isChecked = (algorithm: string): boolean => /^[RP]S(256|384|512)$/.test(algorithm) || algorithm in curves;

async function testSignatures(rules: FetchRules, server: oidc.ServerMetadata): Promise<readonly Finding[]> {
  const offered = server.id_token_signing_alg_values_supported ?? [algorithmUsual];
  const checked = offered.filter(isChecked);
  const names = offered.join(', ').slice(0, listedCharactersMax);
  if (checked.length === 0) return [{ step: 'signing', outcome: 'wrong', says: names === '' ? 'nothing' : names }];
  const signing = { step: 'signing', outcome: 'right' } as const;
  try {
    const answer = await fetchBounded(rules, server.jwks_uri ?? '', { method: 'GET', headers: {} });
    const { keys } = keySet.parse(await answer.json());
    const isThere = keys.some((key) => checked.some((algorithm) => verifies(key, algorithm)));
    return [signing, { step: 'keys', outcome: isThere ? 'right' : 'wrong' }];
  } catch {
    return [signing, { step: 'keys', outcome: 'unknown' }];
  }
}

/** authentik omits `keys` if there are none. */
const keySet = z.object({
  keys: z
    .array(
      z.object({
        kty: z.string(),
        alg: z.string().optional(),
        use: z.string().optional(),
        crv: z.string().optional(),
        n: z.string().optional(),
      }),
    )
    .default([]),
});

/** openid-client rejects RSA keys below 2048 bits. */
function verifies(key: z.output<typeof keySet>['keys'][number], algorithm: string): boolean {
  if ((key.use ?? 'sig') !== 'sig' || (key.alg ?? algorithm) !== algorithm) return false;
  if (algorithm in curves) return key.crv === curves[algorithm];
  return key.kty === 'RSA' && Buffer.from(key.n ?? '', 'base64url').length >= rsaBytesMin;
}

function scopeFinding({ redirect, refuses }: SilentAnswer, { scope }: ProviderSettings): Finding {
  if (refuses === 'scope') return { step: 'scope', outcome: 'wrong', says: scope };
  return { step: 'scope', outcome: redirect === 'right' ? 'right' : 'unknown' };
}

async function discoverOrSay(settings: ProviderSettings): Promise<oidc.Configuration | Finding> {
  try {
    return await discover(settings);
  } catch (error) {
    const failure = failureOf(error);
    if (failure !== null) return { step: 'address', outcome: 'wrong', failure };
    const says = statedIssuer(error);
    if (says === null) return { step: 'address', outcome: 'wrong', failure: 'no-provider' };
    return { step: 'issuer', outcome: 'wrong', says };
  }
}

const failureOf = (error: unknown): FetchFailure | null =>
  [...causesOf(error)].find((each) => each instanceof FetchError)?.failure ?? null;

function statedIssuer(error: unknown): string | null {
  for (const at of causesOf(error)) {
    const body = at.cause !== null && typeof at.cause === 'object' && 'body' in at.cause ? at.cause.body : null;
    if (body !== null && typeof body === 'object' && 'issuer' in body && typeof body.issuer === 'string') {
      return body.issuer.slice(0, listedCharactersMax);
    }
  }
  return null;
}

/** Treats a missing list as support, because some providers do not list all that they support, such as Entra's PKCE. */
function offersCodeFlow(server: oidc.ServerMetadata): boolean {
  const isOffered = (listed: readonly string[] | undefined, wanted: string) => listed?.includes(wanted) ?? true;
  return (
    server.authorization_endpoint !== undefined &&
    server.token_endpoint !== undefined &&
    server.jwks_uri !== undefined &&
    isOffered(server.response_types_supported, 'code') &&
    isOffered(server.grant_types_supported, 'authorization_code') &&
    isOffered(server.code_challenge_methods_supported, 'S256')
  );
}

/** Sends an invalid code, because the provider's error shows whether it rejects the client or only the code. */
async function knowsClient(
  provider: oidc.Configuration,
  { redirectAddress }: ProviderSettings,
): Promise<'right' | 'wrong' | 'unknown'> {
  try {
    await oidc.genericGrantRequest(provider, 'authorization_code', {
      code: oidc.randomState(),
      redirect_uri: redirectAddress,
      code_verifier: oidc.randomPKCECodeVerifier(),
    });
    return 'unknown';
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === 'invalid_grant') return 'right';
    return ['invalid_client', 'unauthorized_client', 'OAUTH_WWW_AUTHENTICATE_CHALLENGE'].includes(reason)
      ? 'wrong'
      : 'unknown';
  }
}

interface SilentAnswer {
  readonly redirect: 'right' | 'wrong' | 'unknown';
  readonly refuses: 'scope' | 'flow' | null;
}

/** Providers redirect a silent sign-in only to registered addresses, so the reply shows whether ours is registered. */
async function askSilently(provider: oidc.Configuration, settings: ProviderSettings): Promise<SilentAnswer> {
  const asked = { ...(await questionOf(settings, newAttempt())), prompt: 'none' };
  const { href } = oidc.buildAuthorizationUrl(provider, asked);
  try {
    const answer = await fetchBounded(settings.rules, href, { method: 'GET', headers: {}, returnsRedirects: true });
    const location = answer.headers.get('location') ?? '';
    if (location.startsWith(`${settings.redirectAddress}?`)) return { redirect: 'right', refuses: refusedIn(location) };
    const redirect = answer.status >= 400 && answer.status < 500 ? 'wrong' : 'unknown';
    if (redirect === 'unknown' || settings.scope === scopeLeast) return { redirect, refuses: null };
    const least = await askSilently(provider, { ...settings, scope: scopeLeast });
    return least.redirect === 'right' ? { redirect: 'right', refuses: 'scope' } : { redirect, refuses: null };
  } catch (error) {
    if (error instanceof FetchError) return { redirect: 'unknown', refuses: null };
    throw error;
  }
}

function refusedIn(location: string): SilentAnswer['refuses'] {
  const error = new URL(location).searchParams.get('error');
  if (error === 'invalid_scope') return 'scope';
  return error === 'unauthorized_client' || error === 'unsupported_response_type' ? 'flow' : null;
}
