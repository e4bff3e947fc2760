import * as oidc from 'openid-client';
import { FetchError, type FetchFailure, type FetchRules, fetchBounded } from './bounded-fetch.ts';

export interface ProviderSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where the provider sends people back to. */
  readonly redirectAddress: string;
  /** Google's `hd`; null: any. */
  readonly hostedDomain: string | null;
}

/** What binds an answer to its question. */
export interface Attempt {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** As the provider says. An email address says nothing about who it is. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
}

/** Why a sign-in did not finish, for the log: a claim, a parameter, or what the provider said. */
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
/** Of a sign-in that confirms who sits here. */
const confirmedSecondsMax = 300;
const emailCharactersMax = 254;

/** Throws when the provider is not reached, or is not what its issuer says. */
export async function discover(rules: FetchRules, settings: ProviderSettings): Promise<oidc.Configuration> {
  const { issuer, clientId, clientSecret } = settings;
  if (!URL.canParse(issuer)) throw new FetchError('not-an-address');
  const isPlain = new URL(issuer).protocol === 'http:';
  const found = await oidc.discovery(new URL(issuer), clientId, {}, secretSentTo(clientSecret), {
    [oidc.customFetch]: (address, options) => fetchBounded(rules, address, requestOf(options)),
    timeout: secondsMax,
    // Signatures are checked although the token comes from the provider itself.
    execute: [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])],
  });
  // A template of Entra's common issuers, or another spelling: subjects of several could be the same.
  const said = found.serverMetadata();
  if (said.issuer !== issuer) throw new ProviderError('issuer', { cause: { body: said } });
  return found;
}

const requestOf = ({ method, headers, body }: oidc.CustomFetchOptions) => ({
  method,
  headers: { ...headers, 'user-agent': 'dais' },
  body: body === undefined || body === null ? undefined : String(body),
});

/** In the body where the provider says so, else in the header (RFC 8414, section 2: what is said nowhere). */
function secretSentTo(secret: string): oidc.ClientAuth {
  return (server, ...call) => {
    const known = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const send = known.includes('client_secret_post') ? oidc.ClientSecretPost : oidc.ClientSecretBasic;
    return send(secret)(server, ...call);
  };
}

/** `confirms`: the password is asked for again, however recent the sign-in there is. */
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

/** Exchanges the code that came back; tokens are read, and not kept. */
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

/** Beyond what OpenID Connect asks of every client. */
function refuseForeignClaims(claims: oidc.IDToken, { issuer, clientId, hostedDomain }: ProviderSettings): void {
  if (claims.iss !== issuer) throw new ProviderError('iss');
  if (!isSubject(claims.sub)) throw new ProviderError('sub');
  if (claims.azp !== undefined && claims.azp !== clientId) throw new ProviderError('azp');
  if (hostedDomain !== null && claims.hd !== hostedDomain) throw new ProviderError('hd');
}

function asProviderError(error: unknown): ProviderError {
  return error instanceof ProviderError ? error : new ProviderError(reasonOf(error), { cause: error });
}

/** The most that the chain of causes names: a claim, the provider's own word, how a call failed, else a code of the library. */
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

/** The provider's own word comes from elsewhere. */
const wordOf = (word: string): string => (/^[a-z_]{1,60}$/.test(word) ? word : 'provider-error');

/** Of what a provider is asked. */
export type TestStep = 'address' | 'issuer' | 'flow' | 'client' | 'redirect';

export type Finding =
  | { readonly step: TestStep; readonly outcome: 'right' | 'untold' }
  | { readonly step: 'address'; readonly outcome: 'wrong'; readonly failure: FetchFailure | 'no-provider' }
  | { readonly step: 'issuer'; readonly outcome: 'wrong'; readonly says: string }
  | { readonly step: 'flow' | 'client' | 'redirect'; readonly outcome: 'wrong' };

const saidCharactersMax = 300;

/** What can be found without a person who signs in; ends at the first step without which the next cannot be asked. */
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

/** Null where no issuer was said at all. */
function saidIssuer(error: unknown): string | null {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const body = at.cause !== null && typeof at.cause === 'object' && 'body' in at.cause ? at.cause.body : null;
    if (body !== null && typeof body === 'object' && 'issuer' in body && typeof body.issuer === 'string') {
      return body.issuer.slice(0, saidCharactersMax);
    }
  }
  return null;
}

/** What a provider leaves out it may offer still: Entra does not name PKCE. */
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

/** By a code that is none: whether the client is refused, or the code. */
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

/** Asked to show nothing, a provider answers at the redirect address, but only where it knows that one. */
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
