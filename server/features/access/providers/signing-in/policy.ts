import { ownPath } from '#domain/paths.ts';
import type { Purpose } from '#server/features/access/providers/commands.ts';
import { accountPage } from '#server/features/access/providers/queries.ts';

export function pageOfFailure(
  { purpose, next, board }: { readonly purpose: Purpose; readonly next: string; readonly board: string | null },
  isSignedIn: boolean,
): string {
  if (purpose === 'invitation' || purpose === 'test' || purpose === 'sign') return next;
  const goesOn = next === ownPath(undefined) ? [] : [['next', next]];
  const isOfAccount = purpose === 'confirm' || next === accountPage;
  if (isSignedIn) return isOfAccount ? accountPage : `/user/board-sign-in?${new URLSearchParams(goesOn)}`;
  return `/login?${new URLSearchParams([...goesOn, ...(board === null ? [] : [['board', board]])])}`;
}

export function failureAddress(page: string, providerId: string): string {
  const url = new URL(page);
  url.searchParams.set('provider', providerId);
  return url.href;
}
