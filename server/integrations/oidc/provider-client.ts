import * as oidc from 'openid-client';
import { FetchError, type FetchFailure, type FetchRules, fetchBounded } from './bounded-fetch.ts';

export interface ProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectAddress: string;
  /** Google's `hd`; null allows any domain. */
  readonly hostedDomain: string | null;
}

export interface Attempt {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** The identity as the provider reports it. An email address does not identify anyone. */
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
/** For a sign-in that confirms the current user. */
const confirmedSecondsMax = 300;
const emailCharactersMax = 254;

/** Throws if the provider is unreachable or does not match its issuer. */
export async function discover(rules: FetchRules, settings: ProviderSettings): Promise<oidc.Configuration> {
  const { issuer, clientId, clientSecret } = settings;
  if (!URL.canParse(issuer)) throw new FetchError('not-an-address');
  const isPlain = new URL(issuer).protocol === 'http:';
  const found = await oidc.discovery(new URL(issuer), clientId, {}, secretSentTo(clientSecret), {
    [oidc.customFetch]: (address, options) => fetchBounded(rules, address, requestOf(options)),
    timeout: secondsMax,
    // Signatures are checked although the token comes directly from the provider.
    execute: [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])],
  });
  // Refuses Entra's common-issuer templates and other spellings, since several issuers could have the same subjects.
  const said = found.serverMetadata();
  if (said.issuer !== issuer) throw new ProviderError('issuer', { cause: { body: said } });
  return found;
}

const requestOf = ({ method, headers, body }: oidc.CustomFetchOptions) => ({
  method,
  headers: { ...headers, 'user-agent': 'dais' },
  body: body === undefined || body === null ? undefined : String(body),
});

/** Sent in the body if the provider says so, otherwise in the header, which is the default (RFC 8414, section 2). */
function secretSentTo(secret: string): oidc.ClientAuth {
  return (server, ...call) => {
    const known = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const send = known.includes('client_secret_post') ? oidc.ClientSecretPost : oidc.ClientSecretBasic;
    return send(secret)(server, ...call);
  };
}

/** `confirms` makes the provider ask for the password again, however recent its sign-in is. */
export async function authorizationAddress(
  rules: FetchRules,
  settings: ProviderSettings,
  { attempt, confirms }: { readonly attempt: Attempt; readonly confirms: boolean },
): Promise<string> {
  try {
    const provider = await discover(rules, settings);
    const asked = await questionOf(settings, attempt);
    return oidc.buildAuthorizationUrl(provider, {
      ...asked,
      ...(confirms ? { prompt: 'login', max_age: '0' } : {}),
    }).href;
  } catch (error) {
    throw asProviderError(error);
  }
}

async function questionOf({ redirectAddress, hostedDomain }: ProviderSettings, attempt: Attempt) {
  return {
    redirect_uri: redirectAddress,
    scope: 'openid email',
    response_type: 'code',
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
    ...(hostedDomain === null ? {} : { hd: hostedDomain }),
  };
}

/** Exchanges the returned code. Tokens are read and not stored. */
export async function identityOf(
  rules: FetchRules,
  settings: ProviderSettings,
  given: { readonly query: string; readonly attempt: Attempt; readonly confirms: boolean },
): Promise<Identity> {
  const { attempt, confirms } = given;
  try {
    const provider = await discover(rules, settings);
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

/** OpenID Connect Core, section 2: at most 255 characters. The database cannot store some control characters. */
const isSubject = (sub: string): boolean => sub.length <= 255 && !/\p{Cc}/u.test(sub) && sub.isWellFormed();

/** Stricter than OpenID Connect requires of every client. */
function refuseForeignClaims(claims: oidc.IDToken, { issuer, clientId, hostedDomain }: ProviderSettings): void {
  if (claims.iss !== issuer) throw new ProviderError('iss');
  if (!isSubject(claims.sub)) throw new ProviderError('sub');
  if (claims.azp !== undefined && claims.azp !== clientId) throw new ProviderError('azp');
  if (hostedDomain !== null && claims.hd !== hostedDomain) throw new ProviderError('hd');
}

function asProviderError(error: unknown): ProviderError {
  return error instanceof ProviderError ? error : new ProviderError(reasonOf(error), { cause: error });
}

/** Returns the most specific reason: a claim, the provider's error, a failed call, or a code of the library. */
function reasonOf(error: unknown): string {
  let code = 'unknown';
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (at instanceof FetchError) return at.failure;
    if (at instanceof oidc.ResponseBodyError || at instanceof oidc.AuthorizationResponseError) return wordOf(at.error);
    const { cause } = at;
    const named = cause !== null && typeof cause === 'object' && !(cause instanceof Error) ? cause : {};
    if ('claim' in named && typeof named.claim === 'string') return named.claim;
    if ('code' in at && typeof at.code === 'string') code = at.code;
  }
  return code;
}

/** The provider's error is external input. */
const wordOf = (word: string): string => (/^[a-z_]{1,60}$/.test(word) ? word : 'provider-error');

export type TestStep = 'address' | 'issuer' | 'flow' | 'client' | 'redirect';

export type Finding =
  | { readonly step: TestStep; readonly outcome: 'right' | 'untold' }
  | { readonly step: 'address'; readonly outcome: 'wrong'; readonly failure: FetchFailure | 'no-provider' }
  | { readonly step: 'issuer'; readonly outcome: 'wrong'; readonly says: string }
  | { readonly step: 'flow' | 'client' | 'redirect'; readonly outcome: 'wrong' };

const saidCharactersMax = 300;

/** Checks what can be tested without a person signing in. Ends at the first step on which the later ones depend. */
export async function testProvider(rules: FetchRules, settings: ProviderSettings): Promise<readonly Finding[]> {
  const found = await discoverOrSay(rules, settings);
  if ('outcome' in found) return found.step === 'address' ? [found] : [{ step: 'address', outcome: 'right' }, found];
  const begun: Finding[] = [
    { step: 'address', outcome: 'right' },
    { step: 'issuer', outcome: 'right' },
  ];
  if (!offersCodeFlow(found.serverMetadata())) return [...begun, { step: 'flow', outcome: 'wrong' }];
  return [
    ...begun,
    { step: 'flow', outcome: 'right' },
    { step: 'client', outcome: await knowsClient(found, settings) },
    { step: 'redirect', outcome: await knowsRedirect(rules, found, settings) },
  ];
}

async function discoverOrSay(rules: FetchRules, settings: ProviderSettings): Promise<oidc.Configuration | Finding> {
  try {
    return await discover(rules, settings);
  } catch (error) {
    const failure = failureOf(error);
    if (failure !== null) return { step: 'address', outcome: 'wrong', failure };
    const says = saidIssuer(error);
    if (says === null) return { step: 'address', outcome: 'wrong', failure: 'no-provider' };
    return { step: 'issuer', outcome: 'wrong', says };
  }
}

function failureOf(error: unknown): FetchFailure | null {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (at instanceof FetchError) return at.failure;
  }
  return null;
}

/** Returns null if no issuer was given. */
function saidIssuer(error: unknown): string | null {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const body = at.cause !== null && typeof at.cause === 'object' && 'body' in at.cause ? at.cause.body : null;
    if (body !== null && typeof body === 'object' && 'issuer' in body && typeof body.issuer === 'string') {
      return body.issuer.slice(0, saidCharactersMax);
    }
  }
  return null;
}

/** A provider may support what it does not announce: Entra does not announce PKCE. */
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

/** Sends an invalid code to see whether the provider refuses the client or the code. */
async function knowsClient(
  provider: oidc.Configuration,
  { redirectAddress }: ProviderSettings,
): Promise<'right' | 'wrong' | 'untold'> {
  try {
    await oidc.genericGrantRequest(provider, 'authorization_code', {
      code: oidc.randomState(),
      redirect_uri: redirectAddress,
      code_verifier: oidc.randomPKCECodeVerifier(),
    });
    return 'untold';
  } catch (error) {
    const reason = reasonOf(error);
    if (reason === 'invalid_grant') return 'right';
    return ['invalid_client', 'unauthorized_client', 'OAUTH_WWW_AUTHENTICATE_CHALLENGE'].includes(reason)
      ? 'wrong'
      : 'untold';
  }
}

/** Asked for a silent sign-in, a provider answers at the redirect address only if it knows that address. */
async function knowsRedirect(
  rules: FetchRules,
  provider: oidc.Configuration,
  settings: ProviderSettings,
): Promise<'right' | 'wrong' | 'untold'> {
  const asked = { ...(await questionOf(settings, newAttempt())), prompt: 'none' };
  const { href } = oidc.buildAuthorizationUrl(provider, asked);
  try {
    const answer = await fetchBounded(rules, href, { method: 'GET', headers: {}, returnsRedirects: true });
    const location = answer.headers.get('location') ?? '';
    if (location.startsWith(`${settings.redirectAddress}?`)) return 'right';
    return answer.status >= 400 && answer.status < 500 ? 'wrong' : 'untold';
  } catch (error) {
    if (error instanceof FetchError) return 'untold';
    throw error;
  }
}
