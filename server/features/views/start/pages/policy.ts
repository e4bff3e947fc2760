import type { UserBoard } from '#server/features/core/boards/queries.ts';
import { withReturnAddress } from '#server/http/navigation.ts';

export interface Address {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly host: string;
  readonly missing: boolean;
  readonly isOpened: boolean;
  readonly first: string;
  readonly second: string;
}

const openPages = new Set([
  'login',
  'setup',
  'inv',
  'forgot-password',
  'reset-password',
  'confirm-email',
  'unsubscribe',
  'meeting',
  'announcement',
  'action',
  'paper',
  'attendance',
  'addtocalendar',
  'two-factor-challenge',
  'verify',
  'terms',
  'privacy',
  'help',
]);
const signedInPages = new Set([
  'home',
  'meetings',
  'announcements',
  'people',
  'library',
  'resolutions',
  'actions',
  'search',
  'admin',
  'account',
  'suspended',
  'user',
  'waiting',
  'sign',
  'signatures',
]);
const pagesOfUser = new Set(['account', 'user', 'waiting', 'help']);
const magicPages = new Set(['meeting', 'announcement', 'action', 'attendance', 'addtocalendar']);

export function readersOf({ first }: Pick<Address, 'first'>): 'everybody' | 'signed-in' | 'nobody' {
  if (openPages.has(first)) return 'everybody';
  return first === '' || signedInPages.has(first) ? 'signed-in' : 'nobody';
}

export const magicUidOf = ({ first, second }: Pick<Address, 'first' | 'second'>): string | null =>
  magicPages.has(first) ? second : null;

/** Users return to an action item's magic link after signing in, but not to other magic links. */
export const leadsToLogin = ({ first }: Pick<Address, 'first'>): boolean => magicPages.has(first) && first !== 'action';

/** Includes unknown addresses, because the 404 page appears within the board's frame. */
function isOfBoard({ first, second, missing }: Address): boolean {
  const isKnown = signedInPages.has(first) || first === '';
  const isOfSite = first === 'admin' && second === 'site';
  return (isKnown || missing) && !isOfSite && !pagesOfUser.has(first) && first !== 'suspended';
}

export function pageBefore(address: Address, current: UserBoard | null): string | null {
  if (current === null || !isOfBoard(address)) return null;
  const { suspended, opens_by: opensBy, two_factor_missing: isFactorMissing } = current.board;
  const here = `${address.path}${suffix(address.query)}`;
  if (suspended) return '/suspended';
  if (opensBy) return withReturnAddress('/user/board-sign-in', here);
  return isFactorMissing ? withReturnAddress('/user/two-factor', here) : null;
}

export const suffix = (query: URLSearchParams): string => (query.size > 0 ? `?${query}` : '');

export function shortnameOfHost(domain: string | null, host: string): string | null {
  if (domain === null || !host.endsWith(`.${domain}`)) return null;
  return host.slice(0, -domain.length - 1);
}
