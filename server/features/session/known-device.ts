import type { Context } from '../../context.ts';
import { cookieNames } from '../../http/cookies.ts';
import type { Visit } from '../../http/implement.ts';
import { sameText } from '../../secrets.ts';
import type { Caller } from './caller.ts';

/** What a browser's cookie says once it has signed in to the account (an address in lower case). */
const deviceOf = (context: Context, account: string): string =>
  context.secrets.derive('device', account).toString('base64url');

const daysDeviceIsKnown = 365;

/** To be told once somebody is signed in for good: with two-factor, after the code. */
export function rememberDevice(context: Context, visit: Visit, account: string): void {
  visit.control.setCookie(cookieNames.device, deviceOf(context, account), daysDeviceIsKnown);
}

/**
 * A browser that has signed in to the account before is not counted among the many addresses from which somebody may
 * be at it, so that an attacker cannot lock its owner out.
 */
export const isKnownDevice = (context: Context, caller: Caller, account: string): boolean =>
  context.secrets
    .derivations('device', account)
    .some((device) => sameText(caller.device ?? '', device.toString('base64url')));
