import type { NextStep } from '#contract/endpoint.ts';
import { paths } from '#web/paths.ts';
import { createStore } from '#web/store.ts';

export const passwordRequest = createStore<((isConfirmed: boolean) => void) | null>(null);

export function goToStep(step: NextStep): void {
  const { pathname, search } = window.location;
  const here = `${pathname}${search}`;
  const addresses = {
    'confirm-password': () => paths.confirmPassword({ next: here }),
    'set-up-two-factor': () => paths.twoFactorSettings({ next: here }),
    'sign-in-by-provider': () => paths.boardSignIn(here),
  } as const;
  window.location.assign(addresses[step]());
}
