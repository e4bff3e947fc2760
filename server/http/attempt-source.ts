import type { Context } from '#server/context.ts';
import { hashToken, randomToken, sameText } from '#server/secrets.ts';
import { cookieNames } from './cookies.ts';
import type { RequestContext } from './implement.ts';
import { createRateLimits, networkOf, type RateLimit } from './rate-limits.ts';
import type { SessionStart } from './session.ts';

export interface AttemptSource {
  readonly ip: string;
  readonly device: string | undefined;
}

export const attemptSourceOf = (request: RequestContext): AttemptSource => ({
  ip: request.ip,
  device: request.cookie(cookieNames.device),
});

/** Separates the tokens in the cookie, which contains one per account. */
const separator = '~';
const accountsMax = 5;
const daysDeviceIsKnown = 365;

const tokenPattern = /^([\w-]{40,64})\.([\w-]{43})$/;

const tokensOf = (cookie: string | undefined): readonly string[] =>
  (cookie ?? '').split(separator, accountsMax).filter((token) => tokenPattern.test(token));

/** Returns null if the token was not issued for this account. */
function idOf(context: Context, token: string, account: string): string | null {
  const [, id = '', proof = ''] = tokenPattern.exec(token) ?? [];
  const isOurs = context.secrets
    .derivations('device', `${id}|${account}`)
    .some((expected) => sameText(proof, expected.toString('base64url')));
  return isOurs ? id : null;
}

const ownIdIn = (context: Context, tokens: readonly string[], account: string): string | null =>
  tokens.map((token) => idOf(context, token, account)).find((found) => found !== null) ?? null;

const idIn = (token: string): string => token.slice(0, token.indexOf('.'));

export function deviceIdsOf(context: Context, cookie: string | undefined, account: string) {
  const tokens = tokensOf(cookie);
  const own = ownIdIn(context, tokens, account);
  const others = tokens.map(idIn).filter((id) => id !== own);
  return { ids: [...others, own ?? randomToken()], isKnown: own !== null };
}

export interface SignInBrowser extends AttemptSource {
  readonly userAgent: string;
  start(session: SessionStart): Promise<void>;
  remember(account: string, id: string): void;
}

export const signInBrowserOf = (context: Context, request: RequestContext): SignInBrowser => ({
  ...attemptSourceOf(request),
  userAgent: request.userAgent,
  start: request.control.start,
  remember(account, id) {
    const own = `${id}.${context.secrets.derive('device', `${id}|${account}`).toString('base64url')}`;
    const others = tokensOf(request.cookie(cookieNames.device)).filter(
      (token) => idIn(token) !== id && idOf(context, token, account) === null,
    );
    const tokens = [own, ...others].slice(0, accountsMax);
    request.control.setCookie(cookieNames.device, tokens.join(separator), daysDeviceIsKnown);
  },
});

/**
 * Returns a key for a browser that has signed in to the account before. Its attempts are counted separately, so that
 * other people's guesses do not lock out the owner.
 */
function knownDevice(context: Context, source: AttemptSource, account: string): string | null {
  const id = ownIdIn(context, tokensOf(source.device), account);
  return id === null ? null : hashToken(`${id}|${account}`).toString('base64url');
}

/** A success resets `byAccountHere` and `byDevice` and refunds the attempt to the other counters. */
export interface AttemptLimits {
  readonly byNetwork?: RateLimit;
  readonly byAccountHere: RateLimit;
  readonly byAccount?: RateLimit;
  /** Replaces the other limits if the browser has signed in to the account before. */
  readonly byDevice: RateLimit;
}

/** Throws `too-many` above the limit. `account` is the lower-case email address. */
export async function takeAttempt(
  context: Context,
  given: {
    readonly source: AttemptSource;
    readonly account: string;
    readonly userId?: string;
    readonly limits: AttemptLimits;
  },
): Promise<{ readonly isFromKnownDevice: boolean; succeeded(): Promise<void> }> {
  const { source, account, userId, limits } = given;
  const rates = createRateLimits(context.pool);
  const device = knownDevice(context, source, account);
  if (device !== null) {
    await rates.take(limits.byDevice, device);
    return { isFromKnownDevice: true, succeeded: () => rates.forget(limits.byDevice, device) };
  }
  const network = networkOf(source.ip);
  const key = userId ?? account;
  const here = `${key}|${network}`;
  if (limits.byNetwork) await rates.take(limits.byNetwork, network);
  await rates.take(limits.byAccountHere, here);
  if (limits.byAccount) await rates.take(limits.byAccount, key);
  return {
    isFromKnownDevice: false,
    async succeeded() {
      await rates.forget(limits.byAccountHere, here);
      // Successful attempts do not count, because a whole office may sign in from the same network.
      if (limits.byNetwork) await rates.giveBack(limits.byNetwork, network);
      if (limits.byAccount) await rates.giveBack(limits.byAccount, key);
    },
  };
}
