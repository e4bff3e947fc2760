import type { Context } from '#server/context.ts';
import { hashToken, randomToken, sameText } from '#server/secrets.ts';
import { cookieNames } from './cookies.ts';
import type { RequestContext } from './implement.ts';

/** All that rate limits know of a request. */
export interface AttemptSource {
  readonly ip: string;
  /** See `knownDevice`. */
  readonly device: string | undefined;
}

export const attemptSourceOf = (request: RequestContext): AttemptSource => ({
  ip: request.ip,
  device: request.cookie(cookieNames.device),
});

/**
 * Tokens of accounts that signed in with this browser: a random id and an HMAC over id and lower-case address, so that no
 * server stores them.
 */
const separator = '~';
const accountsMax = 5;
const daysDeviceIsKnown = 365;

const tokenPattern = /^([\w-]{40,64})\.([\w-]{43})$/;

const tokensOf = (cookie: string | undefined): readonly string[] =>
  (cookie ?? '').split(separator, accountsMax).filter((token) => tokenPattern.test(token));

/** Null unless we made the token for this account. */
function idOf(context: Context, token: string, account: string): string | null {
  const [, id = '', proof = ''] = tokenPattern.exec(token) ?? [];
  const isOurs = context.secrets
    .derivations('device', `${id}|${account}`)
    .some((expected) => sameText(proof, expected.toString('base64url')));
  return isOurs ? id : null;
}

/** Once completely signed in, second factor included. */
export function rememberDevice(context: Context, request: RequestContext, account: string): void {
  const known = tokensOf(request.cookie(cookieNames.device));
  const id = known.map((token) => idOf(context, token, account)).find((found) => found !== null) ?? randomToken();
  const own = `${id}.${context.secrets.derive('device', `${id}|${account}`).toString('base64url')}`;
  const others = known.filter((token) => idOf(context, token, account) === null);
  const tokens = [own, ...others].slice(0, accountsMax);
  request.control.setCookie(cookieNames.device, tokens.join(separator), daysDeviceIsKnown);
}

/**
 * The key under which a known browser's tries are counted, so that others' guesses do not lock the owner out. Null for
 * other browsers.
 */
export function knownDevice(context: Context, caller: AttemptSource, account: string): string | null {
  for (const token of tokensOf(caller.device)) {
    const id = idOf(context, token, account);
    if (id !== null) return hashToken(`${id}|${account}`).toString('base64url');
  }
  return null;
}
