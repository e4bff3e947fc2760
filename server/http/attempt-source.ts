import type { Context } from '#server/context.ts';
import { hashToken, randomToken, sameText } from '#server/secrets.ts';
import { cookieNames } from './cookies.ts';
import type { RequestContext } from './implement.ts';

/** Where a try comes from: all that the counting of tries knows of a visit. */
export interface AttemptSource {
  readonly ip: string;
  /** What the browser's cookie says of an account that it has signed in to before; see `known-device.ts`. */
  readonly device: string | undefined;
}

export const attemptSourceOf = (visit: RequestContext): AttemptSource => ({
  ip: visit.ip,
  device: visit.cookie(cookieNames.device),
});

/**
 * A browser that has signed in to an account keeps a token of its own for it: a random id, and an HMAC over that id and the
 * account (an address in lower case), so that nobody makes one up and no server has to keep it. The cookie holds the tokens
 * of the accounts that signed in here last.
 */
const separator = '~';
const accountsMax = 5;
const daysDeviceIsKnown = 365;

const tokenPattern = /^([\w-]{40,64})\.([\w-]{43})$/;

const tokensOf = (cookie: string | undefined): readonly string[] =>
  (cookie ?? '').split(separator, accountsMax).filter((token) => tokenPattern.test(token));

/** The device's id, where the token was made here for this account; null for any other. */
function idOf(context: Context, token: string, account: string): string | null {
  const [, id = '', proof = ''] = tokenPattern.exec(token) ?? [];
  const isOurs = context.secrets
    .derivations('device', `${id}|${account}`)
    .some((expected) => sameText(proof, expected.toString('base64url')));
  return isOurs ? id : null;
}

/** To be told once somebody is signed in for good: with two-factor, after the code. */
export function rememberDevice(context: Context, visit: RequestContext, account: string): void {
  const known = tokensOf(visit.cookie(cookieNames.device));
  const id = known.map((token) => idOf(context, token, account)).find((found) => found !== null) ?? randomToken();
  const own = `${id}.${context.secrets.derive('device', `${id}|${account}`).toString('base64url')}`;
  const others = known.filter((token) => idOf(context, token, account) === null);
  const tokens = [own, ...others].slice(0, accountsMax);
  visit.control.setCookie(cookieNames.device, tokens.join(separator), daysDeviceIsKnown);
}

/**
 * What the tries of a browser that has signed in to the account before are counted under: its own name, whatever else comes
 * from its network or is tried on the account. So nobody who guesses keeps the owner out, and whoever has carried off such a
 * browser has no more tries than anybody else. Null for every other browser.
 */
export function knownDevice(context: Context, caller: AttemptSource, account: string): string | null {
  for (const token of tokensOf(caller.device)) {
    const id = idOf(context, token, account);
    if (id !== null) return hashToken(`${id}|${account}`).toString('base64url');
  }
  return null;
}
